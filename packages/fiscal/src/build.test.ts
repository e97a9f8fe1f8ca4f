import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inputOf } from '../test/fixtures.ts'
import { buildDocumento, serialise } from './build.ts'
import type { Factura } from './tipos/01/estructura.ts'
import type { DteRequest } from './tipos/index.ts'
import { TIPOS } from './tipos/index.ts'
import { totales } from './totales.ts'

const SALE: DteRequest = {
  tipoDte: '01',
  items: [{ descripcion: 'Café', cantidad: 2, precioUni: 11.3 }],
}

/** Any request with the right JSON types: any number, any text, members present or not. */
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(0, -0, 1e-9, 1e21, 1e300, -1e300, 5e-324, 99_999_999_999),
)
const string = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '__proto__', 'constructor', '\ud800', '\u0000', '01', '06', '13', 'a@b.sv'),
)
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary)
const direccion = fc.record({
  departamento: string,
  municipio: string,
  distrito: string,
  complemento: string,
})
const anyReceptor = fc.record(
  {
    tipoDocumento: orNull(string),
    numDocumento: orNull(string),
    nrc: orNull(string),
    nombre: orNull(string),
    codActividad: orNull(string),
    descActividad: orNull(string),
    nombreComercial: orNull(string),
    direccion: orNull(direccion),
    telefono: orNull(string),
    correo: orNull(string),
    codPais: orNull(string),
    nombrePais: orNull(string),
    complemento: orNull(string),
    tipoPersona: orNull(number),
  },
  { requiredKeys: [] },
)
const anyExportacion = fc.record(
  {
    tipoItemExpor: number,
    recintoFiscal: orNull(string),
    tipoRegimen: orNull(string),
    regimen: orNull(string),
    incoterms: orNull(string),
    flete: orNull(number),
    seguro: orNull(number),
  },
  { requiredKeys: ['tipoItemExpor'] },
)
const anyRelacionado = fc.record(
  {
    tipoDocumento: fc.oneof(string, fc.constantFrom('03', '07')),
    numeroDocumento: string,
    fechaEmision: fc.oneof(string, fc.constantFrom('2026-10-01', '2026-02-30')),
    tipoGeneracion: orNull(number),
  },
  { requiredKeys: [] },
)
const anyItem = fc.record(
  {
    descripcion: string,
    cantidad: number,
    precioUni: number,
    codigo: orNull(string),
    tipoItem: number,
    uniMedida: number,
    tipoVenta: fc.constantFrom('gravada', 'exenta', 'no_sujeta'),
    montoDescu: number,
    noGravado: number,
    tributos: orNull(
      fc.array(fc.oneof(string, fc.constantFrom('20', 'C3', '59', 'D1', 'D5', 'C5')), {
        maxLength: 3,
      }),
    ),
    codTributo: orNull(fc.oneof(string, fc.constantFrom('A8', 'D4', '20'))),
    numeroDocumento: orNull(string),
  },
  { requiredKeys: ['descripcion', 'cantidad'] },
)
const anyRequest = fc.record(
  {
    tipoDte: fc.constantFrom(...Object.keys(TIPOS)),
    receptor: orNull(anyReceptor),
    items: fc.array(anyItem, { maxLength: 4 }),
    condicionOperacion: number,
    plazo: string,
    periodo: number,
    formaPago: string,
    pagos: fc.array(
      fc.record(
        {
          codigo: string,
          montoPago: number,
          referencia: orNull(string),
          plazo: orNull(string),
          periodo: orNull(number),
        },
        { requiredKeys: ['codigo', 'montoPago'] },
      ),
      { maxLength: 3 },
    ),
    descuentos: fc.record(
      { noSujetas: number, exentas: number, gravadas: number },
      { requiredKeys: [] },
    ),
    descuento: orNull(number),
    exportacion: orNull(anyExportacion),
    documentosRelacionados: orNull(fc.array(anyRelacionado, { maxLength: 3 })),
    numPagoElectronico: orNull(string),
    aplicarReteRenta: fc.boolean(),
    aplicarRetencionIva: fc.boolean(),
    aplicarPercepcionIva: fc.boolean(),
    ventaTercero: orNull(
      fc.record({ nit: orNull(string), nombre: string, codDomiciliado: orNull(number) }),
    ),
    observaciones: orNull(string),
    apendice: orNull(
      fc.array(fc.record({ campo: string, etiqueta: string, valor: string }), { maxLength: 11 }),
    ),
  },
  { requiredKeys: ['tipoDte', 'items'] },
) as fc.Arbitrary<DteRequest>

