/**
 * Caches pages rendered for responses, for the job that copies the same file to storage. A page that is not cached
 * is rendered again, with the same bytes.
 */
import type { Sheet } from './work.ts'

/** About 2,000 pages: a few seconds at full load. */
const BYTES_MAX = 32 * 1024 * 1024

export interface PageCache {
  keep(sheet: Sheet, letter: Uint8Array): void
  /** Removes and returns it, since it is needed once. */
  take(sheet: Sheet): Uint8Array | null
}

interface Kept {
  readonly sheet: Sheet
  readonly letter: Uint8Array
}

export function createPageCache(bytesMax = BYTES_MAX): PageCache {
  const kept = new Map<string, Kept>() // the oldest first
  let bytes = 0

  function drop(key: string, { letter }: Kept): void {
    kept.delete(key)
    bytes -= letter.length
  }

  return {
    keep(sheet, letter) {
      const { selloRecibido: key, invalidado } = sheet
      if (key === null || invalidado || letter.length > bytesMax) return
      const before = kept.get(key)
      if (before) drop(key, before)
      kept.set(key, { sheet, letter })
      bytes += letter.length
      for (const [oldest, one] of kept) {
        if (bytes <= bytesMax) return
        drop(oldest, one)
      }
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
