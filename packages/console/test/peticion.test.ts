/** Which members each type has in its form, what they begin as, and how a request has what was written in all. */
import './page.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TipoDte } from '@sello/contract'
import { type Form, formVacio, RECEPTOR, receptorVacio } from '../src/emitir/form.ts'
import { type Linea, lineaVacia } from '../src/emitir/lineas/linea.ts'
import { lineaRetenida } from '../src/emitir/lineas/retencion.ts'
import { bodyOf, hasEfectivo, mesDe, toPeticion, withMixto } from '../src/emitir/peticion.ts'
import { isDeFuera, receptorShown, tieneDireccion } from '../src/emitir/receptor.ts'
import { TIPO_FORM, type TipoForm } from '../src/emitir/tipo-form.ts'

// biome-ignore format: a table
const FORMS: readonly (readonly [tipoDte: TipoDte, kind: string, total: string, words: string, flags: string])[] = [
  ['01', 'venta gravadas', 'Total a pagar', 'Unidad, tipo, tributos…|Precio + IVA|IVA incluido 13 %|Cliente',
    'sinNombre ventas condicion pagos observaciones contingencia retencionIva tributos noGravado'],
  ['03', 'venta gravadas', 'Total a pagar', 'Unidad, tipo, tributos…|Precio sin IVA|IVA 13 %|Cliente',
    'ventas condicion pagos observaciones contingencia retencionIva percepcionIva tributos noGravado'],
  ['04', 'venta gravadas', 'Valor de los bienes', 'Unidad, tipo, tributos…|Precio sin IVA|IVA 13 %|Destinatario',
    'ventas observaciones contingencia remite tributos'],
  ['05', 'venta null', 'Total a pagar', 'Unidad, tipo, tributos…|Precio sin IVA|IVA 13 %|Cliente',
    'ventas condicion observaciones contingencia relacionados tributos noGravado'],
  ['06', 'venta null', 'Total a pagar', 'Unidad, tipo, tributos…|Precio sin IVA|IVA 13 %|Cliente',
    'ventas condicion observaciones contingencia relacionados numPagoElectronico tributos noGravado'],
  ['07', 'retencion null', 'IVA retenido', 'Descripción…|Precio sin IVA|IVA de esos documentos 13 %|Proveedor',
    'observaciones contingencia'],
  ['08', 'liquidacion null', 'Total de la liquidación', 'Otros montos…|Precio sin IVA|IVA 13 %|Mandante',
    'condicion observaciones'],
  ['09', 'contable null', 'Líquido a pagar', '|Precio + IVA|IVA de las operaciones|Afiliado',
    'observaciones'],
  ['11', 'venta gravadas', 'Total a pagar', 'Unidad, tipo, tributos…|Precio|IVA 0 %|Comprador',
    'condicion pagos observaciones contingencia exportacion tributos noGravado'],
  ['14', 'venta compra', 'Total a pagar', 'Unidad, tipo…|Precio|IVA|Vendedor',
    'condicion pagos observaciones contingencia reteRenta'],
  ['15', 'donacion null', 'Total donado', 'Código, unidad…|Precio|IVA|Donante',
    'formaPago'],
]

const flagsOf = (tipo: TipoForm) =>
  Object.entries(tipo).flatMap(([name, value]) => (value === true ? [name] : []))

for (const [tipoDte, kind, total, words, flags] of FORMS) {
  test(`the form of a ${tipoDte} asks what the type has, in its words`, () => {
    const tipo = TIPO_FORM[tipoDte]
    assert.equal(`${tipo.lineas} ${tipo.descuentoGlobal}`, kind)
    assert.equal(tipo.total.label, total)
    assert.equal(tipo.total.importe, tipoDte === '04' ? 'montoTotalOperacion' : 'totalPagar')
    const { detalle, precio, iva, cliente } = tipo
    assert.equal([detalle, precio, iva, cliente].join('|'), words)
    assert.deepEqual(flagsOf(tipo), flags.split(' '))
  })
}

const LINEA: Linea = {
  ...{ ...lineaVacia(), descripcion: 'Café', precio: '10', numero: '4815', fecha: '2026-11-03' },
}
const requestOf = (tipoDte: TipoDte, values: Partial<Form> = {}) => {
  const { request } = toPeticion({ ...formVacio(tipoDte), lineas: [LINEA], ...values })
  const { tipoDte: _, items, retencion, liquidacion, liquidacionContable, ...rest } = request
  assert.equal(request.tipoDte, tipoDte)
  return rest
}

