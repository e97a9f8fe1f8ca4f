/** A company's setup progress, for its pages: points of sale, certificates, accounts, test documents. */
import type { Ambiente, TipoDte } from '@sello/contract'
import type { Emisor } from '@sello/fiscal'
import type { Db } from '../../base/db/tx.ts'

export interface PointOfSaleShown {
  readonly codEstable: string
  readonly codPuntoVenta: string
  readonly direccion: Emisor['direccion'] | null
  readonly telefono: string | null
  readonly series: readonly {
    readonly ambiente: Ambiente
    readonly tipoDte: TipoDte
    readonly year: number
    readonly ultimo: number
  }[]
}

export function listPointsOfSale(db: Db, companyId: string): Promise<readonly PointOfSaleShown[]> {
  return db.many<PointOfSaleShown>(
    `select p.cod_estable as "codEstable", p.cod_punto_venta as "codPuntoVenta",
            case when p.departamento is not null then
              json_build_object('departamento', p.departamento, 'municipio', p.municipio,
                                'distrito', p.distrito, 'complemento', p.complemento) end as direccion,
            p.telefono,
            (select coalesce(json_agg(json_build_object('ambiente', s.ambiente, 'tipoDte', s.tipo_dte,
                                                        'year', s.year, 'ultimo', s.last)
                                      order by s.ambiente, s.year desc, s.tipo_dte), '[]')
               from series s
              where s.company_id = $1 and s.cod_estable = p.cod_estable
                and s.cod_punto_venta = p.cod_punto_venta) as series
       from points_of_sale p where p.company_id = $1 order by p.cod_estable, p.cod_punto_venta`,
    [companyId],
  )
}

export interface CertificateShown {
  readonly nit: string
  readonly nombre: string
  readonly fingerprint: string
  readonly validFrom: Date
  readonly validTo: Date
  readonly cargadoEl: Date
}

/** The certificates in force, by environment. */
export async function listCertificates(
  db: Db,
  companyId: string,
): Promise<Readonly<Record<Ambiente, CertificateShown | null>>> {
  const rows = await db.many<CertificateShown & { readonly ambiente: Ambiente }>(
    `select ambiente, nit, nombre, fingerprint, valid_from as "validFrom", valid_to as "validTo",
            created_at as "cargadoEl"
       from signing_vaults where company_id = $1 and active`,
    [companyId],
  )
  return byAmbiente(rows)
}

/** The user name at the ministry, by environment. */
export async function listAccounts(
  db: Db,
  companyId: string,
): Promise<Readonly<Record<Ambiente, { readonly usuario: string } | null>>> {
  const rows = await db.many<{ ambiente: Ambiente; usuario: string }>(
    'select ambiente, usuario from ministry_accounts where company_id = $1',
    [companyId],
  )
  return byAmbiente(rows)
}

function byAmbiente<Row extends { readonly ambiente: Ambiente }>(rows: readonly Row[]) {
  const of = (wanted: Ambiente): Omit<Row, 'ambiente'> | null => {
    const row = rows.find(({ ambiente }) => ambiente === wanted)
    if (!row) return null
    const { ambiente: _, ...shown } = row
    return shown
  }
  return { '00': of('00'), '01': of('01') }
}

/** The types of the documents that the ministry has sealed in the environment. */
export async function listSealedTypes(
  db: Db,
  { companyId, ambiente }: { readonly companyId: string; readonly ambiente: Ambiente },
  tipos: readonly TipoDte[],
): Promise<readonly TipoDte[]> {
  const rows = await db.many<{ tipo: TipoDte }>(
    `select t.tipo from unnest($3::text[]) as t (tipo)
      where exists (select 1 from documents d
                     where d.company_id = $1 and d.ambiente = $2 and d.tipo_dte = t.tipo
                       and d.estado in ('sellado', 'invalidado'))`,
    [companyId, ambiente, tipos],
  )
  return rows.map(({ tipo }) => tipo)
}
