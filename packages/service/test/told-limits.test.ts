/** The limits that the documentation tells callers are those of the code. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { BODY_BYTES_MAX } from '../src/entrypoints/refused.ts'
import { AMOUNT_MAX_DEFAULT } from '../src/flows/admin/key.ts'
import { LIMITS_DEFAULT } from '../src/flows/admin/key-limits.ts'
import { DRAFT_BYTES_MAX, DRAFTS_MAX } from '../src/ledger/drafts/store.ts'
import { FEED_WAITS } from '../src/ledger/feed/waits.ts'
import { FEED_CALLS } from '../src/ledger/keys/quota.ts'
import {
  PENDING_OF_COMPANY_MAX,
  PENDING_OF_KEY_MAX,
  PROPOSAL_BYTES_MAX,
} from '../src/ledger/proposals/store.ts'

const counted = (n: number) => n.toLocaleString('en-US')
const { total, ofAddress, ofCompany, ofKey } = FEED_WAITS
const { hour, day, status } = LIMITS_DEFAULT

// biome-ignore format: a table
const TOLD: readonly (readonly [file: string, words: string])[] = [
  ['wire.md',        `an address (${ofAddress}), a company (${ofCompany}) or a process (${counted(total)})`],
  ['wire.md',        `${hour} calls an hour and ${day} a day by default, and separately ${status} an hour for`],
  ['wire.md',        `at most the key's amount (${counted(AMOUNT_MAX_DEFAULT)}.00 by default)`],
  ['wire.md',        `at most ${PENDING_OF_KEY_MAX} of a key, ${PENDING_OF_COMPANY_MAX} of a company and environment, ${PROPOSAL_BYTES_MAX / 1024} KB`],
  ['wire.md',        `${BODY_BYTES_MAX / 1024 ** 2} MB, without \`Content-Encoding\``],
  ['console-api.md', `At most ${DRAFT_BYTES_MAX / 1024} KB (422; 400 for a longer body), 20 levels (400), and ${DRAFTS_MAX} of a person`],
]

for (const [file, words] of TOLD) {
  test(`docs/${file} says "${words}"`, async () => {
    const text = await readFile(new URL(`../../../docs/${file}`, import.meta.url), 'utf8')
    assert.ok(text.includes(words))
  })
}

test('one call of a key waits, and the feed has as many calls an hour as the status', () => {
  assert.equal(ofKey, 1)
  assert.equal(FEED_CALLS, status)
})
