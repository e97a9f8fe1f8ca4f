/** Calls of the session API (docs/console-api.md, section 1). */
import { isUnattended } from '../app/attended.ts'
import { BASE } from '../base.ts'
import type { Issue } from './issue.ts'

/** A refusal of the server, with its message for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(answer: {
    status: number
    code: string
    message: string
    details?: Readonly<Record<string, unknown>>
    requestId: string | null
    retryAfterSeconds: number | null
  }) {
    super(answer.message)
    this.status = answer.status
    this.code = answer.code
    this.details = answer.details ?? {}
    this.requestId = answer.requestId
    this.retryAfterSeconds = answer.retryAfterSeconds
  }

  get issues(): readonly Issue[] {
    const { issues } = this.details as { issues?: unknown }
    return Array.isArray(issues) ? (issues as Issue[]) : []
  }
}

/** No answer came: the network is down, or the server cannot be reached. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** The CSRF token of the open session; null before signing in. */
let csrf: string | null = null
export function setCsrf(token: string | null): void {
  csrf = token
}

/** For the worker that makes signing calls. */
export const csrfToken = () => csrf ?? ''

/** Called when a call finds that the session ended, or needs the person to confirm their identity. */
export interface Interruptions {
  signIn(): Promise<boolean>
  confirm(segundoFactor: boolean): Promise<boolean>
}
let interruptions: Interruptions | null = null
export function setInterruptions(next: Interruptions | null): void {
  interruptions = next
}

/** Asks over the page for a new sign-in. False where the person declined, or nobody works in a page. */
export const askSignIn = async () => (await interruptions?.signIn()) ?? false

/** Asks over the page for the second factor, likewise. */
export const askFactor = async () => (await interruptions?.confirm(true)) ?? false

/** For calls that another worker makes: asks the person to confirm their identity. */
export const askConfirmation = async ({ details }: ApiError) =>
  (await interruptions?.confirm(details.segundoFactor === true)) ?? false

/**
 * Returns the JSON body, or null for 204. When the session ended, or an action needs a fresh confirmation,
 * it asks for that over the page and repeats the call once.
 */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const response = await callRaw(path, options)
  return (response.status === 204 ? null : await response.json()) as T
}

/** The same with the whole response, for files and for callers that need the status. */
export async function callRaw(path: string, options: CallOptions = {}): Promise<Response> {
  try {
    return await attempt(path, options)
  } catch (error) {
    if (!(error instanceof ApiError) || !interruptions) throw error
    const repaired =
      (error.code === 'session_required' && (await askSignIn())) ||
      (error.code === 'confirmation_required' && (await askConfirmation(error)))
    if (!repaired) throw error
    return attempt(path, options)
  }
}

/** One attempt without that repair: for the sign-in itself. */
export async function attempt(path: string, options: CallOptions = {}): Promise<Response> {
  const { method = 'GET', body, headers = {}, signal } = options
  const sent: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' || csrf === null ? {} : { 'x-sello-csrf': csrf }),
      ...(isUnattended() ? { 'x-sello-unattended': '1' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }
  const response = await fetch(`${BASE}/console/api${path}`, sent).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw new Unreachable('No hay conexión con el servicio.', { cause })
  })
  if (response.ok) return response
  throw await errorOf(response)
}

async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as {
    error?: { code?: string; message?: string; details?: Record<string, unknown> }
  } | null
  const retryAfter = Number(response.headers.get('retry-after'))
  return new ApiError({
    status: response.status,
    code: body?.error?.code ?? 'internal_error',
    message: body?.error?.message ?? 'El servicio no pudo responder.',
    details: body?.error?.details ?? {},
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: retryAfter > 0 ? retryAfter : null,
  })
}
