/** Stored products: a company's products, for the lines of its documents. */
import type { Answered } from './answer.ts'
import type { Caller, CallOptions } from './caller.ts'
import type {
  Operations,
  Product,
  ProductPage,
  ProductPatch,
  ProductRequest,
} from './generated/wire.ts'
import { type Listing, listing } from './listing.ts'

export type ProductsQuery = Operations['products_list']['query']

export interface Products {
  /** All that match, newest first. */
  list(query?: ProductsQuery, options?: CallOptions): Listing<Product>
  page(query?: ProductsQuery, options?: CallOptions): Promise<Answered<ProductPage>>
  /** A repeat with the same data returns the existing product. */
  create(product: ProductRequest, options?: CallOptions): Promise<Answered<Product>>
  read(productId: string, options?: CallOptions): Promise<Answered<Product>>
  /** Absent members stay; null removes. */
  update(productId: string, patch: ProductPatch, options?: CallOptions): Promise<Answered<Product>>
  /** Deactivates it: it is no longer offered. */
  delete(productId: string, options?: CallOptions): Promise<Answered<Product>>
}

export function createProducts({ call }: Caller): Products {
  const page: Products['page'] = (query, options) =>
    call({ route: 'products_list', query, options })
  return {
    page,
    list: (query, options) =>
      listing(async (cursor) => {
        const from = cursor === undefined ? query : { ...query, cursor }
        const { products, siguiente } = await page(from, options)
        return { rows: products, siguiente }
      }),
    create: (body, options) => call({ route: 'product_create', body, options }),
    read: (productId, options) => call({ route: 'product_read', params: { productId }, options }),
    update: (productId, body, options) =>
      call({ route: 'product_update', params: { productId }, body, options }),
    delete: (productId, options) =>
      call({ route: 'product_delete', params: { productId }, options }),
  }
}
