/** For every rule about the request, by name: a request that it refuses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputOf } from '../../test/fixtures.ts'
import { REQUESTS } from '../../test/sound-requests.ts'
import { buildDocumento } from '../build.ts'
import type { DteRequest } from '../tipos/index.ts'
import { PETICION, PETICION_DE_ITEM } from './peticion.ts'

const MIXTA = with01({
  items: [gravada(5)],
  condicionOperacion: 3,
  pagos: [
    { codigo: '01', montoPago: 2 },
    { codigo: '13', montoPago: 3, plazo: '01', periodo: 30 },
  ],
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
  [
    'retención de una nota sobre ventas gravadas',
    'resumen.ivaRete',
    notaExenta({ aplicarRetencionIva: true }),
  ],
  [
    'percepción de una nota sobre ventas gravadas',
    'resumen.ivaPerci',
    notaExenta({ aplicarPercepcionIva: true }),
  ],
  [
    'retención o percepción, no las dos',
    'resumen.ivaPerci',
    {
      ...REQUESTS['03'],
      items: [gravada(100)],
      aplicarRetencionIva: true,
      aplicarPercepcionIva: true,
    },
  ],
  [
    'una sola manera de decir cómo se paga',
    'formaPago',
    with01({ formaPago: '05', items: [gravada(5)], pagos: [{ codigo: '05', montoPago: 5 }] }),
  ],
  ['plazo de los pagos mixtos', 'plazo', { ...MIXTA, plazo: '01' }],
  ['periodo de los pagos mixtos', 'periodo', { ...MIXTA, periodo: 30 }],
  ['otro medio de pago con su explicación', 'formaPago', with01({ formaPago: '99' })],
  [
    'forma de pago de un saldo a favor',
    'formaPago',
    with01({
      items: [gravada(5), { descripcion: 'Anticipo', cantidad: 1, noGravado: -8 }],
      formaPago: '77',
    }),
  ],
  [
    'otros medios de pago con su explicación',
    'pagos',
    with01({ items: [gravada(5)], pagos: [{ codigo: '99', montoPago: 5 }] }),
  ],
  [
    'nombre comercial que la factura no lleva',
    'receptor.nombreComercial',
    with01({ receptor: { nombre: 'ANA', nombreComercial: 'Ana' } }),
  ],
  [
    'documento del receptor de un crédito fiscal',
    'receptor.tipoDocumento',
    { ...REQUESTS['03'], receptor: { ...REQUESTS['03'].receptor, tipoDocumento: '37' } },
  ],
  [
    'receptor propio sin otros datos',
    'receptor',
    { ...REQUESTS['04'], bienTitulo: '04', receptor: { propio: true, nombre: 'OTRA' } },
  ],
  [
    'pagos de una donación sin plazo',
    'pagos',
    {
      ...REQUESTS['15'],
      pagos: [{ codigo: '13', montoPago: 50, plazo: '01', periodo: 30 }],
    },
  ],
  [
    'forma de pago de lo que se da en efectivo',
    'formaPago',
    { ...REQUESTS['15'], items: [REQUESTS['15'].items[0]], formaPago: '05' },
  ],
  [
    'nombre del país del catálogo',
    'receptor.nombrePais',
    { ...REQUESTS['11'], receptor: { ...REQUESTS['11'].receptor, nombrePais: 'USA' } },
  ],
  ['periodo solo a crédito', 'resumen.pagos[0].periodo', with01({ periodo: 30 })],
  [
    'descuento global solo de la venta que el tipo conoce',
    'descuentos',
    { ...REQUESTS['11'], descuentos: { exentas: 0.01 } },
  ],
  [
    'retención de renta sobre servicios',
    'resumen.reteRenta',
    { ...REQUESTS['14'], items: [{ ...gravada(50), tipoItem: 1 }] },
  ],
  [
    'servicios separados de los bienes en la retención de renta',
    'resumen.reteRenta',
    { ...REQUESTS['14'], items: [gravada(50), { ...gravada(50), tipoItem: 3 }] },
  ],
  [
    'precio de lo que se vende',
    'cuerpoDocumento[1].precioUni',
    with01({ items: [gravada(5), { descripcion: 'X', cantidad: 1 }] }),
  ],
  [
    'clase de venta de lo que se vende',
    'cuerpoDocumento[1].tipoVenta',
    with01({
      items: [gravada(5), { descripcion: 'X', cantidad: 1, noGravado: 1, tipoVenta: 'exenta' }],
    }),
  ],
  [
    'IVA que no se pide',
    'cuerpoDocumento[0].tributos',
    { ...REQUESTS['03'], items: [{ ...gravada(5), tributos: ['20'] }] },
  ],
]

const ROWS = [...PETICION, ...PETICION_DE_ITEM]

for (const [name, field, request] of BY_REQUEST) {
  test(`a request is refused at ${field} by "${name}"`, () => {
    const { rule } = ROWS.find((row) => row.name === name) ?? { rule: undefined }
    const { problems } = buildDocumento(inputOf(request))
    assert.deepEqual(
      problems.map((p) => [p.field, p.rule]),
      [[field, rule]],
    )
  })
}

test('every row about the request has a case here', () => {
  assert.deepEqual(ROWS.map(({ name }) => name).sort(), BY_REQUEST.map(([name]) => name).sort())
})

function gravada(precioUni: number) {
  return { descripcion: 'Silla', cantidad: 1, precioUni }
}

function notaExenta(changes: Partial<DteRequest>): DteRequest {
  return {
    ...REQUESTS['03'],
    tipoDte: '05',
    items: [{ ...gravada(500), tipoVenta: 'exenta' }],
    documentosRelacionados: [
      {
        tipoDocumento: '03',
        numeroDocumento: '4815',
        tipoGeneracion: 1,
        fechaEmision: '2026-10-01',
      },
    ],
    ...changes,
  }
}

function with01(changes: Partial<DteRequest>): DteRequest {
  return { ...REQUESTS['01'], ...changes }
}
