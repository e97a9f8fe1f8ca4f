/** The stored customers, searched on the server. */
import type { CustomerPage } from '@sello/contract'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { useSearched } from '../ui/use-searched.ts'

/**
 * The newest customers with these beginnings of words, of the name or a number; without any, the newest of all.
 * `siguiente` is null when there are no more than `limit`.
 */
export function useCustomers(text: string, limit: number) {
  const api = apiOf(useWorkspace())
  return useSearched<CustomerPage>({
    ...{ key: ['customers', api], path: `${api}/v1/customers`, text, limit },
    narrow: (page, matches) => ({
      ...page,
      customers: page.customers.filter((one) =>
        matches(`${one.nombre} ${one.numDocumento ?? ''} ${one.externalId ?? ''}`),
      ),
    }),
  })
}
