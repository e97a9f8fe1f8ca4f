/** The people of one company, and changes of their roles. A company always keeps an owner. */
import type { Db, Tx } from '../../base/db/tx.ts'
import { firmaSql, type Membership, pointOfSaleSql, type Rol } from './memberships.ts'

export interface CompanyPerson
  extends Pick<Membership, 'rol' | 'puntoDeVenta' | 'invalida' | 'firma'> {
  readonly personaId: string
  readonly nombre: string
  readonly correo: string
  readonly usadaEl: Date | null
}

const OF_COMPANY = 'and company_id = $1'

/** Ordered by name. */
export async function listPeople(
  db: Db,
  companyId: string,
  now: Date,
): Promise<readonly CompanyPerson[]> {
  const people = await db.many<Omit<CompanyPerson, 'usadaEl'>>(
    `select p.person_id as "personaId", p.nombre, p.correo, m.rol, pos.codes as "puntoDeVenta", m.invalida,
            ${firmaSql(OF_COMPANY)}
       from memberships m join people p on p.person_id = m.person_id ${pointOfSaleSql(OF_COMPANY)}
      where m.company_id = $1 order by p.nombre, p.correo`,
    [companyId, now],
  )
  // By itself: sessions are of no company, and a cluster joins them to nothing that is.
  const used = await db.many<{ readonly personaId: string; readonly usadaEl: Date }>(
    `select person_id as "personaId", max(used_at) as "usadaEl" from sessions
      where person_id = any ($1::uuid[]) group by person_id`,
    [people.map(({ personaId }) => personaId)],
  )
  const last = new Map(used.map(({ personaId, usadaEl }) => [personaId, usadaEl]))
  return people.map((person) => ({ ...person, usadaEl: last.get(person.personaId) ?? null }))
}

/** Locks the company's people until the commit: two concurrent changes could remove the last owner. */
export async function lockPeople(tx: Tx, companyId: string): Promise<ReadonlyMap<string, Rol>> {
  await tx.one('select company_id from companies where company_id = $1 for update', [companyId])
  const rows = await tx.many<{ person_id: string; rol: Rol }>(
    'select person_id, rol from memberships where company_id = $1',
    [companyId],
  )
  return new Map(rows.map(({ person_id, rol }) => [person_id, rol]))
}

export interface MembershipChange {
  readonly rol: Rol
  /** Undefined keeps the present one. */
  readonly pointOfSaleId: string | undefined
  readonly invalida: boolean | undefined
}

export async function updateMembership(
  tx: Tx,
  of: { readonly companyId: string; readonly personId: string },
  { rol, pointOfSaleId, invalida }: MembershipChange,
): Promise<void> {
  await tx.run(
    `update memberships set rol = $3, point_of_sale_id = coalesce($4, point_of_sale_id),
            invalida = coalesce($5, invalida)
      where company_id = $1 and person_id = $2`,
    [of.companyId, of.personId, rol, pointOfSaleId ?? null, invalida ?? null],
  )
}
