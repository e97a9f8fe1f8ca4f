/** What the company sells, for the line grid: searched here, without accents. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/http.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { searchable } from '../ui/text.ts'

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
