/**
 * Caches pages rendered for responses, for the job that copies the same file to storage: from the moment that
 * rendering begins, since the job may come first. A page that is not cached is rendered again, with the same bytes.
 */
import type { Sheet } from './work.ts'

/** About 2,000 pages: a few seconds at full load. */
const BYTES_MAX = 32 * 1024 * 1024

export interface PageCache {
  keep(sheet: Sheet, letter: Promise<Uint8Array>): void
  /** Removes and returns it, since it is needed once. */
  take(sheet: Sheet): Promise<Uint8Array> | null
}

interface Kept {
  readonly sheet: Sheet
  readonly letter: Promise<Uint8Array>
  /** 0 until it is rendered. */
  bytes: number
}

export function createPageCache(bytesMax = BYTES_MAX): PageCache {
  const kept = new Map<string, Kept>() // the oldest first
  let bytes = 0

  function drop(key: string, one: Kept): void {
    kept.delete(key)
    bytes -= one.bytes
  }

  function count(key: string, one: Kept, length: number): void {
    if (kept.get(key) !== one) return // taken meanwhile
    if (length > bytesMax) {
      drop(key, one)
      return
    }
    one.bytes = length
    bytes += length
    for (const [oldest, other] of kept) {
      if (bytes <= bytesMax) return
      drop(oldest, other)
    }
  }

  return {
    keep(sheet, letter) {
      const { selloRecibido: key, invalidado } = sheet
      if (key === null || invalidado) return
      const before = kept.get(key)
      if (before) drop(key, before)
      const one = { sheet, letter, bytes: 0 }
      kept.set(key, one)
      letter.then(
        ({ length }) => count(key, one, length),
        () => count(key, one, Number.POSITIVE_INFINITY), // its caller has the error
      )
    },
    take({ payload, selloRecibido, fhProcesamiento, invalidado }) {
      const found = selloRecibido === null || invalidado ? undefined : kept.get(selloRecibido)
      if (!found || selloRecibido === null) return null
      const { sheet } = found
      if (sheet.payload !== payload || sheet.fhProcesamiento !== fhProcesamiento) return null
      drop(selloRecibido, found)
      return found.letter
    },
  }
}
