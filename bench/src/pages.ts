/**
 * Reading among many documents: the time of a page, a query and a status, and whether paging through all of them is
 * complete while documents are issued. The documents are inserted by SQL, as copies of sealed ones over two years.
 */
import type { Admin } from '@sello/service/admin'
import { Pool } from 'undici'
import { issueOnce, percentile } from './load.ts'
import type { World } from './world.ts'

export interface Pages {
  readonly documents: number
  /** Milliseconds by request. */
  readonly rows: readonly { readonly name: string; readonly p50: number; readonly p99: number }[]
  readonly walk: Walk
}

export interface Walk {
  readonly pages: number
  readonly rows: number
  readonly repeated: number
  readonly missed: number
  readonly issuedMeanwhile: number
  readonly seconds: number
}

/** Real documents among the copies, since only those can be decrypted by a query. */
const REAL = 200
const CALLS = 500
const CHUNK = 20_000
/** Blocks of the table read at a time. */
const BLOCKS = 5_000
const UPKEEP_MS = 15 * 60_000
/** The copies' states by number: nearly all are sealed, and every other state has some. */
const ESTADO_OF = `case n % 100 when 7 then 'invalidado' when 8 then 'contingencia' else 'sellado' end`

export async function measurePages(world: World, documents: number): Promise<Pages> {
  const pool = new Pool(world.url, { connections: 8, pipelining: 1 })
  try {
    for (let i = 0; i < REAL / 2; i++) await issueOnce(pool, world)
    await fill(world, documents - REAL)
    for (let i = 0; i < REAL / 2; i++) await issueOnce(pool, world)
    const codes = await realCodes(world)
    const paths = await asked(pool, world, codes)
    for (const [, path] of paths) await timesOf(pool, world, path) // code and caches warm
    const rows = []
    for (const [name, path] of paths) {
      rows.push({ name, ...(await timesOf(pool, world, path)) })
    }
    return { documents, rows, walk: await walk(pool, world) }
  } finally {
    await pool.close()
  }
}

type Path = (call: number) => string

/** The requests: pages from the newest to deep ones, with every filter, including rare and empty ones. */
async function asked(pool: Pool, world: World, codes: readonly string[]) {
  const deep = await cursorAfter(pool, world, 20)
  const [day = ''] = new Date(Date.now() - 400 * DAY_MS).toISOString().split('T')
  const paths: [name: string, path: Path][] = [
    ['first page', () => '/v1/dte'],
    ['first page of 100', () => '/v1/dte?limit=100'],
    ['page of 100, deep', () => `/v1/dte?limit=100&cursor=${deep}`],
    ['page of a day long ago', () => `/v1/dte?hasta=${day}&limit=100`],
    ['page of tipoDte 03', () => '/v1/dte?tipoDte=03&limit=100'],
    ['page of a rare state', () => '/v1/dte?estado=contingencia&limit=100'],
    ['page of a state there is none of', () => '/v1/dte?estado=firmado'],
    ['query by code', (call) => `/v1/dte/${codes[call % codes.length]}`],
    ['status', () => '/v1/status'],
  ]
  return paths
}

const DAY_MS = 86_400_000

