/** The second factor: time-based codes (RFC 6238). Each step's code serves once. */
import { Secret, TOTP } from 'otpauth'
import type { Random } from '../clock.ts'
import type { Tx } from '../db/tx.ts'
import { decryptWithMasterKey, encryptColumn, type Secrets } from '../secrets/secrets.ts'

const SECRET_BYTES = 20
/** Steps of 30 seconds to either side, for a telephone whose clock is off. */
const WINDOW = 1

export const totpId = (personId: string) => `people/${personId}/totp_secret`

const toTotp = (bytes: Buffer, label: string) =>
  new TOTP({
    issuer: 'Sello',
    label,
    secret: new Secret({ buffer: new Uint8Array(bytes).buffer }),
  })

/** A new secret, stored and not yet active, as people type or scan it. */
export async function beginTotp(
  tx: Tx,
  { personId, correo }: { readonly personId: string; readonly correo: string },
  { secrets, random }: { readonly secrets: Secrets; readonly random: Random },
): Promise<{ readonly secreto: string; readonly uri: string }> {
  const bytes = random.bytes(SECRET_BYTES)
  await tx.run(
    `update people set totp_secret = $2, totp_active = false, totp_step = 0 where person_id = $1`,
    [personId, encryptColumn(bytes, secrets.masterKey, totpId(personId), random)],
  )
  const totp = toTotp(bytes, correo)
  return { secreto: totp.secret.base32, uri: totp.toString() }
}

/**
 * Whether the code is right and was not used before; then it is used up. `activate` is for the first code of a new
 * secret, which makes it the second factor.
 */
export async function takeTotp(
  tx: Tx,
  secrets: Secrets,
  given: {
    readonly personId: string
    readonly codigo: string
    readonly now: Date
    readonly activate: boolean
  },
): Promise<boolean> {
  const { personId, codigo, now, activate } = given
  const row = await tx.maybeOne<{ totp_secret: Buffer | null; totp_active: boolean }>(
    'select totp_secret, totp_active from people where person_id = $1 for update',
    [personId],
  )
  if (!row?.totp_secret || row.totp_active === activate) return false
  const totp = toTotp(decryptWithMasterKey(secrets, row.totp_secret, totpId(personId)), '')
  const timestamp = now.getTime()
  const delta = totp.validate({ token: codigo.replaceAll(/\s/g, ''), timestamp, window: WINDOW })
  if (delta === null) return false
  const step = totp.counter({ timestamp }) + delta
  const used = await tx.run(
    `update people set totp_step = $2, totp_active = true where person_id = $1 and totp_step < $2`,
    [personId, step],
  )
  return used === 1
}

export async function removeTotp(tx: Tx, personId: string): Promise<void> {
  await tx.run(
    'update people set totp_secret = null, totp_active = false, totp_step = 0 where person_id = $1',
    [personId],
  )
}
