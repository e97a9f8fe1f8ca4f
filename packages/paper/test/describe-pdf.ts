/**
 * A PDF as a text that a person can compare: of each page its shapes, what no screen reader reads aloud, and its
 * elements with their texts, in the order of the structure. Lengths are points, y upwards from the lower edge.
 */
import { crc32 } from 'node:zlib'
import {
  type ReadPage,
  type ReadRect,
  type ReadText,
  readObjects,
  readPdf,
  streamOf,
} from './read-pdf.ts'
import { type Element, readStructure } from './read-structure.ts'

export function describePdf(file: Uint8Array): string {
  const { root, bookmarks, marks } = readStructure(file)
  const numbers = [...new Set(marks.map((mark) => Number(mark.split(' ')[0])))]
  const pages = readPdf(file).map((page, n) => [
    `page ${page.mediaBox}, ${bookmarks[n]}`,
    ...shapesOf(page, null).map(indented),
    ...page.texts.filter(({ mark }) => mark === null).map((text) => indented(lineOf(text))),
    ...root.kids
      .filter((kid) => pageOf(kid) === numbers[n])
      .flatMap((kid) => elementLines(kid, page))
      .map(indented),
  ])
  return `${titleOf(file)}\n${pages.map((lines) => lines.join('\n')).join('\n')}\n`
}

/**
 * The objects of a file but those of its pages' content and structure: what their dictionaries say, long lists by
 * their length and checksum. Lengths of compressed data are left out, which another zlib changes.
 */
export function describeObjects(file: Uint8Array): string {
  const objects = readObjects(Buffer.from(file))
  const lines = [...objects].map(([id, body]) => {
    const at = body.indexOf('>>stream\n')
    const dict = body.toString('latin1', 0, at < 0 ? body.length : at + 2)
    const said = dict
      .replace(/\/Length \d+/, '')
      .replaceAll(/\[(?:[^[\]]|\[\d+\]){200,}\]/g, (list) => `[${checked(Buffer.from(list))}]`)
    const isContent = at >= 0 && !/\/Type|\/Length1|\/Subtype/.test(said)
    const isPlain = at < 0 || isContent || /\/Type\/(ObjStm|XRef)/.test(said)
    return `${id} ${said}${isPlain ? '' : ` ${checked(streamOf(objects, id))}`}`
  })
  return `${lines.join('\n')}\n`
}

const checked = (bytes: Buffer) => `${bytes.length} bytes, CRC-32 ${crc32(bytes).toString(16)}`

function titleOf(file: Uint8Array): string {
  const hex = /\/Title <feff([0-9a-f]*)>/.exec(Buffer.from(file).toString('latin1'))?.[1] ?? ''
  return Buffer.from(hex, 'hex').swap16().toString('utf16le')
}

/** Of its own mark, or of the first one below it. */
const pageOf = ({ page, kids }: Element): number =>
  page || kids.reduce((found, kid) => found || pageOf(kid), 0)

function elementLines(element: Element, page: ReadPage): string[] {
  const { tag, scope, alt, mark, kids } = element
  const head = [tag, scope && `scope ${scope}`, alt && `alt “${alt}”`].filter(Boolean).join(', ')
  if (mark === null) {
    return [head, ...kids.flatMap((kid) => elementLines(kid, page)).map(indented)]
  }
  const texts = page.texts.filter((text) => text.mark === mark).map(lineOf)
  const [only, ...more] = [...shapesOf(page, mark), ...texts]
  return more.length === 0 ? [`${head}: ${only}`] : [head, ...[only ?? '', ...more].map(indented)]
}

const lineOf = ({ x, y, font, size, color, outline, text }: ReadText) =>
  `${short(x)} ${short(y)} ${font}${short(size)}${outline > 0 ? `+${short(outline)}` : ''} ${hex(color)} ${text}`

function shapesOf({ rects, images }: ReadPage, mark: number | null): string[] {
  const here = rects.filter((rect) => rect.mark === mark)
  const boxes = images
    .filter((image) => image.mark === mark)
    .map((image) => `${image.name} ${boxOf(image)}`)
  return [...(mark === null ? here.map(rectOf) : here.length > 0 ? [gridOf(here)] : []), ...boxes]
}

const rectOf = (rect: ReadRect) => `${boxOf(rect)} ${hex(rect.color)}`

const boxOf = ({ x, y, width, height }: Omit<ReadRect, 'color' | 'mark'>) =>
  `${short(x)} ${short(y)} ${short(width)}×${short(height)}`

/** What a QR says is another test's: here, where it is and how large. */
function gridOf(cells: readonly ReadRect[]): string {
  const [left, right] = [
    Math.min(...cells.map(({ x }) => x)),
    Math.max(...cells.map(({ x, width }) => x + width)),
  ]
  const [bottom, top] = [
    Math.min(...cells.map(({ y }) => y)),
    Math.max(...cells.map(({ y, height }) => y + height)),
  ]
  const box = { x: left, y: bottom, width: right - left, height: top - bottom }
  return `${cells.length} rectangles in ${boxOf(box)} ${hex(cells[0]?.color ?? '')}`
}

const hex = (color: string) =>
  `#${color
    .split(' ')
    .map((part) =>
      Math.round(Number(part) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const short = (points: number) => String(Math.round(points * 100) / 100)
const indented = (line: string) => `  ${line}`
