/** The stored findings of a reconciliation: documents that the ministry holds and whose bytes we lack. */
import type { Ambiente } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement } from '../../base/db/tx.ts'
import type { ReadAll } from '../cluster/due.ts'
import type { SealedAnswer } from '../transmission/answer.ts'

export interface Recovered {
  readonly companyId: string
  readonly codigoGeneracion: string
  readonly ambiente: Ambiente
  readonly tipoDte: string
  readonly numeroControl: string
  readonly year: number
}

/** Records it. A repeat changes nothing. */
export async function recordRecovered(
  pool: Pool,
  recovered: Recovered,
  { held, now }: { readonly held: SealedAnswer; readonly now: Date },
): Promise<void> {
  await statement(
    pool,
    `insert into recovered_documents
       (company_id, codigo_generacion, ambiente, tipo_dte, numero_control, year, sello_recibido,
        fh_procesamiento, found_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict do nothing`,
    [
      recovered.companyId,
      recovered.codigoGeneracion,
      recovered.ambiente,
      recovered.tipoDte,
      recovered.numeroControl,
      recovered.year,
      held.selloRecibido,
      held.fhProcesamiento,
      now,
    ],
  )
}

/** Whether the ministry holds a document under this code whose bytes a restore lost. */
export async function isRecovered(
  db: Db,
  { companyId, codigoGeneracion }: Pick<Recovered, 'companyId' | 'codigoGeneracion'>,
): Promise<boolean> {
  const row = await db.maybeOne(
    'select 1 from recovered_documents where company_id = $1 and codigo_generacion = $2',
    [companyId, codigoGeneracion],
  )
  return row !== null
}

/** A document of ours whose verdict may have changed after the restore point. */
export interface Undecided {
  readonly companyId: string
  readonly nit: string
  readonly ambiente: Ambiente
  readonly tipoDte: string
  readonly numeroControl: string
  readonly codigoGeneracion: string
  readonly year: number
  readonly estado: 'reservado' | 'rechazado'
}

/** Reservations, and rejections that could still be corrected at that time. */
export function listUndecided(db: Db, since: Date): Promise<Undecided[]> {
  return db.many<Undecided>(
    `select d.company_id as "companyId", c.nit, d.ambiente, d.tipo_dte as "tipoDte",
            d.numero_control as "numeroControl", upper(d.codigo_generacion::text) as "codigoGeneracion",
            d.year, d.estado
       from companies c join documents d on d.company_id = c.company_id and d.ambiente in ('00', '01')
      where d.estado = 'reservado' or (d.estado = 'rechazado' and d.created_at > $1)
      order by d.created_at`,
    [since],
  )
}

/** Documents whose bytes are still lost, by company and environment. */
export function countLost(
  readAll: ReadAll,
): Promise<
  readonly { readonly nit: string; readonly ambiente: Ambiente; readonly count: bigint }[]
> {
  return readAll({
    sql: (among) => `
     select c.nit, r.ambiente, count(*) as count
       from (select * from recovered_documents where true ${among}) r
       join (select * from companies where true ${among}) c on c.company_id = r.company_id
      where not exists (select from documents d
                         where d.company_id = r.company_id and d.codigo_generacion = r.codigo_generacion
                           and d.estado in ('sellado', 'invalidado') ${among})
      group by c.nit, r.ambiente order by c.nit, r.ambiente`,
    values: [],
  })
}

/** A company in an environment in which it can query the ministry. */
export interface OwnerOf {
  readonly companyId: string
  readonly ambiente: Ambiente
}

export function listOwners(db: Db): Promise<OwnerOf[]> {
  return db.many<OwnerOf>(
    `select company_id as "companyId", ambiente from ministry_accounts order by company_id, ambiente`,
  )
}

/** How many numbers one statement checks. */
const NUMBERS = 5_000

/** Those of these numbers of a year that no document has. */
export async function unknownNumbers(
  db: Db,
  { companyId, ambiente }: OwnerOf,
  year: number,
  numbers: readonly string[],
): Promise<readonly string[]> {
  const unknown: string[] = []
  for (let at = 0; at < numbers.length; at += NUMBERS) {
    const rows = await db.many<{ n: string }>(
      `select n from unnest($4::text[]) as n
        where not exists (select from documents d
                           where d.company_id = $1 and d.ambiente = $2 and d.year = $3
                             and d.numero_control = n and d.estado in ('sellado', 'invalidado'))`,
      [companyId, ambiente, year, numbers.slice(at, at + NUMBERS)],
    )
    unknown.push(...rows.map(({ n }) => n))
  }
  return unknown
}

/** Those of these codes that no event has. */
export async function unknownEvents(
  db: Db,
  { companyId }: Pick<OwnerOf, 'companyId'>,
  codes: readonly string[],
): Promise<readonly string[]> {
  const rows = await db.many<{ code: string }>(
    `select code from unnest($2::text[]) as code
      where not exists (select from events e
                         where e.company_id = $1 and e.codigo_generacion = code::uuid)`,
    [companyId, codes],
  )
  return rows.map(({ code }) => code)
}

/** A document of ours without a verdict. */
export interface WithoutVerdict extends OwnerOf {
  readonly codigoGeneracion: string
}

export function listWithoutVerdict(db: Db): Promise<WithoutVerdict[]> {
  return db.many<WithoutVerdict>(
    `select company_id as "companyId", ambiente, upper(codigo_generacion::text) as "codigoGeneracion"
       from documents where estado in ('firmado', 'contingencia')
      order by company_id, created_at`,
  )
}
