/** Requests of 07 that must be accepted: documents of one supplier, on paper and electronic, at every rate. */
import fc from 'fast-check'
import type { DteRequest, TipoDte } from '../src/index.ts'
import { contribuyente, correo, direccion, dui, extras, telefono, text } from './pieces.ts'

const cents = (min: number, max: number) => fc.integer({ min, max }).map((n) => n / 100)
const fecha = fc.integer({ min: 1, max: 30 }).map((d) => `2026-09-${String(d).padStart(2, '0')}`)

/** No taxpayer: an activity of natural persons. */
const persona = fc
  .record(
    { nombre: text(250), direccion, numDocumento: dui, telefono, correo },
    { requiredKeys: ['nombre', 'direccion', 'numDocumento'] },
  )
  .map((who): NonNullable<DteRequest['receptor']> => ({ ...who, codActividad: '10005' }))

const numero = fc.oneof(
  fc.uuid().map((numeroDocumento) => ({ numeroDocumento })),
  fc
    .stringMatching(/^[A-Za-z0-9]{1,20}$/)
    .map((numeroDocumento) => ({ numeroDocumento, tipoGeneracion: 1 })),
)

/** From 0.50 on 1 % is a cent. */
const monto = fc.oneof(cents(50, 20_000), cents(50, 400_000))
const retenido = fc.oneof(
  monto.map((m) => ({ monto: m })),
  monto.map((m) => ({ monto: m, codigoRetencion: '22' })),
  monto.map((m) => ({ monto: m, codigoRetencion: 'C4' })),
  fc.tuple(monto, fc.integer({ min: 1, max: 100 })).map(([m, percent]) => ({
    monto: m,
    codigoRetencion: 'C9',
    ivaRetenido: Math.max(1, Math.floor((Math.round(m * 100) * percent) / 100)) / 100,
  })),
)

const documento = fc
  .tuple(numero, retenido, fecha, fc.option(text(1500)))
  .map(([number, amounts, fechaEmision, descripcion]) => ({
    ...number,
    ...amounts,
    fechaEmision,
    ...(descripcion === null ? {} : { descripcion }),
  }))

const documentos = fc.uniqueArray(documento, {
  minLength: 1,
  maxLength: 12,
  selector: ({ numeroDocumento }) => numeroDocumento.toUpperCase(),
})

export function retencion(tipoDte: TipoDte): fc.Arbitrary<DteRequest> {
  return fc
    .tuple(fc.constantFrom('01', '03', '14'), documentos, extras, contribuyente, persona)
    .map(([tipoDocumento, listed, { ventaTercero: _, ...more }, taxpayer, person]) => {
      const receptor = tipoDocumento === '14' ? person : taxpayer
      const all = listed.map((one) => ({ ...one, tipoDocumento }))
      return { tipoDte, receptor, retencion: { documentos: all }, ...more } as unknown as DteRequest
    })
}
