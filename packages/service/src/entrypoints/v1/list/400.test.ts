import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mintLiveKey } from '../../../../test/live-key.ts'
import { createWorld, type World } from '../../../../test/world.ts'
import type { MintedKey } from '../../../admin.ts'

let world: World
before(async () => {
  world = await createWorld()
  for (let i = 0; i < 3; i++) await world.issue()
})
after(() => world.close())

function list(search: string, key: MintedKey = world.company.key) {
  const headers = { 'x-service-key': key.apiKey }
  return world.inject({ method: 'GET', url: `/v1/dte${search}`, headers })
}

async function assertRefused(search: string, field: string, key?: MintedKey): Promise<void> {
  const reply = await list(search, key)
  assert.equal(reply.status, 400, `${search}: ${reply.text}`)
  assert.equal(reply.body.error.code, 'invalid_request')
  assert.equal(reply.body.error.details.field, field, search)
}

async function cursorOf(search: string): Promise<string> {
  const { body } = await list(search)
  assert.equal(typeof body.siguiente, 'string')
  return body.siguiente
}

// biome-ignore format: a table
const MALFORMED: readonly (readonly [field: string, values: readonly string[]])[] = [
  ['desde',      ['', 'x', '2026-13-01', '2026-02-30', '2026-1-1', '20260101', '2026-01-01T00:00:00Z', '0000-01-01', '-2026-01-01', '-002026-01-01', '%2B012026-01-01', '2026-01-01%00', 'infinity', 'now']],
  ['hasta',      ['', '2026-00-10', '2026-04-31', '10000-01-01', '%20']],
  ['estado',     ['', 'Sellado', 'sealed', 'sellado,firmado', '__proto__']],
  ['tipoDte',    ['', '1', '99', '001', 'toString']],
  ['include',    ['', 'Documento', 'documento,jws', 'jws', '__proto__']],
  ['limit',      ['', '0', '-1', '1.5', '1e2', 'x', '%2B5', '0x10', 'NaN', 'Infinity', ' 5']],
  ['referencia', ['', 'x'.repeat(101), '%00', '%0A']],
  ['cursor',     ['', 'x', 'null', 'AAAA', '%00', 'A'.repeat(46), 'x'.repeat(3_000)]],
]

for (const [field, values] of MALFORMED) {
  test(`an invalid ${field} is 400 and named`, async () => {
    for (const value of values) await assertRefused(`?${field}=${value}`, field)
  })
}

test('an unknown or repeated parameter is 400 and named', async () => {
  // biome-ignore format: a table
  for (const [search, field] of [
    ['?pagina=2',                     'pagina'],
    ['?Estado=sellado',               'Estado'],
    ['?estado=sellado&estado=firmado', 'estado'],
    ['?limit=1&limit=1',              'limit'],
    ['?estado[]=sellado',             'estado[]'],
    ['?__proto__=1',                  '__proto__'],
    ['?constructor=1',                'constructor'],
  ] as const) await assertRefused(search, field)
})

test('a cursor with one letter changed, added or taken away is 400', async () => {
  const cursor = await cursorOf('?limit=1')
  assert.equal((await list(`?cursor=${cursor}`)).status, 200)
  for (let at = 0; at < cursor.length; at++) {
    const other = cursor[at] === 'A' ? 'B' : 'A'
    await assertRefused(`?cursor=${cursor.slice(0, at)}${other}${cursor.slice(at + 1)}`, 'cursor')
  }
  for (const altered of [`${cursor}A`, `${cursor}=`, `${cursor}.`, `A${cursor}`, cursor.slice(1)])
    await assertRefused(`?cursor=${altered}`, 'cursor')
})

test('a cursor works for its own list, with any page size', async () => {
  const cursor = await cursorOf('?limit=1&estado=sellado')

  assert.equal((await list(`?limit=2&estado=sellado&cursor=${cursor}`)).status, 200)
  await assertRefused(`?cursor=${cursor}`, 'cursor')
  await assertRefused(`?estado=firmado&cursor=${cursor}`, 'cursor')
  await assertRefused(`?estado=sellado&tipoDte=01&cursor=${cursor}`, 'cursor')
  await assertRefused(`?estado=sellado&include=documento&cursor=${cursor}`, 'cursor')
  const whole = await cursorOf('?limit=1&include=documento')
  await assertRefused(`?cursor=${whole}`, 'cursor')
})

test('a cursor of another company or of another environment is 400', async () => {
  const cursor = await cursorOf('?limit=1')
  const other = await world.addCompany()
  const live = await mintLiveKey(world, world.company.nit)

  await assertRefused(`?cursor=${cursor}`, 'cursor', other.key)
  await assertRefused(`?cursor=${cursor}`, 'cursor', live)
})
