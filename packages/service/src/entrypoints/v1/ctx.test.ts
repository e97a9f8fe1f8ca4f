/** The hashes by which a repeated body is known: under each pepper, and as earlier versions hashed it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonical } from '@sello/fiscal'
import { hashesOf, type Secrets } from '../../base/secrets/secrets.ts'
import { bodyHashesOf } from './ctx.ts'
import type { Call } from './gate.ts'

const SALE = { tipoDte: '01', items: [{ descripcion: 'Café', cantidad: 1, precioUni: 1 }] }
const key = (n: number) => Buffer.alloc(32, n)
const SECRETS: Secrets = {
  ...{ masterKey: key(1), olderMasterKeys: [] },
  ...{ pepper: key(2), olderPeppers: [key(3), key(4)] },
}
const call = { deps: { secrets: SECRETS }, route: 'issue' } as unknown as Call

/** The newest first. */
const hashed = (body: object) => hashesOf(SECRETS, `issue\n${canonical(body)}`)

test('a body is known under the pepper that was the newest when it came', () => {
  const [bodyHash, ...olderBodyHashes] = hashed(SALE)
  assert.equal(olderBodyHashes.length, 2)
  assert.deepEqual(bodyHashesOf(call, SALE), { bodyHash, olderBodyHashes })
})

test('one with nulls is known without them under each pepper, and as a version that hashed them wrote it', () => {
  const body = { ...SALE, receptor: null, observaciones: null }
  const [bodyHash, ...olderBodyHashes] = hashed(SALE)
  const older = [...olderBodyHashes, ...hashed(body)]
  assert.deepEqual(bodyHashesOf(call, body), { bodyHash, olderBodyHashes: older })
})
