/** GET /v1/events (docs/wire.md#feed): what happened in the key's company and environment, oldest first. */
import { ESPERA_SECONDS_MAX, Refused, TIPOS_NOVEDAD, type TipoNovedad } from '@sello/contract'
import { SECOND_MS } from '../../../base/time/durations.ts'
import {
  epochOf,
  type FeedCursor,
  readFeedCursor,
  resumeAt,
  writeFeedCursor,
} from '../../../ledger/feed/cursor.ts'
import { type FeedState, readFeed, readFeedState } from '../../../ledger/feed/read.ts'
import { refuseFields } from '../../http/body.ts'
import { admittedOf } from '../admitted.ts'
import type { Call } from '../gate.ts'
import { readInteger, readWord } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'

/** A larger `limite` gets this many rows (docs/wire.md#limits). */
const LIMIT_MAX = 100
/** `despues` of a caller that only wants what comes. */
const NOW = 'ahora'

interface FeedAsked {
  /** Null: from the oldest. */
  readonly from: FeedCursor | 'ahora' | null
  readonly tipo: TipoNovedad | null
  readonly limit: number
  readonly waitMs: number
}

export async function handleFeed({ call, query }: Asked): Promise<Answered> {
  const { from, tipo, limit, waitMs } = readQuery(query)
  const { clock, pool, feedWaits } = call.deps
  const { companyId, ambiente, keyId } = admittedOf(call)
  const of = { companyId, ambiente }
  const until = clock.now().getTime() + waitMs
  let cursor = from
  for (;;) {
    const state = await readFeedState(pool, of)
    const after = placeOf(state, cursor)
    const page = await readFeed(pool, { ...of, after, limit, tipo, epochs: state.epochs })
    const next = { epoch: epochOf(state.epochs, page.upTo), position: page.upTo }
    const leftMs = until - clock.now().getTime()
    const isOver = page.told.length > 0 || leftMs <= 0
    const wait = { ...of, after: page.upTo, keyId, ...waiterOf(call) }
    if (isOver || !(await feedWaits.until(wait, leftMs))) {
      const novedades = page.told.map(({ novedad }) => novedad)
      return { body: { novedades, siguiente: writeFeedCursor(kept(next, cursor)) } }
    }
    cursor = kept(next, cursor)
  }
}

const waiterOf = ({ peer, whenGone }: Call) => ({ address: peer, whenGone })

function readQuery(query: Asked['query']): FeedAsked {
  const limit = readInteger('limite', query.limite, { min: 1, max: Number.POSITIVE_INFINITY })
  const seconds = readInteger('espera', query.espera, { min: 0, max: ESPERA_SECONDS_MAX })
  return {
    from: readDespues(query.despues),
    tipo: readWord('tipo', query.tipo, TIPOS_NOVEDAD),
    limit: Math.min(limit ?? LIMIT_MAX, LIMIT_MAX),
    waitMs: (seconds ?? 0) * SECOND_MS,
  }
}

function readDespues(text: string | null | undefined): FeedAsked['from'] {
  if (text == null || text === NOW) return text ?? null
  const message = 'no es el "siguiente" de una página de novedades, ni "ahora". Páselo sin cambios.'
  return readFeedCursor(text) ?? refuseFields([{ field: 'despues', message }])
}

/** 410 where what follows the cursor was deleted for its age. */
function placeOf({ last, forgotten, epochs }: FeedState, cursor: FeedAsked['from']): bigint {
  if (cursor === null) return forgotten
  if (cursor === NOW) return last
  const after = resumeAt(epochs, cursor)
  if (after >= forgotten) return after
  const oldest = { epoch: epochOf(epochs, forgotten), position: forgotten }
  throw new Refused(
    'cursor_expired',
    'Ese "despues" es de antes de los 30 días que se guardan las novedades: faltan algunas. Siga con details.masAntiguo, y consulte los documentos de antes.',
    { field: 'despues', masAntiguo: writeFeedCursor(oldest) },
  )
}

/**
 * Where nothing new was read the caller's own cursor stands: its position may be one that a restore lost, and only its
 * epoch says so.
 */
const kept = (next: FeedCursor, cursor: FeedAsked['from']): FeedCursor =>
  cursor !== null && cursor !== NOW && cursor.position === next.position ? cursor : next
