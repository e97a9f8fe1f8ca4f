/** A running simulator that is asked what the ministry was asked, in sessions and with a key of our own. */
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { CliError } from '../exit.ts'
import { type Answer, membersOf, parseJson, textOf } from './read.ts'

export interface SimulatorCalls {
  /** Sets its clock. */
  at(time: Date): Promise<void>
  /** One request in the taxpayer's session, which is opened if there is none. */
  ask(nit: string, question: Question): Promise<Answer>
  login(nit: string): Promise<Answer>
  /** The check that refused the last attempt with this code; null: none did. */
  ruleOf(nit: string, codigoGeneracion: string): Promise<Rule | null>
  /** A compact JWS. */
  sign(text: string): string
}

export interface Question {
  readonly path: string
  /** Null: a GET. */
  readonly body: object | null
}

export interface Rule {
  readonly name: string
  readonly what: string
}

const PATIENCE_MS = 30_000
const HEADER = Buffer.from('{"alg":"RS512"}').toString('base64url')
const AUTH = '/seguridad/auth'

export function connectSimulator(url: string): SimulatorCalls {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const password = randomUUID()
  const tokens = new Map<string, string>()
  const registered = new Set<string>()

  async function login(nit: string): Promise<Answer> {
    if (!registered.has(nit)) {
      await control(url, 'POST', 'taxpayers', JSON.stringify({ nit, password, publicKeyPem }))
      registered.add(nit)
    }
    const form = new URLSearchParams({ user: nit, pwd: password })
    const answer = await send(url, AUTH, { 'content-type': FORM }, form.toString())
    const token = textOf(membersOf(membersOf(answer.json)?.body)?.token)
    if (token === null) throw new CliError('internal', 'El simulador no abrió la sesión.')
    tokens.set(nit, token)
    return answer
  }

  async function askOnce(nit: string, { path, body }: Question): Promise<Answer> {
    if (!tokens.has(nit)) await login(nit)
    const headers = { authorization: tokens.get(nit) ?? '', 'content-type': 'application/json' }
    return send(url, path, headers, body === null ? null : JSON.stringify(body))
  }

  return {
    async at(time) {
      await control(url, 'POST', 'clock', JSON.stringify({ now: time.toISOString() }))
    },
    async ask(nit, question) {
      const answer = await askOnce(nit, question)
      if (answer.status !== 401) return answer
      tokens.delete(nit) // the recording may be of several days
      return askOnce(nit, question)
    },
    login,
    async ruleOf(nit, codigoGeneracion) {
      const query = new URLSearchParams({ nit, codigoGeneracion, steps: 'true', jws: 'false' })
      const { documents } = JSON.parse(await control(url, 'GET', `ledger?${query}`)) as {
        documents: readonly { steps: readonly (Rule & { result: string })[] }[]
      }
      return documents.at(-1)?.steps.find(({ result }) => result === 'refused') ?? null
    },
    sign(text) {
      const input = `${HEADER}.${Buffer.from(text).toString('base64url')}`
      return `${input}.${sign('sha512', Buffer.from(input), privateKey).toString('base64url')}`
    },
  }
}

const FORM = 'application/x-www-form-urlencoded'

async function send(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | null,
): Promise<Answer> {
  const response = await reach(url, path, {
    method: body === null ? 'GET' : 'POST',
    headers: { ...headers, 'user-agent': 'sello' },
    body,
  })
  return { status: response.status, json: parseJson(await response.text()) ?? null }
}

/** Its interface for tests. Refuses where it does not do what it is told. */
async function control(
  url: string,
  method: 'GET' | 'POST',
  what: string,
  body: string | null = null,
): Promise<string> {
  const headers = body === null ? {} : { 'content-type': 'application/json' }
  const response = await reach(url, `/_sim/${what}`, { method, body, headers })
  const text = await response.text()
  if (response.ok) return text
  throw new CliError('refused', `El simulador no aceptó ${what}: ${text.slice(0, 200)}`)
}

async function reach(url: string, path: string, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  return fetch(url + path, { ...init, redirect: 'error', signal }).catch((cause: unknown) => {
    throw new CliError('unavailable', `--url: en ${url} no responde un simulador.`, { cause })
  })
}

/** What a request may have at most for the simulator to take it back. */
const SNAPSHOT_MAX = 16_000_000

/** Empties a simulator that is somebody's, and gives it back what it knew, whatever happens. */
export async function withEmptied<T>(url: string, work: () => Promise<T>): Promise<T> {
  const snapshot = await control(url, 'GET', 'snapshot')
  if (snapshot.length > SNAPSHOT_MAX) {
    throw new CliError('refused', '--url: ese simulador recuerda demasiado; use uno nuevo.')
  }
  await control(url, 'POST', 'reset', JSON.stringify({ taxpayers: true }))
  try {
    return await work()
  } finally {
    await control(url, 'POST', 'snapshot', snapshot)
  }
}
