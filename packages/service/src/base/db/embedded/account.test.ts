import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from '../../../../test/folder.ts'
import { accountCan, accountIn, chooseAccount, spawnOptions } from './account.ts'

const ROOT = 'root:x:0:0:root:/root:/bin/sh'
const NOBODY = 'nobody:x:65534:65534:nobody:/:/sbin/nologin'
const POSTGRES = 'postgres:x:101:104:PostgreSQL:/var/lib/postgresql:/bin/bash'

test('picks the user of a packaged PostgreSQL, else nobody, and never root', () => {
  assert.deepEqual(accountIn([ROOT, NOBODY, POSTGRES].join('\n')), { uid: 101, gid: 104 })
  assert.deepEqual(accountIn([ROOT, NOBODY].join('\n')), { uid: 65534, gid: 65534 })
  assert.equal(accountIn([ROOT, 'nobody:x:0:0::/:/bin/sh'].join('\n')), null)
  assert.equal(accountIn(''), null)
  // Each of the two is root's in one of its ways.
  for (const ids of ['0:7', '7:0', '0:0'])
    assert.deepEqual(accountIn(`postgres:x:${ids}::/:/bin/sh\n${NOBODY}`), {
      ...{ uid: 65534, gid: 65534 },
    })
})

const skip = process.getuid?.() === 0 ? false : 'needs root: anybody else runs it as themselves'

test('root: without a user to run as nothing is started, and what to do instead is said', {
  skip,
}, async (t) => {
  const folder = await makeFolder('account')
  t.after(() => rm(folder, { recursive: true }))
  const users = join(folder, 'passwd')
  await writeFile(users, [ROOT, NOBODY].join('\n'))
  assert.deepEqual(await chooseAccount(users), { uid: 65534, gid: 65534 })
  await writeFile(users, ROOT)
  await assert.rejects(chooseAccount(users), {
    message:
      'PostgreSQL does not run as root, and this machine has neither postgres nor nobody: start as another user, or set DATABASE_URL.',
  })
})

test('a program runs without our environment, as the account if there is one', () => {
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  assert.deepEqual(spawnOptions(null), { env })
  assert.deepEqual(spawnOptions({ uid: 101, gid: 104 }), { env, uid: 101, gid: 104 })
})

test('what an account can do is asked of the system, of each place as it is named', async (t) => {
  const folder = await makeFolder('account can')
  t.after(() => rm(folder, { recursive: true }))
  const [there, none] = ['a b', 'c'].map((name) => join(folder, name)) as [string, string]
  await writeFile(there, 'x')
  const can = (condition: string, ...paths: readonly string[]) =>
    accountCan(null, condition, ...paths)
  assert.deepEqual(
    [
      await can('test -r "$0"', there),
      await can('test -r "$0"', none),
      await can('test -r "$0" -a -r "$1"', there, none),
      await can('test -d "$1" -a -r "$0"', there, folder),
    ],
    [true, false, false, true],
  )
})
