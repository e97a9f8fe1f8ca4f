/** What a profile keeps: an address, the keys that were given, and the key that opens destinations. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { createFolder, type Folder, run } from '../../test/cli.ts'

let folder: Folder
before(async () => {
  folder = await createFolder()
})
after(() => folder.remove())

const KEYS = { SELLO_API_KEY: 'la de API', SELLO_SIGN_KEY: 'la de firma' }

async function set(args: readonly string[], env: Readonly<Record<string, string>> = KEYS) {
  const SELLO_PROFILES = folder.in('profiles.json')
  const ended = await run(['profile', 'set', ...args], {
    cwd: folder.path,
    env: { ...env, SELLO_PROFILES },
  })
  const kept = async (name = 'default') =>
    JSON.parse(await readFile(SELLO_PROFILES, 'utf8')).profiles[name] as Record<string, string>
  return { ...ended, kept }
}

test('a profile keeps both keys, and with --no-sign-key only one, though the other is at hand', async () => {
  const both = await set(['--url', 'http://uno.test/'])
  assert.deepEqual(await both.kept(), {
    ...{ baseUrl: 'http://uno.test', apiKey: 'la de API', signKey: 'la de firma' },
  })
  const one = await set(['--url', 'http://uno.test', '--no-sign-key', '--name', 'lee'])
  assert.equal(one.code, 0, one.stderr)
  assert.deepEqual(await one.kept('lee'), { baseUrl: 'http://uno.test', apiKey: 'la de API' })
  assert.deepEqual((await one.kept()).signKey, 'la de firma', 'the other profile stays')
})

test('without --no-sign-key the sign key is asked for, and nothing is kept without it', async () => {
  const { code, stderr } = await set(['--url', 'http://dos.test', '--name', 'sin'], {
    SELLO_API_KEY: 'la de API',
  })
  assert.equal(code, 2)
  assert.match(stderr, /^sello: Falta la llave de firma: use --sign-key-file RUTA/)
  assert.doesNotMatch(await readFile(folder.in('profiles.json'), 'utf8'), /dos\.test/)
})

test('the key that opens destinations stays with its address, and with no other', async () => {
  const before = { baseUrl: 'http://uno.test', apiKey: 'a', unlockKey: 'abre' }
  await writeFile(folder.in('profiles.json'), JSON.stringify({ profiles: { default: before } }), {
    mode: 0o600,
  })
  const same = await set(['--url', 'http://uno.test'])
  assert.equal((await same.kept()).unlockKey, 'abre')
  const moved = await set(['--url', 'http://otro.test'])
  assert.equal((await moved.kept()).unlockKey, undefined)
})

test('an address that is none is refused', async () => {
  for (const url of ['uno.test', 'ftp://uno.test', 'http://uno.test?x=1', 'http://uno.test#x']) {
    const { code, stderr } = await set(['--url', url])
    assert.equal(code, 2)
    assert.match(stderr, /^sello: --url: es una dirección http o https\./, url)
  }
})

test('SELLO_DEBUG tells the cause of an error too, with its place', async () => {
  const args = ['--url', 'http://uno.test', '--api-key-file', 'no-hay']
  const told = await set(args, { SELLO_DEBUG: '1' })
  assert.match(told.stderr, /^sello: --api-key-file: no-hay: no existe\./)
  assert.match(told.stderr, /\n {4}at .*\ncausa: Error: ENOENT/s)
  assert.doesNotMatch((await set(args, {})).stderr, /ENOENT|\n {4}at /)
})
