/** The routes of stored products. */
import { ProductPatch, ProductRequest, Refused } from '@sello/contract'
import type { KeptAnswer } from '../../../ledger/claims/kept-answers.ts'
import {
  createProduct,
  deactivateProduct,
  findProduct,
  listProducts,
  type StoredProduct,
  updateProduct,
} from '../../../ledger/products/store.ts'
import { textBodyOf } from '../../http/body.ts'
import { admittedOf } from '../admitted.ts'
import { answerOnce } from '../once.ts'
import { drawList } from '../page.ts'
import { readUuid } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'

const readProduct = textBodyOf(ProductRequest)
const readPatch = textBodyOf(ProductPatch, { isPatch: true })

export const PRODUCT_HANDLERS = {
  products_list(asked: Asked): Promise<Answered> {
    const { codigo = null, descripcion = null } = asked.query
    return drawList(asked, { name: 'products', filters: { codigo, descripcion } }, listProducts)
  },

  async product_create({ call, body }: Asked): Promise<Answered> {
    const { companyId } = admittedOf(call)
    const request = readProduct(body) as ProductRequest
    return answerOnce(call, request, async (tx) => {
      const { stored, created } = await createProduct(tx, call.deps, companyId, request)
      return draw(stored, created ? 201 : 200)
    })
  },

  async product_read({ call, params }: Asked): Promise<Answered> {
    const productId = readUuid(params, 'productId')
    return draw(await findProduct(call.deps.pool, admittedOf(call).companyId, productId))
  },

  async product_update({ call, body, params }: Asked): Promise<Answered> {
    const productId = readUuid(params, 'productId')
    const patch = readPatch(body) as ProductPatch
    return draw(await updateProduct(call.deps, admittedOf(call).companyId, { productId, patch }))
  },

  async product_delete({ call, params }: Asked): Promise<Answered> {
    const productId = readUuid(params, 'productId')
    return draw(await deactivateProduct(call.deps, admittedOf(call).companyId, productId))
  },
}

/** 404 when there is none: the same answer for a missing product and another company's. */
function draw(stored: StoredProduct | null, status: 200 | 201 = 200): KeptAnswer {
  if (stored === null) {
    throw new Refused('not_found', 'No hay un producto con ese productId en esta empresa.', {})
  }
  return { status, body: JSON.stringify(stored) }
}