test('no request of the right types throws, and every problem has its field and message', () => {
  fc.assert(
    fc.property(anyRequest, (request) => {
      const { documento, problems } = buildDocumento(inputOf(request))
      for (const { field, rule, message } of problems) {
        assert.match(field, /^\w+(\[\d+\])?(\.\w+(\[\d+\])?)*$/)
        assert.ok(rule.length > 0)
        assert.match(message, /^\S.*\.$/s)
      }
      if (problems.length === 0) assert.ok(JSON.parse(serialise(documento)))
    }),
    { numRuns: 3_000 },
  )
})

test('all problems of a document are reported at once, however many', () => {
  const items = Array.from({ length: 60 }, () => ({
    descripcion: '',
    cantidad: 0,
    precioUni: 1,
    uniMedida: 3,
  }))
  const { problems } = buildDocumento(inputOf({ tipoDte: '01', items }))
  assert.equal(problems.filter(({ field }) => field.endsWith('.uniMedida')).length, 60)
  assert.equal(problems.filter(({ field }) => field.endsWith('.descripcion')).length, 60)
  assert.equal(problems.filter(({ field }) => field.endsWith('.cantidad')).length, 60)
})

test('a line’s problem is not repeated for the totals computed from it', () => {
  const items = [{ descripcion: 'Café', cantidad: 2, precioUni: 5, montoDescu: 11 }, ...SALE.items]
  const { problems } = buildDocumento(inputOf({ tipoDte: '01', items }))
  assert.deepEqual(
    problems.map(({ field }) => field),
    ['cuerpoDocumento[0].montoDescu'],
  )
})

test('a document has at most 2000 lines', () => {
  const [item] = SALE.items
  assert.ok(item)
  const items = Array.from({ length: 2001 }, () => ({ ...item, cantidad: 0.01 }))
  const fieldsOf = (request: DteRequest) =>
    buildDocumento(inputOf(request)).problems.map(({ field }) => field)
  assert.deepEqual(fieldsOf({ ...SALE, items: items.slice(1) }), [])
  assert.deepEqual(fieldsOf({ ...SALE, items }), [
    'cuerpoDocumento[2000].numItem',
    'cuerpoDocumento',
  ])
  assert.deepEqual(fieldsOf({ ...SALE, items: [] }), ['cuerpoDocumento'])
})

test('an empty receptor is anonymous', () => {
  for (const receptor of [undefined, null, {}, { nombre: null }]) {
    const request = receptor === undefined ? SALE : { ...SALE, receptor }
    assert.equal(buildDocumento(inputOf(request)).documento.receptor, null)
  }
})

test('the kind of an identity document follows from its digits if the request does not state it', () => {
  const tipoOf = (numDocumento: string) => {
    const request = { ...SALE, receptor: { nombre: 'ANA', numDocumento } }
    const { receptor } = buildDocumento(inputOf(request)).documento
    return receptor && 'tipoDocumento' in receptor ? receptor.tipoDocumento : null
  }
  assert.equal(tipoOf('00016297-5'), '13')
  assert.equal(tipoOf('0614-121285-001-7'), '36')
  assert.equal(tipoOf('AB-1234'), '37')
})

test('a document in contingency states this and the reason', () => {
  const { documento, problems } = buildDocumento({
    ...inputOf(SALE),
    contingencia: { tipoContingencia: 3, motivoContin: null },
  })
  const { tipoModelo, tipoOperacion, tipoContingencia, motivoContin } =
    documento.identificacion as Factura['identificacion']
  assert.deepEqual(problems, [])
  assert.deepEqual([tipoModelo, tipoOperacion, tipoContingencia, motivoContin], [2, 2, 3, null])
})

test('the totals have the same IVA member whether prices include it or not', () => {
  const receptor = {
    numDocumento: '06141212850017',
    nrc: '7654321',
    nombre: 'COMPRADORA',
    codActividad: '46900',
    correo: 'compras@example.com',
    direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' },
  }
  const totalesOf = (request: DteRequest) => totales(buildDocumento(inputOf(request)).documento)
  assert.equal(totalesOf(SALE).totalIva, 260_000_000n)
  const credito = totalesOf({ ...SALE, tipoDte: '03', receptor })
  assert.equal(credito.totalIva, 294_000_000n) // 13 % of 22.60 is 2.938
  assert.equal(credito.totalPagar, 2_554_000_000n)
  assert.equal(credito.totalLetras, 'VEINTICINCO 54/100 DOLARES')
})
