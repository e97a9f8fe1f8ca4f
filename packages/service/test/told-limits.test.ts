/** The limits that the documentation tells callers are those of the code. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import {
  CERTIFICATE_WARNING_MS,
  CLAIM_MS,
  CORRECTABLE_MS,
  DAY_MS,
  DESTINATION_WARNING_MS,
  HOLDING_MS,
  HOUR_MS,
  MINUTE_MS,
  RETRY_MS,
  SECOND_MS,
} from '../src/base/time/durations.ts'
import { LIMITS } from '../src/entrypoints/console/limits.ts'
import {
  CONNECTION_LIMITS,
  PIPELINED_MAX,
  PIPELINED_SERVED_MAX,
} from '../src/entrypoints/http/connections.ts'
import { NEAR_MS } from '../src/entrypoints/jobs/deadlines.ts'
import { LINGER_MS, REPLACE_AFTER_MS } from '../src/entrypoints/processes/processes.ts'
import { BODY_BYTES_MAX } from '../src/entrypoints/refused.ts'
import { AMOUNT_MAX_DEFAULT } from '../src/flows/admin/key.ts'
import { LIMITS_DEFAULT } from '../src/flows/admin/key-limits.ts'
import * as security from '../src/ledger/audit/security.ts'
import { VERIFIED_FOR_MS } from '../src/ledger/destinations/verified.ts'
import { PAGE_LENGTH_MAX } from '../src/ledger/documents/list.ts'
import { DRAFT_BYTES_MAX, DRAFTS_MAX } from '../src/ledger/drafts/store.ts'
import { FEED_WAITS } from '../src/ledger/feed/waits.ts'
import * as notices from '../src/ledger/holding/notices.ts'
import { FEED_CALLS } from '../src/ledger/keys/quota.ts'
import { TURNS_MAX } from '../src/ledger/numbering/codigo.ts'
import * as feed from '../src/ledger/outbox/forget.ts'
import { DEVICE_MS, REMEMBERED_MS } from '../src/ledger/people/devices.ts'
import * as invitations from '../src/ledger/people/invitations.ts'
import * as password from '../src/ledger/people/password.ts'
import { CONFIRMED_MS, IDLE_MS, SESSION_MS } from '../src/ledger/people/sessions.ts'
import * as proposals from '../src/ledger/proposals/store.ts'
import * as deliveries from '../src/ledger/webhooks/forget.ts'
import { GIVEN_UP_MS, REST_MS_MAX } from '../src/ledger/webhooks/retries.ts'
import { BEFORE_MS } from '../src/ledger/webhooks/secret.ts'
import { WEBHOOKS_MAX } from '../src/ledger/webhooks/store.ts'
import { SLOTS_OF_COMPANY } from '../src/ledger/webhooks/turns.ts'
import { TIMEOUT_MS } from '../src/outside/webhooks/sender.ts'

const counted = (n: number) => n.toLocaleString('en-US')
const { total, ofAddress, ofCompany, ofKey } = FEED_WAITS
const { hour, day, status } = LIMITS_DEFAULT
const { PENDING_OF_KEY_MAX, PENDING_OF_COMPANY_MAX, PROPOSAL_BYTES_MAX } = proposals
/** Whole numbers as the pages write them; another value is written with its digits. */
const inWords = (n: number) =>
  (['', 'one', '', '', '', 'five', '', '', 'eight'] as const)[n] || String(n)
const { total: connections, perAddress, arriveMs, readMs, abandonedMs } = CONNECTION_LIMITS
const seconds = (ms: number) => ms / SECOND_MS
const [atOnce, ...later] = REPLACE_AFTER_MS.map(seconds)

