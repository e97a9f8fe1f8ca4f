/** The routes about proposed sales (docs/wire.md#propuestas). None signs, and none reserves a number. */
import { type DteRequest, type Propuesta, Refused } from '@sello/contract'
import { serialise } from '@sello/fiscal'
import { yieldIfLarge } from '../../../base/time/event-loop.ts'
import { proposeSale } from '../../../flows/issuing/propose.ts'
import { keyName } from '../../../ledger/keys/api-key.ts'
import {
  discardProposal,
  findProposal,
  listProposals,
  PENDING_OF_COMPANY_MAX,
  PENDING_OF_KEY_MAX,
  PROPOSAL_BYTES_MAX,
  type Proposal,
  type ProposalsOf,
  readContent,
  referenciaOf,
  type Stored,
  storeProposal,
} from '../../../ledger/proposals/store.ts'
import { refuseFields } from '../../http/body.ts'
import { admittedOf, readerOfCall } from '../admitted.ts'
import { toCaller } from '../ctx.ts'
import { assertTypeAllowed, readDteRequest } from '../dte-request.ts'
import type { Call } from '../gate.ts'
import { answerOnce } from '../once.ts'
import { readPage } from '../page.ts'
import { readUuid, readWord } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'

export const PROPOSAL_HANDLERS = {
  async proposal_create({ call, body }: Asked): Promise<Answered> {
    const request = readDteRequest(body)
    assertProposable(request)
    assertTypeAllowed(call, request)
    await yieldIfLarge({ lines: request.items.length })
    const id = call.deps.random.uuid()
    const proposed = await proposeSale(toCaller(call), request, id)
    readDteRequest(proposed.peticion) // what is stored of a customer must be issuable later, too
    const { random, clock } = call.deps
    return answerOnce(call, request, async (tx) => {
      const { keyId } = admittedOf(call)
      const documento = JSON.parse(serialise(proposed.documento)) as object
      const proposal = { ...proposed, documento, id, keyId, now: clock.now() }
      assertStored(await storeProposal(tx, ofCall(call), { proposal, random }))
      const stored = await findProposal(tx, ofCall(call), { id, now: proposal.now })
      return { status: 201, body: JSON.stringify(draw(call, stored ?? refuseAbsent())) }
    })
  },

  async proposals_list({ call, query }: Asked): Promise<Answered> {
    const pending = readWord('estado', query.estado, ['pendiente']) !== null
    const { companyId, ambiente } = admittedOf(call)
    const page = readPage(call, query, ['proposals', companyId, ambiente, pending])
    const { rows, last } = await listProposals(call.deps.pool, ofCall(call), {
      ...{ now: call.at, pending, limit: page.limit },
      below: page.after?.position ?? null,
    })
    const propuestas = rows.map((row) => draw(call, row))
    return { body: { propuestas, siguiente: page.siguiente(last) } }
  },

  async proposal_read({ call, params }: Asked): Promise<Answered> {
    const found = await find(call, readUuid(params, 'id'))
    const { peticion, documento } = await readContent(call.deps.pool, ofCall(call), found.id)
    return { body: { ...draw(call, found), peticion, documento } }
  },

  async proposal_discard({ call, params }: Asked): Promise<Answered> {
    const id = readUuid(params, 'id')
    await discardProposal(call.deps.pool, ofCall(call), { id, now: call.at })
    const found = await find(call, id)
    if (found.estado === 'emitida') throw alreadyIssued(found)
    return { body: draw(call, found) }
  },
}

/** 400: the reference is the proposal's, and a correction belongs to the person who saw the rejection. */
function assertProposable({ corrige, referencia }: DteRequest): void {
  const problems = [
    ...(corrige === undefined
      ? []
      : [
          {
            field: 'corrige',
            message: 'un documento rechazado se corrige al emitir, no se propone.',
          },
        ]),
    ...(referencia === undefined
      ? []
      : [{ field: 'referencia', message: 'la de una propuesta la pone el servicio; quítela.' }]),
  ]
  if (problems.length > 0) refuseFields(problems)
}

const REFUSED: Readonly<Record<Exclude<Stored, 'stored'>, readonly [rule: string, text: string]>> =
  {
    too_large: [
      'propuesta.tamano',
      `la venta y su documento pasan de ${PROPOSAL_BYTES_MAX / 1_024} KB: pártala.`,
    ],
    too_many_of_key: [
      'propuesta.maximo',
      `ya hay ${PENDING_OF_KEY_MAX} propuestas de esta llave en espera: alguien debe emitirlas o descartarlas en la consola.`,
    ],
    too_many: [
      'propuesta.maximo',
      `ya hay ${PENDING_OF_COMPANY_MAX} propuestas de la empresa en espera: alguien debe emitirlas o descartarlas en la consola.`,
    ],
  }

function assertStored(stored: Stored): void {
  if (stored === 'stored') return
  const [rule, message] = REFUSED[stored]
  throw new Refused('validation_failed', `La propuesta no se guardó: ${message}`, {
    issues: [{ field: 'propuesta', rule, message }],
  })
}

function alreadyIssued({ emitido }: Proposal): Refused<'validation_failed'> {
  const message = `la propuesta ya se emitió: es el documento ${emitido?.codigoGeneracion}.`
  return new Refused('validation_failed', `id: ${message}`, {
    issues: [{ field: 'id', rule: 'propuesta.estado', message }],
  })
}

async function find(call: Call, id: string): Promise<Proposal> {
  const found = await findProposal(call.deps.pool, ofCall(call), { id, now: call.at })
  return found ?? refuseAbsent()
}

/** 404: the same for none and for another company's. */
function refuseAbsent(): never {
  const message = 'No hay una propuesta con ese id en esta empresa y este ambiente.'
  throw new Refused('not_found', message, { field: 'id' })
}

function ofCall(call: Call): ProposalsOf {
  const { companyId, ambiente, dataKey } = readerOfCall(call)
  return { companyId, ambiente, dataKey }
}

/** On the wire. */
function draw(call: Call, proposal: Proposal): Propuesta {
  const { id, estado, tipoDte, receptor, totales, keyId, label, emitido } = proposal
  const { ambiente } = admittedOf(call)
  return {
    ...{ id, estado, tipoDte, ambiente, receptor, totales },
    referencia: referenciaOf(id),
    llave: { keyId: keyName(call.deps.keyPrefix, { ambiente, keyId }), label },
    emitido,
    consola: consoleAddress(call, id),
    createdAt: proposal.createdAt.toISOString(),
    venceEl: proposal.expiresAt.toISOString(),
  }
}

/** Where a person issues it; without the origin if the service does not know its own. */
function consoleAddress(call: Call, id: string): string {
  const { ambiente, emisor } = admittedOf(call)
  const { origin } = call.deps.mail
  const inTest = ambiente === '00' ? '/pruebas' : ''
  return `${origin ?? call.basePath}/${emisor.nit}${inTest}/propuestas/${id}`
}
