/** 08: an agent states to its principal what it sold for it. */
import { test } from 'node:test'
import { creditoFiscal, type Draft, NIT, set } from '../../test/documentos.ts'
import { lineaLiquidada, liquidacion } from '../../test/liquidacion.ts'
import { PASSWORD, PUBLIC_KEY_PEM, startMinistry } from '../../test/ministry.ts'
import { hasReference, readReference, SCHEMAS_DIR } from '../../test/reference.ts'
import { refused, sealed } from '../../test/verdicts.ts'

const LINE = 'cuerpoDocumento.0'
const MANDANTE = '06140506071028'
type Change = (documento: Draft) => Draft
const at =
  (path: string, value: unknown): Change =>
  (d) =>
    set(d, path, value)

// biome-ignore format: a table
const REFUSALS: readonly (readonly [code: string, path: string, change: Change])[] = [
  ['096', '', at('receptor', null)],
  ['096', '', at('receptor.direccion', null)],
  ['096', '', at('resumen.total', -1)],
  ['096', '', at('cuerpoDocumento', [])],
  ['096', '', at('identificacion.tipoOperacion', 2)],
  ['003', 'receptor.codDomiciliado', at('receptor.codDomiciliado', 3)],
  ['007', 'resumen.condicionOperacion', at('resumen.condicionOperacion', 4)],
  ['007', 'resumen.condicionOperacion', at('resumen.condicionOperacion', 1.5)],
  ['019', 'cuerpoDocumento[1].numItem', at('cuerpoDocumento.1.numItem', 1)],
  ['007', 'cuerpoDocumento[0].tipoDte', at(`${LINE}.tipoDte`, '07')],
  ['003', 'cuerpoDocumento[0].tipoGeneracion', at(`${LINE}.tipoGeneracion`, 3)],
  ['017', 'cuerpoDocumento[0].fechaEmision', at(`${LINE}.fechaEmision`, '2026-10-06')],
  ['006', 'cuerpoDocumento[0].numeroDocumento', at(`${LINE}.tipoGeneracion`, 2)],
  ['024', 'cuerpoDocumento[0]', at(`${LINE}.ventaExenta`, -20)],
  ['024', 'cuerpoDocumento[0].exportaciones', at(`${LINE}.exportaciones`, 5)],
  ['020', 'cuerpoDocumento[0].ivaItem', at(`${LINE}.ivaItem`, 28.6)],
  ['020', 'resumen.totalNoSuj', at('resumen.totalNoSuj', 1)],
  ['020', 'resumen.totalExenta', at('resumen.totalExenta', 21)],
  ['003', 'resumen.tributos[0].codigo', (d) => at('resumen.tributos.0.codigo', 'A8')(at(`${LINE}.tributos`, ['A8'])(at('cuerpoDocumento.1.tributos', ['A8'])(d)))],
  ['020', 'resumen.tributos[1].valor', at('resumen.tributos.1.valor', 1)],
  ['020', 'resumen.totalGravada', at('resumen.totalGravada', 160.05)],
  ['020', 'resumen.exportacion', at('resumen.exportacion', 0)],
  ['020', 'resumen.subTotalVentas', at('resumen.subTotalVentas', 180)],
  ['020', 'resumen.tributos[0].valor', at('resumen.tributos.0.valor', 26)],
  ['024', 'resumen.tributos[1].codigo', at('cuerpoDocumento.2.tributos', null)],
  ['020', 'resumen.montoTotalOperacion', at('resumen.montoTotalOperacion', 255)],
  ['020', 'resumen.total', at('resumen.total', 275.8)],
  ['005', 'resumen.totalLetras', at('resumen.totalLetras', null)],
]

test('each rule of liquidations refuses with its code and its field', async (t) => {
  const ministry = await startMinistry(t)
  for (const [code, path, change] of REFUSALS) {
    await refused(ministry, change(liquidacion()), code, path)
  }
})

test('a liquidation on papers is sealed, with what was perceived in its total or not', async (t) => {
  const ministry = await startMinistry(t)
  const first = await sealed(ministry, liquidacion())
  const without = set(set(liquidacion(), 'resumen.ivaPerci', 0), 'resumen.total', 275.8)
  await sealed(ministry, without)
  const again = { ...liquidacion(), cuerpoDocumento: first.cuerpoDocumento }
  await refused(ministry, again, '025', 'cuerpoDocumento[0].numeroDocumento')
})

