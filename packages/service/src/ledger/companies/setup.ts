/** A company's setup progress, for its pages: points of sale, certificates, accounts, test documents. */
import type { Ambiente, TipoDte } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'

export interface PointOfSaleShown {
  readonly codEstable: string
  readonly codPuntoVenta: string
  readonly direccion: {
    readonly departamento: string
    readonly municipio: string
    readonly distrito: string
    readonly complemento: string
  } | null
  readonly telefono: string | null
  readonly series: readonly {
    readonly ambiente: Ambiente
    readonly tipoDte: TipoDte
    readonly year: number
    readonly ultimo: number
  }[]
}

interface PointRow {
  readonly cod_estable: string
  readonly cod_punto_venta: string
  readonly departamento: string | null
  readonly municipio: string
  readonly distrito: string
  readonly complemento: string
  readonly telefono: string | null
  readonly series: PointOfSaleShown['series']
}

export async function listPointsOfSale(
  db: Db,
  companyId: string,
): Promise<readonly PointOfSaleShown[]> {
  const rows = await db.many<PointRow>(
    `select p.cod_estable, p.cod_punto_venta, p.departamento, p.municipio, p.distrito, p.complemento,
            p.telefono,
            (select coalesce(json_agg(json_build_object('ambiente', s.ambiente, 'tipoDte', s.tipo_dte,
                                                        'year', s.year, 'ultimo', s.last)
                                      order by s.ambiente, s.year desc, s.tipo_dte), '[]')
               from series s
              where s.company_id = p.company_id and s.cod_estable = p.cod_estable
                and s.cod_punto_venta = p.cod_punto_venta) as series
       from points_of_sale p where p.company_id = $1 order by p.cod_estable, p.cod_punto_venta`,
    [companyId],
  )
  return rows.map((row) => {
    const { departamento, municipio, distrito, complemento } = row
    return {
      codEstable: row.cod_estable,
      codPuntoVenta: row.cod_punto_venta,
      direccion: departamento === null ? null : { departamento, municipio, distrito, complemento },
      telefono: row.telefono,
      series: row.series,
    }
  })
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
  const rows = await db.many<{
    ambiente: Ambiente
    nit: string
    nombre: string
    fingerprint: string
    valid_from: Date
    valid_to: Date
    created_at: Date
  }>(
    `select ambiente, nit, nombre, fingerprint, valid_from, valid_to, created_at
       from signing_vaults where company_id = $1 and active`,
    [companyId],
  )
  const of = (ambiente: Ambiente): CertificateShown | null => {
    const row = rows.find((one) => one.ambiente === ambiente)
    if (!row) return null
    const { nit, nombre, fingerprint } = row
    const [validFrom, validTo, cargadoEl] = [row.valid_from, row.valid_to, row.created_at]
    return { nit, nombre, fingerprint, validFrom, validTo, cargadoEl }
  }
  return { '00': of('00'), '01': of('01') }
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
  const of = (ambiente: Ambiente) => {
    const row = rows.find((one) => one.ambiente === ambiente)
    return row ? { usuario: row.usuario } : null
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
