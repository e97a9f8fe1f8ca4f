/** The people of one company, and changes of their roles. A company always keeps an owner. */
import type { Ambiente } from '@sello/contract'
import type { Db, Tx } from '../../base/db/tx.ts'
import {
  FIRMAS,
  type Firma,
  type Firmas,
  POINT_OF_SALE,
  type PointOfSale,
  type Rol,
  toFirma,
} from './memberships.ts'

export interface CompanyPerson {
  readonly personaId: string
  readonly nombre: string
  readonly correo: string
  readonly rol: Rol
  readonly puntoDeVenta: PointOfSale | null
  readonly invalida: boolean
  readonly firma: Readonly<Record<Ambiente, Firma>>
  readonly usadaEl: Date | null
}

interface Row {
  readonly person_id: string
  readonly nombre: string
  readonly correo: string
  readonly rol: Rol
  readonly cod_estable: string | null
  readonly cod_punto_venta: string | null
  readonly invalida: boolean
  readonly firmas: Firmas
  readonly used_at: Date | null
}

/** Ordered by name. */
export async function listPeople(
  db: Db,
  companyId: string,
  now: Date,
): Promise<readonly CompanyPerson[]> {
  const rows = await db.many<Row>(
    `select p.person_id, p.nombre, p.correo, m.rol, pos.cod_estable, pos.cod_punto_venta, m.invalida,
            ${FIRMAS},
            (select max(s.used_at) from sessions s where s.person_id = p.person_id) as used_at
       from memberships m join people p on p.person_id = m.person_id ${POINT_OF_SALE}
      where m.company_id = $1 order by p.nombre, p.correo`,
    [companyId, now],
  )
  return rows.map((row) => ({
    personaId: row.person_id,
    nombre: row.nombre,
    correo: row.correo,
    rol: row.rol,
    puntoDeVenta:
      row.cod_estable !== null && row.cod_punto_venta !== null
        ? { codEstable: row.cod_estable, codPuntoVenta: row.cod_punto_venta }
        : null,
    invalida: row.invalida,
    firma: { '00': toFirma(row.firmas, '00'), '01': toFirma(row.firmas, '01') },
    usadaEl: row.used_at,
  }))
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

export async function deleteMembership(tx: Tx, companyId: string, personId: string): Promise<void> {
  await tx.run('delete from memberships where company_id = $1 and person_id = $2', [
    companyId,
    personId,
  ])
}
