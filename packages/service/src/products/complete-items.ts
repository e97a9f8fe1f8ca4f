/** The lines of a request that name stored products. */
import { type DteRequest, ITEM_MEMBERS_OF_TYPES, type Product, Refused } from '@sello/contract'
import type { Ctx } from '../context.ts'
import { findActiveProducts } from './store.ts'

type Item = DteRequest['items'][number]

/**
 * The request with its lines in full: what they say themselves, and of the rest what is stored and their type
 * takes. Refuses (404) a product that is not there, of another company, or deactivated: all alike.
 */
export async function completeItems(ctx: Ctx, request: DteRequest): Promise<DteRequest> {
  const { items, tipoDte } = request
  const wanted = items.flatMap(({ productId }) => productId?.toLowerCase() ?? [])
  if (wanted.length === 0) return request
  const found = await findActiveProducts(ctx.pool, ctx.key.companyId, [...new Set(wanted)])
  const products = new Map(found.map((product) => [product.productId, product]))
  return {
    ...request,
    items: items.map((item, n) => {
      const { productId, ...said } = item
      if (productId === undefined) return item
      const product = products.get(productId.toLowerCase())
      if (!product) throw noProduct(n)
      return completeItem(said, product, tipoDte)
    }),
  }
}

function completeItem(said: Item, product: Product, tipoDte: DteRequest['tipoDte']): Item {
  const stored = Object.entries(membersOf(product, said, tipoDte)).filter(
    ([name, value]) => value !== null && takes(tipoDte, name),
  )
  return { ...Object.fromEntries(stored), ...said }
}

/** The price is that of the type. A charge or credit outside the base is no sale: it has neither price, kind nor tributes, and its unit is its own. */
function membersOf(product: Product, said: Item, tipoDte: DteRequest['tipoDte']) {
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

function noProduct(n: number): Refused<'not_found'> {
  const field = `items[${n}].productId`
  return new Refused(
    'not_found',
    `${field}: no hay un producto activo con ese productId en esta empresa.`,
    { field },
  )
}
