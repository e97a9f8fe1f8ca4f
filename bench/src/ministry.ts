/**
 * The simulator's own latency for a direct caller with the same concurrency, which the service's added latency
 * excludes.
 */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { Pool } from 'undici'
import { issueOnce, type LoadOptions, percentile } from './load.ts'
import type { World } from './world.ts'

export interface Ministry {
  /** Milliseconds at p50. */
  latencyMs(options: LoadOptions): Promise<number>
}

/** Sends a document that the service had sealed, each time with a new code and number. */
export async function callDirectly(world: World): Promise<Ministry> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' })
  const once = new Pool(world.mhUrl, { connections: 1 })
  await post(
    once,
    '/_sim/taxpayers',
    JSON.stringify({ nit: NIT, password: PASSWORD, publicKeyPem }),
  )
  const credentials = new URLSearchParams({ user: NIT, pwd: PASSWORD })
  const session = await post(once, '/seguridad/auth', credentials.toString(), FORM)
  await once.close()
  const headers = { ...JSON_HEADERS, authorization: JSON.parse(session).body.token }
  const { documento } = await sealedOnce(world)
  let count = 0

  return {
    async latencyMs({ callers, seconds }) {
      const pool = new Pool(world.mhUrl, { connections: callers, pipelining: 1 })
      const latencies: number[] = []
      // Signed in advance: signing during the run would be measured as the ministry's time.
      const most = Math.ceil((callers * seconds * 1000) / world.mhWaitMs)
      const bodies = Array.from({ length: most }, () => {
        count += 1
        return transmission(documento, count, privateKey)
      })
      const end = performance.now() + seconds * 1000
      async function caller() {
        while (performance.now() < end) {
          const body = bodies.pop()
          if (body === undefined) return
          const began = performance.now()
          const answer = await post(pool, '/fesv/recepciondte', body, headers)
          latencies.push(performance.now() - began)
          if (JSON.parse(answer).estado !== 'PROCESADO') throw new Error(`not sealed: ${answer}`)
        }
      }
      await Promise.all(Array.from({ length: callers }, caller))
      await pool.close()
      return percentile(
        latencies.sort((a, b) => a - b),
        0.5,
      )
    },
  }
}

/** A company that the service does not know. */
const NIT = '06141212900027'
const PASSWORD = 'Clave-De-Hacienda-2'
const JSON_HEADERS = { 'content-type': 'application/json', 'user-agent': 'bench' }
const FORM = { ...JSON_HEADERS, 'content-type': 'application/x-www-form-urlencoded' }

async function sealedOnce(world: World): Promise<{ documento: Documento }> {
  const pool = new Pool(world.url, { connections: 1 })
  const answer = JSON.parse(await issueOnce(pool, world))
  await pool.close()
  return answer
}

interface Documento {
  readonly identificacion: { readonly numeroControl: string }
  readonly emisor: object
}

function transmission(documento: Documento, count: number, key: KeyObject): string {
  const codigoGeneracion = randomUUID().toUpperCase()
  const { identificacion, emisor } = documento
  const numeroControl = identificacion.numeroControl.slice(0, -15) + String(count).padStart(15, '0')
  const own = {
    ...documento,
    identificacion: { ...identificacion, codigoGeneracion, numeroControl },
    emisor: { ...emisor, nit: NIT },
  }
  const input = `${encoded({ alg: 'RS512' })}.${encoded(own)}`
  const jws = `${input}.${sign('sha512', Buffer.from(input), key).toString('base64url')}`
  return JSON.stringify({
    ambiente: '00',
    idEnvio: count,
    version: 2,
    tipoDte: '01',
    documento: jws,
    codigoGeneracion,
  })
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function post(pool: Pool, path: string, body: string, headers = JSON_HEADERS) {
  const response = await pool.request({ method: 'POST', path, headers, body })
  const text = await response.body.text()
  if (response.statusCode >= 300)
    throw new Error(`${path} was answered ${response.statusCode}: ${text}`)
  return text
}
