/** The routes of stored customers. The environment of the key does not matter: a customer is the same in both. */
import { type Customer, CustomerPatch, CustomerRequest, Refused } from '@sello/contract'
import type { KeptAnswer } from '../../../ledger/claims/kept-answers.ts'
import { assertCustomer } from '../../../ledger/customers/check.ts'
import type { StoredCustomer } from '../../../ledger/customers/customer.ts'
import { findCustomer, listCustomers } from '../../../ledger/customers/find.ts'
import {
  createCustomer,
  deactivateCustomer,
  updateCustomer,
} from '../../../ledger/customers/store.ts'
import type { Dated } from '../../../ledger/dated.ts'
import { textBodyOf } from '../../http/body.ts'
import { readerOfCall } from '../admitted.ts'
import { answerOnce } from '../once.ts'
import { drawList } from '../page.ts'
import { readUuid } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'

const readCustomer = textBodyOf(CustomerRequest)
const readPatch = textBodyOf(CustomerPatch, { isPatch: true })

export const CUSTOMER_HANDLERS = {
  customers_list(asked: Asked): Promise<Answered> {
    const { numDocumento = null, externalId = null, nombre = null } = asked.query
    const filters = { numDocumento, externalId, nombre }
    return drawList(asked, { name: 'customers', filters }, listCustomers)
  },

  /** A new customer, or the one already stored with the same data. */
  async customer_create({ call, body }: Asked): Promise<Answered> {
    const request = readCustomer(body) as CustomerRequest
    const customer = assertCustomer(request)
    return answerOnce(call, request, async (tx) => {
      const { stored, created } = await createCustomer(tx, call.deps, readerOfCall(call), customer)
      return draw(stored, created ? 201 : 200)
    })
  },

  /** Active or not. */
  async customer_read({ call, params }: Asked): Promise<Answered> {
    const customerId = readUuid(params, 'customerId')
    return draw(await findCustomer(call.deps.pool, readerOfCall(call), customerId))
  },

  /** A JSON merge patch; the result is checked as a whole. */
  async customer_update({ call, body, params }: Asked): Promise<Answered> {
    const customerId = readUuid(params, 'customerId')
    const patch = readPatch(body) as CustomerPatch
    return draw(await updateCustomer(call.deps, readerOfCall(call), { customerId, patch }))
  },

  /** Deactivates it. A repeat gets the same answer. */
  async customer_delete({ call, params }: Asked): Promise<Answered> {
    const customerId = readUuid(params, 'customerId')
    return draw(await deactivateCustomer(call.deps, readerOfCall(call), customerId))
  },
}

/** 404 when there is none: the same answer for a missing customer and another company's. */
function draw(stored: StoredCustomer | null, status: 200 | 201 = 200): KeptAnswer {
  if (stored === null) {
    throw new Refused('not_found', 'No hay un cliente con ese customerId en esta empresa.', {})
  }
  return { status, body: JSON.stringify(toWire(stored)) }
}

function toWire({ receptor: r, ...stored }: StoredCustomer): Dated<Customer> {
  return {
    customerId: stored.customerId,
    externalId: stored.externalId,
    activo: stored.activo,
    nombre: r.nombre ?? '',
    tipoDocumento: r.tipoDocumento,
    numDocumento: r.numDocumento,
    nrc: r.nrc,
    codActividad: r.codActividad,
    descActividad: r.descActividad,
    nombreComercial: r.nombreComercial,
    direccion: r.direccion,
    telefono: r.telefono,
    correo: r.correo,
    codPais: r.codPais,
    nombrePais: r.nombrePais,
    complemento: r.complemento,
    tipoPersona: r.tipoPersona,
    createdAt: stored.createdAt,
    updatedAt: stored.updatedAt,
  }
}
