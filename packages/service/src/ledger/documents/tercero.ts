/** For whom a document was sold (`documents.tercero`), and the documents of one principal that its liquidation lists. */
import { type Ambiente, type Estado, Refused } from '@sello/contract'
import type { Documento } from '@sello/fiscal'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, transaction } from '../../base/db/tx.ts'
import { openPayload } from '../transmission/payload.ts'
import { ESTADOS_VIVOS } from './estados.ts'
import type { Reader } from './find.ts'

/** Empty: nobody. */
const NADIE = ''

interface ConTercero {
  readonly ventaTercero?: { readonly nit: string | null } | null
}

export function terceroOf(documento: Documento): string {
  return numberOf(documento as ConTercero)
}

const numberOf = ({ ventaTercero }: ConTercero) => ventaTercero?.nit?.replaceAll('-', '') ?? NADIE

/** Decrypting one takes a fraction of a millisecond; other calls get a turn between two batches. */
const BATCH = 200
/** A call waits for so many at most; the job reads the rest. */
const BATCHES_OF_A_CALL = 20

interface Unread {
  readonly codigo_generacion: string
  readonly payload: Buffer
}

/** Reads up to a batch of a company's documents of an older release. Returns how many there were. */
export async function fillTerceros(
  pool: Pool,
  { companyId, dataKey }: Pick<Reader, 'companyId' | 'dataKey'>,
): Promise<number> {
  return transaction(pool, async (tx) => {
    const rows = await tx.many<Unread>(
      `select codigo_generacion, payload from documents
        where company_id = $1 and tercero is null limit ${BATCH} for no key update skip locked`,
      [companyId],
    )
    if (rows.length === 0) return 0
    const terceros = rows.map(({ codigo_generacion, payload }) => {
      const codigoGeneracion = codigo_generacion.toUpperCase()
      const which = { kind: 'documento', companyId, codigoGeneracion } as const
      return numberOf(JSON.parse(openPayload(which, payload, dataKey)))
    })
    await tx.run(
      `update documents d set tercero = r.tercero
         from unnest($2::uuid[], $3::text[]) as r (codigo_generacion, tercero)
        where d.company_id = $1 and d.codigo_generacion = r.codigo_generacion`,
      [companyId, rows.map(({ codigo_generacion }) => codigo_generacion), terceros],
    )
    return rows.length
  })
}

/** Refuses (503) while documents of an older release are still to be read: a liquidation would leave them out. */
export async function assertTercerosRead(
  pool: Pool,
  reader: Pick<Reader, 'companyId' | 'dataKey'>,
): Promise<void> {
  for (let batch = 0; batch < BATCHES_OF_A_CALL; batch++) {
    if ((await fillTerceros(pool, reader)) < BATCH) return
  }
  throw new Refused(
    'service_unavailable',
    'Todavía se leen los documentos anteriores de la empresa, que una liquidación debe listar; no se gastó número. Repita la llamada con la misma Idempotency-Key en unos minutos.',
    {},
  )
}

/** The companies that have such documents, with their encrypted data keys. */
export function findUnread(
  db: Db,
  limit: number,
): Promise<readonly { readonly companyId: string; readonly dataKey: Buffer }[]> {
  return db.many(
    `select c.company_id as "companyId", c.data_key as "dataKey" from companies c
      where exists (select from documents d where d.company_id = c.company_id and d.tercero is null)
      limit $1`,
    [limit],
  )
}

/** A document or a return event of a principal, with its decrypted bytes. */
export interface DeTercero {
  readonly tipoDte: string
  readonly codigoGeneracion: string
  readonly fecEmi: string
  readonly invalidado: boolean
  readonly payload: string
}

interface Row extends Omit<DeTercero, 'payload'> {
  readonly kind: 'documento' | 'retorno'
  readonly payload: Buffer
}

/**
 * Whether a living liquidation lists it. A scalar subquery: the planner looks each row up, with statistics or without,
 * and never reads all that was ever listed.
 */
const listed = (of: string, tipoDte: string, invalidado: boolean) => `coalesce((
  select true from liquidated_documents l
   cross join lateral (select h.estado from documents h
                        where h.company_id = $1 and h.codigo_generacion = l.liquidacion offset 0) h
   where l.company_id = $1 and l.ambiente = $2 and l.tipo_dte = ${tipoDte}
     and l.numero = upper(${of}.codigo_generacion::text) and l.invalidado = ${invalidado}
     and h.estado = any ($6::text[]) limit 1), false)`

const FROM = `($5 || '-01')::date`
const UNTIL = `(${FROM} + interval '1 month')`
/** Two years and three months: how long after its date a document may be invalidated, at most. */
const BEFORE = `(${FROM} - interval '27 months')`

/** By documents_of_tercero, whatever else the rest of the statement might invite to. */
const ofTercero = (estado: string, from: string) => `
  select /* reads 100000: what was sold for one principal */ d.codigo_generacion, d.tipo_dte, d.fec_emi, d.position
    from documents d
   where d.company_id = $1 and d.ambiente = $2 and d.tercero = $3 and d.tercero > ''
     and d.fec_emi >= ${from} and d.fec_emi < ${UNTIL} and d.estado = '${estado}' and d.tipo_dte = any ($7::text[])`

