/** The routes of a company's destinations (docs/wire.md#own-storage). */
import { DestinoRequest, Refused, VerificationRequest } from '@sello/contract'
import {
  drawDestino,
  endDestination,
  findDestination,
  listAllDestinations,
  putDestination,
  recordOwnVerified,
  type StoredDestination,
  type Which,
} from '../../../ledger/destinations/own.ts'
import { bodyOf, textBodyOf } from '../../http/body.ts'
import { admittedOf } from '../admitted.ts'
import type { Call } from '../gate.ts'
import { readUuid } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'

const readDestination = textBodyOf(DestinoRequest)
const readVerification = bodyOf(VerificationRequest)

export const DESTINATION_HANDLERS = {
  async destinations({ call }: Asked): Promise<Answered> {
    const rows = await listAllDestinations(call.deps.pool, admittedOf(call).companyId)
    const destinos = rows.map((row) => drawDestino(row, call.at))
    return { body: { destinos } }
  },

  async destination_put({ call, body, params }: Asked): Promise<Answered> {
    const which = whichOf(call, params)
    const request = readDestination(body) as DestinoRequest
    const stored = await putDestination(call.deps.pool, which, { request, now: call.at })
    return draw(stored ?? (await refusePut(call, which, request)), call)
  },

  async destination_delete({ call, params }: Asked): Promise<Answered> {
    const which = whichOf(call, params)
    if (!(await endDestination(call.deps.pool, which, call.at))) await refuseAbsent(call, which)
    return { body: { id: which.destinationId, terminado: true } }
  },

  async destination_verification({ call, body, params }: Asked): Promise<Answered> {
    const which = whichOf(call, params)
    const { revision } = readVerification(body)
    const stored = await recordOwnVerified(call.deps.pool, which, { revision, now: call.at })
    return draw(stored ?? refuseRevision(await refuseAbsent(call, which)), call)
  },
} as const

const draw = (stored: StoredDestination, { at }: Call) => ({ body: drawDestino(stored, at) })

function whichOf(call: Call, params: Asked['params']): Which {
  return { companyId: admittedOf(call).companyId, destinationId: readUuid(params, 'id') }
}

/** The reason, now, why the revision was not stored. */
async function refusePut(call: Call, which: Which, { kind }: DestinoRequest): Promise<never> {
  const found = await findDestination(call.deps.pool, which)
  if (found?.ended) {
    throw invalid('id', 'terminado', 'ese destino se terminó. Conecte uno nuevo, con otro id.')
  }
  if (found && found.label === null) throw managed()
  if (found && found.kind !== kind) {
    throw invalid('kind', 'fijo', `es ${found.kind} y no cambia. Conecte uno nuevo, con otro id.`)
  }
  return refuseRevision(found)
}

/** 404, or 422 for one that the service writes to. Returns the destination if it is the company's own. */
async function refuseAbsent(call: Call, which: Which): Promise<StoredDestination> {
  const found = await findDestination(call.deps.pool, which)
  if (found && found.label === null) throw managed()
  if (found && !found.ended) return found
  throw new Refused('not_found', 'No hay un destino con ese id en esta empresa.', { field: 'id' })
}

function refuseRevision(found: StoredDestination | null): never {
  const revision = found?.revision ?? 0
  throw new Refused(
    'revision_conflict',
    found
      ? `El destino va por la revisión ${revision}. Lea los destinos de nuevo y envíe la que sigue.`
      : 'Un destino nuevo empieza con la revisión 1.',
    { revision },
  )
}

const managed = () =>
  invalid(
    'id',
    'propio',
    'ese destino lo administra el servicio: no se cambia ni se verifica por aquí.',
  )

function invalid(field: string, rule: string, message: string): Refused<'validation_failed'> {
  return new Refused('validation_failed', `${field}: ${message}`, {
    issues: [{ field, rule, message }],
  })
}
