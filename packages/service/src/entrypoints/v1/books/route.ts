/** GET /v1/books/{mes} and its files. */
import { ARCHIVOS_DEL_MES } from '@sello/contract'
import { readBookFile, readBooks } from '../../../papers/books/books.ts'
import { DICHOS, type Dichos, readCriterio } from '../../../papers/books/criterio.ts'
import { refuseFields } from '../../http/body.ts'
import { readerOfCall } from '../admitted.ts'
import { readInteger, readWord } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'

export async function handleBooks({ call, params }: Asked): Promise<Answered> {
  const mes = readMes(params)
  const reader = readerOfCall(call)
  const { pool, monthReads } = call.deps
  const books = await monthReads.run(reader.companyId, () => readBooks(pool, reader, mes))
  // As bytes: to send a text Node.js takes three for each of its characters.
  return { body: Buffer.from(JSON.stringify(books)) }
}

export async function handleBooksFile({ call, params, query: given }: Asked): Promise<Answered> {
  const mes = readMes(params)
  const archivo =
    readWord('archivo', given.archivo, ARCHIVOS_DEL_MES) ??
    refuseFields([{ field: 'archivo', message: `falta: ${ARCHIVOS_DEL_MES.join(', ')}.` }])
  const dichos = Object.fromEntries(
    DICHOS.map((name) => [name, readInteger(name, given[name], { min: 1, max: 13 })]),
  ) as Dichos
  const read = readCriterio(archivo, dichos)
  if ('problems' in read) return refuseFields(read.problems)
  const { criterio } = read
  const reader = readerOfCall(call)
  const { pool, monthReads } = call.deps
  const file = await monthReads.run(reader.companyId, () =>
    readBookFile(pool, reader, { mes, archivo, criterio }),
  )
  return {
    body: Buffer.from(file.bytes),
    contentType: file.contentType,
    headers: { 'content-disposition': `attachment; filename="${file.nombre}"` },
  }
}

function readMes({ mes = '' }: Asked['params']): string {
  if (/^20\d{2}-(0[1-9]|1[0-2])$/.test(mes)) return mes
  return refuseFields([{ field: 'mes', message: 'es un mes como 2026-12.' }])
}
