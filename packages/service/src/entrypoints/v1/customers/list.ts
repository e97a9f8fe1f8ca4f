/** GET /v1/customers: the customers of the key's company, newest first. */
import { type CustomerFilters, listCustomers } from '../../../ledger/customers/list.ts'
import { admittedOf } from '../admitted.ts'
import { readBuscar } from '../buscar.ts'
import { readPage } from '../page.ts'
import { readParameters, readWord } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'

const PARAMETERS = [
  'activo',
  'numDocumento',
  'externalId',
  'nombre',
  'buscar',
  'limit',
  'cursor',
] as const
type Parameters = Readonly<Record<(typeof PARAMETERS)[number], string | null>>

export async function handleCustomersList({ call, query }: Asked): Promise<Answered> {
  const parameters = readParameters(query, PARAMETERS)
  const filters = readFilters(parameters)
  const { companyId } = admittedOf(call)
  const buscar = readBuscar(parameters.buscar)
  const list = ['customers', companyId, filters, ...(buscar ? [buscar] : [])]
  const page = readPage(call, parameters, list)
  const { rows, last } = await listCustomers(call.deps.pool, {
    companyId,
    filters,
    buscar,
    below: page.after?.position ?? null,
    limit: page.limit,
  })
  return { status: 200, body: JSON.stringify({ customers: rows, siguiente: page.siguiente(last) }) }
}

function readFilters(parameters: Parameters): CustomerFilters {
  const { numDocumento, externalId, nombre } = parameters
  const activo = readWord('activo', parameters.activo, ['true', 'false']) !== 'false'
  const texts = { numDocumento, externalId, nombre }
  return { activo, ...texts }
}
