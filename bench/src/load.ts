/** Closed-loop callers over HTTP: each sends its next sale when the last one is answered. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MintedKey } from '@sello/service/admin'
import { Pool } from 'undici'
import type { World } from './world.ts'

export interface Load {
  readonly sealed: number
  readonly seconds: number
  /** Milliseconds of each call, ascending. */
  readonly latencies: readonly number[]
}

/** An invoice of five lines, answered with its printed copy. */
export const SALE = JSON.stringify({
  tipoDte: '01',
  receptor: {
    tipoDocumento: '13',
    numDocumento: '000000018',
    nombre: 'Cliente de la Medición',
    direccion: {
      departamento: '06',
      municipio: '23',
      distrito: '14',
      complemento: 'Avenida Central 5',
    },
    correo: 'cliente@example.com',
  },
  items: [
    { descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65, tipoItem: 1 },
    { descripcion: 'Filtros de papel, caja de 100', cantidad: 1, precioUni: 3.4, tipoItem: 1 },
    { descripcion: 'Molinillo manual de acero', cantidad: 1, precioUni: 28.25, tipoItem: 1 },
    { descripcion: 'Taza de barro', cantidad: 4, precioUni: 2.825, montoDescu: 1.13, tipoItem: 1 },
    {
      descripcion: 'Libro de recetas',
      cantidad: 1,
      precioUni: 9.5,
      tipoVenta: 'exenta',
      tipoItem: 1,
    },
  ],
})

export interface LoadOptions {
  readonly callers: number
  readonly seconds: number
}

/** `keys`: of several companies, shared by the callers in turn. */
export function load(
  world: World,
  { callers, seconds, keys }: LoadOptions & { readonly keys?: readonly MintedKey[] },
): Promise<Load> {
  const end = performance.now() + seconds * 1000
  return loadWhile(world, callers, { goesOn: () => performance.now() < end, keys })
}

/** Issues this many sales, each with this request. */
export function loadCount(
  world: World,
  given: { readonly callers: number; readonly count: number; readonly request?: string },
): Promise<Load> {
  let left = given.count
  const { callers, request } = given
  return loadWhile(world, callers, { goesOn: () => left-- > 0, request })
}

/** So many sales a second, each at its planned moment, or as soon as a caller is free. */
export function loadPaced(
  world: World,
  { callers, seconds, perSecond }: LoadOptions & { readonly perSecond: number },
): Promise<Load> {
  const start = performance.now()
  let planned = 0
  const goesOn = async () => {
    const at = (planned++ * 1000) / perSecond
    if (at >= seconds * 1000) return false
    await sleep(Math.max(0, start + at - performance.now()))
    return true
  }
  return loadWhile(world, callers, { goesOn })
}

interface Sales {
  readonly goesOn: () => boolean | Promise<boolean>
  readonly request?: string | undefined
  readonly keys?: readonly MintedKey[] | undefined
}

async function loadWhile(
  world: World,
  callers: number,
  { goesOn, request = SALE, keys = [world.key] }: Sales,
): Promise<Load> {
  const pool = new Pool(world.url, { connections: callers, pipelining: 1 })
  const latencies: number[] = []
  const start = performance.now()
  async function caller(nth: number) {
    const key = keys[nth % keys.length] ?? world.key
    while (await goesOn()) {
      const began = performance.now()
      await send(pool, { key }, request)
      latencies.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, nth) => caller(nth)))
  const elapsed = (performance.now() - start) / 1000
  await pool.close()
  return { sealed: latencies.length, seconds: elapsed, latencies: latencies.sort((a, b) => a - b) }
}

/**
 * Calls that arrive one after the other and then all wait. Resolves when the last is answered, to how many were
 * refused for want of a connection to the database: on a busy machine, that is no failure of the run.
 */
export async function arrive(world: World, { calls, everyMs }: Arrivals): Promise<number> {
  const pool = new Pool(world.url, {
    ...{ connections: calls, pipelining: 1, headersTimeout: 0 },
    connectTimeout: CONNECT_MS,
  })
  const answers = await Promise.all(
    Array.from({ length: calls }, async (_, i) => {
      await sleep(i * everyMs)
      return ask(pool, world, SALE)
    }),
  )
  await pool.close()
  const answered = answers.filter(({ statusCode }) => statusCode !== UNAVAILABLE)
  for (const answer of answered) bodyOf(answer)
  return calls - answered.length
}

const UNAVAILABLE = 503
/** Of a machine that does other things too. */
const CONNECT_MS = 60_000

export interface Arrivals {
  readonly calls: number
  readonly everyMs: number
}

/** The body of the answer. */
export const issueOnce = (pool: Pool, world: World): Promise<string> => send(pool, world, SALE)

/** The same for another request. */
export const send = async (
  pool: Pool,
  world: Pick<World, 'key'>,
  request: string,
): Promise<string> => bodyOf(await ask(pool, world, request))

interface Answer {
  readonly statusCode: number
  readonly text: string
}

async function ask(pool: Pool, { key }: Pick<World, 'key'>, request: string): Promise<Answer> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/v1/dte',
    headers: {
      'content-type': 'application/json',
      'x-service-key': key.apiKey,
      'x-service-sign-key': key.signKey ?? '',
      'idempotency-key': randomUUID(),
    },
    body: request,
  })
  return { statusCode, text: await body.text() }
}

function bodyOf({ statusCode, text }: Answer): string {
  if (statusCode === 200) return text
  throw new Error(`a call of the load was answered ${statusCode}: ${text.slice(0, 300)}`)
}

export function percentile(ascending: readonly number[], share: number): number {
  return (
    ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN
  )
}
