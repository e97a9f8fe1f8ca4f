/** 15: a qualified entity states what it was given. */
import { test } from 'node:test'
import { type Draft, direccion, NIT, set } from '../../test/documentos.ts'
import { donacion } from '../../test/donacion.ts'
import { startMinistry } from '../../test/ministry.ts'
import { hasReference, readReference, SCHEMAS_DIR } from '../../test/reference.ts'
import { refused, sealed } from '../../test/verdicts.ts'

const [MONEY, GOODS] = ['cuerpoDocumento.0', 'cuerpoDocumento.1']
type Change = (documento: Draft) => Draft
const at =
  (path: string, value: unknown): Change =>
  (d) =>
    set(d, path, value)
const abroad = { codDomiciliado: 2, codPais: 'GT', tipoDocumento: '03', numDocumento: 'P-1' }

// biome-ignore format: a table
const REFUSALS: readonly (readonly [code: string, path: string, change: Change])[] = [
  ['096', '', at('identificacion.tipoContingencia', null)],
  ['096', '', at('identificacion.tipoOperacion', 2)],
  ['096', '', at('otrosDocumentos', null)],
  ['096', '', at('receptor.direccion', null)],
  ['096', '', (d) => set(d, 'receptor', { ...d.receptor, ...abroad, direccion: direccion() })],
  ['008', 'emisor.nit', at('emisor.numDocumento', '06140506071028')],
  ['003', 'receptor.codDomiciliado', at('receptor.codDomiciliado', 3)],
  ['003', 'receptor.codPais', at('receptor.codPais', 'XX')],
  ['003', 'otrosDocumentos[0].codDocAsociado', at('otrosDocumentos.0.codDocAsociado', 3)],
  ['005', 'otrosDocumentos', at('otrosDocumentos.0.codDocAsociado', 2)],
  ['003', 'otrosDocumentos[1].codDocAsociado', (d) => at('otrosDocumentos.1', { ...d.otrosDocumentos[0], codDocAsociado: 3 })(d)],
  ['005', 'otrosDocumentos', at('otrosDocumentos.0.descDocumento', null)],
  ['005', 'otrosDocumentos', at('otrosDocumentos.0.detalleDocumento', null)],
  ['007', 'cuerpoDocumento[1].uniMedida', at(`${GOODS}.tipoDonacion`, 3)],
  ['024', 'cuerpoDocumento[1].tipoDepreciacion', (d) => at(`${GOODS}.tipoDonacion`, 3)(at(`${GOODS}.uniMedida`, 99)(d))],
  ['024', 'resumen.pagos', (d) => ({ ...d, cuerpoDocumento: [{ ...d.cuerpoDocumento[1], numItem: 1 }], resumen: { ...d.resumen, valorTotal: 1800 } })],
  ['003', 'resumen.pagos[1].codigo', (d) => at('resumen.pagos', [{ ...d.resumen.pagos[0], montoPago: 100 }, { codigo: '77', montoPago: 150, referencia: null }])(d)],
  ['019', 'cuerpoDocumento[1].numItem', at(`${GOODS}.numItem`, 3)],
  ['003', 'cuerpoDocumento[0].tipoDonacion', at(`${MONEY}.tipoDonacion`, 4)],
  ['003', 'cuerpoDocumento[1].uniMedida', at(`${GOODS}.uniMedida`, 98)],
  ['007', 'cuerpoDocumento[0].uniMedida', at(`${MONEY}.uniMedida`, 59)],
  ['007', 'cuerpoDocumento[0].cantidad', at(`${MONEY}.cantidad`, 2)],
  ['024', 'cuerpoDocumento[0].tipoDepreciacion', at(`${MONEY}.tipoDepreciacion`, 1)],
  ['020', 'cuerpoDocumento[1].valor', at(`${GOODS}.valor`, 3000)],
  ['020', 'resumen.valorTotal', at('resumen.valorTotal', 2049)],
  ['005', 'resumen.pagos', at('resumen.pagos', null)],
  ['020', 'resumen.pagos', at('resumen.pagos.0.montoPago', 200)],
  ['003', 'resumen.pagos[0].codigo', at('resumen.pagos.0.codigo', '77')],
  ['024', 'resumen.pagos[0].referencia', at('resumen.pagos.0.codigo', '01')],
  ['005', 'resumen.totalLetras', at('resumen.totalLetras', null)],
]

test('each rule of donations refuses with its code and its field', async (t) => {
  const ministry = await startMinistry(t)
  for (const [code, path, change] of REFUSALS) {
    await refused(ministry, change(donacion()), code, path)
  }
})

test('a donation is sealed, with payments of the money or of everything, and from abroad', async (t) => {
  const ministry = await startMinistry(t)
  await sealed(ministry, donacion())
  await sealed(ministry, set(donacion(), 'resumen.pagos.0.montoPago', 2050))
  const two = at('otrosDocumentos.1', { ...donacion().otrosDocumentos[0], codDocAsociado: 2 })
  await sealed(ministry, two(donacion()))
  const cash = { codigo: '01', montoPago: 250, referencia: null }
  for (const codigo of ['01', null]) {
    await sealed(ministry, set(donacion(), 'resumen.pagos.0', { ...cash, codigo }))
  }
  const [, goods] = donacion().cuerpoDocumento
  const unpaid = { ...donacion().resumen, valorTotal: 1800, pagos: null }
  await sealed(ministry, {
    ...donacion(),
    cuerpoDocumento: [{ ...goods, numItem: 1 }],
    resumen: unpaid,
  })
  const work = { tipoDonacion: 3, uniMedida: 99, tipoDepreciacion: 0, valor: 3000 }
  await sealed(ministry, {
    ...donacion(),
    cuerpoDocumento: [{ ...goods, numItem: 1, ...work }],
    resumen: { ...unpaid, valorTotal: 3000 },
  })
  const donor = { ...donacion().receptor, ...abroad, direccion: null }
  await sealed(ministry, set(donacion(), 'receptor', donor))
})

test("the ministry's donations are sealed", async (t) => {
  if (!hasReference('the samples of 15')) return
  const ministry = await startMinistry(t, { schemasDir: SCHEMAS_DIR })
  for (const name of ['fe-cd-v2', 'fe-cd-v2-bienes']) {
    const sample = JSON.parse(readReference(`samples/${name}.json`))
    await sealed(ministry, set(sample, 'emisor.numDocumento', NIT))
  }
})
