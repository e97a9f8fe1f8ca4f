/** The error of a call that got no answer to return, with what it implies about earlier attempts. */
import { type ErrorFacts, SelloError, type SelloErrorCode } from './error.ts'
import { type Exchange, isRedirect, type Received } from './exchange.ts'
import { REFUSALS, type RefusalCode, ROUTES, type RouteName } from './generated/wire.ts'
import { isInFlight } from './retry.ts'

/** How an attempt ended, or why there was none: `late` is the end of the call's own time. */
export type Ended = Exchange | { readonly kind: 'late'; readonly isSent: boolean }

export interface Circumstances {
  readonly idempotencyKey: string | null
  readonly attempts: number
  /** An earlier attempt, of this call or an earlier one, may have been done. */
  readonly mayBeDone: boolean
  readonly limits: { readonly timeoutMs: number; readonly deadlineMs: number }
  readonly request: { readonly route: RouteName }
}

/** A redirect, or a 4xx page that is not Sello's: nothing was done. */
export const isOfAnotherPlace = (received: Received) =>
  isRedirect(received) || (received.status >= 400 && received.status < 500)

const AGAIN = ' No se sabe si se hizo: repita con la misma clave o consulte.'
const BEFORE = ' No se sabe si un envío anterior se hizo.'

/** The result of the last attempt, and what it implies about earlier ones. */
export function toError(ended: Ended, circumstances: Circumstances): SelloError {
  const { idempotencyKey, attempts, mayBeDone, limits, request } = circumstances
  const received = 'received' in ended ? ended.received : null
  const facts = {
    status: received?.status ?? null,
    requestId: received?.header('x-request-id') ?? null,
    retryAfterSeconds: ended.kind === 'refused' ? ended.retryAfterSeconds : null,
    idempotencyKey,
    attempts,
  }
  const isReading = ROUTES[request.route].method === 'GET'
  const unknown = { ...facts, outcome: isReading ? ('refused' as const) : ('unknown' as const) }
  const again = isReading ? '' : AGAIN
  switch (ended.kind) {
    case 'answer':
      throw new Error('bug: a good answer is no error')
    case 'aborted':
    case 'late': {
      const isOpen = ended.isSent || mayBeDone
      return stopped(ended, {
        deadlineMs: limits.deadlineMs,
        doubt: ended.isSent ? again : mayBeDone && !isReading ? BEFORE : '',
        facts: isOpen ? unknown : facts,
      })
    }
    case 'unreadable': {
      const { status } = ended.received
      const isForeign = isOfAnotherPlace(ended.received)
      const message = `Lo que respondió (HTTP ${status}) ${ended.why}: revise que la dirección sea la de un servicio Sello.`
      const details = { status, why: ended.why }
      return new SelloError('unreadable_answer', message, {
        details,
        facts: isForeign && !mayBeDone ? facts : unknown,
      })
    }
    case 'unanswered':
      return ended.why === 'timeout'
        ? new SelloError('timeout', `El servicio no respondió a tiempo.${again}`, {
            details: { timeoutMs: limits.timeoutMs, limit: 'attempt' },
            facts: unknown,
            cause: ended.cause,
          })
        : new SelloError('network', `No hubo conexión con el servicio.${again}`, {
            details: { cause: reasonOf(ended.cause) },
            facts: unknown,
            cause: ended.cause,
          })
    case 'refused': {
      // A 5xx and an attempt in flight leave the outcome unknown.
      const isOpen = ended.received.status >= 500 || isInFlight(ended)
      const isOpenBefore = !isReading && mayBeDone && !isAfterKey(ended.code)
      const before = isOpenBefore ? BEFORE : ''
      return new SelloError(ended.code as SelloErrorCode, ended.message + before, {
        details: ended.details as never,
        facts: isOpen || isOpenBefore ? unknown : facts,
      })
    }
  }
}

interface Stopped {
  readonly deadlineMs: number
  readonly doubt: string
  readonly facts: Partial<ErrorFacts>
}

/** Says whether anything was sent, so that nobody has to guess whether a sale was made. */
function stopped(
  { kind, isSent }: Extract<Ended, { kind: 'aborted' | 'late' }>,
  { deadlineMs, doubt, facts }: Stopped,
): SelloError {
  const nothing = isSent ? '' : ' antes de enviarse: no se envió nada'
  if (kind === 'aborted') {
    const message = `La llamada se canceló${nothing}.${doubt}`
    return new SelloError('aborted', message, { details: { sent: isSent }, facts })
  }
  const details = { timeoutMs: deadlineMs, limit: 'call' } as const
  const message = `Se acabó el tiempo de la llamada${nothing}.${doubt}`
  return new SelloError('timeout', message, { details, facts })
}

/** Whether the refusal also implies that no earlier attempt was done. */
function isAfterKey(code: string): boolean {
  return Object.hasOwn(REFUSALS, code) && REFUSALS[code as RefusalCode].afterKey
}

/** `fetch` puts the cause one level down: ECONNREFUSED, ENOTFOUND. */
function reasonOf(cause: unknown): string {
  const inner = (cause as { cause?: { code?: unknown; message?: unknown } } | null)?.cause
  const said = inner?.code ?? inner?.message ?? (cause as Error | null)?.message
  return typeof said === 'string' ? said : 'desconocida'
}
