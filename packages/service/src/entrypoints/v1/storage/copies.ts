/** POST /v1/storage/copies/{codigoGeneracion}/byos: the caller reports where it stored a document's files. */
import { CopyReport, Refused } from '@sello/contract'
import { type FileSubject, findFileSubject, signedOf } from '../../../flows/keeping/file-subject.ts'
import { pathsOf } from '../../../flows/keeping/paths.ts'
import { recordReport } from '../../../ledger/destinations/reports.ts'
import { noDocument } from '../../../ledger/documents/find.ts'
import { bodyOf, refuseFields } from '../../http/body.ts'
import { readerOfCall } from '../admitted.ts'
import { readCode } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'

const readReport = bodyOf(CopyReport)

export async function handleCopyReport({ call, body, params }: Asked): Promise<Answered> {
  const code = readCode(params)
  const report = readReport(body)
  const { deps } = call
  const reader = readerOfCall(call)
  const subject = await findFileSubject(deps.pool, reader, code)
  assertSealed(subject)
  assertPaths(subject, report)
  const { codigoGeneracion } = signedOf(subject)
  const reported = { companyId: reader.companyId, codigoGeneracion, report, now: call.at }
  if (!(await recordReport(deps.pool, reported))) throw notOwn()
  const { secretId } = report
  const copy = { secretId, recorded: true, verified: false, writtenBy: 'sdk' }
  return { body: { codigoGeneracion, copy } }
}

/** 404 when the key cannot see the document; 409 when it has no file to copy yet. */
function assertSealed(subject: FileSubject | null): asserts subject is FileSubject {
  if (!subject || signedOf(subject).signature === null) throw noDocument()
  const { selloRecibido, estado } = signedOf(subject)
  if (selloRecibido !== null) return
  throw new Refused('not_sealed', 'Todavía no tiene sello: se copia cuando lo tenga.', { estado })
}

/** 400: the paths are fixed, so that a document's files can be found. */
function assertPaths(subject: FileSubject, report: CopyReport): void {
  const { jsonPath, pdfPath, sha256 } = report
  const { json, pdf } = pathsOf(subject)
  const problems = [
    ...(jsonPath === json ? [] : [{ field: 'jsonPath', message: `debe ser ${json}.` }]),
    ...(pdfPath == null || pdfPath === pdf
      ? []
      : [{ field: 'pdfPath', message: `debe ser ${pdf}.` }]),
    ...(pdfPath == null && sha256?.pdf !== undefined
      ? [{ field: 'sha256.pdf', message: 'va con pdfPath.' }]
      : []),
  ]
  if (problems.length > 0) refuseFields(problems)
}

/**
 * The same answer for any unknown id, including another company's, since the caller's list of destinations may be
 * old.
 */
function notOwn(): Refused<'validation_failed'> {
  const message = 'no es un destino propio de esta empresa. Lea los destinos de nuevo.'
  return new Refused('validation_failed', `secretId: ${message}`, {
    issues: [{ field: 'secretId', rule: 'destino', message }],
    syncRequired: true,
  })
}
