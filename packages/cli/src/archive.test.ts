/** Own storage from the shell: connected, filled by issuing, verified, pulled and ended. */
import assert from 'node:assert/strict'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Demo, startDemo } from '../../client/test/demo.ts'
import { run } from '../test/cli.ts'

let demo: Demo
before(async () => {
  demo = await startDemo()
  await put('factura.json', FACTURA)
  const env = { HOME: demo.folder, SELLO_API_KEY: demo.apiKey, SELLO_SIGN_KEY: demo.signKey }
  const ended = await run(['profile', 'set', '--url', demo.baseUrl], { env, cwd: demo.folder })
  assert.equal(ended.code, 0, ended.stderr)
})
after(() => demo.stop())

const FACTURA = {
  tipoDte: '01',
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65 }],
}
const put = (name: string, value: object) =>
  writeFile(join(demo.folder, name), JSON.stringify(value))
const sello = (...args: readonly string[]) =>
  run(args, { env: { HOME: demo.folder }, cwd: demo.folder })
const filesIn = async (name: string) =>
  (await readdir(join(demo.folder, name), { recursive: true })).filter((one) =>
    /DTE-\d\d-.*\.(json|pdf)$/.test(one),
  )

let id: string
let unlockKey: string

test('a folder is connected with a new unlock key, which the profile stores and the output shows once', async () => {
  const ended = await sello('archive', 'connect', '--folder', 'archivo', '--label', 'Respaldo')
  const [, shown = ''] = /Llave de apertura: (sellouk_[\w-]{43})\n/.exec(ended.stderr) ?? []
  const profiles = await readFile(join(demo.folder, '.config/sello/profiles.json'), 'utf8')
  const listed = await sello('archive', 'list')
  ;[, id = ''] = /destino +([0-9a-f-]{36})/.exec(ended.stdout) ?? []
  unlockKey = shown

  assert.equal(ended.code, 0, ended.stderr)
  assert.ok(shown !== '' && profiles.includes(shown))
  assert.ok(!ended.stdout.includes(shown), 'the result may go to a file')
  assert.match(listed.stdout, new RegExp(`${id} +byos_folder +Respaldo +sí`))
  assert.ok(!(await sello('profile', 'list')).stdout.includes(shown))
})

test('issued documents are in the folder when the command ends', async () => {
  const ended = await sello('issue', 'factura.json')
  const [, number = ''] = /numeroControl +(\S+)/.exec(ended.stdout) ?? []

  assert.equal(ended.code, 0, ended.stderr)
  const files = await filesIn('archivo')
  assert.deepEqual(files.map((file) => file.split('/').at(-1)).sort(), [
    `${number}.json`,
    `${number}.pdf`,
  ])
})

test('a missing folder is reported, the document is still sealed, and push copies it later', async () => {
  await rename(join(demo.folder, 'archivo'), join(demo.folder, 'lejos'))
  const issued = await sello('issue', 'factura.json')
  const waiting = await sello('archive', 'push')
  const checked = await sello('archive', 'verify')
  await rename(join(demo.folder, 'lejos'), join(demo.folder, 'archivo'))
  const pushed = await sello('archive', 'push')

  assert.equal(issued.code, 0, issued.stderr)
  assert.match(issued.stdout, /estado +sellado/)
  assert.match(issued.stderr, /Queda 1 documento por copiar.*\n.*archivo: no existe/s)
  assert.deepEqual([waiting.code, checked.code, pushed.code], [1, 1, 0])
  assert.match(checked.stdout, /no existe/)
  assert.equal((await filesIn('archivo')).length, 4)
})

test('pull copies what was issued without the archive, and verify renews the verification', async () => {
  await demo.client().issue(FACTURA as never)
  const pulled = await sello('archive', 'pull', '--json')
  const checked = await sello('archive', 'verify')

  assert.equal(pulled.code, 0, pulled.stdout + pulled.stderr)
  assert.equal(JSON.parse(pulled.stdout).pending, 0)
  assert.equal((await filesIn('archivo')).length, 6)
  assert.equal(checked.code, 0)
  assert.match(checked.stdout, /Respaldo: comprobado el \d{4}/)
})

// biome-ignore format: a table
test('invalid options are reported, and nothing is connected', async () => {
  await writeFile(join(demo.folder, 'ajena'), 'sellouk_corta\n')
  for (const [args, code, says] of [
    [['connect'],                                                    2, /Diga dónde: --folder, --s3 o --provider/],
    [['connect', '--folder', 'a', '--s3', 'https://x/y'],            2, /uno de los tres/],
    [['connect', '--folder', 'archivo'],                             1, /es de otro destino/],
    [['connect', '--s3', 'https://s3.example.com/dte'],              2, /--access-key-id/],
    [['connect', '--s3', 'https://s3.example.com/dte', '--access-key-id', 'x'], 2, /SELLO_S3_SECRET/],
    [['connect', '--provider', 'aws', '--bucket', 'dte'],            2, /--provider aws: falta la región/],
    [['connect', '--provider', 'r2', '--bucket', 'dte'],             2, /falta la dirección del servidor de r2/],
    [['connect', '--folder', 'a', '--unlock-key-file', 'ajena'],     2, /no es una llave de apertura/],
    [['disconnect', '00000000-0000-4000-8000-000000000000'],         1, /No hay un destino/],
    [['disconnect'],                                                 2, /Falta <id>/],
  ] as const) {
    const ended = await sello('archive', ...args)
    assert.equal(ended.code, code, `${args.join(' ')}: ${ended.stderr}`)
    assert.match(ended.stderr, says)
    assert.ok(!ended.stderr.includes('sellouk_corta'))
  }
})

test('an ended destination keeps its files and no longer counts', async () => {
  const ended = await sello('archive', 'disconnect', id)
  const listed = await sello('archive', 'list')

  assert.equal(ended.code, 0, ended.stderr)
  assert.ok(!listed.stdout.includes(id))
  assert.equal((await filesIn('archivo')).length, 6)
  assert.ok(unlockKey.length > 40)
})