test('a return event may list what an export took back, and other tributes are as their documents say', async (t) => {
  const ministry = await startMinistry(t)
  await sealed(ministry, set(liquidacion(), 'cuerpoDocumento.2.tipoDte', '18'))
  const d = set(liquidacion(), `${LINE}.tributos`, ['20', '59'])
  const tributos = [...d.resumen.tributos, { codigo: '59', descripcion: 'Turismo', valor: 3.21 }]
  const resumen = { ...d.resumen, tributos, montoTotalOperacion: 279.01, total: 281.01 }
  await sealed(ministry, { ...d, resumen })
})

test('a sale for nobody, and one for another, are refused without a word', async (t) => {
  const ministry = await startMinistry(t)
  const over = (documento: Draft): Draft => {
    const { codigoGeneracion: numeroDocumento } = documento.identificacion
    return {
      ...liquidacion(),
      cuerpoDocumento: liquidacion().cuerpoDocumento.map((linea: Draft, i: number) =>
        i === 0 ? { ...linea, tipoGeneracion: 2, numeroDocumento } : linea,
      ),
    }
  }
  const tercero = { nit: MANDANTE, nombre: 'MANDANTE', codDomiciliado: 1 }
  const own = await sealed(ministry, creditoFiscal())
  const theirs = await sealed(ministry, set(creditoFiscal(), 'ventaTercero', tercero))
  await refused(ministry, over(own), '099', '')
  const asOther = (linea: Draft) => set(linea, 'cuerpoDocumento.0.tipoDte', '01')
  await refused(ministry, asOther(over(own)), '027', 'cuerpoDocumento[0].tipoDte')
  const nit = '06140101900019'
  await ministry.post('/_sim/taxpayers', { nit, password: PASSWORD, publicKeyPem: PUBLIC_KEY_PEM })
  const foreign = set(creditoFiscal(), 'emisor.nit', nit)
  await ministry.send(foreign, await ministry.login(nit))
  await refused(ministry, over(foreign), '008', 'cuerpoDocumento[0].numeroDocumento')
  const rejected = set(creditoFiscal(), 'resumen.totalPagar', 1)
  await refused(ministry, rejected, '020', 'resumen.totalPagar')
  await sealed(ministry, over(rejected), 'taken on trust: ')
  await sealed(ministry, over(theirs))
  await refused(ministry, over(theirs), '025', 'cuerpoDocumento[0].numeroDocumento')
})

test('an invalidated liquidation frees its documents once, and not those of the next', async (t) => {
  const ministry = await startMinistry(t)
  const first = await sealed(ministry, liquidacion())
  const { codigoGeneracion } = first.identificacion
  const again = () => ({ ...liquidacion(), cuerpoDocumento: first.cuerpoDocumento })
  await ministry.post('/_sim/invalidations', { codigoGeneracion })
  await sealed(ministry, again())
  await ministry.post('/_sim/invalidations', { codigoGeneracion })
  await refused(ministry, again(), '025', 'cuerpoDocumento[0].numeroDocumento')
})

test('what was invalidated is listed once more, and takes back', async (t) => {
  const ministry = await startMinistry(t)
  const sold = lineaLiquidada(1, { ventaGravada: 200, ivaItem: 26 })
  const back = { ...sold, numItem: 2, ventaGravada: -200, ivaItem: -26 }
  const nothing = {
    ...liquidacion().resumen,
    ...{ totalExenta: 0, totalGravada: 0, exportacion: 0, subTotalVentas: 0, ivaPerci: 0 },
    tributos: [{ codigo: '20', descripcion: 'IVA', valor: 0 }],
    ...{ montoTotalOperacion: 0, total: 0 },
  }
  await sealed(ministry, { ...liquidacion(), cuerpoDocumento: [sold, back], resumen: nothing })
})

test("the ministry's liquidation is sealed", async (t) => {
  if (!hasReference('the sample of 08')) return
  const ministry = await startMinistry(t, { schemasDir: SCHEMAS_DIR })
  const sample = JSON.parse(readReference('samples/fe-cl-v2.json'))
  await sealed(ministry, set(sample, 'emisor.nit', NIT))
})
