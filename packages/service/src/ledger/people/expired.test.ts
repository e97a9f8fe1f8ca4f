import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPasskey } from '../../../test/passkey.ts'
import { openBrowser, signInAs } from '../../../test/people.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { sweepPeople } from './expired.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const DAY_MS = 24 * 3_600_000
const countOf = async (table: string) =>
  Number((await world.deps.pool.one<{ n: bigint }>(`select count(*) as n from ${table}`)).n)

test('expired rows are deleted, and rows that still count are kept', async () => {
  const browser = await signInAs(world, 'dueno')
  const passkey = await addPasskey(browser)
  const asked = await openBrowser(world).send('POST', '/entrar/llave/opciones', {})
  const { retoId, opciones } = asked.body
  const answered = { retoId, respuesta: passkey.answer(opciones) }
  assert.equal((await openBrowser(world).send('POST', '/entrar/llave', answered)).status, 200)
  await openBrowser(world).send('POST', '/entrar/contrasena', {
    ...{ correo: 'nadie@example.com', contrasena: 'no es esta' },
  })
  const { nit } = world.company
  const path = `/${nit}/00/borradores/00000000-0000-4000-8000-000000000001`
  const draft = { tipoDte: '01', resumen: 'x', contenido: {}, revision: 0 }
  assert.equal((await browser.send('PUT', path, draft)).status, 200)
  const tables = [
    'answered_challenges',
    'sign_in_counts',
    'sessions',
    'sign_in_links',
    'devices',
    'drafts',
  ]
  const counts = async () =>
    Object.fromEntries(await Promise.all(tables.map(async (t) => [t, await countOf(t)])))
  const all = await counts()
  for (const table of tables) assert.ok((all[table] ?? 0) > 0, table)

  assert.equal(await sweepPeople(world.deps), 0)
  await world.advance(2 * DAY_MS)
  await sweepPeople(world.deps)
  assert.deepEqual(await counts(), {
    ...{ ...all, answered_challenges: 0, sign_in_counts: 0 },
  })
  await world.advance(40 * DAY_MS)
  await sweepPeople(world.deps)
  assert.deepEqual(await counts(), {
    ...{ answered_challenges: 0, sign_in_counts: 0, sessions: 0, sign_in_links: 0 },
    ...{ devices: all.devices, drafts: all.drafts },
  })
  await world.advance(400 * DAY_MS)
  await sweepPeople(world.deps)
  assert.deepEqual(Object.values(await counts()), [0, 0, 0, 0, 0, 0])
})
