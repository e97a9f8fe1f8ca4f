/** The people of a company: roles, invitations, sign keys. */
import { Type } from 'typebox'
import { transaction } from '../../../base/db/tx.ts'
import { reactivateKey } from '../../../flows/admin/keys.ts'
import { personKeyOf } from '../../../flows/admin/person-keys.ts'
import { type Codes, findPointOfSale } from '../../../ledger/companies/points-of-sale.ts'
import { listPeople, lockPeople, updateMembership } from '../../../ledger/people/company-people.ts'
import { forgetDevices } from '../../../ledger/people/devices.ts'
import {
  endInvitation,
  endInvitationsOf,
  insertInvitation,
  listInvitations,
} from '../../../ledger/people/invitations.ts'
import { appointable, ROLES, type Rol } from '../../../ledger/people/memberships.ts'
import { readCorreo } from '../../../ledger/people/person.ts'
import { alignPersonKeys, deleteMember } from '../../../ledger/people/person-keys.ts'
import { deleteRequest, listRequests } from '../../../ledger/people/sign-key-requests.ts'
import { bodyReader, PuntoDeVenta, readAmbiente, Text } from '../body.ts'
import { invitationLinks } from '../origin.ts'
import { notAllowed, refuseField } from '../refusals.ts'
import type { Answer, CompanyHandler, ConsoleAsked, Member } from '../route.ts'

const RolOf = Type.Union(ROLES.map((rol) => Type.Literal(rol)))
const readInvitation = bodyReader({
  correo: Text,
  rol: RolOf,
  puntoDeVenta: Type.Optional(Type.Union([PuntoDeVenta, Type.Null()])),
})
const readChange = bodyReader({
  rol: Type.Optional(RolOf),
  puntoDeVenta: Type.Optional(PuntoDeVenta),
  invalida: Type.Optional(Type.Boolean()),
})

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const PERSONAS = {
  personas: drawPeople,

  async 'personas.invitar'(asked, member) {
    const { correo: given, rol, puntoDeVenta } = readInvitation(asked.body)
    assertMayAppoint(member, [rol])
    const correo = readCorreo(given)
    if (correo === null) refuseField('correo', 'no es una dirección de correo.')
    const pointOfSaleId = puntoDeVenta ? await pointOf(asked, member, puntoDeVenta) : null
    const linkTo = invitationLinks(asked)
    const { deps, now } = asked
    const { companyId } = member.company
    const { personId: inviterId, nombre: invitedBy } = member.person
    const invitation = { companyId, correo, rol, pointOfSaleId, invitedBy, inviterId }
    const made = await transaction(deps.pool, async (tx) => {
      const people = await lockPeople(tx, companyId)
      // Checked under the lock: the inviter's own role may have been removed meanwhile.
      const own = people.get(inviterId)
      if (own === undefined || !appointable(own).includes(rol)) throw notAllowed(null)
      return insertInvitation(tx, invitation, { random: deps.random, now })
    })
    return { status: 201, body: linkTo(made) }
  },

  async 'personas.retirar_invitacion'(asked, member) {
    const invitationId = readId(asked.params.id)
    const { deps, now } = asked
    const { companyId } = member.company
    await transaction(deps.pool, (tx) => endInvitation(tx, { companyId, invitationId }, now))
    return drawPeople(asked, member)
  },

  async 'personas.cambiar'(asked, member) {
    const { rol, puntoDeVenta, invalida } = readChange(asked.body)
    const pointOfSaleId = puntoDeVenta && (await pointOf(asked, member, puntoDeVenta))
    const personId = readId(asked.params.personaId)
    const { companyId } = member.company
    if (invalida !== undefined && member.company.rol !== 'dueno')
      throw notAllowed(member.company.dueno)
    await transaction(asked.deps.pool, async (tx) => {
      const people = await lockPeople(tx, companyId)
      const before = people.get(personId)
      if (!before) refuseField('personaId', 'no es de esta empresa.')
      const after = rol ?? before
      assertMayAppoint(member, [before, after])
      assertOwnerLeft(people, personId, after)
      await updateMembership(tx, { companyId, personId }, { rol: after, pointOfSaleId, invalida })
      await alignPersonKeys(tx, { companyId, personId, rol: after })
      if (after !== before) await forgetDevices(tx, personId)
      const { now } = asked
      await endInvitationsOf(tx, { companyId, personId }, { appoints: appointable(after), now })
    })
    return drawPeople(asked, member)
  },

  async 'personas.quitar'(asked, member) {
    const personId = readId(asked.params.personaId)
    const { companyId } = member.company
    await transaction(asked.deps.pool, async (tx) => {
      const people = await lockPeople(tx, companyId)
      const before = people.get(personId)
      if (!before) refuseField('personaId', 'no es de esta empresa.')
      assertMayAppoint(member, [before])
      assertOwnerLeft(people, personId, null)
      await deleteMember(tx, companyId, personId)
      await forgetDevices(tx, personId)
      const { now } = asked
      await endInvitationsOf(tx, { companyId, personId }, { appoints: [], now })
    })
    return drawPeople(asked, member)
  },

  async 'personas.reactivar_firma'(asked, member) {
    const personId = readId(asked.params.personaId)
    const ambiente = readAmbiente(asked.params)
    const { nit, companyId } = member.company
    const people = await listPeople(asked.deps.pool, companyId, asked.now)
    const person = people.find(({ personaId }) => personaId === personId)
    if (person?.firma[ambiente] !== 'bloqueada')
      refuseField('personaId', 'su firma no está bloqueada.')
    const { nombre } = person
    const of = { company: member.company, person: { personId, nombre }, ambiente }
    const { keyId } = await personKeyOf(asked.admin, of)
    await reactivateKey(asked.admin, nit, keyId)
    return drawPeople(asked, member)
  },

  async 'personas.rechazar_firma'(asked, member) {
    const id = readId(asked.params.id)
    const { companyId } = member.company
    await transaction(asked.deps.pool, (tx) => deleteRequest(tx, companyId, id))
    return drawPeople(asked, member)
  },
} satisfies Record<string, CompanyHandler>

