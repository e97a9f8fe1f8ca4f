/** Lines with tributes besides IVA, and lines that are a tribute. */
import fc from 'fast-check'
import type { DteRequest } from '../src/index.ts'
import { amount, text } from './pieces.ts'

type Item = DteRequest['items'][number]

const GALON = 22

const internos = fc.oneof(
  fc.constant({}),
  fc.subarray(['59', '71', 'C5', '19', 'A9'], { minLength: 1 }).map((tributos) => ({ tributos })),
  combustible(),
)
const externos = fc.oneof(
  fc.constant({}),
  fc.subarray(['C6', '31'], { minLength: 1 }).map((tributos) => ({ tributos })),
  combustible(),
)

/** With `internos`, for domestic sales. */
export const conTributos = (lines: fc.Arbitrary<Item[]>) => withEach(lines, internos)
/** With `externos`, for exports. */
export const conTributosDeExportacion = (lines: fc.Arbitrary<Item[]>) => withEach(lines, externos)

function combustible() {
  return fc
    .subarray(['D1', 'C8'], { minLength: 1 })
    .map((tributos) => ({ tributos, uniMedida: GALON }))
}

/** A line of section 2: its price is the amount of the tribute. */
const propio: fc.Arbitrary<Item> = fc.record({
  descripcion: text(1500),
  cantidad: fc.constant(1),
  precioUni: amount(200),
  codTributo: fc.constantFrom('A8', '57', '90', 'A6', 'D5'),
})

/** Charges and credits have none. */
function withEach(
  lines: fc.Arbitrary<Item[]>,
  tributos: fc.Arbitrary<Partial<Item>>,
): fc.Arbitrary<Item[]> {
  return fc
    .tuple(
      lines.chain((sold) => fc.tuple(...sold.map((item) => withSome(item, tributos)))),
      fc.array(propio, { maxLength: 1 }),
    )
    .map(([sold, own]) => [...own, ...sold])
}

function withSome(item: Item, tributos: fc.Arbitrary<Partial<Item>>): fc.Arbitrary<Item> {
  if ((item.noGravado ?? 0) !== 0) return fc.constant(item)
  return tributos.map((some) => ({ ...item, ...some }))
}
