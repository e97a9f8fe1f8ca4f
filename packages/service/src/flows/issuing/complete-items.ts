/** The lines of a request that name stored products. */
import { type DteRequest, lineOfProduct, Refused } from '@sello/contract'
import { findActiveProducts } from '../../ledger/products/store.ts'
import type { Caller } from '../context.ts'

type Item = DteRequest['items'][number]

/**
 * The request with complete lines: their own members, and for the rest the product's that their type has. Refuses
 * (404) an unknown, foreign or deactivated product, all alike.
 */
export async function completeItems(ctx: Caller, request: DteRequest): Promise<DteRequest> {
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
      return lineOfProduct(said, product, tipoDte) as Item
    }),
  }
}

function noProduct(n: number): Refused<'not_found'> {
  const field = `items[${n}].productId`
  return new Refused(
    'not_found',
    `${field}: no hay un producto activo con ese productId en esta empresa.`,
    { field },
  )
}
