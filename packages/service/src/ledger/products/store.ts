/** Stored products. A unique index ensures that no two active ones of a company have the same codigo. */
import { type Product, type ProductPatch, type ProductRequest, Refused } from '@sello/contract'
import { TRIBUTOS, UNIDADES_MEDIDA } from '@sello/fiscal'
import type { Clock, Random } from '../../base/clock.ts'
import { isUniqueViolation } from '../../base/db/errors.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, type Tx, transaction } from '../../base/db/tx.ts'
import { foundSql, indexWords, rangesOf } from '../search/search-words.ts'

export interface Storing {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
}

interface Row {
  readonly position: bigint
  readonly product_id: string
  readonly codigo: string | null
  readonly descripcion: string
  readonly precio_uni: string | null
  readonly precio_con_iva: string | null
  readonly tipo_item: number | null
  readonly uni_medida: number | null
  readonly tipo_venta: string | null
  readonly tributos: string[] | null
  readonly activo: boolean
  readonly created_at: Date
  readonly updated_at: Date
}

const COLUMNS = `position, product_id, codigo, descripcion, precio_uni, precio_con_iva, tipo_item,
       uni_medida, tipo_venta, tributos, activo, created_at, updated_at`

type Said = Required<{
  [M in keyof ProductRequest]: Exclude<ProductRequest[M], undefined> | null
}> & {
  readonly descripcion: string
}

/** Stores the product: a new one, or an existing one with the same data. */
export async function createProduct(
  tx: Tx,
  { clock, random }: Pick<Storing, 'clock' | 'random'>,
  companyId: string,
  request: ProductRequest,
): Promise<{ readonly stored: Product; readonly created: boolean }> {
  const said = toSaid(request)
  assertProduct(said)
  const row = await tx.maybeOne<Row>(
    `insert into products (company_id, product_id, codigo, descripcion, precio_uni, precio_con_iva,
                           tipo_item, uni_medida, tipo_venta, tributos, activo, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, true, $11, $11)
     on conflict do nothing returning ${COLUMNS}`,
    [companyId, random.uuid(), ...valuesOf(said), clock.now()],
  )
  if (row) {
    await indexWords(tx, 'product', { companyId, ids: [row.product_id] })
    return { stored: toProduct(row), created: true }
  }
  const twin = await findByCodigo(tx, companyId, said.codigo)
  if (twin && saysTheSame(twin, said)) return { stored: twin, created: false }
  throw codigoTaken(said.codigo)
}

