/**
 * Sends owners what is about to stop their company. Only by the service's own mail server: the company's may be what is
 * in trouble, and it does not speak for the service. Where there is none, console, feed and webhooks tell it alone.
 */
import { concurrently, WIDTH } from '../../base/concurrently.ts'
import { describeError } from '../../base/log.ts'
import { MINUTE_MS } from '../../base/time/durations.ts'
import { skippedInLog } from '../../ledger/cluster/due.ts'
import { type DueOwnerMail, endAttempt, takeDueOwnerMails } from '../../ledger/owner-mails/due.ts'
import { isMailable } from '../../outside/mail/address.ts'
import type { Message, Send } from '../../outside/mail/mail.ts'
import { htmlOf } from './html.ts'
import { DEFAULT_COLOR } from './message.ts'
import { ownerWords } from './owner-words.ts'
import { delayAfter, GIVEN_UP_MS } from './pace.ts'
import type { Deliverer } from './subject.ts'
import { textOf } from './text.ts'

const BATCH = 4 * WIDTH
const SENDING_MS = MINUTE_MS
/** Longer than a batch can take. */
const LEASE_MS = (BATCH / WIDTH + 1) * SENDING_MS

/** One batch: what is left is due at the next pass. Returns how many were sent. */
export async function sendOwnerMails(deps: Deliverer, signal?: AbortSignal): Promise<number> {
  const now = deps.clock.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const onSkipped = skippedInLog(deps.log, 'owner_mails')
  const due = await takeDueOwnerMails(deps.pool, { now, leaseUntil, limit: BATCH, onSkipped })
  let count = 0
  await concurrently(due, async (owed) => {
    if (await sendOne(deps, owed, signal)) count += 1
  })
  return count
}

/** Never rejects: a lease ends by itself, and it is tried again. */
async function sendOne(
  deps: Deliverer,
  owed: DueOwnerMail,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { pool, clock, log, mail } = deps
  const { companyId, mailId, tipo, attempts, correo } = owed
  const line = { job: 'owner_mails', companyId, mailId, tipo }
  try {
    const isPossible = mail.service !== null && correo !== null && isMailable(correo)
    const sent = isPossible ? await send(deps, mail.service, { ...owed, correo }, signal) : null
    if (signal?.aborted && sent?.kind === 'later') return false // it was not the server, and its lease ends by itself
    if (sent?.kind === 'refused' || sent?.kind === 'later') {
      log.warn({ ...line, attempts, said: sent.said }, 'a mail to an owner was not accepted')
    }
    const now = clock.now().getTime()
    const isOld = now >= owed.at.getTime() + GIVEN_UP_MS
    const at = sent?.kind === 'later' && !isOld ? new Date(now + delayAfter(attempts)) : null
    await endAttempt(pool, owed, at)
    return sent?.kind === 'sent'
  } catch (error) {
    log.error({ ...line, error: describeError(error) }, 'a mail to an owner failed')
    return false
  }
}

function send(
  { mail }: Deliverer,
  by: Send,
  owed: DueOwnerMail & { readonly correo: string },
  signal: AbortSignal | undefined,
) {
  const limit = AbortSignal.timeout(SENDING_MS)
  return by(messageOf(owed, mail.origin), signal ? AbortSignal.any([limit, signal]) : limit)
}

function messageOf(
  owed: DueOwnerMail & { readonly correo: string },
  origin: string | null,
): Message {
  const words = ownerWords(owed, origin)
  return {
    id: owed.mailId,
    fromName: words.issuer,
    to: owed.correo,
    replyTo: null,
    subject: words.subject,
    text: textOf(words),
    html: htmlOf(words, { color: DEFAULT_COLOR, logo: null }),
    language: 'es',
    attachments: [],
  }
}
