/** A list of the service that is searched by words while somebody types them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../api/http.ts'
import { searchable } from './text.ts'

const SETTLED_MS = 150
/** What `buscar` accepts. */
const WORDS_MAX = 100

interface Searched<Page> {
  readonly key: readonly string[]
  readonly path: string
  readonly text: string
  readonly limit: number
  readonly enabled?: boolean
  /** The page with what matches of it alone. */
  readonly narrow: (page: Page, matches: (row: string) => boolean) => Page
}

/**
 * The page for the words, asked for once nobody has typed for a moment. Until it comes, what is known of the last one
 * and matches: so nobody takes what stood there for other words. `isAnswered` once the list is that of these words, or none comes.
 */
export function useSearched<Page>(of: Searched<Page>) {
  const { key, path, text, limit, enabled = true, narrow } = of
  const words = useSettled(text.trim())
  const query = useQuery({
    queryKey: [...key, words, limit],
    queryFn: () => call<Page>(`${path}?${toQuery(words, limit)}`),
    placeholderData: keepPreviousData,
    enabled,
  })
  const { data, isPlaceholderData } = query
  const isOld = isPlaceholderData || words !== text.trim()
  const isAwaited = (isPlaceholderData || data === undefined) && query.fetchStatus === 'fetching'
  const isAnswered = words === text.trim() && !isAwaited
  return { ...query, isAnswered, data: data && isOld ? narrow(data, matcherOf(text)) : data }
}

/** The query of a page that is searched by words. */
export function toQuery(words: string, limit: number): URLSearchParams {
  const query = new URLSearchParams({ limit: String(limit) })
  if (words !== '') query.set('buscar', words.slice(0, WORDS_MAX))
  return query
}

function matcherOf(text: string): (row: string) => boolean {
  const words = searchable(text).split(/\s+/)
  return (row) => words.every((word) => searchable(row).includes(word))
}

/** The text once nobody has typed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
