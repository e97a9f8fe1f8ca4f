/** What people may do in each company. */
import type { Ambiente } from '@sello/contract'
import type { Logger } from 'pino'
import type { Pool } from '../../base/db/pool.ts'
import type { Db, Tx } from '../../base/db/tx.ts'
import { listOfAll, skippedInLog } from '../cluster/due.ts'
import { companyIdOf } from '../companies/company.ts'
import type { Codes } from '../companies/points-of-sale.ts'
import { VAULT_FAILURES_MAX } from '../keys/vault-failures.ts'

export const ROLES = ['dueno', 'administrador', 'emisor', 'lector', 'contador'] as const
export type Rol = (typeof ROLES)[number]

/** Owners and administrators run the company, so each of their sessions is confirmed by a second factor. */
export const isRunning = (rol: Rol) => rol === 'dueno' || rol === 'administrador'

/** The roles that a member may appoint: an owner all, an administrator issuers and readers. */
export function appointable(rol: Rol): readonly Rol[] {
  if (rol === 'dueno') return ROLES
  return rol === 'administrador' ? ['emisor', 'lector'] : []
}

/** The state of a person's sign key. `vencida`: its certificate is no longer in force. */
export type Firma = 'ninguna' | 'activa' | 'bloqueada' | 'vencida'

export interface Membership {
  readonly companyId: string
  readonly nit: string
  readonly nombre: string
  readonly nombreComercial: string | null
  readonly rol: Rol
  readonly produccionDesde: Date | null
  readonly puntoDeVenta: Codes | null
  readonly invalida: boolean
  /** Whom a member asks about actions they may not do. */
  readonly dueno: string | null
  readonly firma: Readonly<Record<Ambiente, Firma>>
}

/** A table's rows; `among`, of which companies. */
const rowsOf = (table: string, among: string) => `(select * from ${table} where true ${among})`

/** The sign keys of `m`, a person in a company, by environment. `$2` is the time of the call. */
export const firmaSql = (among: string): string => `
(select json_object_agg(e.ambiente, case when k.vault_wrap is null then 'ninguna'
                                         when not coalesce(v.active and v.valid_to > $2, false) then 'vencida'
                                         when k.vault_failures >= ${VAULT_FAILURES_MAX} then 'bloqueada'
                                         else 'activa' end)
   from (values ('00'), ('01')) as e (ambiente)
   left join ${rowsOf('person_keys', among)} pk on pk.company_id = m.company_id and pk.person_id = m.person_id
        and pk.ambiente = e.ambiente
   left join ${rowsOf('api_keys', among)} k on k.company_id = pk.company_id and k.key_id = pk.key_id
   left join ${rowsOf('signing_vaults', among)} v on v.company_id = k.company_id and v.vault_id = k.vault_id) as firma`

/** For a member without a point of sale, the company's first. */
export const pointOfSaleSql = (among: string): string => `
left join lateral (
  select json_build_object('codEstable', p.cod_estable, 'codPuntoVenta', p.cod_punto_venta) as codes
    from points_of_sale p
   where p.company_id = m.company_id ${among}
     and (m.point_of_sale_id is null or p.point_of_sale_id = m.point_of_sale_id)
   order by p.created_at, p.cod_estable, p.cod_punto_venta limit 1) as pos on true`

const membershipsSql = (among: string) => `
select c.company_id as "companyId", c.nit, c.nombre, c.nombre_comercial as "nombreComercial", m.rol,
       c.production_since as "produccionDesde", pos.codes as "puntoDeVenta", m.invalida, ${firmaSql(among)},
       (select p.nombre from ${rowsOf('memberships', among)} d join people p on p.person_id = d.person_id
         where d.company_id = m.company_id and d.rol = 'dueno' order by d.created_at limit 1) as dueno
  from ${rowsOf('memberships', among)} m
  join ${rowsOf('companies', among)} c on c.company_id = m.company_id ${pointOfSaleSql(among)}
 where m.person_id = $1
 order by c.nombre, c.nit`

interface Reading {
  readonly pool: Pool
  readonly log: Pick<Logger, 'error'>
}

/** Ordered by name. Those on a machine that does not answer are left out. */
export function listMemberships(
  { pool, log }: Reading,
  personId: string,
  now: Date,
): Promise<readonly Membership[]> {
  const onSkipped = skippedInLog(log, 'memberships')
  return listOfAll<Membership>(pool, { sql: membershipsSql, values: [personId, now] }, onSkipped)
}

const MEMBERSHIP_OF = membershipsSql('and company_id = $3')

/** Null if the person does not belong to the company, or the company does not exist. */
export async function findMembership(
  db: Db,
  { personId, nit, now }: { readonly personId: string; readonly nit: string; readonly now: Date },
): Promise<Membership | null> {
  const companyId = await companyIdOf(db, nit)
  if (companyId === null) return null
  return db.maybeOne<Membership>(MEMBERSHIP_OF, [personId, now, companyId])
}

const ROLES_OF = (among: string) => `select rol from memberships where person_id = $1 ${among}`

/**
 * The person's roles in all companies. On a machine that does not answer they may have any: the one that asks for most
 * is then among them.
 */
export async function listRoles({ pool, log }: Reading, personId: string): Promise<readonly Rol[]> {
  const unseen: Rol[] = []
  const inLog = skippedInLog(log, 'memberships')
  const look = { sql: ROLES_OF, values: [personId] }
  const rows = await listOfAll<{ rol: Rol }>(pool, look, (skipped, error) => {
    unseen.push('dueno')
    inLog(skipped, error)
  })
  return [...rows.map(({ rol }) => rol), ...unseen]
}

export interface NewMembership {
  readonly companyId: string
  readonly personId: string
  readonly rol: Rol
  readonly pointOfSaleId: string | null
}

/** An existing member keeps their role. */
export async function insertMembership(
  tx: Tx,
  { companyId, personId, rol, pointOfSaleId }: NewMembership,
  now: Date,
): Promise<void> {
  await tx.run(
    `insert into memberships (company_id, person_id, rol, point_of_sale_id, created_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [companyId, personId, rol, pointOfSaleId, now],
  )
}
