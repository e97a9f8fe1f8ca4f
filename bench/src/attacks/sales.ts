/** The sales of the other company: by API key, each a different one, spread over the service's processes. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import type { World } from '../world.ts'
import { Failed, openLoop, type Times } from './open-loop.ts'

/** As long as a till waits. */
const DEADLINE_MS = 30_000

export interface Stream {
  readonly seconds: number
  readonly perSecond: number
}

export async function sell(world: World, stream: Stream): Promise<Times> {
  const pools = world.services.map(({ ready }) => new Pool(ready.url, { pipelining: 1 }))
  try {
    return await openLoop({ ...stream, deadlineMs: DEADLINE_MS }, (n) =>
      sellOnce(pools[n % pools.length] as Pool, world, n),
    )
  } finally {
    await Promise.all(pools.map((pool) => pool.destroy()))
  }
}

async function sellOnce(pool: Pool, { key }: World, n: number): Promise<void> {
  const { status, text } = await pool
    .request({
      method: 'POST',
      path: '/v1/dte',
      headers: {
        'content-type': 'application/json',
        'x-service-key': key.apiKey,
        'x-service-sign-key': key.signKey ?? '',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(saleOf(n)),
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    .then(async ({ statusCode, body }) => ({ status: statusCode, text: await body.text() }))
    .catch((error: NodeJS.ErrnoException) => {
      throw new Failed(error.name === 'TimeoutError' ? 'no answer' : (error.code ?? error.name))
    })
  if (status !== 200) throw new Failed(`${status} ${codeOf(text)}`)
}

function codeOf(text: string): string {
  try {
    return JSON.parse(text).error.code
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return 'without a code'
    throw error
  }
}

/** One to six lines, of various prices, for various buyers. */
function saleOf(n: number): object {
  return {
    tipoDte: '01',
    receptor: { nombre: `Cliente ${n} de la Medición`, correo: `cliente${n}@example.com` },
    items: Array.from({ length: 1 + (n % 6) }, (_, i) => ({
      descripcion: `Artículo ${n + i} del catálogo`,
      cantidad: 1 + ((n + i) % 4),
      precioUni: (113 + ((n * 7 + i) % 90) * 10) / 100,
      tipoItem: 1,
    })),
  }
}

/** Seconds until every process answers a caller quickly again; null: not within `limitSeconds`. */
export async function recovery(world: World, limitSeconds: number): Promise<number | null> {
  const start = performance.now()
  const since = () => (performance.now() - start) / 1000
  let quickSince = 0
  for (let quick = 0; quick < QUICK_CALLS; ) {
    if (since() > limitSeconds || !world.services.every((one) => one.isRunning())) return null
    if (quick === 0) quickSince = since()
    const answers = await Promise.all(world.services.map(({ ready }) => isQuick(ready.url, world)))
    quick = answers.every(Boolean) ? quick + 1 : 0
    await sleep(EVERY_MS)
  }
  return quickSince
}

const QUICK_CALLS = 4
const QUICK_MS = 200
const EVERY_MS = 250

async function isQuick(url: string, { key }: World): Promise<boolean> {
  const pool = new Pool(url, { connections: 1 })
  const began = performance.now()
  try {
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: '/v1/status',
      headers: { 'x-service-key': key.apiKey },
      signal: AbortSignal.timeout(5_000),
    })
    await body.dump()
    return statusCode === 200 && performance.now() - began < QUICK_MS
  } catch {
    return false // whatever the reason, it does not serve yet
  } finally {
    await pool.destroy()
  }
}
