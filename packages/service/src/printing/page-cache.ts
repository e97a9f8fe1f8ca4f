/**
 * The letters that were drawn for answers a moment ago, for whoever puts the same file into storage next. A letter
 * that is not here is drawn again, with the same bytes.
 */
import type { Sheet } from './work.ts'

/** Some 2,000 letters of usual documents: what is sealed in a few seconds at full load. */
const BYTES_MAX = 32 * 1024 * 1024

export interface PageCache {
  keep(sheet: Sheet, letter: Uint8Array): void
  /** Gives it away: it is asked for once. */
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
