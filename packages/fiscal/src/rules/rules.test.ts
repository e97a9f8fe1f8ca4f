/** Every row of the rules, by its name: a sound document, one thing broken, the problem it gives. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputOf } from '../../test/fixtures.ts'
import { buildDocumento, checkDocumento } from '../build.ts'
import type { Documento } from '../documento.ts'
import { monto } from '../monto.ts'
import type { DteRequest } from '../request.ts'
import { TIPOS } from '../tipos/index.ts'
import { PETICION } from './peticion.ts'

const DIRECCION = { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' }
const ITEMS = [
  { descripcion: 'Silla', cantidad: 4, precioUni: 25.5, montoDescu: 2 },
  { descripcion: 'Libro', cantidad: 1, precioUni: 10, tipoVenta: 'exenta' },
  { descripcion: 'Donativo', cantidad: 1, precioUni: 5, tipoVenta: 'no_sujeta' },
  { descripcion: 'Depósito', cantidad: 1, noGravado: 1.5 },
] as const

const REQUESTS: Readonly<Record<DteRequest['tipoDte'], DteRequest>> = {
  '01': {
    tipoDte: '01',
    receptor: { nombre: 'ANA', numDocumento: '00016297-5', direccion: DIRECCION },
    items: ITEMS,
    ventaTercero: { nit: '06141212850017', nombre: 'TERCERO', codDomiciliado: 1 },
  },
  '03': {
    tipoDte: '03',
    receptor: {
      numDocumento: '06141212850017',
      nrc: '7654321',
      nombre: 'COMPRADORA',
      codActividad: '46900',
      correo: 'compras@example.com',
      direccion: DIRECCION,
    },
    items: ITEMS,
  },
}

/** Members by path, written over in a copy. */
type Broken = Readonly<Record<string, unknown>>
type Case = readonly [tipo: '01' | '03', name: string, field: string, broken: Broken]

const M = monto
const CREDITO = { codigo: '13', montoPago: M(116.5), referencia: null, plazo: '01', periodo: 30 }

