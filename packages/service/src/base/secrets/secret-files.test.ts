/** Secrets that nobody configured are made once, for their owner alone, and are the same for every process. */
import assert from 'node:assert/strict'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from '../../../test/folder.ts'
import { readConfig } from '../config.ts'
import { readSecrets } from './secret-files.ts'

const text = (byte: number) => Buffer.alloc(32, byte).toString('base64url')

test('both secrets are made at the first start in closed files, and read at the next ones', async () => {
  const dataDir = await makeFolder('secrets')
  const config = readConfig({ SELLO_DATA_DIR: dataDir })
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => readSecrets(config)))
  assert.ok(first)
  for (const other of others) assert.deepEqual(other, first)
  assert.deepEqual(await readSecrets(config), first)
  assert.deepEqual([first.masterKey.length, first.pepper.length], [32, 32])
  assert.ok(!first.masterKey.equals(first.pepper))
  assert.deepEqual([first.olderMasterKeys, first.olderPeppers], [[], []])

  const folder = join(dataDir, 'secrets')
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert.deepEqual((await readdir(folder)).sort(), ['master.key', 'pepper.key'])
  for (const [name, secret] of [
    ['master.key', first.masterKey],
    ['pepper.key', first.pepper],
  ] as const) {
    const file = join(folder, name)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.equal(await readFile(file, 'utf8'), `${secret.toString('base64url')}\n`)
  }
  await writeFile(join(folder, 'pepper.key'), `${text(5)}\n${text(6)}\n`)
  const changed = await readSecrets(config)
  assert.deepEqual(
    [changed.pepper, changed.olderPeppers],
    [Buffer.alloc(32, 5), [Buffer.alloc(32, 6)]],
  )
  await writeFile(join(folder, 'pepper.key'), 'x')
  const message = `${join(folder, 'pepper.key')} debe tener 32 bytes en base64url.`
  await assert.rejects(readSecrets(config), { message })
  await rm(dataDir, { recursive: true })
})

test('secrets that are configured make no file', async () => {
  const dataDir = await makeFolder('configured')
  const env = { SELLO_MASTER_KEY: `${text(1)},${text(2)}`, SELLO_PEPPER: text(3) }
  assert.deepEqual(await readSecrets(readConfig({ ...env, SELLO_DATA_DIR: dataDir })), {
    ...{ masterKey: Buffer.alloc(32, 1), olderMasterKeys: [Buffer.alloc(32, 2)] },
    ...{ pepper: Buffer.alloc(32, 3), olderPeppers: [] },
  })
  assert.deepEqual(await readdir(dataDir), [])
  await rm(dataDir, { recursive: true })
})
