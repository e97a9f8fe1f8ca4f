/** The second factor: time-based codes (RFC 6238). Each step's code works once. */
import { Secret, TOTP } from 'otpauth'
import type { Random } from '../../base/clock.ts'
import type { Tx } from '../../base/db/tx.ts'
import { decryptWithMasterKey, encryptColumn, type Secrets } from '../../base/secrets/secrets.ts'

const SECRET_BYTES = 20
/** Steps of 30 seconds in both directions, for a telephone whose clock is off. */
const WINDOW = 1

export const totpId = (personId: string) => `people/${personId}/totp_secret`

const toTotp = (bytes: Buffer, label: string) =>
  new TOTP({
    issuer: 'Sello',
    label,
    secret: new Secret({ buffer: new Uint8Array(bytes).buffer }),
  })

/** A new secret in the form that people type or scan. The present one stays until `confirmTotp`. */
export async function beginTotp(
  tx: Tx,
  { personId, correo }: { readonly personId: string; readonly correo: string },
  { secrets, random }: { readonly secrets: Secrets; readonly random: Random },
): Promise<{ readonly secreto: string; readonly uri: string }> {
  const bytes = random.bytes(SECRET_BYTES)
  await tx.run('update people set totp_pending = $2 where person_id = $1', [
    personId,
    encryptColumn(bytes, secrets.masterKey, totpId(personId), random),
  ])
  const totp = toTotp(bytes, correo)
  return { secreto: totp.secret.base32, uri: totp.toString() }
}

interface Given {
  readonly personId: string
  readonly codigo: string
  readonly now: Date
}

/** Whether the code is right and unused; if so, it is used up. */
export async function takeTotp(
  tx: Tx,
  secrets: Secrets,
  { personId, codigo, now }: Given,
): Promise<boolean> {
  const active = 'case when totp_active then totp_secret end'
  const step = await stepOf(tx, secrets, active, { personId, codigo, now })
  if (step === null) return false
  const used = await tx.run(
    'update people set totp_step = $2 where person_id = $1 and totp_step < $2',
    [personId, step],
  )
  return used === 1
}

/** Whether the code matches the pending secret; if so, that becomes the second factor, and the code is used up. */
export async function confirmTotp(
  tx: Tx,
  secrets: Secrets,
  { personId, codigo, now }: Given,
): Promise<boolean> {
  const step = await stepOf(tx, secrets, 'totp_pending', { personId, codigo, now })
  if (step === null) return false
  await tx.run(
    `update people set totp_secret = totp_pending, totp_pending = null, totp_active = true,
            totp_step = $2 where person_id = $1`,
    [personId, step],
  )
  return true
}

/** The 30-second step of the code; null for a wrong one, and without a secret. Locks the person. */
async function stepOf(
  tx: Tx,
  secrets: Secrets,
  column: 'totp_pending' | 'case when totp_active then totp_secret end',
  { personId, codigo, now }: Given,
): Promise<number | null> {
  const row = await tx.maybeOne<{ secret: Buffer | null }>(
    `select ${column} as secret from people where person_id = $1 for update`,
    [personId],
  )
  if (!row?.secret) return null
  const totp = toTotp(decryptWithMasterKey(secrets, row.secret, totpId(personId)), '')
  const timestamp = now.getTime()
  const delta = totp.validate({ token: codigo.replaceAll(/\s/g, ''), timestamp, window: WINDOW })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

export async function removeTotp(tx: Tx, personId: string): Promise<void> {
  await tx.run(
    `update people set totp_secret = null, totp_pending = null, totp_active = false, totp_step = 0
      where person_id = $1`,
    [personId],
  )
}
