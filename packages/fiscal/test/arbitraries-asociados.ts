/** Optional parts of a sale besides its lines: origins, associated documents, a third-party buyer. */
import fc from 'fast-check'
import { type DteRequest, TIPOS } from '../src/index.ts'
import { digits, text } from './pieces.ts'

/** On paper, so that they are not looked up. Dated within the month of the examples. */
export const origenesDe = (tipos: readonly string[]) =>
  fc.constantFrom(...tipos).chain((tipoDocumento) =>
    fc.uniqueArray(
      fc.record({
        tipoDocumento: fc.constant(tipoDocumento),
        numeroDocumento: digits(8),
        fechaEmision: fc.constantFrom('2026-10-01', '2026-10-03', '2026-10-05'),
        tipoGeneracion: fc.constant(1),
      }),
      { minLength: 1, maxLength: 4, selector: ({ numeroDocumento }) => numeroDocumento },
    ),
  )

/** With a letter and the required length, whatever follows. */
const named = (maxLength: number) => text(maxLength - 5).map((rest) => `Nota ${rest}`)

const papel = fc.record({
  codDocAsociado: fc.constantFrom(1, 2),
  descDocumento: named(100),
  detalleDocumento: named(300),
})
const medico = fc.record({
  codDocAsociado: fc.constant(3),
  medico: fc.oneof(
    fc.record({
      nombre: text(100),
      nit: digits(14),
      tipoServicio: fc.integer({ min: 1, max: 6 }),
    }),
    fc.record({
      nombre: text(100),
      docIdentificacion: digits(12),
      tipoServicio: fc.integer({ min: 1, max: 6 }),
    }),
  ),
})
const transporte = fc.record({
  codDocAsociado: fc.constant(4),
  transporte: fc.record(
    {
      placa: digits(6),
      modo: fc.integer({ min: 1, max: 6 }),
      conductor: fc.record({ nombre: named(200), documento: digits(9) }),
    },
    { requiredKeys: ['modo', 'conductor'] },
  ),
})

const ofSale = fc.record(
  {
    origenes: origenesDe(['04', '08', '09']),
    otrosDocumentos: fc.array(fc.oneof(papel, medico), { minLength: 1, maxLength: 10 }),
  },
  { requiredKeys: [] },
)
const ofExport = fc.record(
  {
    origenes: origenesDe(['04']),
    otrosDocumentos: fc.array(fc.oneof(papel, transporte), { minLength: 1, maxLength: 20 }),
    compraTercero: fc.record({ numDocumento: digits(12), nombre: text(250) }),
  },
  { requiredKeys: [] },
)

/** The same requests, half of them with these parts. */
export function conAsociados(base: fc.Arbitrary<DteRequest>): fc.Arbitrary<DteRequest> {
  return fc.tuple(base, fc.boolean(), ofSale, ofExport).map(([request, some, sale, abroad]) => {
    if (!some) return request
    if (TIPOS[request.tipoDte].members.exportacion === 'forbidden') return { ...request, ...sale }
    const { compraTercero, ...others } = abroad
    const buys = compraTercero && !request.ventaTercero ? { compraTercero } : {}
    return { ...request, ...others, ...buys }
  })
}
