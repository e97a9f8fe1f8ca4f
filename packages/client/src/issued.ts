/** Issuing: identifying the sale, and finding it again after its key was forgotten. */
import type { Caller, CallOptions, FailedCall, Naming, Reply } from './caller.ts'
import { isSelloError, SelloError } from './error.ts'
import type { DteRequest, Query, Sealed, SignRequest, Unanswered } from './generated/wire.ts'
import type { KeyEntry } from './keys.ts'

/** The successful outcomes of issuing: `sellado` (200) or `contingencia` (202). */
export type Issued = Sealed | Unanswered

/** A `referencia` identifies one sale; without one each call is a separate sale. */
export function namingOf(route: 'issue' | 'prepare', { referencia }: DteRequest): Naming {
  return { name: referencia == null ? null : `${route}:${referencia}`, once: true }
}

/** One token signs one document once. */
export function namingOfSign(request: SignRequest): Naming {
  const code = codeOf(request)
  return { name: code === null ? null : `sign:${code}`, once: true }
}

/** For a prepared document; null when it was removed. */
export function codeOf({ documento }: Pick<SignRequest, 'documento'>): string | null {
  const { codigoGeneracion } = (documento?.identificacion ?? {}) as { codigoGeneracion?: unknown }
  return typeof codigoGeneracion === 'string' ? codigoGeneracion : null
}

/**
 * Finds a sale that this client sent before with the same body, and whose key the service has forgotten: its
 * `referencia` is in use by the first call's document, which is returned. Null for any other failure.
 */
export async function findIssued(
  caller: Caller,
  { error, earlier, remainingMs }: FailedCall,
  options: CallOptions | undefined,
): Promise<Reply | null> {
  // The sale keeps its key: a repeat gets the same rejection, and spends no second number.
  if (isSelloError(error, 'mh_rejected')) throw error
  if (!earlier || !isSelloError(error, 'reference_in_use')) return null
  try {
    // At least 1 ms, so that a call whose time is over fails by its time.
    const within = { ...options, deadlineMs: Math.max(1, remainingMs) }
    return await readIssued(caller, { error, earlier }, within)
  } catch (thrown) {
    throw thrown instanceof SelloError ? inDoubt(thrown, earlier) : thrown
  }
}

/** The sale exists, but its result could not be read. */
function inDoubt(thrown: SelloError, { idempotencyKey }: KeyEntry): SelloError {
  const { code, message, details } = thrown
  const facts = { ...thrown, outcome: 'unknown' as const, idempotencyKey }
  return new SelloError(code, message, { details, facts, cause: thrown })
}

interface Taken {
  readonly error: SelloError<'reference_in_use'>
  readonly earlier: KeyEntry
}

async function readIssued(
  caller: Caller,
  { error, earlier }: Taken,
  { signal, timeoutMs, deadlineMs, maxRetries }: CallOptions,
): Promise<Reply> {
  const { codigoGeneracion } = error.details
  const reading = { signal, timeoutMs, deadlineMs, maxRetries }
  const how = { params: { codigoGeneracion }, options: reading }
  const found = await caller.send({ route: 'query', ...how })
  const query = found.body as Query
  const file = async (kind: 'json' | 'pdf', raw: boolean) => {
    const asked = raw ? { kind, raw } : { kind }
    const { body } = await caller.send({ route: 'file', query: asked, takes: 'bytes', ...how })
    return body as Uint8Array
  }
  return {
    ...found,
    idempotencyKey: earlier.idempotencyKey,
    body: await rebuild(query, file, error),
  }
}

type ReadFile = (kind: 'json' | 'pdf', raw: boolean) => Promise<Uint8Array>

async function rebuild(query: Query, file: ReadFile, error: SelloError): Promise<Issued> {
  const { jws, documento, contingencia } = query
  if (jws === null || documento === null) throw error
  const { tipoDte, ambiente, numeroControl, codigoGeneracion, fecEmi, horEmi, totales } = query
  // An event has neither of these, nor a `referencia`.
  if (tipoDte === '17' || tipoDte === '18' || numeroControl === null || totales === null)
    throw error
  const common = { tipoDte, ambiente, numeroControl, codigoGeneracion, fecEmi, horEmi, totales }
  const { observaciones } = query
  const archivoJson = textOf(await file('json', true))
  const signed = { ...common, observaciones, advertencias: [], documento, jws, archivoJson }
  if (query.estado === 'contingencia' && contingencia) {
    const { queHacer, ...plazos } = contingencia
    const detalle = `Firmado en una llamada anterior. ${queHacer}`
    return { estado: 'contingencia', ...signed, detalle, contingencia: plazos }
  }
  if (query.selloRecibido === null) throw error
  return {
    estado: 'sellado',
    ...signed,
    selloRecibido: query.selloRecibido,
    fhProcesamiento: query.fhProcesamiento,
    archivoDte: textOf(await file('json', false)),
    representacionGrafica: base64Of(await file('pdf', false)),
  }
}

const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes)

/** In chunks, because a call has a limited number of arguments. */
function base64Of(bytes: Uint8Array): string {
  const PIECE = 8_192
  let text = ''
  for (let i = 0; i < bytes.length; i += PIECE) {
    text += String.fromCharCode(...bytes.subarray(i, i + PIECE))
  }
  return btoa(text)
}

/** The bytes of a base64 text such as `representacionGrafica`. Refuses invalid base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    const text = atob(base64)
    const bytes = new Uint8Array(text.length)
    for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i)
    return bytes
  } catch (cause) {
    throw new SelloError('invalid_option', 'El texto no es base64.', {
      details: { field: 'base64' },
      cause,
    })
  }
}