/** Null when the company has no such product; refuses a result that could not be stored as new. */
export async function updateProduct(
  { pool, clock }: Storing,
  companyId: string,
  { productId, patch }: { readonly productId: string; readonly patch: ProductPatch },
): Promise<Product | null> {
  let codigo: string | null = null
  try {
    return await transaction(pool, async (tx) => {
      const before = await lockProduct(tx, companyId, productId)
      if (!before) return null
      const { activo = before.activo, ...members } = patch
      const said = toSaid({ ...(before as unknown as ProductRequest), ...members })
      assertProduct(said)
      codigo = said.codigo
      const row = await tx.one<Row>(
        `update products set codigo = $3, descripcion = $4, precio_uni = $5, precio_con_iva = $6,
                tipo_item = $7, uni_medida = $8, tipo_venta = $9, tributos = $10, activo = $11,
                updated_at = $12
          where company_id = $1 and product_id = $2 returning ${COLUMNS}`,
        [companyId, productId, ...valuesOf(said), activo, clock.now()],
      )
      await indexWords(tx, 'product', { companyId, ids: [productId] })
      return toProduct(row)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw codigoTaken(codigo)
    throw error
  }
}

/** Locks the product until the transaction ends. */
async function lockProduct(tx: Tx, companyId: string, productId: string): Promise<Product | null> {
  const row = await tx.maybeOne<Row>(
    `select ${COLUMNS} from products where company_id = $1 and product_id = $2 for update`,
    [companyId, productId],
  )
  return row && toProduct(row)
}

/** Deactivates it. Null when the company has no such product. */
export async function deactivateProduct(
  { pool, clock }: Storing,
  companyId: string,
  productId: string,
): Promise<Product | null> {
  const [row] = await statement<Row>(
    pool,
    `update products set activo = false, updated_at = case when activo then $3 else updated_at end
      where company_id = $1 and product_id = $2 returning ${COLUMNS}`,
    [companyId, productId, clock.now()],
  )
  return row ? toProduct(row) : null
}

/** Null for an unknown product and for another company's. */
export async function findProduct(
  db: Db,
  companyId: string,
  productId: string,
): Promise<Product | null> {
  const row = await db.maybeOne<Row>(
    `select ${COLUMNS} from products where company_id = $1 and product_id = $2`,
    [companyId, productId],
  )
  return row && toProduct(row)
}

/** The active ones among these products of the company. */
export async function findActiveProducts(
  db: Db,
  companyId: string,
  productIds: readonly string[],
): Promise<readonly Product[]> {
  const rows = await db.many<Row>(
    `select ${COLUMNS} from products
      where company_id = $1 and activo and product_id = any($2::uuid[])`,
    [companyId, productIds],
  )
  return rows.map(toProduct)
}

async function findByCodigo(
  db: Db,
  companyId: string,
  codigo: string | null,
): Promise<Product | null> {
  const row = await db.maybeOne<Row>(
    `select ${COLUMNS} from products where company_id = $1 and activo and codigo = $2`,
    [companyId, codigo],
  )
  return row && toProduct(row)
}

/** Null: no filter. */
export interface ProductFilters {
  readonly activo: boolean
  readonly codigo: string | null
  /** Part of it, case-insensitive. */
  readonly descripcion: string | null
}

const IS_ASKED = `company_id = $1 and activo = $2
        and ($4::text is null or codigo = $4)
        and ($5::text is null or strpos(lower(descripcion), lower($5)) > 0)`

const LIST = `
select ${COLUMNS} from products
 where ${IS_ASKED} and ($3::bigint is null or position < $3)
 order by position desc limit $6`

/** Reads the found rows in order, until the page is full. */
const SEARCH = `
select p.* from (${foundSql('product', '$7', '$8')}) found
 cross join lateral (
   select ${COLUMNS} from products where ${IS_ASKED} and position = found.position limit 1) p
 order by found.position desc limit $6`

/** A page, newest first, in the order of creation, which no row changes. `last` is set when more follow. */
export async function listProducts(
  db: Db,
  wanted: {
    readonly companyId: string
    readonly filters: ProductFilters
    /** Words, each the beginning of one of the row's; null: no search. */
    readonly buscar: readonly string[] | null
    readonly below: bigint | null
    readonly limit: number
  },
): Promise<{ readonly rows: readonly Product[]; readonly last: bigint | null }> {
  const { companyId, filters, buscar, below, limit } = wanted
  const { activo, codigo, descripcion } = filters
  const values = [companyId, activo, below, codigo, descripcion, limit + 1]
  const found =
    buscar === null
      ? await db.many<Row>(LIST, values)
      : await db.many<Row>(SEARCH, [...values, ...rangesOf(buscar)])
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return { rows: page.map(toProduct), last: last?.position ?? null }
}

/** Refuses (422) what no document accepts: a missing price, an unknown unit or tribute. */
function assertProduct(said: Said): void {
  const { precioUni, precioConIva, uniMedida, tributos } = said
  const unknown = (tributos ?? []).filter((code) => !Object.hasOwn(TRIBUTOS, code))
  // biome-ignore format: a table
  const checks: readonly (readonly [boolean, string, string])[] = [
    [precioUni === null && precioConIva === null,                           'precioUni', 'falta: diga precioUni (sin IVA), precioConIva o ambos.'],
    [uniMedida !== null && !Object.hasOwn(UNIDADES_MEDIDA, uniMedida), 'uniMedida', 'no está en el catálogo CAT-014.'],
    [unknown.length > 0,                                                    'tributos',  `no están en el catálogo CAT-015: ${unknown.join(', ')}.`],
  ]
  const issues = checks
    .filter(([wrong]) => wrong)
    .map(([, field, message]) => ({ field, rule: `product.${field}`, message }))
  const [first] = issues
  if (!first) return
  throw new Refused(
    'validation_failed',
    `El producto no se guardó. ${first.field}: ${first.message}`,
    { issues },
  )
}

function codigoTaken(codigo: string | null) {
  const message = `ya hay un producto activo con el código ${codigo}. Cámbielo con PATCH, o use otro código.`
  const issues = [{ field: 'codigo', rule: 'product.codigo', message }]
  return new Refused('validation_failed', `El producto no se guardó. codigo: ${message}`, {
    issues,
  })
}

const toSaid = (request: ProductRequest): Said => ({
  codigo: request.codigo ?? null,
  descripcion: request.descripcion,
  precioUni: request.precioUni ?? null,
  precioConIva: request.precioConIva ?? null,
  tipoItem: request.tipoItem ?? null,
  uniMedida: request.uniMedida ?? null,
  tipoVenta: request.tipoVenta ?? null,
  tributos: request.tributos ?? null,
})

const valuesOf = (said: Said) => [
  said.codigo,
  said.descripcion,
  said.precioUni,
  said.precioConIva,
  said.tipoItem,
  said.uniMedida,
  said.tipoVenta,
  said.tributos,
]

function saysTheSame(product: Product, said: Said): boolean {
  return JSON.stringify(toSaid(product as unknown as ProductRequest)) === JSON.stringify(said)
}

const toNumber = (text: string | null) => (text === null ? null : Number(text))

function toProduct(row: Row): Product {
  return {
    productId: row.product_id,
    activo: row.activo,
    codigo: row.codigo,
    descripcion: row.descripcion,
    precioUni: toNumber(row.precio_uni),
    precioConIva: toNumber(row.precio_con_iva),
    tipoItem: row.tipo_item,
    uniMedida: row.uni_medida,
    tipoVenta: row.tipo_venta,
    tributos: row.tributos,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
