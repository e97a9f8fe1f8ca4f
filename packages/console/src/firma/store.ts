/** The page's view of the sign key: closed, or open until when, and how to sign with it. */
import { useEffect, useSyncExternalStore } from 'react'
import { ApiError, csrfToken, Unreachable } from '../api/http.ts'
import { apiOf, scopeOf, type Workspace } from '../app/workspace.ts'
import { BASE } from '../base.ts'
import { now } from '../clock.ts'
import { read, remove, write } from '../db.ts'
import { startWorker } from '../trusted.ts'
import type { EncryptedKey, Secret } from './encrypted-key.ts'
import type { FromFirma, ToFirma } from './worker.ts'
import workerUrl from './worker.ts?worker&url'

/** What this browser stores for one person, company and environment. */
export interface Kept {
  readonly keyId: string | null
  readonly sealed: readonly EncryptedKey[]
  /** Wrong passphrases since the last correct one, and until when attempts are blocked. */
  readonly failures: number
  readonly blockedUntil: number | null
}

export class FirmaCerrada extends Error {
  override readonly name = 'FirmaCerrada'
}

let worker: Worker | null = null
let nextId = 1
const waiting = new Map<number, (answer: FromFirma) => void>()

function ask(message: ToFirma): Promise<FromFirma> {
  if (!worker) {
    worker = startWorker(workerUrl)
    worker.onmessage = ({ data }: MessageEvent<{ id: number; answer: FromFirma }>) => {
      waiting.get(data.id)?.(data.answer)
      waiting.delete(data.id)
    }
  }
  const id = nextId++
  const running = worker
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    running.postMessage({ id, message })
  })
}

let until: ReadonlyMap<string, number> = new Map()
const listeners = new Set<() => void>()

function setUntil(scope: string, at: number | null): void {
  const next = new Map(until)
  if (at === null) next.delete(scope)
  else next.set(scope, at)
  until = next
  for (const listener of listeners) listener()
}

/** Forgets every open sign key at once. */
export function closeAll(): void {
  void ask({ kind: 'close' })
  until = new Map()
  for (const listener of listeners) listener()
}

export function useFirma(workspace: Workspace): { openUntil: Date | null } {
  const name = scopeOf(workspace)
  const at = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => until.get(name) ?? null,
  )
  useEffect(() => {
    if (at === null) return
    const timer = setTimeout(() => setUntil(name, null), Math.max(0, at - now().getTime()))
    return () => clearTimeout(timer)
  }, [at, name])
  return { openUntil: at === null ? null : new Date(at) }
}

export const readKept = (workspace: Workspace) => read<Kept>('firmas', scopeOf(workspace))
export const forgetKept = (workspace: Workspace) => remove('firmas', scopeOf(workspace))

/** Encrypts a sign key that has just arrived, and leaves it open. */
export async function keepSignKey(
  workspace: Workspace,
  { keyId, signKey }: { readonly keyId: string | null; readonly signKey: string },
  secrets: readonly Secret[],
): Promise<void> {
  const name = scopeOf(workspace)
  const sealed: EncryptedKey[] = []
  for (const secret of secrets) {
    const answer = await ask({ kind: 'seal', binding: name, signKey, secret })
    if (!('sealed' in answer)) throw new Error('No se pudo guardar la firma en este navegador.')
    sealed.push(answer.sealed)
    setUntil(name, answer.until)
  }
  const kept: Kept = { keyId, sealed, failures: 0, blockedUntil: null }
  await write('firmas', name, kept)
}

const ATTEMPTS = 5
const BLOCK_MS = 15 * 60_000

/** Opens the encrypted key. Returns the attempts left, or null when the key is open. */
export async function openFirma(
  workspace: Workspace,
  kept: Kept,
  secret: Secret,
): Promise<number | null> {
  const name = scopeOf(workspace)
  const sealed = kept.sealed.find(
    (one) =>
      one.kind === secret.kind &&
      (secret.kind === 'frase' || one.credentialId === secret.credentialId),
  )
  if (!sealed) throw new Error('Esta firma no se guardó con ese medio.')
  const answer = await ask({ kind: 'open', binding: name, sealed, secret })
  if (!('opened' in answer)) throw new Error('No se pudo abrir la firma.')
  if (answer.opened) {
    await write('firmas', name, { ...kept, failures: 0, blockedUntil: null })
    setUntil(name, answer.until)
    return null
  }
  const failures = kept.failures + 1
  const blocked = failures % ATTEMPTS === 0
  const blockedUntil = blocked ? now().getTime() + BLOCK_MS : null
  await write('firmas', name, { ...kept, failures, blockedUntil })
  return blocked ? 0 : ATTEMPTS - (failures % ATTEMPTS)
}

export interface Signed {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/**
 * A signing call, below the company and its environment. Throws `FirmaCerrada` when the key is not open, `ApiError` for a refusal,
 * `Unreachable` when no answer came: then the same call may be repeated with the same key.
 */
export async function signedCall(
  workspace: Workspace,
  path: string,
  options: { readonly body: unknown; readonly idempotencyKey: string; readonly method?: string },
): Promise<Signed> {
  const name = scopeOf(workspace)
  const answer = await ask({
    kind: 'fetch',
    binding: name,
    url: `${BASE}/console/api${apiOf(workspace)}${path}`,
    method: options.method ?? 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': options.idempotencyKey,
      'x-sello-csrf': csrfToken(),
    },
    body: JSON.stringify(options.body),
  })
  if ('closed' in answer) {
    setUntil(name, null)
    throw new FirmaCerrada('La firma está cerrada.')
  }
  if (!('status' in answer)) throw new Unreachable('No hay conexión con el servicio.')
  setUntil(name, answer.until)
  const body = readBody(answer.text)
  if (body === null) throw new Unreachable('Lo que respondió no es el servicio.')
  if (answer.status < 400) return { status: answer.status, headers: answer.headers, body }
  throw new ApiError({
    status: answer.status,
    code: body.error?.code ?? 'internal_error',
    message: body.error?.message ?? 'El servicio no pudo responder.',
    details: body.error?.details ?? {},
    requestId: answer.headers['x-request-id'] ?? null,
    retryAfterSeconds: Number(answer.headers['retry-after']) || null,
  })
}

interface Body {
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly details: Record<string, unknown>
  }
}

/** Null where the text is not an answer of the service: a proxy's page tells nothing of the call behind it. */
function readBody(text: string): Body | null {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' ? (body as Body | null) : null
  } catch {
    return null
  }
}