function assertMayAppoint({ company }: Member, roles: readonly Rol[]): void {
  const mine = appointable(company.rol)
  if (!roles.every((rol) => mine.includes(rol))) throw notAllowed(company.dueno)
}

function assertOwnerLeft(
  people: ReadonlyMap<string, Rol>,
  personId: string,
  after: Rol | null,
): void {
  if (after === 'dueno') return
  const others = [...people].filter(([id, rol]) => id !== personId && rol === 'dueno')
  if (people.get(personId) === 'dueno' && others.length === 0)
    refuseField('rol', 'Debe quedar un dueño.')
}

export async function drawPeople(
  { deps, now }: ConsoleAsked,
  { company }: Member,
): Promise<Answer> {
  const { companyId } = company
  const invitations = await listInvitations(deps.pool, companyId, now)
  const requests = await listRequests(deps.pool, companyId)
  return {
    body: {
      personas: await listPeople(deps.pool, companyId, now),
      invitaciones: invitations.map(({ invitationId: id, correo, rol, expiresAt: venceEl }) => ({
        ...{ id, correo, rol, venceEl },
      })),
      pedidosDeFirma: requests.map((one) => ({
        id: one.requestId,
        personaId: one.personId,
        nombre: one.nombre,
        ambiente: one.ambiente,
        clavePublica: one.publicKey.toString('base64url'),
        pedidaEl: one.createdAt,
      })),
    },
  }
}

async function pointOf({ deps }: ConsoleAsked, { company }: Member, point: Codes): Promise<string> {
  const id = await findPointOfSale(deps.pool, company.companyId, point)
  return id ?? refuseField('puntoDeVenta', 'no es de esta empresa.')
}

export const readId = (text = ''): string =>
  UUID.test(text) ? text : refuseField('id', 'no tiene la forma de uno.')
