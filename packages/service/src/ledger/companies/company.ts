/** Companies, and their data as documents state it. */
import type { Autorizacion, Emisor, Resolucion } from '@sello/fiscal'
import type { Db, Tx } from '../../base/db/tx.ts'

export interface Company {
  readonly companyId: string
  readonly nit: string
  readonly nombre: string
}

/** Null when there is no such company. Every machine of a cluster knows all of them. */
export async function companyIdOf(db: Db, nit: string): Promise<string | null> {
  const found = await db.maybeOne<{ id: string }>(
    'select company_id as id from company_nits where nit = $1',
    [nit],
  )
  return found?.id ?? null
}

/** Null when there is no such company. */
export async function companyOfNit(
  db: Db,
  nit: string,
): Promise<(Company & { readonly dataKey: Buffer }) | null> {
  const companyId = await companyIdOf(db, nit)
  if (companyId === null) return null
  return db.maybeOne(
    `select company_id as "companyId", nit, nombre, data_key as "dataKey"
       from companies where company_id = $1`,
    [companyId],
  )
}

/** The issuer of the company's documents, without a point of sale. */
export type CompanyData = Omit<Emisor, 'codEstable' | 'codPuntoVenta'>

/** `dataKey` is encrypted under the master key. Throws a unique violation if the NIT exists. */
export async function insertCompany(
  tx: Tx,
  company: CompanyData,
  created: { readonly companyId: string; readonly dataKey: Buffer; readonly now: Date },
): Promise<void> {
  const { companyId } = created
  await tx.run('insert into company_nits (nit, company_id) values ($1, $2)', [
    company.nit,
    companyId,
  ])
  await tx.run(
    `insert into companies
       (company_id, nrc, nombre, nombre_comercial, cod_actividad, desc_actividad, departamento,
        municipio, distrito, complemento, telefono, correo, nit, data_key, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [...valuesOf(companyId, company), company.nit, created.dataKey, created.now],
  )
}

/** Until the commit no other change of this company begins; it then merges into this one's result. */
export async function lockCompany(tx: Tx, companyId: string): Promise<void> {
  await tx.one('select 1 from companies where company_id = $1 for no key update', [companyId])
}

export async function findCompanyData(db: Db, companyId: string): Promise<CompanyData> {
  const { departamento, municipio, distrito, complemento, ...row } = await db.one<
    Omit<CompanyData, 'direccion'> & CompanyData['direccion']
  >(
    `select nit, nrc, nombre, nombre_comercial as "nombreComercial", cod_actividad as "codActividad",
            desc_actividad as "descActividad", departamento, municipio, distrito, complemento,
            telefono, correo
       from companies where company_id = $1`,
    [companyId],
  )
  return { ...row, direccion: { departamento, municipio, distrito, complemento } }
}

/** Everything but the NIT, which never changes. */
export async function updateCompanyData(
  tx: Tx,
  companyId: string,
  company: CompanyData,
): Promise<void> {
  await tx.run(
    `update companies
        set nrc = $2, nombre = $3, nombre_comercial = $4, cod_actividad = $5, desc_actividad = $6,
            departamento = $7, municipio = $8, distrito = $9, complemento = $10, telefono = $11,
            correo = $12
      where company_id = $1`,
    valuesOf(companyId, company),
  )
}

const valuesOf = (companyId: string, { direccion, ...company }: CompanyData) => [
  companyId,
  company.nrc,
  company.nombre,
  company.nombreComercial,
  company.codActividad,
  company.descActividad,
  direccion.departamento,
  direccion.municipio,
  direccion.distrito,
  direccion.complemento,
  company.telefono,
  company.correo,
]

export async function findAutorizaciones(
  db: Db,
  companyId: string,
): Promise<readonly Autorizacion[]> {
  const row = await db.one<{ autorizaciones: readonly Autorizacion[] }>(
    'select autorizaciones from companies where company_id = $1',
    [companyId],
  )
  return row.autorizaciones
}

/** What qualifies it to receive donations; null: nothing. */
export async function findResolucion(db: Db, companyId: string): Promise<Resolucion | null> {
  const row = await db.one<{ resolucion: Resolucion | null }>(
    'select resolucion_donaciones as resolucion from companies where company_id = $1',
    [companyId],
  )
  return row.resolucion
}

/** In force from the company's next call on. */
export async function storeResolucion(
  tx: Tx,
  companyId: string,
  resolucion: Resolucion | null,
): Promise<void> {
  await tx.run('update companies set resolucion_donaciones = $2 where company_id = $1', [
    companyId,
    resolucion === null ? null : JSON.stringify(resolucion),
  ])
}

/** In force from the company's next call on. */
export async function storeAutorizaciones(
  tx: Tx,
  companyId: string,
  autorizaciones: readonly Autorizacion[],
): Promise<void> {
  await tx.run('update companies set autorizaciones = $2 where company_id = $1', [
    companyId,
    autorizaciones,
  ])
}