test('a form begins as the most usual sale, paid at once', () => {
  const { lineas, lugar, contable, mas, ...rest } = formVacio('03')
  assert.deepEqual(rest, {
    ...{ tipoDte: '03', receptor: null, propio: false, bienTitulo: '', retenidos: '03', mes: '' },
    ...{ condicion: '1', plazo: '01', periodo: '30', formaPago: '01', pagoContado: '' },
    ...{ referencia: '', observaciones: '', descuentoGlobal: '', retencionIva: false },
    ...{ percepcionIva: false, retencionDeNota: '', reteRenta: false, numPagoElectronico: '' },
    exportacion: {
      ...{ tipoItemExpor: '1', recintoFiscal: '02', tipoRegimen: 'EX-1', regimen: '1000.000' },
      ...{ incoterms: '09', flete: '', seguro: '' },
    },
    ...{ relacionados: [], corrige: null },
  })
  assert.equal(lineas.length, 1)
  assert.deepEqual(lugar, receptorVacio())
  assert.ok(Object.values(contable).every((text) => text === ''))
  assert.deepEqual(mas, {
    ventaTercero: { nit: '', nombre: '', codDomiciliado: '1' },
    compraTercero: { numDocumento: '', nombre: '' },
    ...{ totalNoOnerosas: '', fusion: '', origenes: [], otrosDocumentos: [], apendice: [] },
  })
  const { id: _, ...linea } = lineaVacia()
  assert.deepEqual(linea, {
    ...{ codigo: '', descripcion: '', cantidad: '', precio: '', descuento: '', venta: 'gravada' },
    ...{ tipoItem: null, uniMedida: null, tributos: [], productId: null, noGravado: false },
    ...{ numeroDocumento: null, donacion: '1', depreciacion: '', numero: '', fecha: '' },
    ...{ tipo: '03', liquidado: null, retencion: '', retenido: '' },
  })
})

const AL_CONTADO = { condicionOperacion: 1, formaPago: '01' }
const EXPORTACION = {
  ...{ tipoItemExpor: 1, recintoFiscal: '02', tipoRegimen: 'EX-1', regimen: '1000.000' },
  incoterms: '09',
}
/** Every text is the name of its member, between spaces. */
const RECEPTOR_LLENO = {
  ...Object.fromEntries(RECEPTOR.map((name) => [name, ` ${name} `])),
  ...{ tipoPersona: '2', codDomiciliado: '1', departamento: '06', municipio: '23' },
  ...{ distrito: '14', customerId: 'c-1' },
} as Form['receptor']
const LLENO: Partial<Form> = {
  receptor: RECEPTOR_LLENO,
  ...{ bienTitulo: '04', condicion: '2', plazo: '02', periodo: '45', formaPago: '05' },
  ...{ referencia: ' ref ', observaciones: ' obs ', descuentoGlobal: ' 1.5 ' },
  ...{ retencionIva: true, percepcionIva: true, retencionDeNota: 'si', reteRenta: true },
  ...{ numPagoElectronico: ' 123 ', corrige: 'X' },
  exportacion: {
    ...{ tipoItemExpor: '1', recintoFiscal: '03', tipoRegimen: 'EX-2', regimen: '2000.000' },
    ...{ incoterms: '10', flete: '2', seguro: '3' },
  },
  relacionados: [{ codigoGeneracion: 'A' } as Form['relacionados'][number]],
}

