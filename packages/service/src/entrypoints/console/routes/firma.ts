/** A person's own sign key: minted by the owner, in plaintext only within the minting request. */

import { transaction } from '../../../base/db/tx.ts'
import { renewSigning } from '../../../flows/admin/key.ts'
import { personKeyOf } from '../../../flows/admin/person-keys.ts'
import { findMembership } from '../../../ledger/people/memberships.ts'
import {
  answerRequest,
  deleteRequest,
  encryptSignKey,
  findRequest,
  findRequestOf,
  fingerprintOf,
  putRequest,
  readPublicKey,
} from '../../../ledger/people/sign-key-requests.ts'
import { bodyReader, ownOf, readAmbiente, Text, Verbatim } from '../body.ts'
import { refuseField } from '../refusals.ts'
import type { CompanyHandler } from '../route.ts'
import { drawPeople, readId } from './personas.ts'

const readFrase = bodyReader({ frase: Verbatim })
const readApproval = bodyReader({ frase: Verbatim, huella: Text })
const readRequest = bodyReader({ clavePublica: Text })

export const FIRMA = {
  async firma(asked, member) {
    const own = ownOf(asked, member)
    const request = await findRequestOf(asked.deps.pool, own)
    const pedido = request && { id: request.requestId, sellado: request.sealed }
    return { body: { estado: member.company.firma[own.ambiente], pedido } }
  },

  async 'firma.propia'(asked, member) {
    const ambiente = readAmbiente(asked.params)
    const { frase: passphrase } = readFrase(asked.body)
    const { keyId } = await personKeyOf(asked.admin, { ...member, ambiente })
    const wanted = { keyId, ambiente, passphrase }
    const signKey = await renewSigning(asked.admin, member.company.nit, wanted)
    return { status: 201, body: { keyId, signKey } }
  },

  async 'firma.pedir'(asked, member) {
    const own = ownOf(asked, member)
    const publicKey = await readPublicKey(readRequest(asked.body).clavePublica)
    if (publicKey === null) refuseField('clavePublica', 'no es un punto de P-256.')
    const { deps, now } = asked
    const id = await putRequest(deps.pool, { publicKey, now, ...own }, deps.random)
    return { status: 201, body: { id } }
  },

  async 'firma.recibida'(asked, member) {
    const { pool } = asked.deps
    const own = ownOf(asked, member)
    const request = await findRequestOf(pool, own)
    if (request)
      await transaction(pool, (tx) => deleteRequest(tx, own.companyId, request.requestId))
    return { status: 204 }
  },

  async 'firma.dar'(asked, member) {
    const { deps, admin, params, now } = asked
    const { frase: passphrase, huella } = readApproval(asked.body)
    const { companyId, nit } = member.company
    const request = await findRequest(deps.pool, companyId, readId(params.id))
    if (!request) refuseField('id', 'ese pedido ya no está.')
    if (fingerprintOf(request.publicKey) !== huella) {
      refuseField(
        'huella',
        'no es la del pedido que está ahora. Compárela otra vez con la persona.',
      )
    }
    const { personId, nombre, ambiente } = request
    // The person's company, not the owner's: the key issues at the person's point of sale.
    const company = await findMembership(deps.pool, { personId, nit, now })
    if (company === null || company.rol === 'lector' || company.rol === 'contador') {
      refuseField('id', 'esa persona no emite en esta empresa.')
    }
    const { keyId } = await personKeyOf(admin, {
      company,
      person: { personId, nombre },
      ambiente,
    })
    const signKey = await renewSigning(admin, nit, { keyId, ambiente, passphrase })
    const sealed = await encryptSignKey(signKey, request)
    const stored = await transaction(deps.pool, (tx) =>
      answerRequest(tx, companyId, request, sealed),
    )
    if (!stored)
      refuseField('id', 'la persona pidió de nuevo entretanto. Repita con el pedido nuevo.')
    return drawPeople(asked, member)
  },
} satisfies Record<string, CompanyHandler>
