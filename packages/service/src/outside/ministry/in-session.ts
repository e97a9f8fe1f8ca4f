/** One exchange with the ministry in the company's session: the token, its renewal, the time that is left. */
import type { Ambiente } from '@sello/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import type { Hosts } from '../../base/config.ts'
import type { Account } from '../../ledger/companies/ministry-account.ts'
import type { Unanswered } from '../../ledger/transmission/answer.ts'
import type { Filing, FilingRef } from '../../ledger/transmission/filing.ts'
import type { Exchange, Raw } from './exchange.ts'
import type { Sessions } from './session.ts'

export interface MinistrySettings {
  readonly hosts: Hosts
  /** Limit of one exchange (docs/sources.md#retries: 8 seconds). */
  readonly timeoutMs: number
  /** Limit of one sending, with its queries and retries. */
  readonly budgetMs: number
  readonly connections: number
}

export interface SessionParts {
  readonly settings: MinistrySettings
  readonly clock: Clock
  readonly exchangeOf: (ambiente: Ambiente) => Exchange
  readonly sessions: Sessions
  readonly log: Logger
}

/** A filing and the deadline of its caller. */
export interface FilingRequest<F extends FilingRef = Filing> {
  readonly filing: F
  readonly deadline: Date
}

/** Whether the ministry itself answered, with any answer. */
export const isAnswer = (raw: Raw) =>
  raw.kind === 'response' && raw.status < 500 && raw.json !== undefined

/** A call to one of the ministry's services, and how its answer is read. */
interface Question<R> {
  readonly path: string
  /** Null: a GET. */
  readonly body: string | null
  read(raw: Raw, codigoGeneracion: string): R
  /** The path for the metrics, when it contains a code. */
  readonly service?: string
}

interface MaybeUnsent {
  readonly kind: string
  readonly unsent?: true
}

/** The same answer where something may have left before. */
export function afterSending<R extends MaybeUnsent>(answer: R): R {
  if (!answer.unsent) return answer
  const { unsent: _, ...rest } = answer
  return rest as R
}

/** One exchange with a token; a refused token is renewed once. */
export async function inSession<R extends MaybeUnsent>(
  parts: SessionParts,
  request: FilingRequest<FilingRef>,
  question: Question<R>,
): Promise<Exclude<R, { kind: 'token_refused' }> | Unanswered> {
  const { path, body, read, service = path } = question
  const account = accountOf(request.filing)
  for (let tries = 0; tries < 2; tries++) {
    const session = await parts.sessions.open(account, request.deadline)
    const unsent = tries === 0 ? ({ unsent: true } as const) : {}
    if (session.kind === 'closed') return { kind: 'unanswered', why: session.why, ...unsent }
    const timeoutMs = Math.min(parts.settings.timeoutMs, timeLeft(parts, request))
    if (timeoutMs <= 0) return { kind: 'unanswered', why: 'timeout', ...unsent }
    const exchange = parts.exchangeOf(account.ambiente)
    const { token } = session
    const raw = await exchange.post({
      path,
      body,
      contentType: 'application/json',
      service,
      token,
      timeoutMs,
    })
    logExchange(parts, service, request, raw)
    const reply = read(raw, request.filing.codigoGeneracion)
    if (reply.kind !== 'token_refused') {
      const answer = reply as Exclude<R, { kind: 'token_refused' }>
      return tries === 0 ? answer : afterSending(answer)
    }
    await parts.sessions.forget(account, token)
  }
  return { kind: 'unanswered', why: 'unauthorized' }
}

/** Logs transport faults for the operator: a wrong host, an expired certificate, a proxy's page. */
function logExchange(
  { log }: SessionParts,
  path: string,
  { filing }: FilingRequest<FilingRef>,
  raw: Raw,
): void {
  const { codigoGeneracion, ambiente } = filing
  const fault =
    raw.kind === 'silence'
      ? { why: raw.why, code: raw.code }
      : { status: raw.status, json: raw.json !== undefined }
  if (isAnswer(raw)) return
  log.warn({ path, ambiente, codigoGeneracion, ...fault }, 'the ministry did not answer')
}

function accountOf({ companyId, ambiente }: FilingRef): Account {
  return { companyId, ambiente }
}

export function timeLeft(parts: SessionParts, request: FilingRequest<FilingRef>): number {
  return request.deadline.getTime() - parts.clock.now().getTime()
}