// biome-ignore format: a table
const CASES: readonly Case[] = [
  ['01', 'numeroControl de la serie del emisor', 'identificacion.numeroControl', { 'identificacion.numeroControl': 'DTE-01-M001P002-000000000000001' }],
  ['01', 'tipo de contingencia solo en contingencia', 'identificacion.tipoContingencia', { 'identificacion.tipoContingencia': 1 }],
  ['01', 'tipo de contingencia solo en contingencia', 'identificacion.tipoContingencia', { 'identificacion.tipoOperacion': 2, 'identificacion.tipoModelo': 2 }],
  ['01', 'modelo diferido en contingencia', 'identificacion.tipoModelo', { 'identificacion.tipoOperacion': 2, 'identificacion.tipoContingencia': 1 }],
  ['01', 'motivo escrito de la contingencia', 'identificacion.motivoContin', { 'identificacion.tipoOperacion': 2, 'identificacion.tipoModelo': 2, 'identificacion.tipoContingencia': 5 }],
  ['01', 'forma del NIT', 'emisor.nit', { 'emisor.nit': '0614-1' }],
  ['01', 'forma del NRC', 'emisor.nrc', { 'emisor.nrc': '12-3' }],
  ['01', 'actividad del catálogo', 'emisor.codActividad', { 'emisor.codActividad': '00001' }],
  ['01', 'forma del correo', 'emisor.correo', { 'emisor.correo': 'nadie@localhost' }],
  ['01', 'código del establecimiento', 'emisor.codEstable', { 'emisor.codEstable': '0001' }],
  ['01', 'código del punto de venta', 'emisor.codPuntoVenta', { 'emisor.codPuntoVenta': '1' }],
  ['01', 'departamento del catálogo', 'emisor.direccion.departamento', { 'emisor.direccion.departamento': '15' }],
  ['01', 'municipio de su departamento', 'receptor.direccion.municipio', { 'receptor.direccion.municipio': '13' }],
  ['01', 'distrito de su municipio', 'receptor.direccion.distrito', { 'receptor.direccion.distrito': '01' }],
  ['01', 'receptor desde el monto legal', 'receptor', { receptor: null, 'resumen.montoTotalOperacion': M(1095) }],
  ['01', 'nombre del receptor desde el monto legal', 'receptor.nombre', { 'receptor.nombre': null, 'resumen.montoTotalOperacion': M(1095) }],
  ['01', 'documento del receptor desde el monto legal', 'receptor.numDocumento', { 'receptor.tipoDocumento': null, 'receptor.numDocumento': null, 'resumen.montoTotalOperacion': M(1095) }],
  ['01', 'tipo de documento del catálogo', 'receptor.tipoDocumento', { 'receptor.tipoDocumento': '14' }],
  ['01', 'número del tipo de documento', 'receptor.numDocumento', { 'receptor.numDocumento': null }],
  ['01', 'forma del NIT del receptor', 'receptor.numDocumento', { 'receptor.tipoDocumento': '36', 'receptor.numDocumento': '0614101' }],
  ['01', 'forma del DUI del receptor', 'receptor.numDocumento', { 'receptor.numDocumento': '0001629-75' }],
  ['01', 'dígito verificador del DUI del receptor', 'receptor.numDocumento', { 'receptor.numDocumento': '000162970' }],
  ['01', 'domicilio del tercero del catálogo', 'ventaTercero.codDomiciliado', { 'ventaTercero.codDomiciliado': 3 }],
  ['01', 'NIT del tercero domiciliado', 'ventaTercero.nit', { 'ventaTercero.nit': 'P-1' }],
  ['01', 'tipo de ítem del catálogo', 'cuerpoDocumento[0].tipoItem', { 'cuerpoDocumento.0.tipoItem': 5 }],
  ['01', 'unidad de medida del catálogo', 'cuerpoDocumento[0].uniMedida', { 'cuerpoDocumento.0.uniMedida': 98 }],
  ['01', 'precio no negativo', 'cuerpoDocumento[0].precioUni', { 'cuerpoDocumento.0.precioUni': M(-1) }],
  ['01', 'descuento dentro del importe de la línea', 'cuerpoDocumento[1].montoDescu', { 'cuerpoDocumento.1.montoDescu': M(10.01) }],
  ['01', 'una sola clase de venta por línea', 'cuerpoDocumento[0]', { 'cuerpoDocumento.0.ventaExenta': M(1) }],
  ['01', 'importe de la línea', 'cuerpoDocumento[0]', { 'cuerpoDocumento.0.ventaGravada': M(100.02) }],
  ['01', 'cargo o abono con cantidad 1', 'cuerpoDocumento[3].cantidad', { 'cuerpoDocumento.3.cantidad': M(2) }],
  ['01', 'cargo o abono con unidad 99', 'cuerpoDocumento[3].uniMedida', { 'cuerpoDocumento.3.uniMedida': 59 }],
  ['01', 'cargo o abono sin precio', 'cuerpoDocumento[3].precioUni', { 'cuerpoDocumento.3.precioUni': M(1.5) }],
  ['01', 'cargo o abono sin descuento', 'cuerpoDocumento[3].montoDescu', { 'cuerpoDocumento.3.montoDescu': M(0.5) }],
  ['01', 'cargo o abono sin tributos', 'cuerpoDocumento[3].tributos', { 'cuerpoDocumento.3.tributos': ['D1'] }],
  ['01', 'alguna línea con venta', 'cuerpoDocumento', { 'cuerpoDocumento.0.ventaGravada': M(0), 'cuerpoDocumento.1.ventaExenta': M(0), 'cuerpoDocumento.2.ventaNoSuj': M(0) }],
  ['01', 'totalNoSuj calculado', 'resumen.totalNoSuj', { 'resumen.totalNoSuj': M(5.02) }],
  ['01', 'totalExenta calculado', 'resumen.totalExenta', { 'resumen.totalExenta': M(9.98) }],
  ['01', 'totalGravada calculado', 'resumen.totalGravada', { 'resumen.totalGravada': M(100.02) }],
  ['01', 'totalNoGravado calculado', 'resumen.totalNoGravado', { 'resumen.totalNoGravado': M(-1.5) }],
  ['01', 'subTotalVentas calculado', 'resumen.subTotalVentas', { 'resumen.subTotalVentas': M(115.5) }],
  ['01', 'totalDescu calculado', 'resumen.totalDescu', { 'resumen.totalDescu': M(0) }],
  ['01', 'subTotal calculado', 'resumen.subTotal', { 'resumen.subTotal': M(114) }],
  ['01', 'descuento global a ventas no sujetas dentro de su base', 'resumen.descuNoSuj', { 'resumen.descuNoSuj': M(5.01) }],
  ['01', 'descuento global a ventas exentas dentro de su base', 'resumen.descuExenta', { 'resumen.descuExenta': M(10.01) }],
  ['01', 'descuento global a ventas gravadas dentro de su base', 'resumen.descuGravada', { 'resumen.descuGravada': M(100.01) }],
  ['01', 'forma de pago del catálogo', 'resumen.pagos[0].codigo', { 'resumen.pagos.0.codigo': '06' }],
  ['01', 'plazo del catálogo', 'resumen.pagos[0].plazo', { 'resumen.pagos.0': { ...CREDITO, plazo: '04' }, 'resumen.condicionOperacion': 2 }],
  ['01', 'periodo entero', 'resumen.pagos[0].periodo', { 'resumen.pagos.0': { ...CREDITO, periodo: 1.5 }, 'resumen.condicionOperacion': 2 }],
  ['01', 'plazo según la condición', 'resumen.pagos[0].plazo', { 'resumen.pagos.0.plazo': '01' }],
  ['01', 'periodo según la condición', 'resumen.pagos[0].periodo', { 'resumen.pagos.0': { ...CREDITO, periodo: null }, 'resumen.condicionOperacion': 2 }],
  ['01', 'plazo y periodo juntos', 'resumen.pagos[0].periodo', { 'resumen.pagos.0': { ...CREDITO, periodo: null }, 'resumen.condicionOperacion': 3 }],
  ['01', 'efectivo sin referencia', 'resumen.pagos[0].referencia', { 'resumen.pagos.0.referencia': '123' }],
  ['01', 'condición del catálogo', 'resumen.condicionOperacion', { 'resumen.condicionOperacion': 4 }],
  ['01', 'contado cuando no hay nada que pagar', 'resumen.condicionOperacion', { 'resumen.totalPagar': M(0), 'resumen.condicionOperacion': 2 }],
  ['01', 'saldo a favor con forma de pago 99', 'resumen.pagos', { 'resumen.saldoFavor': M(-1) }],
  ['01', 'los pagos suman el total', 'resumen.pagos', { 'resumen.pagos.0.montoPago': M(116.49) }],
  ['01', 'pago mixto con parte al contado y parte a crédito', 'resumen.pagos', { 'resumen.condicionOperacion': 3 }],
  ['01', 'texto legible', 'emisor.nombre', { 'emisor.nombre': 'A\u0000' }],
  ['01', 'texto legible', 'cuerpoDocumento[1].descripcion', { 'cuerpoDocumento.1.descripcion': '\udc00' }],
  ['01', 'sin IVA entre los tributos de la línea', 'cuerpoDocumento[0].tributos', { 'cuerpoDocumento.0.tributos': ['20'] }],
  ['01', 'IVA de la línea', 'cuerpoDocumento[0].ivaItem', { 'cuerpoDocumento.0.ivaItem': M(13) }],
  ['01', 'montoTotalOperacion calculado', 'resumen.montoTotalOperacion', { 'resumen.montoTotalOperacion': M(115.02) }],
  ['01', 'totalPagar calculado', 'resumen.totalPagar', { 'resumen.totalPagar': M(116.52) }],
  ['01', 'totalIva calculado', 'resumen.totalIva', { 'resumen.totalIva': M(11.52) }],
  ['01', 'retención del 1 %', 'resumen.ivaRete', { 'resumen.ivaRete': M(1) }],
  ['03', 'receptor completo: nit', 'receptor.nit', { 'receptor.nit': null }],
  ['03', 'receptor completo: nrc', 'receptor.nrc', { 'receptor.nrc': null }],
  ['03', 'receptor completo: nombre', 'receptor.nombre', { 'receptor.nombre': '' }],
  ['03', 'receptor completo: codActividad', 'receptor.codActividad', { 'receptor.codActividad': null }],
  ['03', 'receptor completo: direccion', 'receptor.direccion', { 'receptor.direccion': null }],
  ['03', 'receptor completo: correo', 'receptor.correo', { 'receptor.correo': null }],
  ['03', 'IVA listado en las líneas gravadas', 'cuerpoDocumento[0].tributos', { 'cuerpoDocumento.0.tributos': null }],
  ['03', 'IVA listado en las líneas gravadas', 'cuerpoDocumento[1].tributos', { 'cuerpoDocumento.1.tributos': ['20'] }],
  ['03', 'montoTotalOperacion calculado', 'resumen.montoTotalOperacion', { 'resumen.montoTotalOperacion': M(129) }],
  ['03', 'IVA del resumen', 'resumen.tributos', { 'resumen.tributos.0.valor': M(12.98) }],
  ['03', 'totalPagar calculado', 'resumen.totalPagar', { 'resumen.totalPagar': M(129.48) }],
  ['03', 'retención del 1 %', 'resumen.ivaRete', { 'resumen.ivaRete': M(1.13) }],
  ['03', 'percepción del 1 %', 'resumen.ivaPerci', { 'resumen.ivaPerci': M(0.5) }],
]

