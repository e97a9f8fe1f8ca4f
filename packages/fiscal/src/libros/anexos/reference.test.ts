/**
 * The columns of each annex against the description of the ministry's manual in the reference folder, if it is next
 * to the project: their number, their letters, and that each cell is what its letter stands for.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { given, mes, SELLO } from '../../../test/month.ts'
import type { DocumentoDelMes } from '../asiento.ts'
import { type Anexo, anexo } from './anexo.ts'

const FILE = new URL('../../../../../../shared/reference/BOOKS.md', import.meta.url)
const skip = existsSync(FILE) ? false : 'no reference folder at ../shared/reference'

/** What follows a heading, up to the next one in bold or a new section. */
function said(heading: RegExp): string {
  const text = readFileSync(FILE, 'utf8').replaceAll('`', '')
  const at = heading.exec(text)
  assert.ok(at, `${heading} is not in the reference`)
  const rest = text.slice(at.index + at[0].length)
  return rest.slice(0, /\n\*\*Annex|\n## |\n\* /.exec(rest)?.index)
}

/** «A date · B class», «D, E empty», «I-L quartet»: what each letter stands for. */
function lettersIn(text: string): ReadonlyMap<string, string> {
  const items = text.replaceAll('**', '').split(/[·|;\n]/)
  const named = items.flatMap((item): [string, string][] => {
    const [, letters = '', name = ''] =
      /^\s*(?:.*: )?([A-Z](?:(?:, |-)[A-Z])*)(?: (.+))?$/.exec(item.trim()) ?? []
    const [from = '', to] = letters.split('-')
    const all = to === undefined ? letters.split(', ') : range(from, to)
    return all.filter(Boolean).map((letter) => [letter, name])
  })
  return new Map(named)
}

const range = (from: string, to: string) =>
  Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, n) => letter(from, n))
const letter = (from: string, n: number) => String.fromCharCode(from.charCodeAt(0) + n)

const CRITERIO = {
  ingreso: { operacion: 4, ingreso: 10 },
  costo: { operacion: 2, clasificacion: 1, sector: 3, tipo: 5 },
} as const

function cellsOf(which: Anexo, one: DocumentoDelMes): readonly string[] {
  const { bytes } = anexo(which, mes([one]), { mes: '2026-11', criterio: CRITERIO })
  return Buffer.from(bytes).toString('latin1').trimEnd().split(';')
}

const CODE = 'ABCDEF00-0000-4000-8000-000000000001'
const PLAIN = CODE.replaceAll('-', '')
const iva = { tributos: [{ codigo: '20', descripcion: 'IVA', valor: 26 }] }

/** A letter, the word that the reference has for it, and the cell. */
type Expected = readonly (readonly [letter: string, word: RegExp, cell: string])[]

function assertColumns(cells: readonly string[], text: string, expected: Expected): void {
  const letters = lettersIn(text)
  assert.equal(letters.size, cells.length)
  assert.deepEqual(
    expected.map(([letter]) => letter),
    range('A', letter('A', cells.length - 1)),
  )
  for (const [n, [letter, word, cell]] of expected.entries()) {
    assert.match(letters.get(letter) ?? '', word, letter)
    assert.equal(cells[n], cell, letter)
  }
}

test('annex 1 has the manual’s 20 columns, in its order', { skip }, () => {
  const text = said(/\*\*Annex 1, taxpayers, 20 columns[^\n]*\n/)
  const one = given('03/sencillo', {
    ...{ codigo: CODE, numero: 7 },
    resumen: { totalExenta: 20, totalNoSuj: 3, totalGravada: 200, ...iva },
  })
  const cells = cellsOf('anexo1', one)
  // biome-ignore format: a table
  assertColumns(cells, text, [
    ['A', /date/, '20/11/2026'], ['B', /class/, '4'], ['C', /type/, '03'], ['D', /control/, 'DTE03M001P001000000000000007'],
    ['E', /sello/, SELLO], ['F', /code/, PLAIN], ['G', /empty/, ''], ['H', /NIT/, '06141212850017'],
    ['I', /name/, 'COMPRADORA FICTICIA, S.A. DE C.V.'], ['J', /exempt/, '20.00'], ['K', /not subject/, '3.00'],
    ['L', /taxed/, '200.00'], ['M', /debit/, '26.00'], ['N', /third parties/, '0.00'], ['O', /debit/, '0.00'],
    ['P', /total/, '249.00'], ['Q', /DUI/, ''], ['R', /pair/, '4'], ['S', /pair/, '10'], ['T', /1/, '1'],
  ])
  const abroad = cellsOf('anexo1', given('03/sencillo', { tercero: 2, resumen: iva }))
  assert.deepEqual(abroad.slice(9, 16), [
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '100.00',
    '26.00',
    '126.00',
  ])
})

