import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountIn } from './account.ts'

const ROOT = 'root:x:0:0:root:/root:/bin/sh'
const NOBODY = 'nobody:x:65534:65534:nobody:/:/sbin/nologin'
const POSTGRES = 'postgres:x:101:104:PostgreSQL:/var/lib/postgresql:/bin/bash'

test('picks the user of a packaged PostgreSQL, else nobody, and never root', () => {
  assert.deepEqual(accountIn([ROOT, NOBODY, POSTGRES].join('\n')), { uid: 101, gid: 104 })
  assert.deepEqual(accountIn([ROOT, NOBODY].join('\n')), { uid: 65534, gid: 65534 })
  assert.equal(accountIn([ROOT, 'nobody:x:0:0::/:/bin/sh'].join('\n')), null)
  assert.equal(accountIn(''), null)
})
