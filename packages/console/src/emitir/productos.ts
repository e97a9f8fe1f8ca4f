/** The company's products, for the line grid: searched locally, ignoring accents. */
import type { TipoDte } from '@sello/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/http.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { searchable } from '../ui/text.ts'
import type { Linea } from './form.ts'
import { incluyeIva } from './tipo-form.ts'

export interface Producto {
  readonly productId: string
  readonly codigo: string | null
  readonly descripcion: string
  readonly precioUni: number | null
  readonly precioConIva: number | null
  readonly uniMedida: number | null
  readonly tipoItem: number | null
  readonly tipoVenta: 'gravada' | 'exenta' | 'no_sujeta' | null
  readonly tributos: readonly string[] | null
  readonly activo: boolean
}

interface Page {
  readonly products: readonly Producto[]
  readonly siguiente: string | null
}

export function useProductos() {
  const workspace = useWorkspace()
  return useQuery({
    queryKey: ['products', apiOf(workspace)],
    queryFn: async () => {
      const rows: Producto[] = []
      let cursor: string | null = null
      do {
        const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const page: Page = await call(`${apiOf(workspace)}/v1/products?limit=100${next}`)
        rows.push(...page.products)
        cursor = page.siguiente
      } while (cursor !== null && rows.length < 20_000)
      return rows.map((row) => ({
        ...row,
        searched: searchable(`${row.codigo ?? ''} ${row.descripcion}`),
      }))
    },
    staleTime: 60_000,
    retry: false,
  })
}

export type ProductoBuscado = NonNullable<ReturnType<typeof useProductos>['data']>[number]

/** The members that a product fills in: its price with IVA when the type's price includes it. */
export function lineOf(product: Producto, tipoDte: TipoDte): Partial<Linea> {
  return {
    productId: product.productId,
    codigo: product.codigo ?? '',
    descripcion: product.descripcion,
    precio: priceOf(product, tipoDte),
    uniMedida: product.uniMedida,
    tipoItem: product.tipoItem,
    venta: product.tipoVenta ?? 'gravada',
    tributos: product.tributos ?? [],
  }
}

const priceOf = ({ precioConIva, precioUni }: Producto, tipoDte: TipoDte) =>
  String((incluyeIva(tipoDte) ? precioConIva : precioUni) ?? '')

/**
 * The same lines in another type: product lines at the product's price, with or without IVA. A product that is not
 * known here leaves no price, since the one of the other type is another amount.
 */
export function repriced(
  lineas: readonly Linea[],
  productos: readonly Producto[],
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

/** Active products that match every word of a text, ignoring case and accents. */
export function encontrados(
  productos: readonly ProductoBuscado[],
  text: string,
): readonly ProductoBuscado[] {
  const words = searchable(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return productos.filter(
    ({ searched, activo }) => activo !== false && words.every((word) => searched.includes(word)),
  )
}
