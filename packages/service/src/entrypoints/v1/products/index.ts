/** The routes of stored products. */
import { type Product, ProductPatch, ProductRequest, Refused } from '@sello/contract'
import type { KeptAnswer } from '../../../ledger/claims/kept-answers.ts'
import {
  createProduct,
  deactivateProduct,
  findProduct,
  listProducts,
  type ProductFilters,
  updateProduct,
} from '../../../ledger/products/store.ts'
import { patchBodyOf, refuseFields, refuseQuery, textBodyOf } from '../../http/body.ts'
import { bodyRefusal } from '../../http/errors.ts'
import { admittedOf } from '../admitted.ts'
import { readBuscar } from '../buscar.ts'
import { answerOnce } from '../once.ts'
import { readPage } from '../page.ts'
import { readParameters, readWord } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'

const readProduct = textBodyOf(ProductRequest, () => null)
const readPatch = patchBodyOf(ProductPatch)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const PRODUCT_HANDLERS = {
  async products_list({ call, query }: Asked): Promise<Answered> {
    const given = readParameters(query, [
      'activo',
      'codigo',
      'descripcion',
      'buscar',
      'limit',
      'cursor',
    ])
    const filters = readFilters(given)
    const { companyId } = admittedOf(call)
    const buscar = readBuscar(given.buscar)
    const list = ['products', companyId, filters, ...(buscar ? [buscar] : [])]
    const page = readPage(call, given, list)
    const { rows, last } = await listProducts(call.deps.pool, {
      companyId,
      filters,
      buscar,
      below: page.after?.position ?? null,
      limit: page.limit,
    })
    const siguiente = page.siguiente(last)
    return { status: 200, body: JSON.stringify({ products: rows, siguiente }) }
  },

  async product_create({ call, body, query }: Asked): Promise<Answered> {
    refuseQuery(query)
    if (body === undefined) throw bodyRefusal('Falta el cuerpo: el producto en JSON.')
    const { companyId } = admittedOf(call)
    const request = readProduct(body) as ProductRequest
    return answerOnce(call, request, async (tx) => {
      const { stored, created } = await createProduct(tx, call.deps, companyId, request)
      return draw(stored, created ? 201 : 200)
    })
  },

  async product_read({ call, params, query }: Asked): Promise<Answered> {
    refuseQuery(query)
    return draw(await findProduct(call.deps.pool, admittedOf(call).companyId, readId(params)))
  },

  async product_update({ call, body, params, query }: Asked): Promise<Answered> {
    refuseQuery(query)
    const productId = readId(params)
    if (body === undefined) throw bodyRefusal('Falta el cuerpo: lo que cambia, en JSON.')
    const patch = readPatch(body) as ProductPatch
    return draw(await updateProduct(call.deps, admittedOf(call).companyId, { productId, patch }))
  },

  async product_delete({ call, body, params, query }: Asked): Promise<Answered> {
    refuseQuery(query)
    const productId = readId(params)
    if (body !== undefined) throw bodyRefusal('Esta ruta no lleva cuerpo; quítelo.')
    return draw(await deactivateProduct(call.deps, admittedOf(call).companyId, productId))
  },
}

function readFilters(
  given: Readonly<Record<'activo' | 'codigo' | 'descripcion', string | null>>,
): ProductFilters {
  const { codigo, descripcion } = given
  const activo = readWord('activo', given.activo, ['true', 'false']) !== 'false'
  return { activo, codigo, descripcion }
}

function readId({ productId = '' }: Asked['params']): string {
  if (UUID.test(productId)) return productId.toLowerCase()
  return refuseFields([{ field: 'productId', message: 'debe tener la forma de un UUID.' }])
}

/** 404 when there is none: the same answer for a missing product and another company's. */
function draw(stored: Product | null, status: 200 | 201 = 200): KeptAnswer {
  if (stored === null) {
    throw new Refused('not_found', 'No hay un producto con ese productId en esta empresa.', {})
  }
  return { status, body: JSON.stringify(stored) }
}
