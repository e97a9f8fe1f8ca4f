/** A key's life by commands: listed, limited, stopped, and revoked; and the switch to production. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { readConfig } from '@sello/service'
import { addPointOfSale, createCompany, withAdmin } from '@sello/service/admin'
import { createTestDatabase, type TestDatabase } from '../../service/test/database.ts'
import { createFolder, type Ended, type Folder, run } from '../test/cli.ts'
import { EMPRESA } from './demo/company.ts'

const { nit } = EMPRESA
const NIT = ['--nit', nit]

let database: TestDatabase
let folder: Folder
let keyId: string
before(async () => {
  database = await createTestDatabase()
  folder = await createFolder()
  const env = { DATABASE_URL: database.url, SELLO_DATA_DIR: folder.in('.sello') }
  await withAdmin(readConfig(env), async (admin) => {
    await createCompany(admin, EMPRESA)
    await addPointOfSale(admin, nit, { codEstable: 'M001', codPuntoVenta: 'P001' })
  })
  const mint = ['mint', ...NIT, '--label', 'Consulta', '--establishment-code', 'M001']
  const held = ['--limit-hour', '7', '--limit-day', '70', '--ip', '190.5.0.0/24, 2001:DB8::1']
  const minted = lineOf(
    await key(...mint, '--pos-code', 'P001', '--scopes', 'query', ...held, '--json'),
  )
  keyId = minted.keyId
})
after(async () => {
  await database.drop()
  await folder.remove()
})

const sello = (...args: string[]) =>
  run(args, { cwd: folder.path, env: { DATABASE_URL: database.url } })
const key = (...args: string[]) => sello('key', ...args)

function lineOf({ code, stdout, stderr }: Ended) {
  assert.equal(code, 0, stdout + stderr)
  assert.match(stdout, /^\{.*\}\n$/)
  return JSON.parse(stdout)
}

test('a key is listed with its properties, and shown with its usage', async () => {
  const listed = lineOf(await key('list', ...NIT, '--json'))
  const { stdout } = await key('show', ...NIT, '--key-id', keyId)

  assert.equal(listed.keys.length, 1)
  const [only] = listed.keys
  assert.deepEqual(only.limits, { hour: 7, day: 70, status: 240 })
  assert.deepEqual(only.ipRanges, ['190.5.0.0/24', '2001:db8::1'])
  assert.deepEqual([only.state, only.signs], ['active', false])
  assert.match(stdout, /^ {2}llamadas +7 por hora, 70 por día, 240 de \/v1\/status por hora$/m)
  assert.match(stdout, /^ {2}llamó +0 en la última hora, 0 en el último día, 0 de \/v1\/status$/m)
})

test('the given limits change, and the others stay', async () => {
  const change = ['--limit-hour', '100', '--amount-max', '50.25', '--any-ip', '--json']
  const changed = lineOf(await key('limit', ...NIT, '--key-id', keyId, ...change))

  assert.deepEqual(changed.limits, { hour: 100, day: 70, status: 240 })
  assert.deepEqual([changed.amountMax, changed.ipRanges], [50.25, []])
})

// biome-ignore format: a table
const REFUSED: readonly (readonly [args: readonly string[], code: number, says: RegExp])[] = [
  [['key', 'limit', ...NIT, '--key-id', 'x'],                        2, /^sello: Falta qué cambiar: --limit-hour, /],
  [['key', 'limit', ...NIT, '--key-id', 'x', '--limit-day', '0'],    2, /^sello: --limit-day: es un número entero de 1 a 10000000\./],
  [['key', 'limit', ...NIT, '--key-id', 'x', '--ip', 'casa'],        1, /^sello: --ip: "casa" no es una dirección IP ni un rango CIDR/],
  [['key', 'limit', ...NIT, '--key-id', 'x', '--ip', '::1', '--any-ip'], 2, /^sello: --any-ip y --ip se excluyen/],
  [['key', 'show', ...NIT, '--key-id', 'x'],                         1, /^sello: --key-id: La empresa no tiene esa llave\./],
  [['company', 'switch-production', ...NIT],                         1, /No hay un certificado vigente del ambiente 01\.[\s\S]*No hay contraseña[\s\S]*destino de almacenamiento/],
]

for (const [args, code, says] of REFUSED) {
  test(`sello ${args.join(' ')} is refused with a sentence`, async () => {
    const ended = await sello(...args)

    assert.match(ended.stderr.trim(), says)
    assert.equal(ended.code, code)
  })
}

test('a key is deactivated, reactivated, and revoked for good', async () => {
  const which = [...NIT, '--key-id', keyId, '--json']
  const stateOf = async () => lineOf(await key('show', ...which)).state
  lineOf(await key('deactivate', ...which))
  assert.equal(await stateOf(), 'inactive')
  lineOf(await key('reactivate', ...which))
  assert.equal(await stateOf(), 'active')
  assert.deepEqual(lineOf(await key('revoke', ...which)), { nit, keyId, state: 'revoked' })
  const again = await key('reactivate', ...which)

  assert.equal(again.code, 1)
  assert.match(JSON.parse(again.stdout).error.message, /fue revocada, y eso no se deshace/)
  assert.equal(await stateOf(), 'revoked')
})

test('a new master key is added to the old one, and everything is re-encrypted under it', async () => {
  const make = () => randomBytes(32).toString('base64url')
  const old = (await readFile(folder.in('.sello/secrets/master.key'), 'utf8')).trim()
  const newest = make()
  const secretsOf = (masterKey: string, ...args: string[]) =>
    run(['secrets', ...args], {
      cwd: folder.path,
      env: { DATABASE_URL: database.url, SELLO_MASTER_KEY: masterKey },
    })
  const withKeys = (masterKey: string, ...args: string[]) => secretsOf(masterKey, ...args, '--json')
  const shown = async () => {
    const { stdout } = await secretsOf(`${newest},${old}`, 'list')
    return stdout.split('\n').map((line) => line.trim().replace(/ +[0-9a-f]+ +/, ' … '))
  }

  assert.deepEqual((await shown()).slice(0, 2), [
    'llave maestra … 0 valores cifrados, la nueva',
    'llave maestra … 1 valores cifrados',
  ])
  assert.deepEqual(lineOf(await withKeys(`${newest},${old}`, 'reseal')), { resealed: 1 })
  const { secrets } = lineOf(await withKeys(`${newest},${old}`, 'list'))
  assert.deepEqual(
    secrets.map(({ kind, newest, needed }: { kind: string; newest: boolean; needed: number }) => [
      kind,
      newest,
      needed,
    ]),
    [
      ['master', true, 1],
      ['master', false, 0],
      ['pepper', true, 0],
    ],
  )
  assert.deepEqual(await shown(), [
    'llave maestra … 1 valores cifrados, la nueva',
    'llave maestra … 0 valores cifrados, se puede quitar',
    'pimienta … 0 llaves, la nueva',
    'pimienta sin conocer … llaves',
    '',
  ])
  assert.deepEqual(lineOf(await withKeys(newest, 'reseal')), { resealed: 0 })
  const lost = await withKeys(make(), 'reseal')
  assert.equal(lost.code, 1)
  assert.match(
    JSON.parse(lost.stdout).error.message,
    /SELLO_MASTER_KEY no es el de esta base de datos/,
  )
})
