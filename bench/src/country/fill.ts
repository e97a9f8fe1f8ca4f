/**
 * A country's ten years: copies of real documents of one company, dated from ten years ago to yesterday, half of them
 * its own and the rest of the other companies, in the order of their days. Interrupted, it goes on where it ended.
 */
import type { Admin } from '@sello/service/admin'
import { columnsOf } from '../../../packages/service/test/columns.ts'

type Pool = Admin['pool']

export interface Company {
  readonly companyId: string
  /** Of the copies. */
  readonly documents: number
}

export interface Filled {
  readonly documents: number
  readonly seconds: number
}

/** Rows of one statement, with as many of the table `copies`. */
const CHUNK = 20_000
/** A vacuum of ten million rows takes the longest. */
const STATEMENT_MS = 3 * 3_600_000
/** Real documents that are copied in turn. */
const TEMPLATES = 200
const TOLD_EVERY_MS = 10_000

/** What of a copy is not as in the document that it copies. */
const OWN: Readonly<Record<string, string>> = {
  company_id: 'n.company_id',
  codigo_generacion: 'n.code',
  tipo_dte: 'n.tipo_dte',
  numero_control: `'DTE-' || n.tipo_dte || '-M001P002-' || lpad(n.correlativo::text, 15, '0')`,
  year: 'n.year',
  fec_emi: 'n.day',
  key_id: `'copy'`,
  idempotency_key: `'copy ' || n.n`,
  estado: 'n.estado',
  receptor_nombre: `t.receptor_nombre || ' ' || n.n`,
  sello_recibido: `case when n.estado = 'rechazado' then null else t.sello_recibido end`,
  created_at: 'n.at',
}

/**
 * The numbers from $2 to $3 of the thousandths of each company's copies. A fifth are of type 03, whose own numbers go
 * on from year to year; one in a hundred is invalidated, one in five thousand rejected.
 */
const NUMBERED = `
  select c.company_id, n, s.tipo_dte, s.correlativo, s.at, s.estado,
         (s.at at time zone 'America/El_Salvador')::date as day,
         extract(year from s.at at time zone 'America/El_Salvador')::int as year,
         (lpad(to_hex(n), 8, '0') || '-0000-4000-8000-' || substr(md5(n::text), 1, 12))::uuid as code
    from unnest($1::uuid[], $2::int[], $3::int[], $4::int[]) as c (company_id, low, high, total)
   cross join lateral generate_series(c.low, c.high) as n
   cross join lateral (
     select case when n % 5 = 0 then '03' else '01' end as tipo_dte,
            case when n % 5 = 0 then n / 5 else n - n / 5 end as correlativo,
            case when n % 100 = 7 then 'invalidado' when n % 5000 = 11 then 'rechazado' else 'sellado' end as estado,
            $5::timestamptz - interval '1 day' - interval '3650 days' * (1 - n::float8 / c.total) as at) s`

/**
 * What is copied, in tables of its own: the first documents of a company that has millions cannot be found by an index
 * in no time. A run that goes on copies the same.
 */
async function keepTemplates(pool: Pool, companyId: string | undefined): Promise<void> {
  for (const [table, sql] of [
    ['documents', `key_id <> 'copy' and estado = 'sellado' order by position limit ${TEMPLATES}`],
    ['copies', 'true order by created_at limit 1'],
  ]) {
    await bulk(pool, `create table if not exists country_${table} (like ${table})`)
    await bulk(
      pool,
      `insert into country_${table} select * from ${table}
        where company_id = $1 and not exists (select from country_${table}) and ${sql}`,
      [companyId],
    )
  }
}

