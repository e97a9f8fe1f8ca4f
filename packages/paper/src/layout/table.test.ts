/** Rows at the end of a page: a short one stays whole, a long one breaks, and neither leaves lines of the page empty. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withLines } from '../../test/documents.ts'
import { FACTURA_MINIMA, linea, sealed } from '../../test/fixtures.ts'
import type { ReadPage } from '../../test/read-pdf.ts'
import { print } from '../../test/said.ts'
import { PAGE_HEIGHT } from '../drawing.ts'
import { BOTTOM, FOOTER_Y, leading, SPACIOUS, STYLES } from './look.ts'

const STEP = leading(STYLES.value.size)
const SHORT_ROWS = 17
/** Of the first row, so that the row that is looked at begins a line lower each time. */
const OFFSETS = Array.from({ length: 12 }, (_, n) => n + 1)

const linesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name} ${n + 1}`)

/** A first row of so many lines, short rows, the one of `lines`, then enough to fill a page. */
function pagesOf(offset: number, lines: number): ReadPage[] {
  const texts: Readonly<Record<number, string>> = {
    1: linesOf('Primero', offset).join('\n'),
    [SHORT_ROWS]: linesOf('Renglón', lines).join('\n'),
  }
  const documento = withLines(FACTURA_MINIMA, SHORT_ROWS + 30, (n) =>
    linea(n, texts[n] === undefined ? {} : { descripcion: texts[n] }),
  )
  return print(sealed(documento))
}

const isOfLong = ({ text }: { readonly text: string }) => /^Renglón/.test(text)
const textsOfLong = (page: ReadPage) => page.texts.filter(isOfLong).map(({ text }) => text)
/** Points below the lowest line of the body. */
function roomBelow({ texts }: ReadPage): number {
  const depths = texts.map(({ y }) => PAGE_HEIGHT - y).filter((depth) => depth < FOOTER_Y - 10)
  return BOTTOM - Math.max(...depths)
}

test('a row of twelve lines is never broken, and goes to the next page only if it does not fit', () => {
  const firsts = OFFSETS.map((offset) => {
    const pages = pagesOf(offset, 12)
    const at = pages.findIndex((page) => page.texts.some(isOfLong))
    assert.equal(textsOfLong(pages[at] as ReadPage).length, 12)
    const before = pages[at - 1]
    if (before) assert.ok(roomBelow(before) < 12 * STEP + SPACIOUS.row * 3)
    return at
  })
  assert.deepEqual([...new Set(firsts)], [0, 1], 'some fit on the first page, and some do not')
})

test('a longer row breaks: all its lines in order, and no page ends with room for another', () => {
  const parts = OFFSETS.map((offset) => {
    const pages = pagesOf(offset, 16).filter((page) => page.texts.some(isOfLong))
    assert.deepEqual(pages.flatMap(textsOfLong), linesOf('Renglón', 16))
    for (const page of pages) assert.ok(page.dense.includes('Descripción'), 'the head repeats')
    const [first, ...more] = pages as [ReadPage, ...ReadPage[]]
    if (more.length > 0) assert.ok(roomBelow(first) < STEP + SPACIOUS.row * 2)
    return textsOfLong(first).length
  })
  assert.ok(parts.includes(1), `a page may end with one line of it: ${parts}`)
})

test('a row longer than a page goes on over as many pages as it needs', () => {
  const pages = pagesOf(1, 150).filter((page) => page.texts.some(isOfLong))
  assert.ok(pages.length >= 3, `${pages.length} pages`)
  for (const page of pages.slice(0, -1)) assert.ok(roomBelow(page) < STEP + SPACIOUS.row * 2)
  assert.deepEqual(pages.flatMap(textsOfLong), linesOf('Renglón', 150))
})
