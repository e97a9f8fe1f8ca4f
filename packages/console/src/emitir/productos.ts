/** The company's products: searched on the server, and as lines of a document. */
import type { Product, ProductPage, TipoDte } from '@sello/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../api/http.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { toQuery, useSearched } from '../ui/use-searched.ts'
import type { Linea } from './lineas/linea.ts'
import { conIva, sinIva } from './montos.ts'
import { incluyeIva } from './tipo-form.ts'

/**
 * The newest products with these beginnings of words, of the description or the code; without any, the newest of all.
 * `siguiente` is null when there are no more than `limit`.
 */
export function useProductos(text: string, { limit, enabled = true }: Search) {
  const api = apiOf(useWorkspace())
  return useSearched<ProductPage>({
    ...{ key: ['products', api], path: `${api}/v1/products`, text, limit, enabled },
    narrow: (page, matches) => ({
      ...page,
      products: page.products.filter((one) => matches(`${one.codigo ?? ''} ${one.descripcion}`)),
    }),
  })
}

interface Search {
  readonly limit: number
  readonly enabled?: boolean
}

/** One product, also a deactivated one. */
export const productQuery = (api: string, productId: string) => ({
  queryKey: ['products', api, 'one', productId],
  queryFn: () => call<Product>(`${api}/v1/products/${productId}`),
})

/** The active product with this code, whatever its case; null: there is none. */
export async function findByCode(
  client: QueryClient,
  api: string,
  code: string,
): Promise<Product | null> {
  const wanted = code.trim().toLowerCase()
  if (wanted.length > CODE_MAX) return null
  const { products } = await client.fetchQuery({
    queryKey: ['products', api, 'code', wanted],
    queryFn: () => call<ProductPage>(`${api}/v1/products?${toQuery(wanted, CODES_MAX)}`),
    staleTime: CODE_FRESH_MS,
  })
  return products.find(({ codigo }) => codigo?.toLowerCase() === wanted) ?? null
}

/** The longest that a document takes. */
const CODE_MAX = 25
/** Codes that begin alike. */
const CODES_MAX = 100
/** A till scans the same article many times. */
const CODE_FRESH_MS = 60_000

/** The products of these lines; undefined while they are read. One that no longer exists is left out. */
export function useProductosDe(lineas: readonly Linea[]): readonly Product[] | undefined {
  const api = apiOf(useWorkspace())
  const client = useQueryClient()
  const ids = [...new Set(lineas.flatMap(({ productId }) => productId ?? []))]
  const query = useQuery({
    queryKey: ['products', api, 'of', ids],
    queryFn: async () => {
      const read = ids.map((id) => client.fetchQuery(productQuery(api, id)).catch(ofTheGone))
      return (await Promise.all(read)).filter((one) => one !== null)
    },
    enabled: ids.length > 0,
    retry: false,
  })
  return ids.length === 0 || query.isError ? NONE : query.data
}

const NONE: readonly Product[] = []

function ofTheGone(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

/** The members that a product fills in: its price with IVA when the type's price includes it. */
export function lineOf(product: Product, tipoDte: TipoDte): Partial<Linea> {
  return {
    productId: product.productId,
    codigo: product.codigo ?? '',
    descripcion: product.descripcion,
    precio: priceOf(product, tipoDte),
    uniMedida: product.uniMedida,
    tipoItem: product.tipoItem,
    venta: ventaOf(product),
    tributos: product.tributos ?? [],
  }
}

/** As text of the cell. The price that the product lacks is computed from the other one. */
export function priceOf(product: Product, tipoDte: TipoDte): string {
  const { precioConIva, precioUni } = product
  const [own, other, convert] = incluyeIva(tipoDte)
    ? [precioConIva, precioUni, conIva]
    : [precioUni, precioConIva, sinIva]
  const converted = other === null || ventaOf(product) !== 'gravada' ? other : convert(other)
  return String(own ?? converted ?? '')
}

const ventaOf = ({ tipoVenta }: Product) => (tipoVenta ?? 'gravada') as Linea['venta']

/**
 * The same lines in another type: product lines at the product's price, with or without IVA. A product that is not
 * known here leaves no price, since the one of the other type is another amount.
 */
export function repriced(
  lineas: readonly Linea[],
  productos: readonly Product[],
  tipoDte: TipoDte,
): readonly Linea[] {
  return lineas.map((linea) => {
    if (linea.productId === null) return linea
    const product = productos.find(({ productId }) => productId === linea.productId)
    return product
      ? { ...linea, precio: priceOf(product, tipoDte) }
      : { ...linea, precio: '', productId: null }
  })
}
