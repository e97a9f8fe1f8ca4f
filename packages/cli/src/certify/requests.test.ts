/** What each document of a certification asks for: the forms in turn, and a valid document of every type. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CERTIFICACION_ORDER } from '@sello/contract'
import { type Around, requestOf, tipoOf } from './requests.ts'
import type { Row, Serie } from './slots.ts'

const CREDITO = { codigoGeneracion: 'C-1', estado: 'sellado', tipoDte: '03' } as Row
const OTHER = { ...CREDITO, codigoGeneracion: 'C-2' }
const AROUND: Around = {
  ...{ campaign: 'uno', hoy: '2026-10-05' },
  receptores: [{ customerId: 'r-0' }, { customerId: 'r-1' }],
  creditos: [CREDITO, OTHER],
}
const asked = (serie: Serie, n: number, around: Partial<Around> = {}) =>
  requestOf({ serie, n }, { ...AROUND, ...around }) as Record<string, unknown> | null

const line = (n: number, more: object = {}) => ({
  ...{ descripcion: `PRUEBA de certificación ${n}`, cantidad: 1 + (n % 3) },
  ...{ precioUni: 1.25 + (n % 5), ...more },
})
const second = 'PRUEBA de certificación 1, segunda línea'
const exempt = 'PRUEBA de certificación 3, exenta'
const CREDIT = { condicionOperacion: 2, plazo: '01', periodo: 30 }
const DIRECCION = {
  ...{ departamento: '06', municipio: '23', distrito: '14', complemento: 'Dirección de prueba' },
}
const PERSONA = { nombre: 'PRUEBA', numDocumento: '000162975', direccion: DIRECCION }
const BUYER = {
  ...{ nombre: 'TEST BUYER', codPais: 'US', tipoPersona: 2, complemento: 'Test address' },
  ...{ descActividad: 'Software tests', correo: 'test@example.com' },
}
/** Of this campaign, and of this slot. */
const PAPEL = { numeroDocumento: '957850002', fechaEmision: '2026-10-05', tipoGeneracion: 1 }
const text = (n: number) => `PRUEBA de certificación ${n}`

// biome-ignore format: a table
const ASKED: readonly (readonly [serie: Serie, n: number, request: object])[] = [
  ['01', 1, { items: [line(1), line(1, { descripcion: second, precioUni: 0.75 })] }],
  ['01', 2, { items: [line(2, { montoDescu: 0.25 })] }],
  ['01', 3, { items: [line(3), line(3, { descripcion: exempt, tipoVenta: 'exenta' })], ...CREDIT }],
  ['01', 4, { items: [line(4)] }],
  ['03', 3, { receptor: { customerId: 'r-1' }, items: [line(3), line(3, { descripcion: exempt, tipoVenta: 'exenta' })], ...CREDIT }],
  ['04', 4, { receptor: { customerId: 'r-0' }, bienTitulo: '03', items: [line(4)] }],
  ['05', 1, { documentosRelacionados: [{ codigoGeneracion: 'C-2' }], items: [{ descripcion: text(1), cantidad: 1, precioUni: 0.01 }] }],
  ['06', 2, { documentosRelacionados: [{ codigoGeneracion: 'C-1' }], items: [{ descripcion: text(2), cantidad: 1, precioUni: 0.5 }] }],
  ['07', 2, { receptor: { customerId: 'r-0' }, retencion: { documentos: [{ ...PAPEL, tipoDocumento: '03', monto: 102 }] } }],
  ['08', 2, { receptor: { customerId: 'r-0' }, liquidacion: { periodo: '2026-10', documentos: [{ ...PAPEL, tipoDocumento: '03', ventaGravada: 12 }] } }],
  ['09', 2, { receptor: { tipoEstablecimiento: '02', customerId: 'r-0' }, liquidacionContable: { desde: '2026-10-01', hasta: '2026-10-05', valorOperaciones: 115, porcentajeComision: 3, responsable: { nombre: 'PRUEBA', documento: '000162975' } } }],
  ['11', 1, { receptor: { ...BUYER, numDocumento: 'TEST-1' }, items: [{ descripcion: text(1), cantidad: 2, precioUni: 3.5 }], exportacion: { tipoItemExpor: 1, recintoFiscal: '02', tipoRegimen: 'EX-1', regimen: '1000.000', incoterms: '09' } }],
  ['11', 2, { receptor: { ...BUYER, numDocumento: 'TEST-2' }, items: [{ descripcion: text(2), cantidad: 3, precioUni: 4.5 }], exportacion: { tipoItemExpor: 2 } }],
  ['14', 1, { receptor: PERSONA, items: [{ descripcion: text(1), cantidad: 1, precioUni: 11 }], aplicarReteRenta: false }],
  ['14', 2, { receptor: PERSONA, items: [{ descripcion: text(2), cantidad: 1, precioUni: 12 }], aplicarReteRenta: true }],
  ['15', 1, { receptor: PERSONA, items: [{ tipoDonacion: 2, descripcion: text(1), cantidad: 2, precioUni: 2.5, depreciacion: 0.5 }] }],
  ['15', 2, { receptor: PERSONA, items: [{ tipoDonacion: 1, descripcion: text(2), cantidad: 1, precioUni: 7 }] }],
  ['contingencia', 4, { items: [line(4)] }],
  ['invalidacion', 4, { items: [line(4)] }],
]

for (const [serie, n, request] of ASKED) {
  test(`the ${n}th of ${serie} asks for its own form`, () => {
    const tipoDte = tipoOf({ serie, n })
    assert.deepEqual(asked(serie, n), { tipoDte, ...request })
  })
}

test('every type that is certified is asked', () => {
  const seen = new Set(ASKED.map(([serie]) => serie))
  assert.deepEqual(
    CERTIFICACION_ORDER.filter((tipo) => !seen.has(tipo)),
    [],
  )
})

test('what only a taxpayer receives, or corrects a 03, is not asked without one', () => {
  const without = (around: Partial<Around>) =>
    CERTIFICACION_ORDER.filter((tipo) => asked(tipo, 1, around) === null).toSorted()
  assert.deepEqual(without({ receptores: [] }), ['03', '04', '07', '08', '09'])
  assert.deepEqual(without({ creditos: [] }), ['05', '06'])
})
