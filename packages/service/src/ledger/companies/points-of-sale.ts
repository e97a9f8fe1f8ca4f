/** Writes points of sale: those that an administrator adds, and those that a restore lost. */
import type { Emisor } from '@sello/fiscal'
import type { Db, Tx } from '../../base/db/tx.ts'

export interface PointOfSale {
  readonly companyId: string
  readonly pointOfSaleId: string
  readonly codEstable: string
  readonly codPuntoVenta: string
  /** Null: the head office's. */
  readonly direccion: Emisor['direccion'] | null
  readonly telefono: string | null
  readonly now: Date
}

/** Throws a unique violation if a point of sale with these codes exists. */
export async function insertPointOfSale(tx: Tx, pos: PointOfSale): Promise<void> {
  await tx.run(
    `insert into points_of_sale
       (company_id, point_of_sale_id, cod_estable, cod_punto_venta, departamento, municipio,
        distrito, complemento, telefono, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    valuesOf(pos),
  )
}

/** Creates it if missing. Data that equals the head office's is left to the head office. */
export async function restorePointOfSale(tx: Tx, pos: PointOfSale): Promise<void> {
  await tx.run(
    `insert into points_of_sale
       (company_id, point_of_sale_id, cod_estable, cod_punto_venta, departamento, municipio,
        distrito, complemento, telefono, created_at)
     select $1, $2::uuid, $3, $4, case when own then $5 end, case when own then $6 end,
            case when own then $7 end, case when own then $8 end, nullif($9, c.telefono),
            $10::timestamptz
       from companies c,
            lateral (select (c.departamento, c.municipio, c.distrito, c.complemento)
                            is distinct from ($5::text, $6::text, $7::text, $8::text) as own) as o
      where c.company_id = $1
     on conflict on constraint points_of_sale_codes do nothing`,
    valuesOf(pos),
  )
}

const valuesOf = ({ direccion, ...pos }: PointOfSale) => [
  pos.companyId,
  pos.pointOfSaleId,
  pos.codEstable,
  pos.codPuntoVenta,
  direccion?.departamento ?? null,
  direccion?.municipio ?? null,
  direccion?.distrito ?? null,
  direccion?.complemento ?? null,
  pos.telefono,
  pos.now,
]

export type Codes = Pick<PointOfSale, 'codEstable' | 'codPuntoVenta'>

/** Its id; null when the company has no such point of sale. */
export async function findPointOfSale(
  db: Db,
  companyId: string,
  { codEstable, codPuntoVenta }: Codes,
): Promise<string | null> {
  const row = await db.maybeOne<{ point_of_sale_id: string }>(
    `select point_of_sale_id from points_of_sale
      where company_id = $1 and cod_estable = $2 and cod_punto_venta = $3`,
    [companyId, codEstable, codPuntoVenta],
  )
  return row?.point_of_sale_id ?? null
}

/** As an administrator names it: the company's NIT and the two codes. */
export interface PointOfSaleCodes extends Codes {
  readonly nit: string
}

/** Those of all companies added after `since`. */
export function listPointsOfSale(db: Db, since: Date): Promise<PointOfSaleCodes[]> {
  return db.many<PointOfSaleCodes>(
    `select c.nit, p.cod_estable as "codEstable", p.cod_punto_venta as "codPuntoVenta"
       from points_of_sale p join companies c on c.company_id = p.company_id
      where p.created_at >= $1
      order by c.nit, p.cod_estable, p.cod_punto_venta`,
    [since],
  )
}
