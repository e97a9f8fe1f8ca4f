/** GET /v1/dte (docs/wire.md#queries-and-lists): the documents of the key's company and environment, newest first. */
import { TIPOS_DTE } from '@sello/contract'
import { listDocuments } from '../../../documents/list.ts'
import { admittedOf } from '../../admitted.ts'
import { readPage } from '../../page.ts'
import { readParameters } from '../../parameters.ts'
import type { Answered, Asked } from '../../route.ts'
import { PARAMETERS, readFilters } from './filters.ts'

export async function handleList({ call, query }: Asked): Promise<Answered> {
  const parameters = readParameters(query, PARAMETERS)
  const filters = readFilters(parameters)
  const { companyId, ambiente } = admittedOf(call)
  const { limit, after, siguiente } = readPage(call, parameters, [companyId, ambiente, filters])
  const { rows, last } = await listDocuments(call.deps.pool, {
    companyId,
    ambiente,
    filters,
    tiposDte: TIPOS_DTE,
    after,
    limit,
  })
  return { status: 200, body: JSON.stringify({ documentos: rows, siguiente: siguiente(last) }) }
}
