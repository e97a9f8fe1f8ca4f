/** What a reader of the file meets: in the structure only what the standard has, and every picture by a name. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPdf } from '../../test/read-pdf.ts'
import { type Element, readStructure } from '../../test/read-structure.ts'
import type { Canvas, Style } from '../drawing.ts'
import type { Letters } from '../type/letters.ts'
import { createCanvas } from './canvas.ts'
import { loadFaces } from './faces.ts'
import { createFileWriter } from './file.ts'

const faces = loadFaces()
const write = createFileWriter(faces)
const STYLE: Style = { weight: 'regular', size: 10, color: '0 0 0' }

function fileOf(...draw: readonly ((canvas: Canvas) => void)[]): Buffer {
  const pages = draw.map((one) => {
    const canvas = createCanvas(faces, 612, 792)
    one(canvas)
    return canvas.finish()
  })
  return write(pages, { title: 'A title', logo: null })
}

const say = (canvas: Canvas, text: string) => canvas.text(40, 60, text as Letters, STYLE)

function within(canvas: Canvas, tag: Parameters<Canvas['open']>[0], draw: () => void): void {
  canvas.open(tag)
  draw()
  canvas.close()
}

const treeOf = ({ tag, scope, alt, kids }: Element): unknown => [
  tag,
  scope,
  alt,
  ...kids.map(treeOf),
]

test('a heading without text is the heading of its column, and a cell without text a cell', () => {
  const file = fileOf((canvas) =>
    within(canvas, 'Table', () => {
      within(canvas, 'TR', () => {
        within(canvas, 'TH', () => {})
        within(canvas, 'TH', () => say(canvas, 'Total'))
      })
      within(canvas, 'TR', () => {
        within(canvas, 'TD', () => say(canvas, 'one'))
        within(canvas, 'TD', () => {})
      })
    }),
  )
  const heads = [
    ['TH', 'Column', null],
    ['TH', 'Column', null],
  ]
  const cells = [
    ['TD', null, null],
    ['TD', null, null],
  ]
  assert.deepEqual(treeOf(readStructure(file).root), [
    'Document',
    null,
    null,
    ['Table', null, null, ['TR', null, null, ...heads], ['TR', null, null, ...cells]],
  ])
})

test('an element without content is left out, unless it is a cell', () => {
  const file = fileOf((canvas) => {
    within(canvas, 'P', () => {})
    within(canvas, 'H1', () => say(canvas, 'A heading'))
    within(canvas, 'Table', () => within(canvas, 'TR', () => {}))
  })
  assert.deepEqual(treeOf(readStructure(file).root), ['Document', null, null, ['H1', null, null]])
})

test('a picture says what it is, and nothing else has such a text', () => {
  const file = fileOf((canvas) => {
    canvas.grid(100, 100, 2, '0 0 1 1 re\n', '0 0 0')
    canvas.logo(10, 10, 20, 20)
    say(canvas, 'A paragraph')
  })
  assert.deepEqual(treeOf(readStructure(file).root), [
    'Document',
    null,
    null,
    ['Figure', null, 'Código QR de la consulta pública'],
    ['Figure', null, 'Logotipo del emisor'],
    ['P', null, null],
  ])
})

test('the bookmarks lead from page to page, in both directions, and the last one ends', () => {
  const page = (canvas: Canvas) => say(canvas, 'A paragraph')
  for (const count of [1, 2, 5]) {
    const { bookmarks } = readStructure(fileOf(...Array.from({ length: count }, () => page)))
    assert.deepEqual(
      bookmarks,
      Array.from({ length: count }, (_, n) => `Página ${n + 1}`),
    )
  }
})

test('a text in another colour, size, weight or spacing does not change the next one', () => {
  const other: Style = { weight: 'semibold', size: 20, color: '1 0 0', tracking: 3 }
  const [page] = readPdf(
    fileOf((canvas) => {
      for (const style of [STYLE, other, STYLE]) canvas.text(40, 60, 'a(b)\\ W' as Letters, style)
    }),
  )
  const [first, second, third] = page?.texts ?? []
  assert.deepEqual(
    [first?.text, first?.font, first?.color, first?.size],
    ['a(b)\\ W', 'R', '0 0 0', 10],
  )
  assert.deepEqual([second?.font, second?.color, second?.size], ['S', '1 0 0', 20])
  assert.ok((second?.width ?? 0) > (first?.width ?? 0) * 2 + 3 * 6)
  assert.deepEqual({ ...third, mark: 0 }, { ...first, mark: 0 })
})
