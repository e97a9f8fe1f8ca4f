import { test } from 'node:test'
import { type Draft, renewed, set } from '../../test/documentos.ts'
import { facturaExportacion, servicioExportado } from '../../test/exportacion.ts'
import { startMinistry } from '../../test/ministry.ts'
import { refused, sealed } from '../../test/verdicts.ts'

const LINE = 'cuerpoDocumento.0'
type Change = (documento: Draft) => Draft
const at =
  (path: string, value: unknown): Change =>
  (d) =>
    set(d, path, value)

const TERCERO = { nit: null, nombre: 'Otro', codDomiciliado: 1 }
const COMPRADOR = { numDocumento: '1', nombre: 'Otro' }
const transporte = (members: object) => [
  {
    codDocAsociado: 4,
    descDocumento: null,
    detalleDocumento: null,
    placaTrans: 'P12345',
    modoTransp: 1,
    numConductor: '12345',
    nombreConductor: 'Alguien',
    ...members,
  },
]
const especial = (members: object) => ({
  tipoItem: 4,
  uniMedida: 99,
  codTributo: 'A8',
  cantidad: 1,
  precioUni: 100,
  montoDescu: 0,
  ...members,
})

// biome-ignore format: a table
const REFUSALS: readonly (readonly [code: string, path: string, make: () => Draft, change: Change])[] = [
  ['096', '', facturaExportacion, at('receptor', null)],
  ['096', '', facturaExportacion, at(`${LINE}.ventaExenta`, 0)],
  ['096', '', facturaExportacion, (d) => ({ ...d, ventaTercero: TERCERO, compraTercero: COMPRADOR })],
  ['007', 'emisor.tipoItemExpor', facturaExportacion, at('emisor.tipoItemExpor', 3)],
  ['005', 'emisor.recintoFiscal', facturaExportacion, at('emisor.recintoFiscal', null)],
  ['005', 'emisor.tipoRegimen', facturaExportacion, at('emisor.tipoRegimen', null)],
  ['005', 'emisor.regimen', facturaExportacion, at('emisor.regimen', null)],
  ['005', 'resumen.codIncoterms', facturaExportacion, at('resumen.codIncoterms', null)],
  ['005', 'resumen.descIncoterms', facturaExportacion, at('resumen.descIncoterms', null)],
  ['003', 'emisor.recintoFiscal', facturaExportacion, at('emisor.recintoFiscal', '13')],
  ['003', 'emisor.tipoRegimen', facturaExportacion, at('emisor.tipoRegimen', 'EX-4')],
  ['003', 'emisor.regimen', facturaExportacion, at('emisor.regimen', 'EX-1.1000.000')],
  ['003', 'resumen.codIncoterms', facturaExportacion, at('resumen.codIncoterms', '12')],
  ['024', 'emisor.recintoFiscal', servicioExportado, at('emisor.recintoFiscal', '02')],
  ['024', 'emisor.tipoRegimen', servicioExportado, at('emisor.tipoRegimen', 'EX-1')],
  ['024', 'emisor.regimen', servicioExportado, at('emisor.regimen', '1000.000')],
  ['024', 'resumen.codIncoterms', servicioExportado, at('resumen.codIncoterms', '11')],
  ['024', 'resumen.descIncoterms', servicioExportado, at('resumen.descIncoterms', 'CIF')],
  ['003', 'receptor.codPais', facturaExportacion, at('receptor.codPais', '9450')],
  ['003', 'receptor.tipoPersona', facturaExportacion, at('receptor.tipoPersona', 3)],
  ['003', 'receptor.tipoDocumento', facturaExportacion, at('receptor.tipoDocumento', '38')],
  ['006', 'receptor.numDocumento', facturaExportacion, at('receptor.tipoDocumento', '36')],
  ['006', 'receptor.correo', facturaExportacion, at('receptor.correo', 'buyer@example')],
  ['003', 'otrosDocumentos[0].codDocAsociado', facturaExportacion, at('otrosDocumentos', transporte({ codDocAsociado: 3 }))],
  ['003', 'otrosDocumentos[1].modoTransp', facturaExportacion, at('otrosDocumentos', [...transporte({}), ...transporte({ modoTransp: 7 })])],
  ['003', 'otrosDocumentos[0].modoTransp', facturaExportacion, at('otrosDocumentos', transporte({ modoTransp: 7 }))],
  ['007', 'documentoRelacionado[0].tipoDocumento', facturaExportacion, at('documentoRelacionado', [{ tipoDocumento: '03', tipoGeneracion: 1, numeroDocumento: '1', fechaEmision: '2026-10-01' }])],
  ['007', 'cuerpoDocumento[0].tipoItem', facturaExportacion, at(`${LINE}.tipoItem`, 3)],
  ['005', 'cuerpoDocumento[0].tributos', facturaExportacion, at(`${LINE}.tributos`, null)],
  ['005', 'cuerpoDocumento[3].tributos', facturaExportacion, gratis(null)],
  ['007', 'cuerpoDocumento[0].tributos', facturaExportacion, tributo('20', 24.7)],
  ['007', 'cuerpoDocumento[0].tributos', facturaExportacion, tributo('59', 5)],
  ['024', 'cuerpoDocumento[0].tributos', facturaExportacion, (d) => especialOf(d, { tributos: ['C3'] })],
  ['024', 'cuerpoDocumento[2].tributos', facturaExportacion, at('cuerpoDocumento.2.tributos', ['C3'])],
  ['024', 'cuerpoDocumento[0].noGravado', facturaExportacion, at(`${LINE}.noGravado`, 1)],
  ['020', 'resumen.tributos[0].valor', facturaExportacion, at('resumen.tributos.0.valor', 26)],
  ['020', 'resumen.montoTotalOperacion', facturaExportacion, at('resumen.seguro', 0)],
  ['020', 'resumen.montoTotalOperacion', facturaExportacion, at('resumen.flete', null)],
  ['020', 'resumen.saldoFavor', facturaExportacion, at('resumen.saldoFavor', 5)],
  ['003', 'resumen.descuGravada', facturaExportacion, descuento],
  ['008', 'emisor.codEstable', facturaExportacion, at('emisor.codEstable', 'S009')],
]

