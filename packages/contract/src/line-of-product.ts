/** The members that a line takes from a stored product (docs/adr/0022-customers-and-products.md). */
import { CON_TIPO_VENTA, ITEM_MEMBERS_OF_TYPES, PRECIOS_OF_TYPES } from './generated/tipos.ts'
import type { Product } from './product.ts'
import type { TipoDte } from './words.ts'

/** The members of a line that decide it. */
interface Said {
  readonly noGravado?: number
}

type Stored = Readonly<Omit<Product, 'tributos' | 'createdAt' | 'updatedAt'>> & {
  readonly tributos: readonly string[] | null
}

/** The members that the product fills in: those that the type has and the line omits. */
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

/**
 * The price depends on the type. A charge or credit outside the base is not a sale: it takes neither price, kind
 * nor tributes, and has its own unit.
 */
function membersOf(product: Stored, said: Said, tipoDte: TipoDte) {
  const { codigo, descripcion, tipoItem, uniMedida, tipoVenta, tributos } = product
  const named = { codigo, descripcion, tipoItem }
  const isCharge = (said.noGravado ?? 0) !== 0
  if (isCharge) return named
  const precioUni = product[priceOf(tipoDte)]
  return { ...named, uniMedida, precioUni, tipoVenta, tributos }
}

/** The price of the product that a line of the type states. */
export function priceOf(tipoDte: TipoDte): 'precioConIva' | 'precioUni' {
  return PRECIOS_OF_TYPES[tipoDte] === 'con IVA' ? 'precioConIva' : 'precioUni'
}

function takes(tipoDte: string, name: string): boolean {
  if (name === 'tipoVenta') return CON_TIPO_VENTA.includes(tipoDte)
  return ITEM_MEMBERS_OF_TYPES[name]?.includes(tipoDte) ?? true
}
