/**
 * Logos made to be slow, the worst that a search found. What reading one costs is counted in executed blocks, which
 * no load of the machine changes. What runs inside the engine (regular expressions, moved memory, zlib) is not counted
 * there, so each also has a wide limit of CPU; the slowest took 9 seconds of it.
 */
import assert from 'node:assert/strict'
import { Session } from 'node:inspector'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { chunk } from '../../test/write-png.ts'
import { readLogo } from './logo.ts'
import { LogoRefused } from './refused.ts'

/** The slowest drawing takes one million, a million dots 24. */
const BLOCKS_MAX = { drawing: 3_000_000, dots: 40_000_000 }
const CPU_MS_MAX = 1_000

/** The blocks that `run` executes, of all modules. */
function blocksOf(run: () => void): number {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  run()
  let blocks = 0
  session.post('Profiler.takePreciseCoverage', (error, taken) => {
    assert.equal(error, null)
    for (const { functions } of taken.result)
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count
  })
  session.disconnect()
  assert.ok(blocks > 0)
  return blocks
}

const BYTES = 255 * 1024
const filled = (one: string, bytes = BYTES - 2_000) => one.repeat(Math.floor(bytes / one.length))
const many = (one: (n: number) => string) =>
  Array.from({ length: BYTES / 20 }, (_, n) => one(n)).join(' ')
const HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
const svg = (inside: string) => Buffer.from(`${HEAD}${inside}</svg>`)
const path = (data: string) => svg(`<path d="M0 0${data}"/>`)
const moved = (transform: string) => svg(`<path d="M0 0h1v1z" transform="${transform}"/>`)
const PATH = '<path d="M0 0h1v1z"/>'
const deep = (group: string, depth: number, inside: string) =>
  svg(`${group.repeat(depth)}${inside}${'</g>'.repeat(depth)}`)

// biome-ignore format: a table
const REFUSED: readonly (readonly [string, Buffer, RegExp])[] = [
  ['500 paths below 60 KB of transforms', svg(`<g transform="${filled('rotate(1)', 180_000)}">${PATH.repeat(500)}</g>`), /complejo/],
  ['many paths below many groups', deep('<g transform="scale(1)">', 90, filled(PATH, 200_000)), /complejo/],
  ['groups within groups', deep('<g>', 1_000, PATH), /complejo/],
  ['a flood of groups within groups', deep('<g>', 30_000, ''), /complejo/],
  ['a flood of rectangles', svg(filled('<rect width="1" height="1"/>')), /complejo/],
  ['a flood of round rectangles', svg(filled('<rect width="3" height="3" rx="1"/>')), /complejo/],
  ['a flood of circles', svg(filled('<circle r="1"/>')), /complejo/],
  ['a flood of paths', svg(filled(PATH)), /complejo/],
  ['a flood of empty groups', svg(filled('<g/>')), /complejo/],
  ['a flood of names', svg(many((n) => `<g:a${n}/>`)), /complejo/],
  ['a flood of comments', svg(filled('<!---->')), /complejo/],
  ['a flood of instructions', svg(filled('<?a ?>')), /complejo/],
  ['a flood of character data', svg(filled('<![CDATA[]]>')), /complejo/],
  ['a flood of attributes', svg(`<g ${many((n) => `data-${n}=""`)}/>`), /complejo/],
  ['tags that never end', Buffer.from(HEAD + filled('<a>')), /complejo/],
  ['a flood of transforms', moved(filled('scale(1)')), /complejo/],
  ['a transform that never ends', moved(filled('scale(')), /transform/],
  ['a transform of spaces', moved(`${' '.repeat(BYTES - 200)}x`), /transform/],
  ['a transform of numbers', moved(`matrix(${filled('1 ')})`), /transform/],
  ['arcs, each four curves', path(filled('a1 1 0 1 1 0 .1')), /complejo/],
  ['one letter and its numbers', path(`h${filled('1 ')}`), /complejo/],
  ['curves of one letter', path(`c${filled('1 1 1 1 1 1 ')}`), /complejo/],
  ['smooth curves', path(`t${filled('1 1')}`), /complejo/],
  ['letters and numbers', path(filled('h1')), /complejo/],
  ['nothing but ends', path(filled('z')), /complejo/],
  ['numbers run together', path(`l${filled('.1')}`), /complejo/],
  ['a polygon', svg(`<polygon points="${filled('1 ')}"/>`), /complejo/],
  ['a number of many digits', path(`h${filled('1')}`), /número/],
  ['a number with an exponent', path('h1e300v1'), /número/],
  ['a long colour for many shapes', svg(`<g fill="rgb(${'0'.repeat(200_000)},0,0)">${PATH.repeat(1_000)}</g>`), /relleno/],
  ['a style of many properties', svg(`<path d="M0 0h1v1z" style="${many((n) => `fill-${n}:1;`)}"/>`), /estilo/],
  ['a box of many digits', Buffer.from(`<svg viewBox="0 0 ${filled('9')} 1">${PATH}</svg>`), /viewBox/],
  ['text that looks like entities', svg(filled('&amp;')), /vacío/],
  ['quotes within quotes', svg(`<g ${filled(`a="'" `)}/>`), /complejo/],
  ['a PNG of 100,000 by 100,000', png({ width: 1e5, height: 1e5 }), /100000 × 100000/],
  ['a PNG that inflates without end', png({ data: deflateSync(Buffer.alloc(200_000_000)) }), /datos/],
  ['a PNG of empty chunks', png({ data: Buffer.alloc(9), chunks: 20_000 }), /datos/],
  ['a PNG without its palette', png({ color: 3, data: deflateSync(Buffer.alloc(1_001_000)) }), /paleta/],
  ['an interlaced PNG', png({ interlace: 1 }), /entrelaza/],
  ['a JPEG of empty segments', Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(BYTES, Buffer.from('ff010000', 'hex'))]), /JPEG/],
]

