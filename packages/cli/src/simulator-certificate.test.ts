/** A certificate for rehearsing: its key is new each time, and no file of another is lost. */
import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { startSimulator } from '@sello/mh-simulator'
import { createFolder, type Folder, run } from '../test/cli.ts'

const NIT = '06140101900019'
let folder: Folder
before(async () => {
  folder = await createFolder()
})
after(() => folder.remove())

const make = (file: string, ...args: readonly string[]) =>
  run(
    ['simulator', 'certificate', '--nit', NIT, '--full-name', 'Ensayo', '--file', file, ...args],
    {
      cwd: folder.path,
      env: { SELLO_CERTIFICATE_PASSWORD: 'llave de ensayo', SELLO_MH_PASSWORD: 'Clave-Api-1' },
    },
  )

test('each certificate has a key of its own, in a file that only its owner reads', async () => {
  const [one, other] = await Promise.all([make('a.crt', '--json'), make('b.crt', '--json')])
  const [first, second] = [one, other].map(({ stdout }) => JSON.parse(stdout))

  assert.match(first.publicKeyPem, /^-----BEGIN PUBLIC KEY-----/)
  assert.notEqual(first.publicKeyPem, second.publicKeyPem)
  assert.equal((await stat(folder.in('a.crt'))).mode & 0o777, 0o600)
  const text = await readFile(folder.in('a.crt'), 'utf8')
  assert.ok(text.includes(`<nit>${NIT}</nit>`) && text.includes('SIN VALIDEZ'))
  assert.ok(!text.includes('llave de ensayo'))
})

test('a file that is there stays as it is', async () => {
  await writeFile(folder.in('real.crt'), 'the real one')
  const { code, stderr } = await make('real.crt')

  assert.equal(code, 1)
  assert.match(stderr, /^sello: --file: real\.crt: ya existe/)
  assert.equal(await readFile(folder.in('real.crt'), 'utf8'), 'the real one')
})

test('a file that cannot be made is told as it is, also for a reason without words of ours', async () => {
  const missing = await make('no-hay/a.crt')
  assert.match(missing.stderr, /^sello: --file: no-hay\/a\.crt: no existe\./)
  const { code, stderr } = await make(`${'a'.repeat(300)}.crt`)
  assert.notEqual(code, 0)
  assert.match(stderr, /ENAMETOOLONG/)
  assert.doesNotMatch(stderr, /undefined/)
})

test('it registers the company in a simulator, and without one it writes nothing', async () => {
  const ministry = await startSimulator({ port: 0 })
  const args = ['--simulator', ministry.url]
  const registered = await make('c.crt', ...args)
  const state = await (await fetch(`${ministry.url}/_sim/taxpayers`)).text()
  const login = await fetch(`${ministry.url}/seguridad/auth`, {
    method: 'POST',
    body: new URLSearchParams({ user: NIT, pwd: 'Clave-Api-1' }),
  })
  const { status } = (await login.json()) as { status: string }
  await ministry.close()
  const gone = await make('d.crt', ...args)

  assert.equal(registered.code, 0, registered.stderr)
  assert.ok(state.includes(NIT), state)
  assert.equal(status, 'OK')
  assert.notEqual(gone.code, 0)
  assert.match(gone.stderr, /no responde un simulador/)
  await assert.rejects(stat(folder.in('d.crt')), { code: 'ENOENT' })
})
