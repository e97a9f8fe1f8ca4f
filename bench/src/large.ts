/**
 * Documents of 2,000 lines: the time of each part, and the latency of other calls meanwhile. Each part is
 * measured end to end, so it is an upper bound.
 */
import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MintedKey } from '@sello/service/admin'
import { Pool } from 'undici'
import { percentile } from './load.ts'
import type { World } from './world.ts'

export interface Large {
  readonly lines: number
  /** The signed bytes of one. */
  readonly bytes: number
  /** Milliseconds. */
  readonly parts: readonly Part[]
  /** For GET /v1/status, alone and while documents are being issued. */
  readonly status: { readonly alone: Times; readonly meanwhile: Times }
  /** For another company's sale of one line, alone and while `AT_ONCE` of them are asked for at once, again and again. */
  readonly neighbour: { readonly alone: Times; readonly meanwhile: Times }
}

export interface Part {
  readonly name: string
  readonly best: number
  readonly p50: number
}

export interface Times {
  readonly calls: number
  readonly p50: number
  readonly p99: number
  readonly most: number
}

const LINES = 2_000
/** Iterations until the JIT has settled. */
const WARM_UP = 25
const TIMES = 20
const PROBE_EVERY_MS = 5
/** Large documents that one company asks for at once. */
export const AT_ONCE = 20

const sale = (lines: number) =>
  JSON.stringify({
    tipoDte: '01',
    receptor: { nombre: 'Cliente de la Medición', numDocumento: '01234567-8' },
    items: Array.from({ length: lines }, (_, i) => ({
      descripcion: `Artículo ${i + 1} del catálogo, en su presentación de costumbre`,
      codigo: `ART-${i + 1}`,
      cantidad: 1 + (i % 7),
      precioUni: (113 + (i % 90) * 10) / 100,
      tipoItem: 1,
    })),
  })
const LARGE = sale(LINES)
const SMALL = sale(1)

export async function measureLarge(world: World, seconds: number): Promise<Large> {
  const pool = new Pool(world.url, { connections: AT_ONCE + 4, pipelining: 1 })
  const call = caller(pool, { key: world.key, body: LARGE })
  const key = await world.addSeller({ nit: '06140202900027', nombre: 'Vecina, S.A. de C.V.' })
  const neighbour = caller(pool, { key, body: SMALL })
  try {
    for (let i = 0; i < WARM_UP; i++) await call.issue()
    const { codigoGeneracion, jws } = JSON.parse(await call.issue())
    const payload = Buffer.from(jws.split('.')[1], 'base64url')
    const parts = [
      await timed('built, validated, numbered and stored (prepare)', call.prepare),
      { name: 'signature over its bytes', ...signatureMs(jws) },
      await timed('printed (its PDF)', () => call.get(`/v1/dte/${codigoGeneracion}/file?kind=pdf`)),
      await timed('explained', () => call.get(`/v1/dte/${codigoGeneracion}?explica=totales`)),
      await timed('issued, printed copy and all', call.issue),
    ]
    const status = () => call.get('/v1/status')
    for (let i = 0; i < WARM_UP; i++) await neighbour.issue()
    return {
      lines: LINES,
      bytes: payload.length,
      parts,
      status: {
        alone: await probe(status, seconds, pause),
        meanwhile: await probe(status, seconds, call.issue),
      },
      neighbour: {
        alone: await probe(neighbour.issue, seconds, pause),
        meanwhile: await probe(neighbour.issue, seconds, () => atOnce(call.issue)),
      },
    }
  } finally {
    await pool.close()
  }
}

const pause = () => sleep(PROBE_EVERY_MS)
const atOnce = (run: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: AT_ONCE }, () => run()))

function caller(pool: Pool, { key, body }: { readonly key: MintedKey; readonly body: string }) {
  async function request(method: 'GET' | 'POST', path: string): Promise<string> {
    const { statusCode, body: answer } = await pool.request({
      method,
      path,
      headers: {
        'x-service-key': key.apiKey,
        ...(method === 'GET' ? {} : writing(key.signKey ?? '')),
      },
      body: method === 'GET' ? null : body,
    })
    const text = await answer.text()
    if (statusCode === 200) return text
    throw new Error(`${method} ${path} was answered ${statusCode}: ${text.slice(0, 300)}`)
  }
  return {
    issue: () => request('POST', '/v1/dte'),
    prepare: () => request('POST', '/v1/dte/prepare'),
    get: (path: string) => request('GET', path),
  }
}

const writing = (signKey: string) => ({
  'content-type': 'application/json',
  'x-service-sign-key': signKey,
  'idempotency-key': randomUUID(),
})

async function timed(name: string, run: () => Promise<unknown>): Promise<Part> {
  const times: number[] = []
  for (let i = 0; i < TIMES; i++) {
    const began = performance.now()
    await run()
    times.push(performance.now() - began)
  }
  return { name, ...summaryOf(times) }
}

function signatureMs(jws: string): Omit<Part, 'name'> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const input = Buffer.from(jws.slice(0, jws.lastIndexOf('.')))
  const times = Array.from({ length: TIMES }, () => {
    const began = performance.now()
    sign('sha512', input, key)
    return performance.now() - began
  })
  return summaryOf(times)
}

function summaryOf(times: number[]): Omit<Part, 'name'> {
  times.sort((a, b) => a - b)
  return { best: times[0] ?? Number.NaN, p50: percentile(times, 0.5) }
}

/** Makes one call every few milliseconds, while `busy` repeats. */
async function probe(
  one: () => Promise<unknown>,
  seconds: number,
  busy: () => Promise<unknown>,
): Promise<Times> {
  const end = performance.now() + seconds * 1000
  const times: number[] = []
  async function work() {
    while (performance.now() < end) await busy()
  }
  async function ask() {
    while (performance.now() < end) {
      const began = performance.now()
      await one()
      times.push(performance.now() - began)
      await sleep(PROBE_EVERY_MS)
    }
  }
  await Promise.all([work(), ask()])
  times.sort((a, b) => a - b)
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
  return { calls: times.length, p50, p99, most: times.at(-1) ?? Number.NaN }
}
