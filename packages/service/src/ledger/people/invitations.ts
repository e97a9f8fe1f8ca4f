/** Invites a person to a company. The inviter hands over the link. */
import type { Random } from '../../base/clock.ts'
import type { Db, Tx } from '../../base/db/tx.ts'
import { HOUR_MS } from '../../base/time/durations.ts'
import type { Rol } from './memberships.ts'
import { hashToken, mintToken } from './token.ts'

export interface Invitation {
  readonly companyId: string
  readonly invitationId: string
  readonly nit: string
  readonly empresa: string
  readonly correo: string
  readonly rol: Rol
  readonly pointOfSaleId: string | null
  /** The inviter's name, for the invited person to recognise. */
  readonly invitedBy: string
  readonly expiresAt: Date
}

export const LIFE_MS = 72 * HOUR_MS

export interface NewInvitation
  extends Pick<Invitation, 'companyId' | 'correo' | 'rol' | 'pointOfSaleId' | 'invitedBy'> {
  readonly inviterId: string
}

/** The token of that e-mail's only open invitation; an earlier one ends. */
export async function insertInvitation(
  tx: Tx,
  invitation: NewInvitation,
  { random, now }: { readonly random: Random; readonly now: Date },
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const { companyId, correo, rol, pointOfSaleId, invitedBy, inviterId } = invitation
  const { token, hash } = mintToken(random)
  const expiresAt = new Date(now.getTime() + LIFE_MS)
  await tx.run(
    `update invitations set ended_at = $3 where company_id = $1 and correo = $2 and ended_at is null`,
    [companyId, correo, now],
  )
  await tx.run(
    `insert into invitations (company_id, invitation_id, token_hash, correo, rol, point_of_sale_id,
                              invited_by, inviter_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[companyId, random.uuid(), hash, correo, rol, pointOfSaleId],
      ...[invitedBy, inviterId, now, expiresAt],
    ],
  )
  return { token, expiresAt }
}

const SELECT = `
select i.company_id as "companyId", i.invitation_id as "invitationId", c.nit, c.nombre as empresa, i.correo,
       i.rol, i.point_of_sale_id as "pointOfSaleId", i.invited_by as "invitedBy", i.expires_at as "expiresAt"
  from invitations i join companies c on c.company_id = i.company_id
 where i.ended_at is null and i.expires_at > $1`

export function listInvitations(
  db: Db,
  companyId: string,
  now: Date,
): Promise<readonly Invitation[]> {
  return db.many<Invitation>(`${SELECT} and i.company_id = $2 order by i.created_at`, [
    now,
    companyId,
  ])
}

/** Null when it expired, was withdrawn or accepted, or never existed. */
export function findInvitation(db: Db, token: string, now: Date): Promise<Invitation | null> {
  return db.maybeOne<Invitation>(`${SELECT} and i.token_hash = $2`, [now, hashToken(token)])
}

/** False if it was already ended. */
export async function endInvitation(
  tx: Tx,
  { companyId, invitationId }: Pick<Invitation, 'companyId' | 'invitationId'>,
  now: Date,
): Promise<boolean> {
  const touched = await tx.run(
    `update invitations set ended_at = $3
      where company_id = $1 and invitation_id = $2 and ended_at is null`,
    [companyId, invitationId, now],
  )
  return touched === 1
}

/**
 * Ends the invitations of a person who may no longer appoint. Also ends those with an unknown inviter, since it may
 * have been this person.
 */
export async function endInvitationsOf(
  tx: Tx,
  { companyId, personId }: { readonly companyId: string; readonly personId: string },
  { appoints, now }: { readonly appoints: readonly Rol[]; readonly now: Date },
): Promise<void> {
  await tx.run(
    `update invitations set ended_at = $4
      where company_id = $1 and (inviter_id = $2 or inviter_id is null) and ended_at is null
        and rol <> all ($3::text[])`,
    [companyId, personId, appoints, now],
  )
}