test('annex 2 has the manual’s 23 columns, in its order', { skip }, () => {
  const text = said(/\*\*Annex 2, final consumers, 23 columns[^\n]*\n/)
  const one = given('01/anonima', {
    codigo: CODE,
    resumen: { totalExenta: 20, totalNoSuj: 3, totalGravada: 200 },
  })
  const none = '0.00'
  // biome-ignore format: a table
  assertColumns(cellsOf('anexo2', one), text, [
    ['A', /date/, '20/11/2026'], ['B', /4/, '4'], ['C', /type/, '01'],
    ['D', /N\/A/, 'N/A'], ['E', /N\/A/, 'N/A'], ['F', /N\/A/, 'N/A'], ['G', /N\/A/, 'N/A'],
    ['H', /first code/, PLAIN], ['I', /last code/, PLAIN], ['J', /empty/, ''],
    ['K', /exempt/, '20.00'], ['L', /outside proration/, none], ['M', /not subject/, '3.00'], ['N', /taxed/, '200.00'],
    ['O', /GT, HN, NI, CR/, none], ['P', /elsewhere/, none], ['Q', /service exports/, none], ['R', /free zones/, none],
    ['S', /non-domiciled third/, none], ['T', /total/, '223.00'], ['U', /pair/, '4'], ['V', /pair/, '10'], ['W', /2/, '2'],
  ])
})

test('annex 5 has the manual’s 13 columns, in its order', { skip }, () => {
  const text = said(/\*\*Annex 5, excluded subjects[^:]*13 columns\*\* \[O\]: /)
  // Column A names its own codes: it has no word.
  const letters = text.slice(0, text.indexOf('. G ='))
  const one = given('14/bienes', { codigo: CODE, resumen: { subTotal: 123.45 } })
  // biome-ignore format: a table
  assertColumns(cellsOf('anexo5', one), letters, [
    ['A', /1 NIT, 2 DUI, 3 other/, '2'], ['B', /number/, '000162975'], ['C', /name/, 'PERSONA NATURAL FICTICIA'],
    ['D', /date/, '20/11/2026'], ['E', /sello/, SELLO], ['F', /code/, PLAIN], ['G', /amount/, '123.45'],
    ['H', /withheld/, '0.00'], ['I', /quartet/, '2'], ['J', /quartet/, '1'], ['K', /quartet/, '3'], ['L', /quartet/, '5'],
    ['M', /5/, '5'],
  ])
})

test('annex 9 has the manual’s columns, in its order', { skip }, () => {
  const [, list = ''] = /\| 9 \(169\)[^|]*\|([^|]*)\|/.exec(readFileSync(FILE, 'utf8')) ?? []
  const names = list.replaceAll('**', '').split(',')
  const one = given('03/percepcion', { codigo: CODE, numero: 7 })
  const cells = cellsOf('anexo9', one)
  // biome-ignore format: a table
  const expected = [
    [/subject NIT/, '06141212850017'], [/date/, '20/11/2026'], [/type/, '03'], [/control/, 'DTE03M001P001000000000000007'],
    [/sello/, SELLO], [/code/, PLAIN], [/base/, '324.94'], [/amount/, '3.25'], [/DUI/, ''], [/9/, '9'],
  ] as const
  assert.deepEqual([names.length, cells.length], [expected.length, expected.length])
  for (const [n, [word, cell]] of expected.entries()) {
    assert.match(names[n] ?? '', word)
    assert.equal(cells[n], cell)
  }
})

test('the voided list has the manual’s 10 columns, in its order', { skip }, () => {
  const text = said(/## 5\. Voided annex[^\n]*10 columns[^\n]*\n/)
  const letters = text.slice(0, text.indexOf('\nA: '))
  const one = given('03/sencillo', { codigo: CODE, numero: 7, estado: 'invalidado' })
  // biome-ignore format: a table
  assertColumns(cellsOf('anexoAnulados', one), letters, [
    ['A', /control number/, 'DTE03M001P001000000000000007'], ['B', /4/, '4'], ['C', /0/, '0'], ['D', /0/, '0'],
    ['E', /type/, '03'], ['F', /D/, 'D'], ['G', /sello/, SELLO], ['H', /0/, '0'], ['I', /0/, '0'], ['J', /code/, CODE],
  ])
})
