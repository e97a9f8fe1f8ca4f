/** What a printed copy says, in the order it was drawn. */
import assert from 'node:assert/strict'
import type { Printable } from '../src/documento.ts'
import { createPrinter } from '../src/printer.ts'
import { dense, type ReadPage, readPdf } from './read-pdf.ts'

const printer = createPrinter()

export function print(p: Printable): ReadPage[] {
  return readPdf(printer.letter(p))
}

/** All pages, without white space. */
export function said(p: Printable): string {
  return saidBy(printer.letter(p))
}

export function saidBy(file: Uint8Array): string {
  return readPdf(file)
    .map((page) => page.dense)
    .join('')
}

export function assertSays(text: string, wanted: readonly string[]): void {
  for (const part of wanted) assert.ok(text.includes(dense(part)), `the copy does not say: ${part}`)
}
