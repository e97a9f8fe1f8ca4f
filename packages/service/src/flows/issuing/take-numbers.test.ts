/** Which code a number gets that came back: the first derivable one that no document has. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { companyRow, documentRow, idOf, insertRows, NOW } from '../../../test/rows.ts'
import { transaction } from '../../base/db/tx.ts'
import type { Claimant } from '../../ledger/claims/claims.ts'
import { codigoOf, TURNS_MAX } from '../../ledger/numbering/codigo.ts'
import type { Series } from '../../ledger/numbering/series.ts'
import { takeNumbers } from './take-numbers.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

const COMPANY = idOf(1)
const dataKey = Buffer.alloc(32, 7)
const series: Series = {
  ...{ companyId: COMPANY, ambiente: '00', tipoDte: '01' },
  ...{ codEstable: 'M001', codPuntoVenta: 'P001', year: 2026 },
}
const SERIES = {
  ...{ company_id: COMPANY, ambiente: '00', tipo_dte: '01' },
  ...{ cod_estable: 'M001', cod_punto_venta: 'P001', year: 2026 },
}
const numeroOf = (n: number) => `DTE-01-M001P001-${String(n).padStart(15, '0')}`
const codeOf = (n: number, turn: number) =>
  codigoOf(dataKey, { ambiente: '00', year: 2026, numeroControl: numeroOf(n) }, turn)
const ALL = Array.from({ length: TURNS_MAX }, (_, turn) => turn)

/** The turns of each number whose code a document has. */
const USED = [
  [3, [0]],
  [4, [0, 2]],
  [5, ALL],
  [6, []],
  [7, ALL.slice(0, -1)],
] as const

before(async () => {
  await insertRows(pool, 'companies', [companyRow(1)])
  await insertRows(pool, 'series', [{ ...SERIES, first: 1, last: 9, released: USED.length }])
  await insertRows(
    pool,
    'released_numbers',
    USED.map(([correlativo]) => ({ ...SERIES, correlativo })),
  )
  const codes = USED.flatMap(([n, turns]) => turns.map((turn) => codeOf(n, turn)))
  await insertRows(
    pool,
    'documents',
    codes.map((code, position) =>
      documentRow({
        ...{ company_id: COMPANY, codigo_generacion: code, estado: 'liberado' },
        ...{ numero_control: `${numeroOf(0)}`, position },
      }),
    ),
  )
})

test('a number that came back gets the first code that is free, and one that used them all the claim’s own', async () => {
  const claimants = Array.from(
    { length: USED.length + 1 },
    (_, n): Claimant => ({
      ...{ keyId: 'k1', idempotencyKey: `clave ${n}`, bodyHash: Buffer.alloc(0), now: NOW },
      ...{ outcome: null, codigoGeneracion: idOf(n + 60) },
    }),
  )
  const named = await transaction(pool, (tx) => takeNumbers(tx, { series, dataKey }, claimants))
  assert.deepEqual(
    [...named],
    [
      [idOf(60), { numeroControl: numeroOf(3), codigoGeneracion: codeOf(3, 1) }],
      [idOf(61), { numeroControl: numeroOf(4), codigoGeneracion: codeOf(4, 1) }],
      [idOf(62), { numeroControl: numeroOf(5), codigoGeneracion: idOf(62) }],
      [idOf(63), { numeroControl: numeroOf(6), codigoGeneracion: codeOf(6, 0) }],
      [idOf(64), { numeroControl: numeroOf(7), codigoGeneracion: codeOf(7, TURNS_MAX - 1) }],
      [idOf(65), { numeroControl: numeroOf(10), codigoGeneracion: codeOf(10, 0) }],
    ],
  )
})