const documento = (invalidado: boolean) => `
  select 'documento' as kind, d.tipo_dte as "tipoDte", upper(d.codigo_generacion::text) as "codigoGeneracion",
         d.fec_emi as "fecEmi", ${invalidado} as invalidado, p.payload
    from found d
   cross join lateral (select payload from documents p
                        where p.company_id = $1 and p.codigo_generacion = d.codigo_generacion offset 0) p
   order by d.fec_emi, d.position`

const SELLADOS = `
  with d as materialized (${ofTercero('sellado', FROM)}
  ), found as materialized (
    select * from d where not ${listed('d', 'd.tipo_dte', false)} order by fec_emi, position limit $4
  )${documento(false)}`

/** What was listed and is invalidated since. */
const INVALIDADOS = `
  with d as materialized (${ofTercero('invalidado', BEFORE)}
  ), found as materialized (
    select d.* from d
     cross join lateral (select e.fec_emi from events e
                          where e.company_id = $1 and e.documento = d.codigo_generacion
                            and e.kind = 'invalidacion' and e.evento is null and e.estado = 'sellado' limit 1) e
     where e.fec_emi < ${UNTIL}
       and ${listed('d', 'd.tipo_dte', false)} and not ${listed('d', 'd.tipo_dte', true)}
     order by d.fec_emi, d.position limit $4
  )${documento(true)}`

/** From the events of the month, each with its document; `offset 0` keeps that order. */
const RETORNOS = `
  with e as materialized (
    select /* reads 100000: the events of a month */ e.codigo_generacion, e.documento, e.fec_emi, e.payload
      from events e
     where e.company_id = $1 and e.ambiente = $2 and e.fec_emi >= ${FROM} and e.fec_emi < ${UNTIL}
       and e.kind = 'retorno' and e.estado = 'sellado' and $7::text[] is not null
  )
  select 'retorno' as kind, '18' as "tipoDte", upper(e.codigo_generacion::text) as "codigoGeneracion",
         e.fec_emi as "fecEmi", false as invalidado, e.payload
    from e
   cross join lateral (select d.tercero from documents d
                        where d.company_id = $1 and d.codigo_generacion = e.documento offset 0) d
   where d.tercero = $3 and d.tercero > '' and not ${listed('e', `'18'`, false)}
   order by e.fec_emi, e.codigo_generacion limit $4`

/**
 * What a liquidation of the month has to list: what is sealed and in none, the return events of the month, and what was
 * listed and has been invalidated until its end. Oldest first, up to `limit` of each.
 */
export async function findToLiquidate(
  db: Db,
  reader: Reader,
  asked: { readonly tercero: string; readonly periodo: string; readonly limit: number },
): Promise<readonly DeTercero[]> {
  const { companyId, ambiente, dataKey } = reader
  const { tercero, periodo, limit } = asked
  const values = [companyId, ambiente, tercero, limit, periodo, ESTADOS_VIVOS, LIQUIDABLES]
  const rows: Row[] = []
  for (const sql of [SELLADOS, RETORNOS, INVALIDADOS])
    rows.push(...(await db.many<Row>(sql, values)))
  return rows.map(({ kind, payload, ...row }) => {
    const which = { kind, companyId, codigoGeneracion: row.codigoGeneracion } as const
    return { ...row, payload: openPayload(which, payload, dataKey) }
  })
}

const LIQUIDABLES = ['01', '03', '05', '06', '11'] as const

/** A document as a liquidation lists it. */
export interface Listado {
  readonly tipoDte: string
  readonly numero: string
  readonly invalidado: boolean
}

export const keyOf = ({ tipoDte, numero, invalidado }: Listado) =>
  `${tipoDte} ${numero} ${invalidado}`

export interface Owner {
  readonly companyId: string
  readonly ambiente: Ambiente
}

/** The living liquidations that list them, by `keyOf`. `offset 0`: each row is looked up, with statistics or without. */
export async function findLiquidaciones(
  db: Db,
  { companyId, ambiente }: Owner,
  all: readonly Listado[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.many<Listado & { readonly liquidacion: string }>(
    `select a.tipo_dte as "tipoDte", a.numero, a.invalidado, upper(l.liquidacion::text) as liquidacion
       from unnest($3::text[], $4::text[], $5::boolean[]) as a (tipo_dte, numero, invalidado)
      cross join lateral (
        select l.liquidacion from liquidated_documents l
         where l.company_id = $1 and l.ambiente = $2 and l.tipo_dte = a.tipo_dte and l.numero = a.numero
           and l.invalidado = a.invalidado offset 0) l
      cross join lateral (
        select h.estado from documents h
         where h.company_id = $1 and h.codigo_generacion = l.liquidacion offset 0) h
      where h.estado = any ($6::text[])`,
    [companyId, ambiente, ...columnsOf(all), ESTADOS_VIVOS],
  )
  return new Map(rows.map((row) => [keyOf(row), row.liquidacion]))
}

export const columnsOf = (all: readonly Listado[]) => [
  all.map(({ tipoDte }) => tipoDte),
  all.map(({ numero }) => numero),
  all.map(({ invalidado }) => invalidado),
]

/** The state that one must have to be listed. */
export const estadoToList = ({ invalidado }: Pick<Listado, 'invalidado'>): Estado =>
  invalidado ? 'invalidado' : 'sellado'
