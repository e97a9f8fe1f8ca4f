/** Renders the files of a batch of one company's documents from their stored bytes. */
import { decryptDataKey } from '../../base/secrets/secrets.ts'
import { isLarge, nextTurn } from '../../base/time/event-loop.ts'
import { findDocuments } from '../../ledger/documents/find.ts'
import type { DueCopy } from '../../ledger/holding/copies-due.ts'
import { type Copying, type Files, fail } from './copy-store.ts'
import { type FileSubject, findFileSubject, signedOf } from './file-subject.ts'
import { jsonFileOf, pdfFileOf } from './files.ts'
import type { Keeper } from './keeper.ts'
import { pathsOf } from './paths.ts'

/** Small documents rendered before other work gets a turn: with their pages at hand, about 1 ms. */
const IN_A_ROW = 8

/** Each with its files, one after the other. One failure does not stop the others. */
export async function* makeFiles(
  deps: Keeper,
  documents: readonly Copying[],
): AsyncGenerator<Copying> {
  const read = await subjectsOf(
    deps,
    documents.filter(({ places }) => places.length > 0).map(({ pending }) => pending),
  )
  for (const [nth, one] of documents.entries()) {
    if (nth % IN_A_ROW === 0) await nextTurn() // calls come first
    if (one.places.length > 0) {
      try {
        one.files = await filesOf(deps, await read(one.pending))
      } catch (error) {
        fail(deps, one, error)
      }
    }
    yield one
  }
}

type Read = (pending: DueCopy) => Promise<FileSubject | null>

/** One read for all of them, except for events and cancelled documents, whose marked page needs its event. */
async function subjectsOf({ pool, secrets }: Keeper, wanted: readonly DueCopy[]): Promise<Read> {
  const [first] = wanted
  if (!first) return async () => null
  const { company_id: companyId, nit } = first
  const dataKey = decryptDataKey(secrets, companyId, first.data_key)
  const codes = wanted.map(({ codigo_generacion }) => codigo_generacion)
  const documents = await findDocuments(pool, { companyId, nit, dataKey }, codes)
  return async ({ ambiente, codigo_generacion }) => {
    const documento = documents.get(codigo_generacion)?.() // decrypts it, so one at a time
    if (documento?.estado === 'sellado') return { documento, evento: null, invalidacion: null }
    return findFileSubject(pool, { companyId, nit, dataKey, ambiente }, codigo_generacion)
  }
}

async function filesOf({ printer }: Keeper, subject: FileSubject | null): Promise<Files> {
  if (subject && isLarge({ text: signedOf(subject).payload })) await nextTurn()
  const json = subject && jsonFileOf(subject)
  if (!json) throw new Error('bug: what is in the holding area is not there, or has no seal')
  return {
    paths: pathsOf(subject),
    json,
    pdf: await pdfFileOf(subject, printer),
    referencia: subject.evento ? null : subject.documento.referencia,
  }
}
