/** Shared by the list routes: the limit of a page, and the cursor between pages. */
import { type CursorPosition, readCursor, writeCursor } from '../../ledger/documents/cursor.ts'
import { refuseFields } from '../http/body.ts'
import type { Call } from './gate.ts'
import { readInteger } from './parameters.ts'

const LIMIT_DEFAULT = 50
/** A larger `limit` gets this many rows (docs/wire.md#limits). */
const LIMIT_MAX = 100
/** A cursor holds a day and a number; lists in the order of one number fill the day with this. */
const NO_DAY = '0001-01-01'

interface Given {
  readonly limit: string | null
  readonly cursor: string | null
}

export interface Page {
  readonly limit: number
  /** The last row of the previous page; null: the first page. */
  readonly after: CursorPosition | null
  /** The cursor of the next page, given the last row of this one; null if none follows. */
  siguiente(last: CursorPosition | bigint | null): string | null
}

/** `list` identifies the list: company, environment and filters. 400 for an invalid limit, or another list's cursor. */
export function readPage(
  { deps }: Call,
  given: Given,
  list: readonly unknown[],
  limitMax = LIMIT_MAX,
): Page {
  const limit = readInteger('limit', given.limit, { min: 1, max: Number.POSITIVE_INFINITY })
  const name = JSON.stringify(list)
  const after = given.cursor === null ? null : readCursor(deps.secrets, name, given.cursor)
  if (given.cursor !== null && after === null) refuseCursor()
  return {
    limit: Math.min(limit ?? LIMIT_DEFAULT, limitMax),
    after,
    siguiente(last) {
      if (last === null) return null
      const position = typeof last === 'bigint' ? { fecEmi: NO_DAY, position: last } : last
      return writeCursor(deps.secrets, name, position)
    },
  }
}

function refuseCursor(): never {
  const message =
    'no es el "siguiente" de una página de esta lista. Páselo sin cambios, con los mismos filtros si los tenía.'
  return refuseFields([{ field: 'cursor', message }])
}
