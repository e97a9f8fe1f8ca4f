/** What a line takes from a stored product (docs/adr/0068-lines-of-products.md). */
import { ITEM_MEMBERS_OF_TYPES } from './generated/tipos.ts'
import type { Product } from './product.ts'
import type { TipoDte } from './words.ts'

/** What a line says itself, as far as this decides. */
interface Said {
  readonly noGravado?: number
}

type Stored = Readonly<Omit<Product, 'tributos'>> & { readonly tributos: readonly string[] | null }

/** The members that the product fills in: what the line says wins, and of the rest what the type takes. */
export function lineOfProduct<S extends Said>(
  said: S,
  product: Stored,
  tipoDte: TipoDte,
): S & Partial<Stored> {
  const stored = Object.entries(membersOf(product, said, tipoDte)).filter(
    ([name, value]) => value !== null && takes(tipoDte, name),
  )
  return { ...Object.fromEntries(stored), ...said }
}

/** The price is that of the type. A charge or credit outside the base is no sale: it has neither price, kind nor tributes, and its unit is its own. */
function membersOf(product: Stored, said: Said, tipoDte: TipoDte) {
  const { codigo, descripcion, tipoItem, uniMedida, tipoVenta, tributos } = product
  const named = { codigo, descripcion, tipoItem }
  const isCharge = (said.noGravado ?? 0) !== 0
  if (isCharge) return named
  const precioUni = tipoDte === CON_IVA ? product.precioConIva : product.precioUni
  return { ...named, uniMedida, precioUni, tipoVenta, tributos }
}

/** The type whose prices have their IVA. */
const CON_IVA = '01'
/** Of these every line is one kind of sale, and `tipoVenta` is not said. */
const DE_UNA_VENTA: readonly string[] = ['11', '14']

function takes(tipoDte: string, name: string): boolean {
  if (name === 'tipoVenta') return !DE_UNA_VENTA.includes(tipoDte)
  return ITEM_MEMBERS_OF_TYPES[name]?.includes(tipoDte) ?? true
}
