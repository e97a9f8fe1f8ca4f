/** Where the address and the keys of a call come from, and what is said where one is missing. */
import assert from 'node:assert/strict'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { after, before, beforeEach, test } from 'node:test'
import { createFolder, type Folder, run } from '../../test/cli.ts'
import { API_KEY, startScripted } from '../../test/scripted-service.ts'

let folder: Folder
let service: Awaited<ReturnType<typeof startScripted>>
before(async () => {
  folder = await createFolder()
  service = await startScripted()
})
beforeEach(() => mkdir(folder.in('.config/sello'), { recursive: true }))
after(async () => {
  await folder.remove()
  await service.stop()
})

const FILE = '.config/sello/profiles.json'
const write = (text: string) => writeFile(folder.in(FILE), text, { mode: 0o600 })
const sello = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  run(args, { cwd: folder.path, env: { HOME: folder.path, ...env } })

test('without an address or a key a call says where each may come from', async () => {
  await write('{"profiles":{}}')
  const nowhere = await sello(['status'])
  const nobody = await sello(['status', '--url', service.url])

  assert.equal(
    nowhere.stderr,
    'sello: Falta la dirección del servicio: --url, SELLO_URL o un perfil.\n',
  )
  assert.equal(
    nobody.stderr,
    'sello: Falta la llave de API: --api-key-file, SELLO_API_KEY o un perfil de esa dirección.\n',
  )
  assert.deepEqual([nowhere.code, nobody.code], [2, 2])
})

test('a profile that is not there is named with its file, however it was asked for', async () => {
  await write('{"profiles":{}}')
  const says = `sello: No hay un perfil caja en ${folder.in(FILE)}.\n`
  for (const ended of [
    await sello(['status', '--profile', 'caja']),
    await sello(['status'], { SELLO_PROFILE: 'caja' }),
  ]) {
    assert.deepEqual([ended.stderr, ended.code], [says, 1])
  }
})

test('a file of profiles is refused where others can read it, or where it is none', async () => {
  const path = folder.in(FILE)
  for (const text of ['{', '{}', '{"profiles":{"default":{}}}', '[]']) {
    await write(text)
    const { stderr, code } = await sello(['status'])
    assert.deepEqual([stderr, code], [`sello: ${path} no es un archivo de perfiles.\n`, 1], text)
  }
  await write('{"profiles":{}}')
  for (const mode of [0o640, 0o604, 0o601]) {
    await chmod(path, mode)
    const { stderr, code } = await sello(['status'])
    const says = `sello: ${path} tiene llaves y otros usuarios lo pueden leer: chmod 600 ${path}\n`
    assert.deepEqual([stderr, code], [says, 1], mode.toString(8))
  }
  await chmod(path, 0o600)
})

test('profiles are saved, listed without their secrets, and removed', async () => {
  await write('{"profiles":{}}')
  const path = folder.in(FILE)
  const none = await sello(['profile', 'list'])
  const keys = { SELLO_API_KEY: API_KEY, SELLO_SIGN_KEY: 'firma' }
  const saved = await sello(['profile', 'set', '--url', 'http://uno.test'], keys)
  await sello(
    ['profile', 'set', '--url', 'http://dos.test', '--name', 'lee', '--no-sign-key'],
    keys,
  )
  const listed = await sello(['profile', 'list'])
  const json = await sello(['profile', 'list', '--json'])
  const removed = await sello(['profile', 'remove', '--name', 'lee'])
  const left = await sello(['profile', 'list'])

  assert.equal(none.stdout, 'No hay perfiles. Guarde uno con "sello profile set".\n')
  assert.equal(saved.stdout, `Perfil default guardado en ${path} (solo usted lo lee).\n`)
  assert.equal(
    listed.stdout,
    `perfil   dirección        llave                    firma
default  http://uno.test  sello_test_123456789012  sí
lee      http://dos.test  sello_test_123456789012  no
`,
  )
  const keyId = 'sello_test_123456789012'
  assert.deepEqual(JSON.parse(json.stdout), {
    file: path,
    profiles: [
      { name: 'default', baseUrl: 'http://uno.test', keyId, signs: true },
      { name: 'lee', baseUrl: 'http://dos.test', keyId, signs: false },
    ],
  })
  assert.equal(removed.stdout, 'Perfil lee borrado.\n')
  assert.doesNotMatch(left.stdout, /dos\.test/)
  assert.match(left.stdout, /uno\.test/)
})

test('a key from a file ends at its line, and a wait is told with its reason', async () => {
  await write('{"profiles":{}}')
  await writeFile(folder.in('llave'), `${API_KEY}\r\n`)
  let asked = 0
  const refusal = { error: { code: 'service_unavailable', message: 'Espere.', details: {} } }
  const ended = await service.sello(
    ['webhooks', 'list', '--api-key-file', folder.in('llave')],
    () => {
      asked += 1
      return asked === 1
        ? { status: 503, body: refusal, headers: { 'retry-after': '0' } }
        : { body: { webhooks: [] } }
    },
    { env: { SELLO_API_KEY: 'otra' } },
  )
  assert.match(
    ended.stderr,
    /^Sin respuesta todavía \(service_unavailable\); otro intento en 1 s…$/,
  )
  assert.deepEqual(
    [ended.text, ended.asked.map(({ key }) => key)],
    ['No hay webhooks.', [API_KEY, API_KEY]],
  )
})
