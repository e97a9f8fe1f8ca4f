/** One-time sign-in links, created by an operator with a shell. */
import type { Random } from '../../base/clock.ts'
import type { Tx } from '../../base/db/tx.ts'
import { hashToken, mintToken } from './token.ts'

/** The token of a link that signs the person in once, until `expiresAt`. */
export async function insertLink(
  tx: Tx,
  link: { readonly personId: string; readonly now: Date; readonly expiresAt: Date },
  random: Random,
): Promise<string> {
  const { token, hash } = mintToken(random)
  await tx.run(
    'insert into sign_in_links (token_hash, person_id, created_at, expires_at) values ($1, $2, $3, $4)',
    [hash, link.personId, link.now, link.expiresAt],
  )
  return token
}

/** Uses up the link and returns the person, or null if it was used, expired or never existed. */
export async function takeLink(tx: Tx, token: string, now: Date): Promise<string | null> {
  const row = await tx.maybeOne<{ person_id: string }>(
    `update sign_in_links set used_at = $2
      where token_hash = $1 and used_at is null and expires_at > $2 returning person_id`,
    [hashToken(token), now],
  )
  return row?.person_id ?? null
}
