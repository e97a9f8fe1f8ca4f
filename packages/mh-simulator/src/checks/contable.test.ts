/** 09: an administrator of cards liquidates to an affiliate. */
import { test } from 'node:test'
import { contable } from '../../test/contable.ts'
import { type Draft, NIT, set } from '../../test/documentos.ts'
import { startMinistry } from '../../test/ministry.ts'
import { hasReference, readReference, SCHEMAS_DIR } from '../../test/reference.ts'
import { refused, sealed } from '../../test/verdicts.ts'

const RECORD = 'cuerpoDocumento'
type Change = (documento: Draft) => Draft
const at =
  (path: string, value: unknown): Change =>
  (d) =>
    set(d, path, value)

// biome-ignore format: a table
const REFUSALS: readonly (readonly [code: string, path: string, change: Change])[] = [
  ['096', '', at('receptor', null)],
  ['096', '', at('receptor.correo', null)],
  ['096', '', at('extension.nombEntrega', '')],
  ['096', '', at('identificacion.tipoModelo', 2)],
  ['096', '', at('identificacion.tipoContingencia', null)],
  ['096', '', at(`${RECORD}.valorOperaciones`, 2260.001)],
  ['096', '', at(`${RECORD}.liquidoApagar`, 0)],
  ['096', '', at('cuerpoDocumento', [])],
  ['096', '', at('resumen', {})],
  ['003', 'receptor.tipoEstablecimiento', at('receptor.tipoEstablecimiento', '03')],
  ['006', 'receptor.nit', at('receptor.nit', '0614')],
  ['017', `${RECORD}.periodoLiquidacionFechaFin`, at(`${RECORD}.periodoLiquidacionFechaFin`, '2026-09-30')],
  ['018', `${RECORD}.periodoLiquidacionFechaInicio`, (d) => at(`${RECORD}.periodoLiquidacionFechaFin`, '2026-10-07')(at(`${RECORD}.periodoLiquidacionFechaInicio`, '2026-10-06')(d))],
  ['005', `${RECORD}.descripSinPercepcion`, at(`${RECORD}.descripSinPercepcion`, null)],
  ['024', `${RECORD}.descripSinPercepcion`, at(`${RECORD}.montoSinPercepcion`, 0)],
  ['020', `${RECORD}.subTotal`, at(`${RECORD}.subTotal`, 2260)],
  ['020', `${RECORD}.montoSujetoPercepcion`, at(`${RECORD}.montoSujetoPercepcion`, 2000)],
  ['020', `${RECORD}.iva`, at(`${RECORD}.iva`, 289.38)],
  ['020', `${RECORD}.ivaPercibido`, at(`${RECORD}.ivaPercibido`, 19.7)],
  ['020', `${RECORD}.ivaComision`, at(`${RECORD}.ivaComision`, 5.2)],
  ['020', `${RECORD}.liquidoApagar`, at(`${RECORD}.liquidoApagar`, 2174.8)],
  ['008', 'emisor.codPuntoVenta', at('emisor.codPuntoVenta', 'P009')],
]

test('each rule of liquidations of cards refuses with its code and its field', async (t) => {
  const ministry = await startMinistry(t)
  for (const [code, path, change] of REFUSALS) {
    await refused(ministry, change(contable()), code, path)
  }
})

test('a liquidation is sealed, by either reading of what is paid, and to an affiliate without NRC', async (t) => {
  const ministry = await startMinistry(t)
  await sealed(ministry, contable())
  await sealed(ministry, set(contable(), `${RECORD}.liquidoApagar`, 2135.52))
  await sealed(ministry, set(contable(), 'receptor.nrc', null))
  await sealed(ministry, set(contable(), 'receptor.direccion', null))
  const day = (from: string, to: string) =>
    at(
      `${RECORD}.periodoLiquidacionFechaFin`,
      to,
    )(at(`${RECORD}.periodoLiquidacionFechaInicio`, from)(contable()))
  await sealed(ministry, day('2026-10-05', '2026-10-05'))
  for (const tipo of ['01', '02', '04', '07']) {
    await sealed(ministry, set(contable(), 'receptor.tipoEstablecimiento', tipo))
  }
})

test('a liquidation of which nothing is free of perception says no reason', async (t) => {
  const ministry = await startMinistry(t)
  const whole = {
    ...contable().cuerpoDocumento,
    ...{ montoSinPercepcion: null, descripSinPercepcion: null, subTotal: 2260, iva: 260 },
    ...{ montoSujetoPercepcion: 2000, ivaPercibido: 40, liquidoApagar: 2168.92 },
  }
  await sealed(ministry, { ...contable(), cuerpoDocumento: whole })
})

test('the 2 % may be of everything, with IVA', async (t) => {
  const ministry = await startMinistry(t)
  const gross = {
    ...contable().cuerpoDocumento,
    montoSujetoPercepcion: 2226,
    ivaPercibido: 44.52,
    liquidoApagar: 2164.4,
  }
  await sealed(ministry, { ...contable(), cuerpoDocumento: gross })
})

test("the ministry's liquidation is sealed", async (t) => {
  if (!hasReference('the sample of 09')) return
  const ministry = await startMinistry(t, { schemasDir: SCHEMAS_DIR })
  const sample = JSON.parse(readReference('samples/fe-dcl-v2.json'))
  await sealed(ministry, set(sample, 'emisor.nit', NIT))
})
