/** Shared by the customer routes: the company, the customer in the path, the answer. */
import { type Customer, Refused } from '@sello/contract'
import type { KeptAnswer } from '../../../ledger/claims/kept-answers.ts'
import type { Owner, StoredCustomer } from '../../../ledger/customers/customer.ts'
import { readerOf } from '../../../ledger/keys/reader.ts'
import { refuseFields } from '../../http/body.ts'
import { admittedOf } from '../admitted.ts'
import type { Call } from '../gate.ts'
import type { Asked } from '../route.ts'

/** The key's company. The environment of the key does not matter: a customer is the same in both. */
export function ownerOf(call: Call): Owner {
  const { companyId, dataKey } = readerOf({ secrets: call.deps.secrets, key: admittedOf(call) })
  return { companyId, dataKey }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** 400 for a malformed id. */
export function readCustomerId({ customerId = '' }: Asked['params']): string {
  if (UUID.test(customerId)) return customerId.toLowerCase()
  return refuseFields([{ field: 'customerId', message: 'debe tener la forma de un UUID.' }])
}

/** 404 when there is none: the same answer for a missing customer and another company's. */
export function drawCustomer(stored: StoredCustomer | null, status: 200 | 201 = 200): KeptAnswer {
  if (stored === null) {
    throw new Refused('not_found', 'No hay un cliente con ese customerId en esta empresa.', {})
  }
  return { status, body: JSON.stringify(toWire(stored)) }
}

function toWire({ receptor: r, ...stored }: StoredCustomer): Customer {
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
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  }
}
