/** The times of the calls that read, one after the other, of the company with half of all documents. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { signIn } from '../attacks/tenant.ts'
import { percentile } from '../load.ts'
import { NIT, type World } from '../world.ts'

export interface Asked {
  readonly name: string
  readonly calls: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

const WARM_UP = 50
const CALLS = 300
const CODES = 2_000
const DAY_MS = 86_400_000
const CONSOLE = '/console/api'

type Headers = Readonly<Record<string, string>>
type Path = (call: number) => string

export async function measureReads(world: World, correo: string): Promise<readonly Asked[]> {
  const pool = new Pool(world.url, { connections: 1, pipelining: 1 })
  try {
    const program = { 'x-service-key': world.key.apiKey }
    const person = await signIn(world, correo)
    const found: Asked[] = []
    for (const [name, path] of await ofPrograms(pool, world, program)) {
      found.push(await timesOf(pool, { name, path, headers: program }))
    }
    for (const [name, path] of OF_PEOPLE) {
      found.push(await timesOf(pool, { name, path, headers: person }))
    }
    return found
  } finally {
    await pool.close()
  }
}

async function ofPrograms(pool: Pool, world: World, headers: Headers) {
  const [day = ''] = new Date(Date.now() - 5 * 365 * DAY_MS).toISOString().split('T')
  const { body } = await get(pool, headers, `/v1/dte?hasta=${day}&limit=100`)
  const deep = `/v1/dte?hasta=${day}&limit=100&cursor=${JSON.parse(body).siguiente}`
  const codes = await realCodes(world)
  const paths: readonly (readonly [string, Path])[] = [
    ['first page', () => '/v1/dte'],
    ['first page of 100', () => '/v1/dte?limit=100'],
    ['page of 100, five years deep', () => deep],
    ['page of tipoDte 03', () => '/v1/dte?tipoDte=03&limit=100'],
    ['page of a rare state', () => '/v1/dte?estado=invalidado&limit=100'],
    ['page of a state there is none of', () => '/v1/dte?estado=firmado'],
    ['query by code', (call) => `/v1/dte/${codes[call % codes.length]}`],
    ['status', () => '/v1/status'],
  ]
  return paths
}

const OF_PEOPLE: readonly (readonly [string, Path])[] = [
  ['console: home', () => `${CONSOLE}/${NIT}/00/inicio`],
  ['console: documents', () => `${CONSOLE}/${NIT}/00/documentos`],
  ['console: companies, an owner of fifty', () => `${CONSOLE}/empresas`],
  ['console: audit log', () => `${CONSOLE}/${NIT}/auditoria`],
  ['console: gaps of the year', () => `${CONSOLE}/${NIT}/00/huecos`],
]

interface Measured {
  readonly name: string
  readonly path: Path
  readonly headers: Headers
}

async function timesOf(pool: Pool, { name, path, headers }: Measured): Promise<Asked> {
  const times: number[] = []
  for (let call = 0; call < WARM_UP + CALLS; call++) {
    const { ms } = await get(pool, headers, path(call))
    if (call >= WARM_UP) times.push(ms)
  }
  times.sort((a, b) => a - b)
  return { name, calls: CALLS, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

/** A person's calls have a rate; what is refused is asked again later, and not counted. */
async function get(pool: Pool, headers: Headers, path: string) {
  for (;;) {
    const began = performance.now()
    const {
      statusCode,
      headers: answered,
      body,
    } = await pool.request({ method: 'GET', path, headers })
    const text = await body.text()
    const ms = performance.now() - began
    if (statusCode === 200) return { body: text, ms }
    if (statusCode !== 429) throw new Error(`${path} was answered ${statusCode}: ${text}`)
    await sleep(Number(answered['retry-after'] ?? 1) * 1_000)
  }
}

/** Only real documents can be decrypted by a query. */
async function realCodes({ administer }: World): Promise<readonly string[]> {
  const rows = await administer(({ pool }) =>
    pool.many<{ code: string }>(
      'select upper(codigo_generacion::text) as code from claims where codigo_generacion is not null limit $1',
      [CODES],
    ),
  )
  return rows.map(({ code }) => code)
}
