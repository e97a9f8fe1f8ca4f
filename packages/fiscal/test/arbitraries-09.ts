/** Requests of 09 that must be accepted: an affiliate's operations, with and without what is free of perception. */
import fc from 'fast-check'
import { type DteRequest, TIPOS_ESTABLECIMIENTO, type TipoDte } from '../src/index.ts'
import { contribuyente, extras, text, word } from './pieces.ts'

/** From 3.00 on the 2 % is a cent at least, with up to 90 % of it free of perception: it is of 0.25 without IVA or more. */
const operaciones = fc.oneof(
  fc.integer({ min: 300, max: 500_000 }),
  fc.integer({ min: 300, max: 9_999_999 }),
)
const dia = (n: number) => `2026-10-0${n}`
const periodo = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.nat({ max: 4 }))
  .map(([desde, more]) => ({ desde: dia(desde), hasta: dia(Math.min(desde + more, 9)) }))

/** A half of what is paid at most, so that something is left to pay. */
const comision = fc.oneof(
  fc.integer({ min: 0, max: 50 }).map((percent) => ({ percent, of: 'comision' as const })),
  fc.integer({ min: 0, max: 5_000 }).map((n) => ({ percent: n / 100, of: 'porcentaje' as const })),
  fc.integer({ min: 1, max: 50 }).map((percent) => ({ percent, of: 'both' as const })),
)

const responsable = fc.record(
  { nombre: text(100), documento: word(1, 25), codEmpleado: word(1, 15) },
  { requiredKeys: ['nombre', 'documento'] },
)

const registro = fc
  .record({
    periodo,
    cents: operaciones,
    free: fc.option(fc.tuple(fc.integer({ min: 1, max: 90 }), text(100))),
    comision,
    responsable,
    more: fc.record(
      { codigo: word(1, 30), cantidadDocumentos: fc.integer({ min: 1, max: 99_999 }) },
      { requiredKeys: [] },
    ),
  })
  .map(({ periodo: days, cents, free, comision: { percent, of }, more, ...rest }) => {
    const part = free === null ? 0 : Math.floor((cents * free[0]) / 100)
    const stated = Math.floor((cents * Math.floor(percent)) / 100) / 100
    return {
      ...days,
      ...rest,
      ...more,
      valorOperaciones: cents / 100,
      ...(free === null || part === 0
        ? {}
        : { sinPercepcion: { monto: part / 100, descripcion: free[1] } }),
      ...(of === 'porcentaje' ? {} : { comision: stated }),
      ...(of === 'comision' ? {} : { porcentajeComision: percent }),
    }
  })

export function liquidacionContable(tipoDte: TipoDte): fc.Arbitrary<DteRequest> {
  const tipoEstablecimiento = fc.constantFrom(...Object.keys(TIPOS_ESTABLECIMIENTO))
  return fc
    .tuple(registro, contribuyente, tipoEstablecimiento, extras)
    .map(
      ([liquidacion, taxpayer, establecimiento, { ventaTercero: _, observaciones, apendice }]) => {
        const note = observaciones?.slice(0, 1000)
        const rows = apendice?.filter(
          ({ campo, etiqueta }) => campo.length > 1 && etiqueta.length > 2,
        )
        const receptor = { ...taxpayer, tipoEstablecimiento: establecimiento }
        return {
          tipoDte,
          receptor,
          liquidacionContable: liquidacion,
          ...(note ? { observaciones: note } : {}),
          ...(rows && rows.length > 0 ? { apendice: rows } : {}),
        } as unknown as DteRequest
      },
    )
}
