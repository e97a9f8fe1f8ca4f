/** One exchange as a recording has it: a line of JSON, with nothing of a secret or a person. */
import { nextTurn } from '../../base/time/event-loop.ts'
import type { Post, Raw } from '../ministry/exchange.ts'
import type { Blotter } from './blotter.ts'

/** The first line of each file. Another version is another form of the lines. */
export const HEAD = { recording: 'sello', version: 1 } as const

export interface Seen {
  readonly post: Post
  readonly raw: Raw
  readonly askedAt: Date
  readonly ms: number
}

export interface Recorded {
  readonly askedAt: string
  readonly ms: number
  readonly path: string
  /** Behind the path, of a lot that is queried. */
  readonly code?: string
  /** Whose session it was, as far as its token says so. */
  readonly nit: string | null
  /** Members of the request; a signed text is the JSON text that was signed, without its signature. */
  readonly request: object | null
  readonly answer:
    | { readonly status: number; readonly json: unknown }
    | { readonly silence: string; readonly code: string }
}

/** Lets others work between the documents of a lot. */
export async function recordedOf(blotter: Blotter, seen: Seen): Promise<Recorded> {
  const { post, raw, askedAt, ms } = seen
  const { path, service = path, token } = post
  const request = await requestOf(blotter, post)
  return {
    askedAt: askedAt.toISOString(),
    ms,
    path: service,
    ...(service === path
      ? {}
      : { code: blotter.text(decodeURIComponent(path.slice(service.length))) }),
    nit: token === undefined ? null : subjectOf(blotter, token),
    request,
    answer: answerOf(blotter, raw), // after the request, whose texts it may quote
  }
}

/** The ministry's token names its taxpayer; null where it does not. */
function subjectOf(blotter: Blotter, token: string): string | null {
  const [, claims = ''] = token.split('.')
  const nit = /"sub"\s*:\s*"(\d{9}|\d{14})"/.exec(Buffer.from(claims, 'base64url').toString())?.[1]
  return nit === undefined ? null : blotter.text(nit)
}

async function requestOf(blotter: Blotter, { body, contentType }: Post): Promise<object | null> {
  if (body === null) return null
  if (contentType !== 'application/json') {
    return { user: blotter.text(new URLSearchParams(body).get('user') ?? '') }
  }
  const { documento, documentos, ...envelope } = JSON.parse(body) as Envelope
  const request = JSON.parse(blotter.sent(JSON.stringify(envelope))) as object
  if (documento !== undefined) return { ...request, documento: blotter.sent(signedIn(documento)) }
  if (documentos === undefined) return request
  const texts: string[] = []
  for (const jws of documentos) {
    texts.push(blotter.sent(signedIn(jws)))
    await nextTurn()
  }
  return { ...request, documentos: texts }
}

interface Envelope {
  readonly documento?: string
  readonly documentos?: readonly string[]
}

const signedIn = (jws: string) => Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()

/** An answer that is no JSON, such as a proxy's page, leaves only its status. */
function answerOf(blotter: Blotter, raw: Raw): Recorded['answer'] {
  if (raw.kind === 'silence') return { silence: raw.why, code: raw.code }
  const { status, json } = raw
  return { status, json: json === undefined ? null : blotter.answered(json) }
}
