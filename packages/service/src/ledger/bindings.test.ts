/**
 * What is encrypted names its row and column. The names never change: every release reads what the ones before it wrote,
 * and a value that was moved to another row does not open there.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom as random } from '../base/clock.ts'
import type { Tx } from '../base/db/tx.ts'
import { decryptColumn } from '../base/secrets/secrets.ts'
import { encryptAddress, openAddress } from './addresses/addresses.ts'
import { chainKeyId } from './audit/chain.ts'
import { keepAnswer } from './claims/kept-answers.ts'
import { saveMailServer } from './companies/mail-settings.ts'
import { columnId } from './companies/ministry-account.ts'
import { ownerWrapId } from './companies/vaults.ts'
import { toCustomer, valuesOf } from './customers/customer.ts'

const dataKey = Buffer.alloc(32, 7)
const owner = { companyId: 'uno', dataKey }
const open = (column: unknown, id: string) =>
  decryptColumn(column as Buffer, dataKey, id).toString()

/** The values that a statement writes. */
async function valuesWritten(write: (tx: Tx) => Promise<void>): Promise<readonly unknown[]> {
  let written: readonly unknown[] = []
  const run = async (_: string, values: readonly unknown[]) => {
    written = values
    return 1
  }
  await write({ run } as unknown as Tx)
  return written
}

test('an address is bound to its document, however its code is written', () => {
  const which = { companyId: 'uno', codigoGeneracion: 'abc-1' }
  const column = encryptAddress(which, 'a@example.com', { dataKey, random })
  assert.equal(open(column, 'delivery_addresses/uno/ABC-1/address'), 'a@example.com')
  for (const other of [{ companyId: 'dos' }, { codigoGeneracion: 'abc-2' }]) {
    assert.throws(() => openAddress({ ...which, ...other }, column, dataKey))
  }
})

test('a customer is bound to its company and its id', () => {
  const receptor = { nombre: 'Ana', tipoDocumento: '37', numDocumento: 'A-1' }
  const customer = { externalId: 'x', receptor } as Parameters<typeof valuesOf>[0]
  const values = valuesOf(customer, 'c1', owner, random)
  assert.deepEqual(values.slice(0, 4), ['x', 'Ana', '37', 'A-1'])
  const column = values[4] as Buffer
  assert.deepEqual(JSON.parse(open(column, 'customers/uno/c1/receptor')), receptor)
  const row = { customerId: 'c1', receptor: column } as Parameters<typeof toCustomer>[0]
  assert.throws(() => toCustomer(row, { ...owner, companyId: 'dos' }))
  assert.throws(() => toCustomer({ ...row, customerId: 'c2' }, owner))
})

test('a kept answer is bound to its company, its API key and its Idempotency-Key', async () => {
  const claim = { idempotencyKey: 'i', bodyHash: Buffer.alloc(0), olderBodyHashes: [] }
  const answer = { status: 201, body: '{"a":1}' } as const
  const written = await valuesWritten((tx) =>
    keepAnswer(tx, { ...owner, keyId: 'k' }, { claim, answer, random }),
  )
  assert.equal(open(written.at(-1), 'kept_answers/uno/k/i'), answer.body)
})

test('the secrets of a mail server are bound to its company', async () => {
  const auth = { user: 'u', pass: 'p' }
  const dkim = { domain: 'd', selector: 's', privateKey: 'k' }
  const server = { host: 'h', port: 25, tls: 'none', sender: 'a@example.com' } as const
  const written = await valuesWritten((tx) =>
    saveMailServer(
      tx,
      { ...owner, random },
      { ...server, auth, dkim, innerNetwork: true, ca: null },
      new Date(0),
    ),
  )
  assert.deepEqual(JSON.parse(open(written[5], 'mail_settings/uno/secrets')), { auth, dkim })
})

test('the keys of the service’s own are bound to a chain, an account’s column or a vault', () => {
  assert.equal(chainKeyId('uno'), 'audit_heads/uno/key')
  const account = { companyId: 'uno', ambiente: '01' } as const
  assert.equal(columnId(account, 'token'), 'ministry_accounts/uno/01/token')
  assert.equal(ownerWrapId('v1'), 'v1/owner')
})