for (const [tipoDte, name, field, broken] of CASES) {
  test(`${tipoDte} refuses ${field} by "${name}"`, () => {
    const documento = withBroken(sound(tipoDte), broken)
    const { rule } = rowsOf(tipoDte).find((row) => row.name === name) ?? { rule: undefined }
    const problems = checkDocumento(documento).filter((p) => p.field === field && p.rule === rule)
    assert.equal(problems.length, 1, JSON.stringify(checkDocumento(documento)))
    assert.match(problems[0]?.message ?? '', /[.]$/)
  })
}

for (const tipoDte of ['01', '03'] as const) {
  test(`the sound document of ${tipoDte} breaks no rule`, () => {
    assert.deepEqual(checkDocumento(sound(tipoDte)), [])
  })
}

test('every row of the rules has a case here', () => {
  const rows = new Set([...rowsOf('01'), ...rowsOf('03')].map(({ name }) => name))
  const tested = new Set<string>(CASES.map(([, name]) => name))
  assert.deepEqual(
    [...rows].filter((name) => !tested.has(name)),
    [],
  )
})

const BY_REQUEST: readonly (readonly [string, string, DteRequest])[] = [
  [
    'retención desde 100.00',
    'resumen.ivaRete',
    with01({ items: [gravada(112.99)], aplicarRetencionIva: true }),
  ],
  [
    'percepción desde 100.00',
    'resumen.ivaPerci',
    { ...REQUESTS['03'], items: [gravada(99.99)], aplicarPercepcionIva: true },
  ],
  ['periodo solo a crédito', 'resumen.pagos[0].periodo', with01({ periodo: 30 })],
]

