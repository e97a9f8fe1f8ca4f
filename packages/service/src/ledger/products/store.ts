/** Stored products. A unique index ensures that no two active ones of a company have the same codigo. */
import { type Product, type ProductPatch, type ProductRequest, Refused } from '@sello/contract'
import { TRIBUTOS, UNIDADES_MEDIDA } from '@sello/fiscal'
import { isUniqueViolation } from '../../base/db/errors.ts'
import { type Db, type Tx, transaction } from '../../base/db/tx.ts'
import type { Dated } from '../dated.ts'
import { listPage, type PageQuery } from '../search/list-page.ts'
import { rowsOf, type Storing } from '../search/rows.ts'

export type StoredProduct = Dated<Product>

/** A row as the wire has it, without its place in the list. */
const COLUMNS = `product_id as "productId", activo, codigo, descripcion, precio_uni::float8 as "precioUni",
       precio_con_iva::float8 as "precioConIva", tipo_item as "tipoItem", uni_medida as "uniMedida",
       tipo_venta as "tipoVenta", tributos, created_at as "createdAt", updated_at as "updatedAt"`

const WRITTEN =
  'codigo descripcion precio_uni precio_con_iva tipo_item uni_medida tipo_venta tributos'.split(' ')
const PRODUCTS = rowsOf<StoredProduct>('product', COLUMNS, WRITTEN)

type Said = Required<{
  [M in keyof ProductRequest]: Exclude<ProductRequest[M], undefined> | null
}> & {
  readonly descripcion: string
}

/** Stores the product: a new one, or an existing one with the same data. */
export async function createProduct(
  tx: Tx,
  { clock, random }: Omit<Storing, 'pool'>,
  companyId: string,
  request: ProductRequest,
): Promise<{ readonly stored: StoredProduct; readonly created: boolean }> {
  const said = toSaid(request)
  assertProduct(said)
  const which = { companyId, id: random.uuid() }
  const row = await PRODUCTS.insert(tx, which, Object.values(said), clock.now())
  if (row) return { stored: row, created: true }
  const twin = await findByCodigo(tx, companyId, said.codigo)
  if (twin && saysTheSame(twin, said)) return { stored: twin, created: false }
  throw codigoTaken(said.codigo)
}

/** Null when the company has no such product; refuses a result that could not be stored as new. */
export async function updateProduct(
  { pool, clock }: Storing,
  companyId: string,
  { productId, patch }: { readonly productId: string; readonly patch: ProductPatch },
): Promise<StoredProduct | null> {
  let codigo: string | null = null
  try {
    return await transaction(pool, async (tx) => {
      const which = { companyId, id: productId }
      const before = await PRODUCTS.find(tx, which, 'for update')
      if (!before) return null
      const { activo = before.activo, ...members } = patch
      const said = toSaid({ ...(before as unknown as ProductRequest), ...members })
      assertProduct(said)
      codigo = said.codigo
      return PRODUCTS.update(tx, which, { said: Object.values(said), activo, now: clock.now() })
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw codigoTaken(codigo)
    throw error
  }
}

/** Deactivates it. Null when the company has no such product. */
export const deactivateProduct = (
  { pool, clock }: Storing,
  companyId: string,
  productId: string,
): Promise<StoredProduct | null> =>
  PRODUCTS.deactivate(pool, { companyId, id: productId }, clock.now())

/** Null for an unknown product and for another company's. */
export const findProduct = (
  db: Db,
  companyId: string,
  productId: string,
): Promise<StoredProduct | null> => PRODUCTS.find(db, { companyId, id: productId })

/** The active ones among these products of the company. */
export function findActiveProducts(
  db: Db,
  companyId: string,
  productIds: readonly string[],
): Promise<readonly StoredProduct[]> {
  return db.many<StoredProduct>(
    `select ${COLUMNS} from products
      where company_id = $1 and activo and product_id = any($2::uuid[])`,
    [companyId, productIds],
  )
}

function findByCodigo(
  db: Db,
  companyId: string,
  codigo: string | null,
): Promise<StoredProduct | null> {
  return db.maybeOne<StoredProduct>(
    `select ${COLUMNS} from products where company_id = $1 and activo and codigo = $2`,
    [companyId, codigo],
  )
}

/** Null: no filter. */
export interface ProductFilters {
  readonly activo: boolean
  readonly codigo: string | null
  /** Part of it, case-insensitive. */
  readonly descripcion: string | null
}

/** A page, as `listPage` has it. */
export function listProducts(db: Db, query: PageQuery & { readonly filters: ProductFilters }) {
  const { codigo, descripcion } = query.filters
  const listed = {
    kind: 'product',
    table: 'products',
    columns: COLUMNS,
    where: `($5::text is null or codigo = $5)
            and ($6::text is null or strpos(lower(descripcion), lower($6)) > 0)`,
    values: [codigo, descripcion],
  } as const
  return listPage<StoredProduct>(db, listed, query)
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

/** Its members have the order of the columns that PRODUCTS writes. */
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

function saysTheSame(product: StoredProduct, said: Said): boolean {
  return JSON.stringify(toSaid(product as unknown as ProductRequest)) === JSON.stringify(said)
}
