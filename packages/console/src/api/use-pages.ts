import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from './http.ts'

/** Pages that follow each other by a `cursor`, which is added to `path` (`…?limit=50`), asked for again every so often. */
export const usePages = <Page extends { readonly siguiente: string | null }>(
  queryKey: readonly unknown[],
  path: string,
  refetchInterval: number,
) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => call<Page>(`${path}${pageParam}`),
    initialPageParam: '',
    getNextPageParam: ({ siguiente }) =>
      siguiente === null ? undefined : `&cursor=${encodeURIComponent(siguiente)}`,
    refetchInterval,
  })
