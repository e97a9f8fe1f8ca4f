/** What a row of the feed says of each subject, and by which id: the same whenever and however it is told. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TipoNovedad } from '@sello/contract'
import { type NovedadRow, novedadOf } from './novedad.ts'

const AT = new Date('2026-08-03T15:00:00.007Z')
const CLOSED = new Date('2026-08-03T16:00:00Z')
const DOCUMENTO = {
  ...{ documento: 'C0DE', numeroControl: 'DTE-03-1', fecEmi: '2026-08-03' },
  ...({ tipoDte: '03', referencia: 'pedido 7' } as const),
}
const ROW: Omit<NovedadRow, 'tipo'> = {
  ...{ position: 258n, at: AT, about: 'AB0UT', datos: null, ...DOCUMENTO },
  ...{ selloRecibido: 'S', totales: [1, 2, 3, 4, 5, 6, 7], desde: AT, hasta: CLOSED },
}
const OF = { companyId: 'uno', ambiente: '01' } as const

const { documento: codigoGeneracion, ...others } = DOCUMENTO
const ofDocument = { codigoGeneracion, ...others }
const totales = {
  ...{ totalNoSuj: 1, totalExenta: 2, totalGravada: 3, totalDescu: 4, totalIva: 5 },
  ...{ montoTotalOperacion: 6, totalPagar: 7 },
}
const desde = AT.toISOString()

// biome-ignore format: a table
const SAID: readonly (readonly [tipo: TipoNovedad, datos: object])[] = [
  ['dte.sellado',                    { estado: 'sellado', ...ofDocument, selloRecibido: 'S', totales }],
  ['dte.invalidado',                 { estado: 'invalidado', ...ofDocument, selloRecibido: 'S', totales }],
  ['dte.rechazado',                  { estado: 'rechazado', ...ofDocument, selloRecibido: null, totales }],
  ['dte.contingencia',               { estado: 'contingencia', ...ofDocument, selloRecibido: null, totales }],
  ['invalidacion.rechazada',        { evento: 'AB0UT', ...ofDocument }],
  ['retorno.rechazado',              { evento: 'AB0UT', ...ofDocument }],
  ['entrega.enviada',                { entrega: 'ab0ut', ...ofDocument }],
  ['operaciones.sellado',            { evento: 'AB0UT' }],
  ['contingencia.evento_sellado',    { evento: 'AB0UT' }],
  ['contingencia.abierta',           { desde, hasta: null }],
  ['contingencia.cerrada',           { desde, hasta: CLOSED.toISOString() }],
  ['feed.restaurado',                { desde }],
]

test('each subject is told by its codes, numbers, totals or instants, and by nothing else', () => {
  for (const [tipo, datos] of SAID) {
    const said = novedadOf({ ...ROW, tipo }, OF, 1_700n)
    assert.deepEqual(said, { id: said.id, tipo, fecha: desde, ambiente: '01', datos })
  }
  const unknown = { ...ROW, tipo: 'dte.sellado', totales: null } as const
  assert.equal((novedadOf(unknown, OF, 0n).datos as { totales: unknown }).totales, null)
  const company = { ...ROW, tipo: 'copia.fallida', datos: { destino: 'd' } } as const
  assert.deepEqual(novedadOf(company, OF, 0n).datos, { destino: 'd' })
})

test('an id follows from the company, the environment, the epoch and the position alone', () => {
  const idOf = (row: Partial<NovedadRow> = {}, of: Partial<typeof OF> = {}, epoch = 1_700n) =>
    novedadOf({ ...ROW, tipo: 'dte.sellado', ...row }, { ...OF, ...of }, epoch).id
  const id = 'nv_6e7af26bc859b9bdd690dd66879347b4'
  assert.equal(idOf(), id, 'in every release')
  assert.equal(idOf({ at: CLOSED, tipo: 'dte.rechazado' }), id)
  const others = [
    ...[idOf({ position: 259n }), idOf({}, {}, 1_701n)],
    ...[idOf({}, { ambiente: '00' } as never), idOf({}, { companyId: 'dos' } as never)],
  ]
  assert.equal(new Set([id, ...others]).size, 5)
})
