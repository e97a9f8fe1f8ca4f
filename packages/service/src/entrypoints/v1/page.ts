/** Shared by the list routes: the limit of a page, and the cursor between pages. */
import type { Db } from '../../base/db/tx.ts'
import { type CursorPosition, readCursor, writeCursor } from '../../ledger/documents/cursor.ts'
import type { PageQuery } from '../../ledger/search/list-page.ts'
import { refuseFields } from '../http/body.ts'
import { admittedOf } from './admitted.ts'
import { readBuscar } from './buscar.ts'
import type { Call } from './gate.ts'
import { readInteger, readWord } from './parameters.ts'
import type { Answered, Asked } from './route.ts'

const LIMIT_DEFAULT = 50
/** A larger `limit` gets this many rows (docs/wire.md#limits). */
const LIMIT_MAX = 100

type Given = Readonly<Record<string, string | null>>

export interface Page {
  readonly limit: number
  /** The last row of the previous page; null: the first page. */
  readonly after: CursorPosition | null
  /** The cursor of the next page, given the last row of this one; null if none follows. */
  siguiente(last: CursorPosition | bigint | null): string | null
}

/** `list` identifies the list: company, environment and filters. 400 for an invalid limit, or another list's cursor. */
export function readPage(
  { deps }: { readonly deps: Pick<Call['deps'], 'secrets'> },
  { cursor, ...given }: Given,
  list: readonly unknown[],
  limitMax = LIMIT_MAX,
): Page {
  const limit = readInteger('limit', given.limit, { min: 1, max: Number.POSITIVE_INFINITY })
  const name = JSON.stringify(list)
  const after = cursor == null ? null : readCursor(deps.secrets, name, cursor)
  if (cursor != null && after === null) refuseCursor()
  return {
    limit: Math.min(limit ?? LIMIT_DEFAULT, limitMax),
    after,
    siguiente(last) {
      if (last === null) return null
      // A list in the order of one number has no day.
      const position = typeof last === 'bigint' ? { fecEmi: '', position: last } : last
      return writeCursor(deps.secrets, name, position)
    },
  }
}

function refuseCursor(): never {
  const message =
    'no es el "siguiente" de una página de esta lista. Páselo sin cambios, con los mismos filtros si los tenía.'
  return refuseFields([{ field: 'cursor', message }])
}

/** A page of what a company has stored, searched by `buscar` or filtered. `name`: the member of the answer. */
export async function drawList<Row, Filters extends PageQuery['filters']>(
  { call, query }: Asked,
  { name, filters }: { readonly name: string; readonly filters: Omit<Filters, 'activo'> },
  list: (
    db: Db,
    of: PageQuery & { readonly filters: Filters },
  ) => Promise<{ readonly rows: readonly Row[]; readonly last: bigint | null }>,
): Promise<Answered> {
  const { companyId } = admittedOf(call)
  const activo = readWord('activo', query.activo, ['true', 'false']) !== 'false'
  const all = { activo, ...filters } as Filters
  const buscar = readBuscar(query.buscar)
  const page = readPage(call, query, [name, companyId, all, ...(buscar ? [buscar] : [])])
  const below = page.after?.position ?? null
  const wanted = { companyId, filters: all, buscar, below, limit: page.limit }
  const { rows, last } = await list(call.deps.pool, wanted)
  return { body: { [name]: rows, siguiente: page.siguiente(last) } }
}