// biome-ignore format: a table
const TOLD: readonly (readonly [file: string, words: string])[] = [
  ['wire.md',        `an address (${ofAddress}), a company (${ofCompany}) or a process (${counted(total)})`],
  ['wire.md',        `${hour} calls an hour and ${day} a day by default, and separately ${status} an hour for`],
  ['wire.md',        `at most the key's amount (${counted(AMOUNT_MAX_DEFAULT)}.00 by default)`],
  ['wire.md',        `at most ${PENDING_OF_KEY_MAX} of a key, ${PENDING_OF_COMPANY_MAX} of a company and environment, ${PROPOSAL_BYTES_MAX / 1024} KB`],
  ['wire.md',        `${BODY_BYTES_MAX / 1024 ** 2} MB, without \`Content-Encoding\``],
  ['wire.md',        `claimed for ${CLAIM_MS / HOUR_MS} hours per API key`],
  ['wire.md',        `can be downloaded for ${HOLDING_MS === HOUR_MS ? 'an hour' : HOLDING_MS} after the seal`],
  ['wire.md',        `A storage destination counts for ${VERIFIED_FOR_MS / DAY_MS} days after its verification`],
  ['wire.md',        `files that have waited for their copy for ${notices.WAITING_MS / MINUTE_MS} minutes`],
  ['wire.md',        `ends earlier once its documents exceed ${PAGE_LENGTH_MAX / 1024 ** 2} MB`],
  ['wire.md',        `or ${proposals.LASTING_MS / DAY_MS} days pass (\`vencida\`). A list has those of ${proposals.KEPT_MS / DAY_MS} days`],
  ['wire.md',        `a rejected document of the last ${CORRECTABLE_MS / HOUR_MS} hours`],
  ['wire.md',        `a certificate that expires within ${CERTIFICATE_WARNING_MS / DAY_MS} days, a destination whose verification expires within ${DESTINATION_WARNING_MS / DAY_MS},`],
  ['wire.md',        `2xx within ${seconds(TIMEOUT_MS)} seconds is success`],
  ['webhooks.md',    `**Answer 2xx at once**, within ${seconds(TIMEOUT_MS)} seconds`],
  ['architecture.md', `64 of a company at a time ([ADR 0110](adr/0110-one-queue-of-copies.md)); retries after ${seconds(RETRY_MS)} s`],
  ['wire.md',        `What is older than ${feed.KEPT_MS / DAY_MS} days is gone`],
  ['wire.md',        `\`deliveries\` lists the last ${deliveries.KEPT_MS / DAY_MS} days`],
  ['wire.md',        `A company has up to ${WEBHOOKS_MAX}.`],
  ['wire.md',        `the one before signs too for ${BEFORE_MS / HOUR_MS} hours`],
  ['wire.md',        `A company has ${inWords(SLOTS_OF_COMPANY)} deliveries at once`],
  ['wire.md',        `left alone for up to ${inWords(REST_MS_MAX / MINUTE_MS)} minutes between turns`],
  ['wire.md',        `A webhook to which nothing arrived for ${inWords(GIVEN_UP_MS / DAY_MS)} days`],
  ['operations.md',  `at most ${security.PERSONS_MAX} persons and ${security.ADDRESSES_MAX} addresses of a kind an hour`],
  ['console-api.md', `${IDLE_MS / HOUR_MS} h idle, ${SESSION_MS / DAY_MS} days at most`],
  ['console-api.md', `asks for a confirmation of the last ${CONFIRMED_MS / MINUTE_MS} minutes`],
  ['console-api.md', `\`sello_device\` (${inWords(DEVICE_MS / (365 * DAY_MS))} year;`],
  ['console-api.md', `it stands for it during ${REMEMBERED_MS / DAY_MS} days`],
  ['console-api.md', `hand the link over; ${invitations.LIFE_MS / HOUR_MS} h, one use`],
  ['console-api.md', `A password has ${password.LENGTH_MIN} to ${password.LENGTH_MAX} characters`],
  ['wire.md',        `One address may read ${LIMITS.page.burst} pages and files at once, and ${LIMITS.page.perSecond === 1 ? 'one' : LIMITS.page.perSecond} a second in the long run`],
  ['operations.md',  `A request must arrive within ${seconds(arriveMs)} seconds; an unread response is dropped after ${readMs / MINUTE_MS} minutes`],
  ['operations.md',  `the log warns from ${NEAR_MS / HOUR_MS} hours before it`],
  ['configuration.md', `| \`SELLO_CONNECTIONS_MAX\` | ${connections} |`],
  ['configuration.md', `| \`SELLO_CONNECTIONS_PER_ADDRESS\` | ${perAddress} |`],
  ['adr/0012-limits-of-callers.md', `One connection has ${PIPELINED_MAX} calls at a time; beyond ${PIPELINED_SERVED_MAX} that came with them it gets 503`],
  ['adr/0012-limits-of-callers.md', `ends after ${seconds(abandonedMs) === 10 ? 'ten' : seconds(abandonedMs)} seconds`],
  ['adr/0071-restores.md', `A released number gets the next turn, up to ${TURNS_MAX};`],
  ['architecture.md', `else after ${later.slice(0, -1).join(', ')} and ${later.at(-1)} seconds`],
  ['architecture.md', `after ${seconds(LINGER_MS)} seconds at the latest`],
  ['console-api.md', `At most ${DRAFT_BYTES_MAX / 1024} KB (422; 400 for a longer body), 20 levels (400), and ${DRAFTS_MAX} of a person`],
]

for (const [file, words] of TOLD) {
  test(`docs/${file} says "${words}"`, async () => {
    const text = await readFile(new URL(`../../../docs/${file}`, import.meta.url), 'utf8')
    assert.ok(text.includes(words))
  })
}

test('a process that served for a minute is replaced at once', () => assert.equal(atOnce, 0))

test('one call of a key waits, and the feed has as many calls an hour as the status', () => {
  assert.equal(ofKey, 1)
  assert.equal(FEED_CALLS, status)
})
