/** Where the files of a document are, below whatever place stores them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileSubject } from './file-subject.ts'
import { folderOf, pathOfNumber, pathOfReferencia, pathsOf } from './paths.ts'

const documento = { ambiente: '01', fecEmi: '2026-11-22', numeroControl: 'N1' }
const evento = { ambiente: '01', fecEmi: '2027-01-02', codigoGeneracion: 'E1' }
const subject = (of: object) => of as FileSubject

test('a document is under its number in its month, and an event beside its document or in its own month', () => {
  const paths = [
    { documento, evento: null },
    { documento: { ...documento, ambiente: '00' }, evento: null },
    { documento, evento },
    { documento: null, evento },
  ].map((of) => pathsOf(subject({ ...of, invalidacion: null })))
  assert.deepEqual(paths, [
    { json: 'DTE/2026/11/N1.json', pdf: 'DTE/2026/11/N1.pdf' },
    { json: 'DTE/pruebas/2026/11/N1.json', pdf: 'DTE/pruebas/2026/11/N1.pdf' },
    { json: 'DTE/2026/11/E1.json', pdf: 'DTE/2026/11/E1.pdf' },
    { json: 'DTE/2027/01/E1.json', pdf: 'DTE/2027/01/E1.pdf' },
  ])
})

test('a number is looked for where its document would be, with its reference beside it', () => {
  const path = pathOfNumber({ ambiente: '01', numeroControl: 'N1' }, '2026-11')
  assert.equal(path, 'DTE/2026/11/N1.json')
  assert.equal(pathOfReferencia(path), 'DTE/2026/11/N1.referencia')
  assert.deepEqual(
    (['00', '01'] as const).map((ambiente) => folderOf(ambiente, '2026-11')),
    ['DTE/pruebas/2026/11', 'DTE/2026/11'],
  )
})
