/** A simulator with one registered taxpayer, and a client that speaks to it over HTTP as any would. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { TestContext } from 'node:test'
import { type SimulatorOptions, startSimulator } from '../src/index.ts'
import { type Draft, NIT, NOW } from './documentos.ts'

const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const PASSWORD = 'Clave-De-Ensayo-1'
export const PUBLIC_KEY_PEM = KEYS.publicKey.export({ type: 'spki', format: 'pem' }).toString()

export interface Answer {
  readonly status: number
  readonly body: Draft
}

export interface Ministry {
  readonly url: string
  readonly token: string
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>
  readonly get: (path: string) => Promise<Answer>
  readonly delete: (path: string) => Promise<Answer>
  /** Signs a document (or a text) and sends it to reception. */
  readonly send: (documento: Draft, token?: string) => Promise<Answer>
  readonly consult: (documento: Draft) => Promise<Answer>
  /** Adds a fault and gives its id. */
  readonly script: (fault: object) => Promise<string>
  /** A new token, of the tests' taxpayer unless another is named. */
  readonly login: (user?: string) => Promise<string>
  readonly close: () => Promise<void>
}

export async function startMinistry(
  t: TestContext,
  options: SimulatorOptions = {},
): Promise<Ministry> {
  const simulator = await startSimulator({
    now: () => new Date(NOW),
    taxpayers: [
      {
        nit: NIT,
        password: PASSWORD,
        publicKeyPem: PUBLIC_KEY_PEM,
        puntosDeVenta: [{ codEstable: 'M001', codPuntoVenta: 'P001' }],
      },
    ],
    ...options,
  })
  let open = true
  const close = async () => {
    if (open) await simulator.close()
    open = false
  }
  t.after(close)
  const { url } = simulator
  const request = async (method: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(url + path, { method, ...init })
    return { status: response.status, body: parsed(await response.text()) }
  }
  const post: Ministry['post'] = (path, body, headers = {}) =>
    request('POST', path, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const login = async (user = NIT) => {
    const body = new URLSearchParams({ user, pwd: PASSWORD })
    return (await request('POST', '/seguridad/auth', { body })).body.body.token as string
  }
  const token = await login()
  return {
    url,
    token,
    post,
    get: (path) => request('GET', path),
    delete: (path) => request('DELETE', path),
    send: (documento, authorization = token) =>
      post('/fesv/recepciondte', envio(documento), { authorization }),
    consult: ({ identificacion, emisor }) =>
      post(
        '/fesv/recepcion/consultadte/',
        {
          nitEmisor: emisor.nit,
          tdte: identificacion.tipoDte,
          codigoGeneracion: identificacion.codigoGeneracion,
        },
        { authorization: token },
      ),
    script: async (fault) => (await post('/_sim/faults', fault)).body.id as string,
    login,
    close,
  }
}

function parsed(text: string): Draft {
  return text.startsWith('<') ? text : JSON.parse(text)
}

export function envio(documento: Draft, text = JSON.stringify(documento)): Draft {
  const { ambiente, version, tipoEvento, codigoGeneracion } = documento.identificacion
  const tipoDte = tipoEvento ?? documento.identificacion.tipoDte
  const jws = signJws(text)
  return { ambiente, idEnvio: 1, version, tipoDte, documento: jws, codigoGeneracion }
}

export function signJws(
  payload: string | Buffer,
  header = '{"alg":"RS512"}',
  key: KeyObject = KEYS.privateKey,
): string {
  const input = `${base64url(header)}.${base64url(payload)}`
  return `${input}.${base64url(sign('sha512', Buffer.from(input), key))}`
}

export function base64url(value: string | Buffer): string {
  return Buffer.from(value).toString('base64url')
}
