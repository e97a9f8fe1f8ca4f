/**
 * Requests of 05 and 06 that must be accepted. The adjusted documents are either given, so that a test can use its
 * own sealed 03, or made up.
 */
import fc from 'fast-check'
import { type DteRequest, TIPOS, type TipoDte } from '../src/index.ts'
import { conTributos } from './arbitraries-tributos.ts'
import { expectedOf } from './independent.ts'
import { choices, contribuyente, extras, items, text, word } from './pieces.ts'

type Item = DteRequest['items'][number]
type Relacionados = NonNullable<DteRequest['documentosRelacionados']>

/** An adjusted document, and how many cents of each kind a credit note may take from it. */
export interface Origen {
  readonly documentosRelacionados: Relacionados
  readonly receptor: NonNullable<DteRequest['receptor']>
  readonly ventaTercero?: DteRequest['ventaTercero']
  /** Whether 1 % was retained or perceived; absent: either. */
  readonly unoPorCiento?: { readonly retencion: boolean; readonly percepcion: boolean }
  readonly limite?: {
    readonly gravadas: number
    readonly exentas: number
    readonly noSujetas: number
  }
}

export function notaSobre(tipoDte: TipoDte, origen: Origen): fc.Arbitrary<DteRequest> {
  const { documentosRelacionados, receptor, ventaTercero = null, limite } = origen
  const takesNpe = TIPOS[tipoDte].members.numPagoElectronico !== 'forbidden'
  const lines = limite ? withinLimite(limite) : conTributos(items)
  return fc
    .tuple(withOrigins(lines, documentosRelacionados), choices, masDeNota, numPagoElectronico)
    .map(([lineas, chosen, more, npe]): DteRequest => {
      const { plazo: _, formaPago: __, forma, retencion, percepcion } = chosen
      const nota: DteRequest = {
        tipoDte,
        documentosRelacionados,
        receptor,
        items: lineas,
        ...more,
        ...(ventaTercero === null ? {} : { ventaTercero }),
        ...(forma === 'única' ? {} : { condicionOperacion: forma === 'crédito' ? 2 : 3 }),
        ...(takesNpe && npe !== null ? { numPagoElectronico: npe } : {}),
      }
      const onePerCent = origen.unoPorCiento ?? { retencion, percepcion: percepcion && !retencion }
      return withoutExcess(withOnePerCent(nota, onePerCent))
    })
}

/** Adjusts one to three documents of the three months before the date of the examples. */
export function nota(tipoDte: TipoDte): fc.Arbitrary<DteRequest> {
  return fc
    .record({ documentosRelacionados: relacionados, receptor: contribuyente, ventaTercero })
    .chain((origen) => notaSobre(tipoDte, origen))
}

const ventaTercero = extras.map((more) => more.ventaTercero ?? null)
/** As for every document, but a note requires longer names in its apéndice. */
const masDeNota = fc.record({
  observaciones: fc.option(text(3000)),
  apendice: fc.option(
    fc.array(
      fc.record({
        campo: word(2, 25),
        etiqueta: word(3, 50),
        valor: word(1, 150),
      }),
      { minLength: 1, maxLength: 10 },
    ),
  ),
})
const numPagoElectronico = fc.option(text(100))

const fechaEmision = fc
  .tuple(fc.integer({ min: 7, max: 9 }), fc.integer({ min: 5, max: 30 }))
  .map(([month, day]) => `2026-0${month}-${String(day).padStart(2, '0')}`)

const electronico = fc.record(
  {
    tipoDocumento: fc.constant('03'),
    numeroDocumento: fc.uuid({ version: 4 }),
    fechaEmision,
    tipoGeneracion: fc.constant(2),
  },
  { requiredKeys: ['tipoDocumento', 'numeroDocumento', 'fechaEmision'] },
)
const fisico = fc.record({
  tipoDocumento: fc.constant('03'),
  numeroDocumento: fc.stringMatching(/^[1-9][0-9]{0,9}$/),
  fechaEmision,
  tipoGeneracion: fc.constant(1),
})
const relacionados: fc.Arbitrary<Relacionados> = fc.uniqueArray(fc.oneof(electronico, fisico), {
  minLength: 1,
  maxLength: 3,
  selector: ({ numeroDocumento }) => numeroDocumento,
})

/** Each line names one of the documents; if there is only one it may omit it. */
function withOrigins(lines: fc.Arbitrary<Item[]>, on: Relacionados): fc.Arbitrary<Item[]> {
  const numbers = on.map(({ numeroDocumento = '' }) => ({ numeroDocumento }))
  const which = fc.constantFrom<Partial<Item>>(...numbers, ...(on.length === 1 ? [{}] : []))
  return lines.chain((sold) =>
    fc.tuple(...sold.map((item) => which.map((some): Item => ({ ...item, ...some })))),
  )
}

/** A line for each of some kinds, none taking more than the balance. */
function withinLimite(limite: NonNullable<Origen['limite']>): fc.Arbitrary<Item[]> {
  const kinds = [
    ['gravada', limite.gravadas],
    ['exenta', limite.exentas],
    ['no_sujeta', limite.noSujetas],
  ] as const
  const some = kinds.filter(([, cents]) => cents > 0)
  return fc.subarray(some, { minLength: 1 }).chain((chosen) =>
    fc.tuple(
      ...chosen.map(([tipoVenta, available]) =>
        fc
          .record({ descripcion: text(1500), cents: fc.integer({ min: 1, max: available }) })
          .map(({ descripcion, cents }): Item => {
            return { descripcion, cantidad: 1, precioUni: cents / 100, tipoVenta }
          }),
      ),
    ),
  )
}

function withOnePerCent(
  request: DteRequest,
  { retencion, percepcion }: { retencion: boolean; percepcion: boolean },
): DteRequest {
  if (Number(expectedOf(request).resumen.neto) === 0) return request
  return {
    ...request,
    ...(retencion ? { aplicarRetencionIva: true } : {}),
    ...(percepcion ? { aplicarPercepcionIva: true } : {}),
  }
}

/** A note cannot have a balance in the buyer's favour: without credits there is none. */
function withoutExcess(request: DteRequest): DteRequest {
  if (Number(expectedOf(request).resumen.totalPagar) >= 0) return request
  return { ...request, items: request.items.filter(({ noGravado = 0 }) => (noGravado ?? 0) >= 0) }
}
