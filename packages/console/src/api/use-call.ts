import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { call } from './http.ts'

type Options<T> = Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'>

/** What the session API answers to this path, kept under this key. */
export const useCall = <T>(queryKey: readonly unknown[], path: string, options?: Options<T>) =>
  useQuery<T>({ queryKey, queryFn: () => call<T>(path), ...options })