async function timesOf(pool: Pool, world: World, path: Path) {
  const times: number[] = []
  for (let call = 0; call < CALLS; call++) {
    const began = performance.now()
    await get(pool, world, path(call))
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

async function get(pool: Pool, { key }: World, path: string) {
  const headers = { 'x-service-key': key.apiKey }
  const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}: ${text}`)
  return JSON.parse(text)
}

async function cursorAfter(pool: Pool, world: World, pages: number): Promise<string> {
  let path = '/v1/dte?limit=100'
  for (let page = 0; page < pages; page++) {
    const { siguiente } = await get(pool, world, path)
    if (siguiente === null) break
    path = `/v1/dte?limit=100&cursor=${siguiente}`
  }
  return path.split('cursor=')[1] ?? ''
}

/** Every earlier document must appear once, whatever is issued meanwhile. */
async function walk(pool: Pool, world: World): Promise<Walk> {
  const missing = await allCodes(world)
  let issuing = true
  let issuedMeanwhile = 0
  const callers = Array.from({ length: 2 }, async () => {
    while (issuing) {
      await issueOnce(pool, world)
      issuedMeanwhile += 1
    }
  })
  const seen = new Set<string>()
  let [pages, rows] = [0, 0]
  const began = performance.now()
  let siguiente: string | null = ''
  while (siguiente !== null) {
    const cursor: string = siguiente === '' ? '' : `&cursor=${siguiente}`
    const page = await get(pool, world, `/v1/dte?limit=100${cursor}`)
    for (const { codigoGeneracion } of page.documentos) {
      seen.add(codigoGeneracion)
      missing.delete(codigoGeneracion)
    }
    rows += page.documentos.length
    pages += 1
    siguiente = page.siguiente
  }
  const seconds = (performance.now() - began) / 1000
  issuing = false
  await Promise.all(callers)
  const repeated = rows - seen.size
  return { pages, rows, repeated, missed: missing.size, issuedMeanwhile, seconds }
}

async function realCodes(world: World): Promise<readonly string[]> {
  const rows = await world.administer(({ pool }) =>
    pool.many<{ code: string }>(
      'select upper(codigo_generacion::text) as code from claims', // the copies have none
    ),
  )
  return rows.map(({ code }) => code)
}

function allCodes(world: World): Promise<Set<string>> {
  return world.administer(async ({ pool }) => {
    const codes = new Set<string>()
    const { blocks } = await pool.one<{ blocks: bigint }>(
      `select pg_relation_size('documents') / 8192 as blocks`,
    )
    for (let from = 0; from <= blocks; from += BLOCKS) {
      const rows = await pool.many<{ code: string }>(
        `select upper(codigo_generacion::text) as code from documents
          where ctid >= $1::text::tid and ctid < $2::text::tid`,
        [`(${from},0)`, `(${from + BLOCKS},0)`],
      )
      for (const { code } of rows) codes.add(code)
    }
    return codes
  })
}

function fill(world: World, count: number): Promise<void> {
  return world.administer(async ({ pool }) => {
    for (let from = 1; from <= count; from += CHUNK) {
      await pool.many(COPY, [from, Math.min(from + CHUNK - 1, count), count])
    }
    await settle(pool)
  })
}

/** Runs the server's own maintenance for the copies at once; otherwise it would be measured. */
function settle(pool: Admin['pool']): Promise<void> {
  return pool.lend(async ({ ask }) => {
    await ask({ text: 'set statement_timeout = 0' })
    const vacuum = { text: 'vacuum (analyze) documents', query_timeout: UPKEEP_MS }
    await ask(vacuum)
    await ask({ text: 'reset statement_timeout' })
  })
}

/** The copies are dated from two years ago to yesterday. */
const COPY = `
insert into documents (company_id, codigo_generacion, ambiente, tipo_dte, numero_control, year, fec_emi,
  hor_emi, key_id, idempotency_key, estado, version, payload, signature, totales, receptor_nombre,
  receptor_documento, sello_recibido, fh_procesamiento, historial, created_at)
select d.company_id, gen_random_uuid(), d.ambiente, t.tipo_dte,
       'DTE-' || t.tipo_dte || '-M001P001-' || lpad((1000000000 + n)::text, 15, '0'),
       extract(year from t.at)::int, t.at::date, d.hor_emi, 'copy', 'copy ' || n, t.estado, d.version,
       d.payload, d.signature, d.totales, d.receptor_nombre || ' ' || n, d.receptor_documento,
       case when t.estado = 'contingencia' then null else d.sello_recibido end, d.fh_procesamiento,
       d.historial, t.at
  from (select d.* from claims c join documents d on d.company_id = c.company_id
           and d.codigo_generacion = c.codigo_generacion limit 1) d
 cross join generate_series($1::int, $2::int) n
 cross join lateral (
   select case when n % 5 = 0 then '03' else '01' end as tipo_dte, ${ESTADO_OF} as estado,
          d.created_at - interval '1 day' - interval '730 days' * (1 - n::float8 / $3::int) as at) t`
