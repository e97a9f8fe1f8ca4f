/**
 * The session with the ministry: one token for each company and environment, shared by all processes
 * through the database, renewed by one of them at a time.
 */
import type { Ambiente } from '@sello/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import { isUnavailable } from '../../base/db/errors.ts'
import { describeError } from '../../base/log.ts'
import { HOUR_MS, MINUTE_MS } from '../../base/time/durations.ts'
import type { Account, Accounts, WhyRefused } from '../../ledger/companies/ministry-account.ts'
import type { Exchange } from './exchange.ts'

export type Session =
  | { readonly kind: 'open'; readonly token: string }
  | {
      readonly kind: 'closed'
      readonly why: 'timeout' | 'unreachable' | 'unreadable' | 'unauthorized'
    }

export interface Sessions {
  /** A token that the ministry should accept. Logs in if there is none. */
  open(account: Account, deadline: Date): Promise<Session>
  /** The ministry refused this token: drops it for all processes. */
  forget(account: Account, token: string): Promise<void>
}

/** The result of a login; `refused`: the ministry answered and refused the credentials. */
type Login = Session | { readonly kind: 'refused'; readonly why: WhyRefused }

interface Parts {
  readonly accounts: Accounts
  readonly clock: Clock
  readonly exchangeOf: (ambiente: Ambiente) => Exchange
  readonly timeoutMs: number
  readonly log: Logger
}

/** A token is dropped this long before its own expiry, so that none expires in flight. */
const MARGIN_MS = 5 * MINUTE_MS
/** The default and the maximum: the ministry advises one login a day. */
const LIFETIME_MS_MAX = 20 * HOUR_MS
/** The minimum: a token that looks expired on arrival means a wrong clock, not an expired token. */
const LIFETIME_MS_MIN = MINUTE_MS
/** The wait after refused credentials: the ministry locks accounts after repeated failures. */
const REFUSED_MS = MINUTE_MS
/** How often a process checks whether another one has logged in. */
const POLL_MS = 100

export function createSessions(parts: Parts): Sessions {
  const cache = new Map<string, { readonly token: string; readonly until: Date }>()
  const opening = new Map<string, Promise<Session>>()

  async function open(account: Account, deadline: Date): Promise<Session> {
    const id = idOf(account)
    const known = cache.get(id)
    if (known && known.until > parts.clock.now()) return { kind: 'open', token: known.token }
    const running = opening.get(id)
    if (running !== undefined) return running
    const mine = renewOrNot(parts, account, deadline, (token, until) =>
      cache.set(id, { token, until }),
    )
    opening.set(id, mine)
    return mine.finally(() => opening.delete(id))
  }

  async function forget(account: Account, token: string): Promise<void> {
    const id = idOf(account)
    if (cache.get(id)?.token === token) cache.delete(id)
    // The document is already signed: if the database is unavailable, the next `open` reports it.
    await parts.accounts.dropToken(account, token).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error
      parts.log.warn({ error: describeError(error) }, 'a refused token could not be dropped')
    })
  }

  return { open, forget }
}

const idOf = (account: Account) => `${account.companyId}/${account.ambiente}`

type Keep = (token: string, until: Date) => void

/** The document is already signed: an unavailable database makes it wait, like a silent ministry. */
async function renewOrNot(
  parts: Parts,
  account: Account,
  deadline: Date,
  keep: Keep,
): Promise<Session> {
  try {
    return await renew(parts, account, deadline, keep)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    parts.log.error({ error: describeError(error) }, 'no session with the ministry')
    return { kind: 'closed', why: 'unreachable' }
  }
}