interface Png {
  readonly width?: number
  readonly height?: number
  readonly color?: number
  readonly interlace?: number
  /** Of each IDAT. */
  readonly data?: Buffer
  readonly chunks?: number
}

function png(given: Png): Buffer {
  const { width = 1_000, height = 1_000, color = 2, interlace = 0, data, chunks = 1 } = given
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, color, 0, 0, interlace], 8)
  const empty = Array.from({ length: chunks - 1 }, () => chunk('IDAT', Buffer.alloc(0)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data ?? Buffer.alloc(0)),
    ...empty,
  ])
}

/** Reads it, and checks what that cost. */
function readCheaply(file: Buffer): void {
  let refused: unknown = null
  const before = process.cpuUsage()
  const blocks = blocksOf(() => {
    try {
      readLogo(file)
    } catch (error) {
      refused = error
    }
  })
  const { user, system } = process.cpuUsage(before)
  const blocksMax = file[0] === 0x3c ? BLOCKS_MAX.drawing : BLOCKS_MAX.dots
  assert.ok(blocks < blocksMax, `${blocks} blocks`)
  assert.ok((user + system) / 1_000 < CPU_MS_MAX, `${(user + system) / 1_000} ms`)
  if (refused) throw refused
}

for (const [what, file, message] of REFUSED) {
  test(`${what}: refused in few words, at little cost`, () => {
    assert.throws(
      () => readCheaply(file),
      (error) =>
        error instanceof LogoRefused && message.test(error.message) && error.message.length < 150,
    )
  })
}

/** Rows of red, green and blue, or with opacity, that are slow to compress: few values, in no order. */
function slowRows(channels: number, filter: number, share: number): Buffer {
  const stride = 1_000 * channels + 1
  const rows = Buffer.alloc(stride * 1_000)
  let seed = 1
  for (let n = 0; n < rows.length; n++) {
    seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + n
    rows[n] = n % stride === 0 ? filter : ((seed >>> 8) % 1_000) / 1_000 < share ? 1 : 0
  }
  return rows
}

for (const [what, file] of [
  ['noise', png({ data: deflateSync(slowRows(3, 0, 0.08)) })],
  ['noise with opacity, filtered', png({ color: 6, data: deflateSync(slowRows(4, 4, 0.045)) })],
] as const) {
  test(`the largest PNG of ${what} is read at little cost`, () => {
    assert.ok(file.length > 150_000, `${file.length} bytes`)
    readCheaply(file)
  })
}

test('a logo of 600 paths in groups is read', () => {
  const rows = Array.from(
    { length: 600 },
    (_, n) => `<path id="p${n}" d="M${n} 0c1 2 3 4 5.5 6.25l7-8h-3.5z" fill="#1a2b3c"/>`,
  )
  readCheaply(deep('<g transform="translate(1 2) rotate(3)">', 6, rows.join('\n')))
})
