/**
 * A person issues what a program proposed (ADR 0118): the stored request goes through POST /v1/dte with the person's
 * own key and sign key. The key that proposed it is named in the audit log, and used for nothing.
 */
import { Refused } from '@sello/contract'
import type { FastifyInstance } from 'fastify'
import { companyDataKey } from '../../ledger/companies/data-key.ts'
import {
  findProposal,
  type Proposal,
  type ProposalsOf,
  readContent,
  referenciaOf,
} from '../../ledger/proposals/store.ts'
import {
  beforeTheBody,
  CONSOLE_API,
  type ConsoleContext,
  callerOf,
  type Exchange,
  memberOf,
  toAsked,
} from './app.ts'
import { readAmbiente } from './body.ts'
import { refuseField } from './refusals.ts'
import { type ConsoleAsked, ISSUERS, type Member } from './route.ts'
import { readId } from './routes/personas.ts'
import { callAsPerson, codeOf, note, sendOn } from './v1.ts'

const ISSUE = { name: 'propuestas.emitir', who: ISSUERS } as const

export function addProposalRoute(app: FastifyInstance, context: ConsoleContext): void {
  app.route({
    method: 'POST',
    url: `${context.basePath}${CONSOLE_API}/:empresa/:ambiente(^0[01]$)/propuestas/:id/emitir`,
    ...beforeTheBody(context, ISSUE.who),
    handler: (request, reply) => issueProposal(app, context, { request, reply }),
  })
}

/**
 * Two persons at once make one document: its `referencia` is the proposal's, and the unique index of live documents
 * decides. A repeat by the same person has the same Idempotency-Key.
 */
async function issueProposal(
  app: FastifyInstance,
  context: ConsoleContext,
  { request, reply }: Exchange,
) {
  const asked = toAsked(context, request)
  const member = await memberOf(ISSUE, asked, await callerOf(asked, request))
  context.limits.admit('company', member.company.companyId, reply.raw)
  const of = await ofMember(asked, member)
  const proposal = await findPending(asked, of)
  const { peticion } = await readContent(asked.deps.pool, of, proposal.id)
  const answer = await callAsPerson(app, member, {
    asked,
    request,
    method: 'POST',
    url: `${context.basePath}/v1/dte`,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': referenciaOf(proposal.id),
    },
    payload: JSON.stringify(peticion),
  })
  await note(asked, member, {
    acto: ISSUE.name,
    sobre: codeOf(answer.payload) ?? proposal.id,
    detalle: {
      ...{ ambiente: of.ambiente, status: answer.statusCode },
      ...{ propuesta: proposal.id, llave: proposal.keyId },
    },
  })
  return sendOn(reply, answer)
}

async function ofMember({ deps, params }: ConsoleAsked, member: Member): Promise<ProposalsOf> {
  const { companyId } = member.company
  const dataKey = await companyDataKey(deps.pool, deps.secrets, companyId)
  return { companyId, ambiente: readAmbiente(params), dataKey }
}

/** Refuses one that is issued (409), and one that nobody may issue any more (422). */
async function findPending(
  { deps, now, params }: ConsoleAsked,
  of: ProposalsOf,
): Promise<Proposal> {
  const proposal = await findProposal(deps.pool, of, { id: readId(params.id), now })
  if (!proposal) throw new Refused('not_found', 'No hay una propuesta con ese id.', { field: 'id' })
  const { estado, emitido } = proposal
  if (emitido) {
    const { codigoGeneracion } = emitido
    const message = `La propuesta ya se emitió: es el documento ${codigoGeneracion}.`
    throw new Refused('reference_in_use', message, { codigoGeneracion })
  }
  if (estado === 'pendiente') return proposal
  return refuseField(
    'id',
    estado === 'vencida'
      ? 'la propuesta venció; pida otra o emita la venta usted.'
      : 'alguien descartó la propuesta.',
  )
}