for (const [name, field, request] of BY_REQUEST) {
  test(`a request is refused at ${field} by "${name}"`, () => {
    const { rule } = PETICION.find((row) => row.name === name) ?? { rule: undefined }
    const { problems } = buildDocumento(inputOf(request))
    assert.deepEqual(
      problems.map((p) => [p.field, p.rule]),
      [[field, rule]],
    )
  })
}

test('every row about the request has a case here', () => {
  assert.deepEqual(
    PETICION.map(({ name }) => name),
    BY_REQUEST.map(([name]) => name),
  )
})

test('the 1 % applies from 100.00 net on, which is 113.00 with IVA', () => {
  const request = with01({ items: [gravada(113)], aplicarRetencionIva: true })
  const { documento, problems } = buildDocumento(inputOf(request))
  assert.deepEqual(problems, [])
  assert.equal(documento.resumen.ivaRete, monto(1))
})

test('members of another type and members that are missing are named', () => {
  const request = { ...REQUESTS['01'], aplicarPercepcionIva: true }
  assert.deepEqual(fieldsOf(request), ['aplicarPercepcionIva'])
  const { receptor: _, ...anonymous } = REQUESTS['03']
  assert.equal(fieldsOf(anonymous)[0], 'receptor')
})

test('a line without price that is no charge is named', () => {
  assert.deepEqual(fieldsOf(with01({ items: [gravada(5), { descripcion: 'X', cantidad: 1 }] })), [
    'cuerpoDocumento[1].precioUni',
  ])
})

function gravada(precioUni: number) {
  return { descripcion: 'Silla', cantidad: 1, precioUni }
}

function with01(changes: Partial<DteRequest>): DteRequest {
  return { ...REQUESTS['01'], ...changes }
}

function fieldsOf(request: DteRequest): string[] {
  return buildDocumento(inputOf(request)).problems.map(({ field }) => field)
}

function rowsOf(tipoDte: '01' | '03') {
  return TIPOS[tipoDte].rules.flatMap(({ rows }) => rows)
}

function sound(tipoDte: '01' | '03'): Documento {
  return buildDocumento(inputOf(REQUESTS[tipoDte])).documento
}

function withBroken(documento: Documento, broken: Broken): Documento {
  const copy = structuredClone(documento)
  for (const [path, value] of Object.entries(broken)) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const parent = names.reduce<Record<string, unknown>>(
      (node, name) => node[name] as Record<string, unknown>,
      copy as unknown as Record<string, unknown>,
    )
    parent[last] = value
  }
  return copy
}
