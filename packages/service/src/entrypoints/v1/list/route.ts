/** GET /v1/dte (docs/wire.md#queries-and-lists): the documents of the key's company and environment, newest first. */
import { INCLUIBLES, TIPOS_DTE } from '@sello/contract'
import { jsonObject, rawJson } from '../../../base/json/write.ts'
import {
  type DocumentQuery,
  listDocuments,
  listWithDocumentos,
} from '../../../ledger/documents/list.ts'
import { admittedOf, readerOfCall } from '../admitted.ts'
import type { Call } from '../gate.ts'
import { type Page, readPage } from '../page.ts'
import { readWord } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'
import { readFilters } from './filters.ts'

/** A larger `limit` gets this many rows (docs/wire.md#limits). */
const LIMIT_WITH_DOCUMENTOS = 25

export async function handleList({ call, query: parameters }: Asked): Promise<Answered> {
  const filters = readFilters(parameters)
  const include = readWord('include', parameters.include, INCLUIBLES)
  const { companyId, ambiente } = admittedOf(call)
  const list = [companyId, ambiente, filters]
  const asked = { companyId, ambiente, filters, tiposDte: TIPOS_DTE }
  if (include === null) {
    const page = readPage(call, parameters, list)
    return { body: await drawRows(call, asked, page) }
  }
  const page = readPage(call, parameters, [...list, include], LIMIT_WITH_DOCUMENTOS)
  return { body: await drawWithDocumentos(call, asked, page) }
}

type AskedFor = Omit<DocumentQuery, 'after' | 'limit'>

async function drawRows({ deps }: Call, asked: AskedFor, page: Page): Promise<object> {
  const { after, limit } = page
  const { rows, last } = await listDocuments(deps.pool, { ...asked, after, limit })
  return { documentos: rows, siguiente: page.siguiente(last) }
}

/** Inserts the text of each document unchanged. */
async function drawWithDocumentos(call: Call, asked: AskedFor, page: Page): Promise<string> {
  const { pool } = call.deps
  const { dataKey } = readerOfCall(call)
  const { after, limit } = page
  const { rows, last } = await listWithDocumentos(pool, { ...asked, after, limit, dataKey })
  const drawn = rows.map(({ row, payload }) => jsonObject({ ...row, documento: rawJson(payload) }))
  return jsonObject({ documentos: rawJson(`[${drawn}]`), siguiente: page.siguiente(last) })
}