const DIRECCION = {
  direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'complemento' },
}
const A_CREDITO = { condicionOperacion: 2, plazo: '02', periodo: 45 }
const SIEMPRE = { referencia: 'ref', corrige: 'X' }
const OBS = { observaciones: 'obs' }
const GRAVADAS = { descuentos: { gravadas: 1.5 } }
const NOTA = {
  ...{ condicionOperacion: 2, aplicarRetencionIva: true },
  documentosRelacionados: [{ codigoGeneracion: 'A' }],
}
const NOTA_VACIA = { condicionOperacion: 1, documentosRelacionados: [] }
// biome-ignore format: a table
const REQUESTS: readonly (readonly [tipoDte: TipoDte, blank: object, receptor: string, others: object])[] = [
  ['01', AL_CONTADO, 'tipoDocumento numDocumento nombre telefono correo',
    { ...A_CREDITO, ...OBS, ...GRAVADAS, aplicarRetencionIva: true }],
  ['03', AL_CONTADO, 'numDocumento nrc nombre codActividad nombreComercial telefono correo',
    { ...A_CREDITO, ...OBS, ...GRAVADAS, aplicarRetencionIva: true, aplicarPercepcionIva: true }],
  ['04', { bienTitulo: '' }, 'tipoDocumento numDocumento nrc nombre codActividad nombreComercial telefono correo',
    { bienTitulo: '04', ...OBS, ...GRAVADAS }],
  ['05', NOTA_VACIA, 'numDocumento nrc nombre codActividad nombreComercial telefono correo',
    { ...NOTA, ...OBS }],
  ['06', NOTA_VACIA, 'numDocumento nrc nombre codActividad nombreComercial telefono correo',
    { ...NOTA, ...OBS, numPagoElectronico: '123' }],
  ['07', {}, 'tipoDocumento numDocumento nrc nombre codActividad nombreComercial telefono correo',
    OBS],
  ['08', { condicionOperacion: 1 }, 'tipoDocumento numDocumento nrc nombre codActividad telefono correo codDomiciliado',
    { condicionOperacion: 2, ...OBS }],
  ['09', {}, 'numDocumento nrc nombre codActividad nombreComercial telefono correo tipoEstablecimiento',
    OBS],
  ['11', { ...AL_CONTADO, exportacion: EXPORTACION }, 'numDocumento nombre descActividad telefono correo codPais complemento tipoPersona',
    { ...A_CREDITO, ...OBS, ...GRAVADAS, exportacion: {
      tipoItemExpor: 1, recintoFiscal: '03', tipoRegimen: 'EX-2', regimen: '2000.000', incoterms: '10', flete: 2, seguro: 3 } }],
  ['14', AL_CONTADO, 'tipoDocumento numDocumento nombre telefono correo',
    { ...A_CREDITO, ...OBS, descuento: 1.5, aplicarReteRenta: true }],
  ['15', { formaPago: '01' }, 'tipoDocumento numDocumento nrc nombre codActividad telefono correo codDomiciliado',
    { formaPago: '05' }],
]

describe('a request', () => {
  for (const [tipoDte, blank, receptor, others] of REQUESTS) {
    test(`of a ${tipoDte} has what its form begins with, and all that is written in it`, () => {
      assert.deepEqual(requestOf(tipoDte), blank)
      const numbers: Readonly<Record<string, number>> = { tipoPersona: 2, codDomiciliado: 1 }
      assert.deepEqual(requestOf(tipoDte, LLENO), {
        receptor: {
          ...{ customerId: 'c-1', ...(tipoDte === '11' ? {} : DIRECCION) },
          ...Object.fromEntries(receptor.split(' ').map((name) => [name, numbers[name] ?? name])),
        },
        ...others,
        ...SIEMPRE,
      })
    })
  }

  test('of services that are exported has no customs, and of goods no INCOTERM that was not chosen', () => {
    const { exportacion } = formVacio('11')
    const of = (values: object) =>
      requestOf('11', { exportacion: { ...exportacion, ...values } }).exportacion
    assert.deepEqual(of({ tipoItemExpor: '2' }), { tipoItemExpor: 2 })
    const { incoterms: _, ...goods } = EXPORTACION
    assert.deepEqual(of({ incoterms: '' }), goods)
    assert.deepEqual(of({ flete: ' ', seguro: 'x' }), EXPORTACION)
  })

  test('of what is empty or not a number asks at its field, and counts it as nothing', () => {
    const asked = (tipoDte: TipoDte, values: Partial<Form>) => {
      const { request, problems, isBlank } = toPeticion({ ...formVacio(tipoDte), ...values })
      return { request, fields: problems.map(({ field }) => field).join(' '), isBlank }
    }
    assert.deepEqual(asked('03', {}).isBlank, true)
    const bad = { lineas: [LINEA], descuentoGlobal: 'x' }
    const venta = asked('03', { ...bad, condicion: '2', periodo: 'x' })
    assert.deepEqual([venta.fields, venta.isBlank], ['periodo descuentos.gravadas', false])
    assert.deepEqual([venta.request.descuentos, venta.request.periodo], [{ gravadas: 0 }, 0])
    const compra = asked('14', bad)
    assert.deepEqual([compra.fields, compra.request.descuento], ['descuento', 0])
    const mixto = asked('03', { lineas: [LINEA], condicion: '3', pagoContado: 'x', periodo: 'y' })
    assert.equal(mixto.fields, 'pagos periodo')
    assert.equal(asked('04', { lineas: [LINEA] }).fields, 'bienTitulo')
    const exportacion = { ...formVacio('11').exportacion, flete: 'x', seguro: 'y' }
    assert.equal(
      asked('11', { lineas: [LINEA], exportacion }).fields,
      'exportacion.flete exportacion.seguro',
    )
    assert.equal(asked('09', { lineas: [LINEA] }).isBlank, true, 'it has no lines')
  })

  test('names the lines that its items are of', () => {
    const lineas = [lineaVacia(), LINEA, lineaVacia()]
    assert.deepEqual(toPeticion({ ...formVacio('01'), lineas }).lineas, [LINEA.id])
    assert.deepEqual(toPeticion({ ...formVacio('09'), lineas }).lineas, [])
  })

  test('of a note says nothing of the retention until somebody does', () => {
    const of = (retencionDeNota: Form['retencionDeNota']) =>
      requestOf('05', { retencionDeNota }).aplicarRetencionIva
    assert.deepEqual([of(''), of('si'), of('no')], [undefined, true, false])
  })

  test('without items is sent without them', () => {
    const body = (tipoDte: TipoDte) =>
      Object.keys(bodyOf(toPeticion({ ...formVacio(tipoDte), lineas: [LINEA] }).request))
    assert.ok(body('01').includes('items'))
    for (const tipoDte of ['07', '08', '09'] as const) assert.ok(!body(tipoDte).includes('items'))
  })
})