/** With the copies of their files, of which a document has one in each destination for ever. */
async function statementOf(pool: Pool): Promise<string> {
  const documents = await columnsOf(pool, 'documents')
  const copies = await columnsOf(pool, 'copies')
  const ofCopy: Readonly<Record<string, string>> = {
    company_id: 'n.company_id',
    codigo_generacion: 'n.code',
    destination_id: 'd.destination_id',
    created_at: 'n.at',
  }
  return `
    with numbered as materialized (${NUMBERED}),
         templates as materialized (
           select d.*, row_number() over (order by position) - 1 as nth from country_documents d),
         filled as (
           insert into documents (${documents.join(', ')})
           select ${documents.map((name) => OWN[name] ?? `t.${name}`).join(', ')}
             from numbered n join templates t on t.nth = n.n % (select count(*) from templates)
            order by n.at
           on conflict do nothing)
    insert into copies (${copies.join(', ')})
    select ${copies.map((name) => ofCopy[name] ?? `t.${name}`).join(', ')}
      from numbered n cross join country_copies t
      join storage_destinations d on d.company_id = n.company_id
     order by n.at
    on conflict do nothing`
}

/** `done` of the slices are filled already; `tell` hears of each one that ends. */
export async function fill(
  pool: Pool,
  { companies, at, done, tell }: FillOptions,
): Promise<Filled> {
  const total = companies.reduce((sum, { documents }) => sum + documents, 0)
  const slices = Math.ceil(total / CHUNK)
  const sql = await statementOf(pool)
  await keepTemplates(pool, companies[0]?.companyId)
  const ids = companies.map(({ companyId }) => companyId)
  const totals = companies.map(({ documents }) => documents)
  const upTo = (slice: number) => totals.map((of) => Math.floor((of * slice) / slices))
  const began = performance.now()
  let toldMs = began
  for (let slice = done; slice < slices; slice++) {
    const low = upTo(slice).map((n) => n + 1)
    await bulk(pool, sql, [ids, low, upTo(slice + 1), totals, at])
    const isLast = slice + 1 === slices
    const now = performance.now()
    if (!isLast && now - toldMs < TOLD_EVERY_MS) continue
    toldMs = now
    const rows = (slice + 1 - done) * CHUNK
    await tell({ slice: slice + 1, slices, perSecond: (rows * 1000) / (now - began) })
  }
  await bulk(pool, SERIES, [ids])
  return { documents: total, seconds: (performance.now() - began) / 1000 }
}

export interface FillOptions {
  /** The first has the real documents. */
  readonly companies: readonly Company[]
  /** The day after the last copy. */
  readonly at: Date
  readonly done: number
  tell(progress: Progress): Promise<void>
}

export interface Progress {
  readonly slice: number
  readonly slices: number
  readonly perSecond: number
}

/** What the copies took: from the year's lowest number to its highest. */
const SERIES = `
  insert into series (company_id, ambiente, tipo_dte, cod_estable, cod_punto_venta, year, first, last)
  select c.company_id, '00', t.tipo_dte, 'M001', 'P002', y.year, right(low.numero, 15)::bigint, right(high.numero, 15)::bigint
    from unnest($1::uuid[]) as c (company_id)
   cross join unnest(array['01', '03']) as t (tipo_dte)
   cross join generate_series(2000, 2100) as y (year)
   cross join lateral (
     select numero_control as numero from documents
      where company_id = c.company_id and ambiente = '00' and year = y.year and estado <> 'liberado'
        and numero_control between 'DTE-' || t.tipo_dte || '-M001P002-' and 'DTE-' || t.tipo_dte || '-M001P002-9'
      order by numero_control limit 1) low
   cross join lateral (
     select numero_control as numero from documents
      where company_id = c.company_id and ambiente = '00' and year = y.year and estado <> 'liberado'
        and numero_control between 'DTE-' || t.tipo_dte || '-M001P002-' and 'DTE-' || t.tipo_dte || '-M001P002-9'
      order by numero_control desc limit 1) high
  on conflict do nothing`

/** Without waiting for the disk, and for as long as it takes. */
export function bulk(pool: Pool, text: string, values: unknown[] = []): Promise<void> {
  return pool.lend(async ({ ask }) => {
    await ask({ text: `set statement_timeout = 0; set synchronous_commit = off` })
    try {
      await ask({ text, values, query_timeout: STATEMENT_MS } as {
        text: string
        values: unknown[]
      })
    } finally {
      await ask({ text: 'reset statement_timeout; reset synchronous_commit' })
    }
  })
}
