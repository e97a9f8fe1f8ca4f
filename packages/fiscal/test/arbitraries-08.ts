/** Requests of 08 that must be accepted: a month's documents of one principal, and what takes back of them. */
import fc from 'fast-check'
import type { DteRequest, TipoDte } from '../src/index.ts'
import { contribuyente, extras, text } from './pieces.ts'

const cents = (max: number) => fc.integer({ min: 0, max }).map((n) => n / 100)
const fecha = fc.integer({ min: 1, max: 5 }).map((d) => `2026-10-0${d}`)

const numero = fc.oneof(
  fc.uuid().map((numeroDocumento) => ({ numeroDocumento })),
  fc.uuid().map((uuid) => ({ numeroDocumento: `P-${uuid.slice(0, 30)}`, tipoGeneracion: 1 })),
)

/** A 01 has its taxed sales without IVA, with 8 decimals. */
const gravada = fc.oneof(
  cents(500_000),
  fc.integer({ min: 1, max: 500_000 }).map((n) => Number((n / 113).toFixed(8))),
)
const tributos = fc.uniqueArray(
  fc.record({ codigo: fc.constantFrom('59', '71', 'D1', 'C8', 'D5'), valor: cents(5_000) }),
  { maxLength: 3, selector: ({ codigo }) => codigo },
)
const interno = fc.record(
  {
    ventaGravada: gravada,
    ventaExenta: cents(50_000),
    ventaNoSuj: cents(50_000),
    tributos,
    ivaPercibido: cents(5_000),
    observaciones: text(1000),
  },
  { requiredKeys: ['ventaGravada'] },
)

/** What adds is more than what takes back: the first document is larger than all that do. */
const suma = fc
  .tuple(numero, fecha, fc.constantFrom('01', '03', '06'), interno)
  .map(([n, fechaEmision, tipoDocumento, amounts]) => ({
    ...n,
    ...amounts,
    fechaEmision,
    tipoDocumento,
  }))
const resta = fc
  .tuple(numero, fecha, fc.constantFrom('05', '18', '03'), interno)
  .map(([n, fechaEmision, tipoDocumento, amounts]) => ({
    ...n,
    ...amounts,
    fechaEmision,
    tipoDocumento,
    ...(tipoDocumento === '03' ? { invalidado: true } : {}),
  }))
const exporta = fc.tuple(numero, fecha, cents(500_000)).map(([n, fechaEmision, exportaciones]) => ({
  ...n,
  fechaEmision,
  tipoDocumento: '11',
  exportaciones,
}))
const primero = fc.uuid().map((numeroDocumento) => ({
  tipoDocumento: '03',
  numeroDocumento,
  fechaEmision: '2026-10-01',
  ventaGravada: 50_000,
}))

const resto = fc.uniqueArray(fc.oneof(suma, exporta, fc.oneof(suma, resta)), {
  maxLength: 5,
  selector: ({ numeroDocumento }) => numeroDocumento.toUpperCase(),
})
const documentos = fc.tuple(primero, resto).map(([first, listed]) => [first, ...listed])

export function liquidacion(tipoDte: TipoDte): fc.Arbitrary<DteRequest> {
  return fc
    .tuple(documentos, contribuyente, fc.constantFrom(1, 2), extras)
    .map(([listed, taxpayer, codDomiciliado, { ventaTercero: _, ...more }]) => {
      const receptor = { ...taxpayer, codDomiciliado }
      return {
        tipoDte,
        receptor,
        liquidacion: { periodo: '2026-10', documentos: listed },
        ...more,
      } as unknown as DteRequest
    })
}
