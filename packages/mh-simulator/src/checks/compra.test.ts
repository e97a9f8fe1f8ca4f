/** 14: the issuer buys, the receptor is the seller. */
import { test } from 'node:test'
import { lineaCompra, sujetoExcluido } from '../../test/compra.ts'
import { type Draft, set } from '../../test/documentos.ts'
import { startMinistry } from '../../test/ministry.ts'
import { refused, sealed } from '../../test/verdicts.ts'

const LINE = 'cuerpoDocumento.0'
type Change = (documento: Draft) => Draft
const at =
  (path: string, value: unknown): Change =>
  (d) =>
    set(d, path, value)

// biome-ignore format: a table
const REFUSALS: readonly (readonly [code: string, path: string, change: Change])[] = [
  ['096', '', at('receptor', null)],
  ['096', '', at(`${LINE}.noGravado`, 0)],
  ['096', '', at(`${LINE}.tributos`, null)],
  ['096', '', at('documentoRelacionado', null)],
  ['096', '', at('emisor.nombreComercial', null)],
  ['007', 'cuerpoDocumento[0].tipoItem', at(`${LINE}.tipoItem`, 4)],
  ['003', 'cuerpoDocumento[0].uniMedida', at(`${LINE}.uniMedida`, 100)],
  ['019', 'cuerpoDocumento[1].numItem', at('cuerpoDocumento.1.numItem', 1)],
  ['020', 'cuerpoDocumento[0].compra', at(`${LINE}.cantidad`, 4)],
  ['020', 'resumen.totalCompra', at('resumen.totalCompra', 157)],
  ['020', 'resumen.totalDescu', at('resumen.totalDescu', 7.5)],
  ['020', 'resumen.subTotal', at('resumen.subTotal', 157.5)],
  ['020', 'resumen.reteRenta', at('resumen.reteRenta', 15)],
  ['020', 'resumen.totalPagar', at('resumen.totalPagar', 150)],
  ['020', 'resumen.pagos', at('resumen.pagos.0.montoPago', 150)],
  ['003', 'receptor.tipoDocumento', at('receptor.tipoDocumento', '14')],
  ['006', 'receptor.numDocumento', at('receptor.numDocumento', '03456789-1')],
  ['003', 'receptor.codActividad', at('receptor.codActividad', '99998')],
  ['003', 'receptor.direccion.distrito', at('receptor.direccion.distrito', '77')],
  ['006', 'receptor.correo', at('receptor.correo', 'persona@example')],
  ['006', 'emisor.nrc', at('emisor.nrc', 'AB')],
  ['008', 'emisor.codPuntoVenta', at('emisor.codPuntoVenta', 'P009')],
  ['005', 'resumen.totalLetras', at('resumen.totalLetras', null)],
]

test('each rule of purchases refuses with its code and its field', async (t) => {
  const ministry = await startMinistry(t)
  for (const [code, path, change] of REFUSALS) {
    await refused(ministry, change(sujetoExcluido()), code, path)
  }
})

test('the withheld tenth is of services, before or after the global discount, or zero', async (t) => {
  const ministry = await startMinistry(t)
  const withheld = (reteRenta: number): Draft => {
    const totalPagar = Math.round(15_000 - reteRenta * 100) / 100
    const d = sujetoExcluido()
    return { ...d, resumen: { ...d.resumen, reteRenta, totalPagar, pagos: null } }
  }
  await sealed(ministry, withheld(0))
  await sealed(ministry, withheld(13.5))
  await sealed(ministry, withheld(12.86))
  await refused(ministry, withheld(15.75), '020', 'resumen.reteRenta')
  const goods = (d: Draft) => set(d, `${LINE}.tipoItem`, 1)
  await sealed(ministry, goods(withheld(0)))
  await refused(ministry, goods(withheld(13.5)), '020', 'resumen.reteRenta')
})

test('a seller without an activity, an issuer without NRC, a line for nothing', async (t) => {
  const ministry = await startMinistry(t)
  await sealed(ministry, set(sujetoExcluido(), 'emisor.nrc', null))
  await sealed(ministry, set(sujetoExcluido(), 'receptor.tipoDocumento', '37'))
  await sealed(ministry, set(sujetoExcluido(), 'cuerpoDocumento.2', lineaCompra(3, {})))
  const gift = set(sujetoExcluido(), 'cuerpoDocumento', [lineaCompra(1, {})])
  const nothing = { totalCompra: 0, descu: 0, totalDescu: 0, subTotal: 0, reteRenta: 0 }
  const resumen = { ...gift.resumen, ...nothing, totalPagar: 0, pagos: null }
  await sealed(ministry, { ...gift, resumen })
})

test('a discount above the purchase is 003', async (t) => {
  const ministry = await startMinistry(t)
  const d = sujetoExcluido()
  const lines = set(d, 'cuerpoDocumento', [lineaCompra(1, { precioUni: 10, compra: 10 })])
  const totals = { totalCompra: 10, descu: 10.01, totalDescu: 10.01, subTotal: 0, reteRenta: 0 }
  const rest = { totalPagar: 0, pagos: null }
  const over = { ...lines, resumen: { ...d.resumen, ...totals, ...rest } }
  await refused(ministry, over, '003', 'resumen.descu')
})