test('the month that is liquidated is this one until another is chosen', ({ mock }) => {
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-12-01T05:00:00Z') })
  assert.equal(mesDe(formVacio('08')), '2026-11')
  assert.equal(mesDe({ ...formVacio('08'), mes: '2026-09' }), '2026-09')
  assert.deepEqual(
    [hasEfectivo([{ ...LINEA, donacion: '2' }]), hasEfectivo([LINEA])],
    [false, true],
  )
})

test('a mixed payment is what is paid now by its means, and the rest on credit', () => {
  const { request } = toPeticion({ ...formVacio('03'), lineas: [LINEA] })
  const mixed = (values: Partial<Form>, tipoDte: TipoDte = '03') =>
    withMixto(request, { ...formVacio(tipoDte), condicion: '3', ...values }, 11.3).pagos
  const given = { formaPago: '02', pagoContado: '5', plazo: '02', periodo: '45' }
  assert.deepEqual(mixed(given), [
    { codigo: '02', montoPago: 5 },
    { codigo: '13', montoPago: 6.3, plazo: '02', periodo: 45 },
  ])
  assert.deepEqual(mixed({ pagoContado: 'x', periodo: 'y' }), [
    { codigo: '01', montoPago: 0 },
    { codigo: '13', montoPago: 11.3, plazo: '01', periodo: 0 },
  ])
  assert.equal(mixed({ ...given, condicion: '2' }), undefined)
  assert.equal(mixed(given, '05'), undefined)
})

test('who lives abroad has a country and no address of this one, where the type asks which', () => {
  const who = (values: object) => ({ ...receptorVacio(), ...values })
  const abroad = who({ codDomiciliado: '2' })
  assert.deepEqual(receptorShown(['direccion', 'codPais'], abroad), ['direccion', 'codPais'])
  const wanted = ['codDomiciliado', 'direccion', 'codPais']
  assert.deepEqual(receptorShown(wanted, abroad), ['codDomiciliado', 'codPais'])
  assert.deepEqual(receptorShown(wanted, who({})), ['codDomiciliado', 'direccion'])
  const deFuera = [{ codPais: 'US' }, { codPais: 'SV' }, {}, { codDomiciliado: '1', codPais: 'US' }]
  assert.deepEqual(
    deFuera.map((values) => isDeFuera(who(values))),
    [true, false, false, false],
  )
  const addresses = [{ departamento: '06' }, { distrito: '14' }, { complemento: 'x' }]
  assert.ok(addresses.every((values) => tieneDireccion(who(values))))
  const none = [{}, { complemento: ' ' }, { complemento: 'x', codPais: 'US' }, { municipio: '1' }]
  assert.ok(none.every((values) => !tieneDireccion(who(values))))
})

test('the retention of a listed document is written where it is not the usual one', () => {
  const read = (tipoDte: string, codigoRetencionMH: string) => {
    const line = { tipoDte, codigoRetencionMH, ivaRetenido: 3, numeroDocumento: 'A' }
    const { retencion, retenido, numero, fecha, precio, descripcion } = lineaRetenida({
      ...line,
      ...{ fechaEmision: '2026-11-03', montoSujetoGrav: 100, descripcion: 'x' },
    })
    assert.deepEqual([numero, fecha, precio, descripcion], ['A', '2026-11-03', '100', 'x'])
    return `${retencion}|${retenido}`
  }
  assert.deepEqual([read('03', '22'), read('03', 'C4'), read('03', 'C9')], ['|', 'C4|', 'C9|3'])
  assert.deepEqual([read('14', 'C4'), read('14', '22'), read('14', 'C9')], ['|', '22|', 'C9|3'])
})
