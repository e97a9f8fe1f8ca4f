/** Each number of a series without a sealed document is told with its reason, which no neighbour's row gives. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, oneApart, put } from '../../../test/neighbours.ts'
import { documentRow, fillTwoCompanies, NOW } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { findGaps, readGaps } from './gaps.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

const OF = { companyId: idOf('uno'), ambiente: '00', year: 2026 } as const
const ROW = {
  ...{ company_id: idOf('uno'), ambiente: '00', tipo_dte: '01' },
  ...{ cod_estable: 'M001', cod_punto_venta: 'P001', year: 2026 },
}
/** One thing is another in each. */
const ELSEWHERE = { company_id: idOf('dos'), ambiente: '01', year: 2025 }
const SERIES = { ...ELSEWHERE, tipo_dte: '03', cod_estable: 'B001', cod_punto_venta: 'P002' }
const numeroOf = (n: number, series = '01-M001P001') =>
  `DTE-${series}-${String(n).padStart(15, '0')}`

const apart = <Row extends object>(row: Row, others: object) =>
  oneApart<Row>(row, others as Partial<Row>).slice(1)
const numbered = (n: number, estado: string, given: object = {}) => ({
  ...documentRow(`n${n}`, { estado, numero_control: numeroOf(n), ...given }),
})
const said = (descripcionMsg: string) => ({ rechazo: JSON.stringify({ descripcionMsg }) })
const elsewhere = (n: number, estado: string, given: object = {}) =>
  apart(numbered(n, estado, given), ELSEWHERE).map((row, at) => ({
    ...row,
    codigo_generacion: idOf(`x${n}${at}`),
  }))

before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  await put(pool, 'series', [
    { ...ROW, first: 3, last: 9 },
    ...apart(ROW, SERIES).map((row) => ({ ...row, first: 3, last: 3 })),
  ])
  await put(pool, 'documents', [
    ...[numbered(2, 'rechazado', said('Dos')), numbered(1, 'rechazado', said('No'))],
    documentRow('back', { estado: 'liberado', numero_control: numeroOf(2) }),
    documentRow('first', { numero_control: numeroOf(3, '01-B001P001') }),
    documentRow('below', { estado: 'sellado', numero_control: numeroOf(2, '01-M001P002') }),
    ...[numbered(4, 'rechazado', said('Mal')), numbered(5, 'sellado'), numbered(6, 'invalidado')],
    ...[numbered(7, 'liberado'), numbered(8, 'firmado'), numbered(10, 'rechazado', said('Fin'))],
    ...[...elsewhere(1, 'firmado'), ...elsewhere(3, 'sellado'), ...elsewhere(4, 'sellado')],
    ...elsewhere(8, 'rechazado', said('Otro')),
  ])
  const skipped = (n: number) => ({ ...ROW, correlativo: n, skipped_at: NOW })
  await put(pool, 'skipped_numbers', [skipped(3), ...apart(skipped(9), SERIES)])
  const found = (n: number, sello_recibido: string) => ({
    ...{ company_id: ROW.company_id, ambiente: '00', tipo_dte: '01', year: 2026, sello_recibido },
    ...{ numero_control: numeroOf(n), found_at: NOW, codigo_generacion: idOf(`f${n}`) },
  })
  const others = apart(found(3, 'T'), ELSEWHERE)
  await put(pool, 'recovered_documents', [
    found(9, 'S'),
    ...others.map((row, at) => ({ ...row, codigo_generacion: idOf(`f3${at}`) })),
  ])
})

const NONE = {
  ...{ estado: null, codigoGeneracion: null, motivo: null, fueraDesde: null, selloRecibido: null },
}
const gap = (n: number, given: object = {}) => ({ numeroControl: numeroOf(n), ...NONE, ...given })
const codeOf = (name: string) => ({ codigoGeneracion: idOf(name).toUpperCase() })

const BELOW = [
  gap(1, { ...codeOf('n1'), estado: 'rechazado', motivo: 'No' }),
  gap(2, { ...codeOf('n2'), estado: 'rechazado', motivo: 'Dos' }),
]
const GAPS = [
  gap(3, { fueraDesde: NOW.toISOString() }),
  gap(4, { ...codeOf('n4'), estado: 'rechazado', motivo: 'Mal' }),
  ...[gap(7), gap(8, { ...codeOf('n8'), estado: 'firmado' })],
  gap(9, { ...codeOf('f9'), selloRecibido: 'S' }),
]
const seriesOf = (tipoDte: string, codEstable: string, codPuntoVenta: string, last: number) => ({
  ...{ ambiente: '00', year: 2026, tipoDte, codEstable, codPuntoVenta, first: 3, last },
})
const other = (tipoDte: string, codEstable: string, codPuntoVenta: string, is: object = {}) => ({
  ...seriesOf(tipoDte, codEstable, codPuntoVenta, 3),
  gaps: [gap(3, { numeroControl: numeroOf(3, `${tipoDte}-${codEstable}${codPuntoVenta}`), ...is })],
})
const OWN = seriesOf('01', 'M001', 'P001', 9)
const [FIRST, ...LAST] = [
  other('01', 'B001', 'P001', { ...codeOf('first'), estado: 'firmado' }),
  other('01', 'M001', 'P002'),
  other('03', 'M001', 'P001'),
]

test('the gaps of a year are those of each series of one company and environment', async () => {
  assert.deepEqual(await findGaps(pool, OF), [
    FIRST,
    { ...OWN, gaps: [...BELOW, ...GAPS] },
    ...LAST,
  ])
})

test('a page begins where the one before it ended, and tells what is below the first number once', async () => {
  const read = (desde: string | null, compared: number) => readGaps(pool, OF, { desde, compared })
  const own = (gaps: readonly object[]) => ({ ...OWN, gaps })
  assert.deepEqual(await read(null, 1), { series: [FIRST], siguiente: numeroOf(3) })
  assert.deepEqual(await read(null, 3), {
    ...{ series: [FIRST, own([...BELOW, ...GAPS.slice(0, 2)])], siguiente: numeroOf(5) },
  })
  assert.deepEqual(await read(numeroOf(5), 4), {
    ...{ series: [own(GAPS.slice(2, 4))], siguiente: numeroOf(9) },
  })
  assert.deepEqual(await read(numeroOf(9), 2), {
    ...{ series: [own(GAPS.slice(4)), LAST[0]], siguiente: numeroOf(3, '03-M001P001') },
  })
  const whole = { series: [own([]), LAST[0]], siguiente: numeroOf(3, '03-M001P001') }
  for (const behind of [10, 99, 999_999_999_999_999])
    assert.deepEqual(await read(numeroOf(behind), 1), whole, `${behind}`)
  for (const before of [0, 2, 3])
    assert.deepEqual(await read(numeroOf(before), 1), {
      ...{ series: [own(GAPS.slice(0, 1))], siguiente: numeroOf(4) },
    })
  assert.deepEqual(await read(numeroOf(3, '03-M001P001'), 1), {
    ...{ series: [LAST[1]], siguiente: null },
  })
})
