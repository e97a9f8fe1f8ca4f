/** CAT-015: tributes by how a document carries them (functional manual, p. 32-37). */
import { CENT, divide, SCALE, sum } from '../json/decimal.ts'

/** IVA 13 %. A Factura never lists it: the price includes it. */
export const IVA = '20'
/** IVA of exports, 0 %: every line of an export lists it; no other document does. */
export const IVA_EXPORTACION = 'C3'

/** Listed in the lines and added to the total. */
export const SECCION_1: ReadonlySet<string> = new Set([
  IVA,
  IVA_EXPORTACION,
  '59',
  '71',
  'D1',
  'C8',
  'D5',
  'D4',
])
/** Section 1 by type: domestic, in a Factura (whose prices include IVA), and abroad. */
const SIN_IVA = ['59', '71', 'D1', 'C8', 'D5', 'D4']
export const SECCION_1_INTERNA: ReadonlySet<string> = new Set([IVA, ...SIN_IVA])
export const SECCION_1_FACTURA: ReadonlySet<string> = new Set(SIN_IVA)
/** The fuel contributions need an authorisation abroad, which is not checked here. */
export const SECCION_1_EXPORTACION: ReadonlySet<string> = new Set([IVA_EXPORTACION, 'D1', 'C8'])
/** Charged as a line of its own (`codTributo`). */
export const SECCION_2: ReadonlySet<string> = new Set(['A8', '57', '90', 'D4', 'D5', 'A6'])
/** Listed for information, outside every total. */
export const SECCION_3: ReadonlySet<string> = new Set(
  (
    'C5 C6 C7 19 28 31 32 33 34 35 36 37 38 39 42 43 44 50 51 52 53 54 55 58 77 78 79 ' +
    '85 86 91 92 A1 A5 A7 A9'
  ).split(' '),
)

export interface TaxedLine {
  readonly cantidad: bigint
  readonly uniMedida: bigint
  /** The sale without IVA. */
  readonly neto: bigint
}

const GALON = 22n * SCALE

/** The amount of a tribute of section 1; null when the catalogue fixes no rate. */
type Rate = (lines: readonly TaxedLine[]) => bigint | null

const perGallon = (cents: bigint): Rate => {
  return (lines) =>
    lines.every((line) => line.uniMedida === GALON)
      ? divide(sum(lines.map((line) => line.cantidad)) * cents * CENT, SCALE)
      : null
}

export const TASAS: Readonly<Record<string, Rate>> = {
  [IVA_EXPORTACION]: () => 0n,
  // Lodging, 5 % of the price without IVA.
  '59': (lines) => divide(sum(lines.map((line) => line.neto)) * 5n, 100n),
  // Leaving by air, 7.00 a unit.
  '71': (lines) => sum(lines.map((line) => line.cantidad)) * 7n,
  // FOVIAL 0.20 and COTRANS 0.10 a gallon.
  D1: perGallon(20n),
  C8: perGallon(10n),
}
