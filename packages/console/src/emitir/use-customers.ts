/** The stored customers, for searching. */
import type { CustomerPage } from '@sello/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/http.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { searchable } from '../ui/text.ts'

/** Names and numbers of the company's newest customers, searched locally; the server searches the rest. */
export function useCustomers() {
  const workspace = useWorkspace()
  return useQuery({
    queryKey: ['customers', apiOf(workspace)],
    queryFn: async () => {
      const rows: CustomerPage['customers'][number][] = []
      let cursor: string | null = null
      do {
        const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const page: CustomerPage = await call(`${apiOf(workspace)}/v1/customers?limit=100${next}`)
        rows.push(...page.customers)
        cursor = page.siguiente
      } while (cursor !== null && rows.length < 20_000)
      return rows.map((row) => ({
        ...row,
        searched: searchable(`${row.nombre} ${row.numDocumento ?? ''} ${row.externalId ?? ''}`),
      }))
    },
    staleTime: 300_000,
  })
}
