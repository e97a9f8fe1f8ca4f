/** Of a document: it is sent by mail again, or its page is taken back (docs/wire.md#entrega). */
import { EntregaRequest, Refused } from '@sello/contract'
import { jsonObject } from '../../../base/json/write.ts'
import { checkAddresses } from '../../../flows/issuing/addresses.ts'
import { deliverAgain } from '../../../ledger/deliveries/again.ts'
import { listDeliveries } from '../../../ledger/deliveries/list.ts'
import { findDocument, noDocument } from '../../../ledger/documents/find.ts'
import { revokePage } from '../../../ledger/pages/pages.ts'
import { textBodyOf } from '../../http/body.ts'
import { readerOfCall } from '../admitted.ts'
import { answerOnce } from '../once.ts'
import { readCode } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'

const readEntrega = textBodyOf(EntregaRequest)

export async function handleDeliver({ call, body, params }: Asked): Promise<Answered> {
  const request = readEntrega(body) as EntregaRequest
  const codigoGeneracion = readCode(params)
  const { deps } = call
  const reader = readerOfCall(call)
  const documento = await findDocument(deps.pool, reader, codigoGeneracion)
  if (!documento) throw noDocument()
  assertHandedOver(documento.estado)
  const addresses = assertAddresses(request)
  return answerOnce(call, { ...request, codigoGeneracion }, async (tx) => {
    const again = { codigoGeneracion, addresses, now: deps.clock.now() }
    const ids = await deliverAgain(tx, { ...reader, random: deps.random }, again)
    const all = await listDeliveries(tx, reader, codigoGeneracion)
    const body = jsonObject({ entregas: all.filter(({ id }) => ids.includes(id)) })
    return { status: 201, body }
  })
}

export async function handlePageRevoke({ call, params }: Asked): Promise<Answered> {
  const codigoGeneracion = readCode(params)
  const { deps } = call
  const reader = readerOfCall(call)
  if (!(await findDocument(deps.pool, reader, codigoGeneracion))) throw noDocument()
  const revocada = await revokePage(deps.pool, { ...reader, codigoGeneracion })
  return { body: { revocada } }
}

/** 409: a rejected document is nobody's, and one without an answer yet has one in a moment. */
function assertHandedOver(estado: string): void {
  if (['sellado', 'contingencia', 'invalidado'].includes(estado)) return
  const message = `El documento está ${estado}: no hay nada que enviar todavía. Espere a que Hacienda responda.`
  throw new Refused('not_sealed', message, { estado })
}

function assertAddresses({ correo }: EntregaRequest): readonly string[] {
  const { addresses, problems: issues } = checkAddresses(correo, 'correo')
  const [problem] = issues
  if (!problem) return addresses
  throw new Refused('validation_failed', `No se envió nada. ${problem.message}`, { issues })
}