/** Another process's token if there is one; else this process logs in, or waits for the one that does. */
async function renew(parts: Parts, account: Account, deadline: Date, keep: Keep): Promise<Session> {
  const { accounts, clock, timeoutMs } = parts
  while (clock.now() < deadline) {
    const now = clock.now()
    const loginUntil = new Date(now.getTime() + timeoutMs * 2)
    const lease = await accounts.takeToken(account, now, loginUntil)
    if (lease.kind === 'token') {
      keep(lease.token, lease.until)
      return { kind: 'open', token: lease.token }
    }
    // No account, or credentials refused recently: the document waits for an administrator.
    if (lease.kind === 'none') {
      const { companyId, ambiente } = account
      parts.log.warn(
        { companyId, ambiente },
        'no account at the ministry, or its password was refused',
      )
      return { kind: 'closed', why: 'unauthorized' }
    }
    if (lease.kind === 'login') {
      const brought = await login(parts, account, lease, deadline)
      await settle(parts, account, brought, { loginUntil, keep })
      return brought.kind === 'refused' ? { kind: 'closed', why: 'unauthorized' } : brought
    }
    await clock.sleep(POLL_MS)
  }
  return { kind: 'closed', why: 'timeout' }
}

/** Shares the result of the login with the other processes. */
async function settle(
  { accounts, clock, log }: Parts,
  account: Account,
  brought: Login,
  { loginUntil, keep }: { readonly loginUntil: Date; readonly keep: Keep },
): Promise<void> {
  const now = clock.now()
  if (brought.kind === 'open') {
    const until = expiryOf(brought.token, now)
    await accounts.storeToken(account, loginUntil, { token: brought.token, until })
    keep(brought.token, until)
    return
  }
  if (brought.kind === 'closed') return accounts.endLogin(account, loginUntil, null)
  const { why } = brought
  const { companyId, ambiente } = account
  log.warn({ companyId, ambiente, why }, 'the ministry refused the password')
  const until = new Date(now.getTime() + REFUSED_MS)
  await accounts.endLogin(account, loginUntil, { why, at: now, until })
}

async function login(
  parts: Parts,
  account: Account,
  { usuario, password }: { readonly usuario: string; readonly password: string },
  deadline: Date,
): Promise<Login> {
  const leftMs = deadline.getTime() - parts.clock.now().getTime()
  const raw = await parts.exchangeOf(account.ambiente).post({
    path: '/seguridad/auth',
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ user: usuario, pwd: password }).toString(),
    timeoutMs: Math.max(1, Math.min(parts.timeoutMs, leftMs)),
  })
  if (raw.kind === 'silence') {
    parts.log.warn(
      { path: '/seguridad/auth', why: raw.why, code: raw.code },
      'the login got no answer',
    )
    return { kind: 'closed', why: raw.why }
  }
  // A refused login is answered 200 with status ERROR: the status inside is what counts.
  const answer = raw.json as AuthAnswer | null | undefined
  const token = answer?.status === 'OK' ? answer.body?.token : undefined
  if (typeof token === 'string' && token !== '') return { kind: 'open', token }
  const refused = raw.status === 401 || raw.status === 403 || answer?.status === 'ERROR'
  if (!refused) return { kind: 'closed', why: 'unreadable' }
  return { kind: 'refused', why: codeOf(answer) === EXPIRED ? 'expired' : 'refused' }
}

interface AuthAnswer {
  readonly status?: unknown
  readonly codigoMsg?: unknown
  readonly body?: { readonly token?: unknown; readonly codigoMsg?: unknown } | null
}

/** "Password expired" (docs/sources.md#codes). */
const EXPIRED = '103'

/** The position of a refused login's code is not published: top level, or in the body. */
const codeOf = (answer: AuthAnswer | null | undefined): string =>
  String(answer?.codigoMsg ?? answer?.body?.codigoMsg ?? '')

/** The token's own expiry, less a margin; a token without one gets the maximum lifetime. */
function expiryOf(token: string, now: Date): Date {
  const [, claims = ''] = token.split('.')
  const exp = /"exp"\s*:\s*(\d{1,12})\b/.exec(Buffer.from(claims, 'base64url').toString())?.[1]
  const livesMs = exp ? Number(exp) * 1000 - MARGIN_MS - now.getTime() : LIFETIME_MS_MAX
  return new Date(now.getTime() + Math.min(Math.max(livesMs, LIFETIME_MS_MIN), LIFETIME_MS_MAX))
}