/** Adds a second tribute to the first line, with its row and its effect on the totals. */
function tributo(codigo: string, valor: number): Change {
  return (d) => {
    const tributos = [...d.resumen.tributos, { codigo, descripcion: 'Tributo', valor }]
    const totals = { montoTotalOperacion: 224.5 + valor, totalPagar: 227 + valor }
    const pagos = [{ ...d.resumen.pagos[0], montoPago: 227 + valor }]
    const resumen = { ...d.resumen, tributos, ...totals, pagos }
    return set({ ...d, resumen }, `${LINE}.tributos`, ['C3', codigo])
  }
}

/** Adds a line that is given away. */
function gratis(tributos: readonly string[] | null): Change {
  const free = { numItem: 4, precioUni: 0, montoDescu: 0, ventaGravada: 0, tributos }
  return (d) => set(d, 'cuerpoDocumento.3', { ...d.cuerpoDocumento[0], ...free })
}

/** Turns the first line into a tribute of section 2. */
function especialOf(d: Draft, members: object): Draft {
  const line = { ...d.cuerpoDocumento[0], ...especial(members) }
  return set(set(d, LINE, line), 'resumen.totalDescu', 10)
}

/** A discount greater than the amount it discounts, with every sum right. */
function descuento(d: Draft): Draft {
  const less = { descuGravada: 201, totalDescu: 201.8, montoTotalOperacion: 33.5, totalPagar: 36 }
  const pagos = [{ ...d.resumen.pagos[0], montoPago: 36 }]
  return { ...d, resumen: { ...d.resumen, ...less, pagos } }
}

test('each rule of exports refuses with its code and its field', async (t) => {
  const ministry = await startMinistry(t)
  for (const [code, path, make, change] of REFUSALS) {
    await refused(ministry, change(make()), code, path)
  }
})

// biome-ignore format: a table
const SEALED: readonly (readonly [why: string, change: Change])[] = [
  ['goods', (d) => d],
  ['sold for another', at('ventaTercero', TERCERO)],
  ['bought for another', at('compraTercero', COMPRADOR)],
  ['the way it travels', at('otrosDocumentos', transporte({}))],
  ['fuel, with its authorisation', (d) => gasolina(d)],
  ['a tribute of its own line, which lists none', (d) => especialOf(d, { tributos: null })],
  ['a line given away', gratis(['C3'])],
  ['goods given away', at('resumen.totalNoOnerosas', 55.5)],
  ['a buyer by passport, without mail', (d) => set(set(d, 'receptor.tipoDocumento', '03'), 'receptor.correo', null)],
  ['a remission note on paper', at('documentoRelacionado', [{ tipoDocumento: '04', tipoGeneracion: 1, numeroDocumento: '1', fechaEmision: '2026-10-01' }])],
  ['no freight at all', sinFlete],
]

function sinFlete(d: Draft): Draft {
  const totals = { flete: null, montoTotalOperacion: 194.5, totalPagar: 197, pagos: null }
  return { ...d, resumen: { ...d.resumen, ...totals } }
}

function gasolina(d: Draft): Draft {
  const fuel = tributo('D1', 2.4)(d)
  return set(fuel, `${LINE}.uniMedida`, 22)
}

test('documents that no rule forbids are sealed', async (t) => {
  const ministry = await startMinistry(t)
  for (const [why, change] of SEALED) await sealed(ministry, change(facturaExportacion()), why)
  await sealed(ministry, servicioExportado())
})

test('credits above an export leave a balance in favour', async (t) => {
  const ministry = await startMinistry(t)
  const d = set(facturaExportacion(), 'cuerpoDocumento.2.noGravado', -300)
  const pagos = [{ ...d.resumen.pagos[0], codigo: '99', montoPago: 0 }]
  const totals = { totalNoGravado: -300, totalPagar: 0, saldoFavor: -75.5, pagos }
  const credit = { ...d, resumen: { ...d.resumen, ...totals } }
  await sealed(ministry, credit)
  const none = set(renewed(credit), 'resumen.saldoFavor', 0)
  await refused(ministry, none, '020', 'resumen.saldoFavor')
})
