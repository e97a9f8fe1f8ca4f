/** Drafts take bounded room: each, all of a person's, and what a list reads of them. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { decryptColumn } from '../../src/base/secrets/secrets.ts'
import { companyDataKey } from '../../src/ledger/companies/data-key.ts'
import { codeOf, signInAs } from '../people.ts'
import { createWorld, type World } from '../world.ts'

let world: World
let person: Awaited<ReturnType<typeof signInAs>>
let base: string

before(async () => {
  world = await createWorld()
  base = `/${world.company.nit}/00/borradores`
})
beforeEach(async () => {
  person = await signInAs(world, 'emisor')
})
after(() => world.close())

const save = (id: string, contenido: unknown, revision = 0) =>
  person.send('PUT', `${base}/${id}`, { tipoDte: '01', resumen: 'Juan', contenido, revision })
const listed = async () => (await person.get(base)).body.borradores

/** As an earlier version stored them, with a content that opens with no key. */
const storeOld = (count: number) =>
  world.deps.pool.many(
    `insert into drafts (company_id, person_id, ambiente, draft_id, content, revision, saved_at)
     select company_id, $2, '00', gen_random_uuid(), '\\x00', 1, now() - interval '1 day'
       from companies, generate_series(1, $3::int) where nit = $1`,
    [world.company.nit, person.personId, count],
  )

test('the list shows type and summary without opening the content, and nothing of a draft of before', async () => {
  const id = randomUUID()
  assert.equal(codeOf(await save(id, { a: 1 })), '200')
  assert.equal(codeOf(await save(id, { a: 2 }, 1)), '200')
  await storeOld(1)
  await world.deps.pool.many("update drafts set content = '\\x00' where draft_id = $1", [id])
  const [first, old] = await listed()
  assert.deepEqual(first, { ...first, id, tipoDte: '01', resumen: 'Juan', revision: 2 })
  assert.deepEqual([old.tipoDte, old.resumen, old.revision], [null, null, 1])
  const rows = await world.deps.pool.many<{ text: string }>(
    `select encode(summary, 'escape') as text from drafts where draft_id = $1`,
    [id],
  )
  assert.ok(rows.length === 1 && !rows[0]?.text.includes('Juan'))

  // A process of before saves the content alone.
  await world.deps.pool.many('update drafts set revision = 3 where draft_id = $1', [id])
  const [again] = await listed()
  assert.deepEqual([again.tipoDte, again.resumen, again.revision], [null, null, 3])
})

test('a draft is encrypted under the company’s key, bound to whose it is; its summary apart', async () => {
  const id = randomUUID()
  assert.equal(codeOf(await save(id, { a: 1 })), '200')
  const { pool, secrets } = world.deps
  const row = await pool.one<Record<'companyId' | 'content' | 'summary', never>>(
    'select company_id as "companyId", content, summary from drafts where draft_id = $1',
    [id],
  )
  const dataKey = await companyDataKey(pool, secrets, row.companyId)
  const name = `drafts/${row.companyId}/${person.personId}/00/${id}`
  const open = (column: never, bound: string) =>
    JSON.parse(decryptColumn(column, dataKey, bound).toString())
  const said = { tipoDte: '01', resumen: 'Juan' }
  assert.deepEqual(open(row.content, name), { ...said, contenido: { a: 1 } })
  assert.deepEqual(open(row.summary, `${name}/summary`), { ...said, revision: 1 })
})

test('a list has the last two hundred that were saved, the newest first', async () => {
  await storeOld(205)
  const id = randomUUID()
  await world.deps.pool.many(
    `insert into drafts (company_id, person_id, ambiente, draft_id, content, revision, saved_at)
     select company_id, $2, '00', $3, '\\x00', 1, now() from companies where nit = $1`,
    [world.company.nit, person.personId, id],
  )
  const list = await listed()
  assert.deepEqual([list.length, list[0].id], [200, id])
})

test('a draft has at most 64 KB', async () => {
  const id = randomUUID()
  const around = JSON.stringify({ tipoDte: '01', resumen: 'Juan', contenido: '' }).length
  const most = 64 * 1_024 - around
  assert.equal(codeOf(await save(randomUUID(), 'x'.repeat(most))), '200')
  assert.equal(codeOf(await save(randomUUID(), 'x'.repeat(most + 1))), '422 refused')
  assert.equal(codeOf(await save(id, 'x'.repeat(65_000))), '200')
  const large = await save(id, 'x'.repeat(65_536), 1)
  assert.equal(codeOf(large), '422 refused')
  assert.match(large.body.error.message, /pasa de 64 KB/)
  const larger = await save(id, 'x'.repeat(500_000), 1)
  assert.equal(codeOf(larger), '400 invalid_request')
  assert.match(larger.body.error.message, /pasa de 65 KB/)
  const whole = JSON.stringify({
    tipoDte: '01',
    resumen: 'Juan',
    contenido: '',
    revision: 1,
  }).length
  const ofBytes = async (bytes: number) => codeOf(await save(id, 'x'.repeat(bytes - whole), 1))
  assert.deepEqual(
    [await ofBytes(65 * 1_024), await ofBytes(65 * 1_024 + 1)],
    ['422 refused', '400 invalid_request'],
  )
  assert.equal((await person.get(`${base}/${id}`)).body.contenido.length, 65_000)
})

test('a draft has at most 20 levels', async () => {
  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
  assert.equal(codeOf(await save(randomUUID(), nested(20))), '200')
  for (const levels of [21, 30_000]) {
    const id = randomUUID()
    const text = `{"tipoDte":"01","resumen":"","revision":0,"contenido":${'['.repeat(levels)}${']'.repeat(levels)}}`
    const reply = await world.app.inject({
      method: 'PUT',
      url: `/console/api${base}/${id}`,
      payload: text,
      headers: {
        'content-type': 'application/json',
        'x-sello-csrf': person.csrf,
        ...{ host: 'localhost:80', origin: 'http://localhost:80', 'sec-fetch-site': 'same-origin' },
        cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    assert.equal(reply.statusCode, 400, reply.payload.slice(0, 200))
    assert.match(reply.payload, /20 niveles/)
  }
})

test('a person has at most 200, also when several are begun at once; each may still be saved and deleted', async () => {
  await storeOld(195)
  const ids = Array.from({ length: 12 }, () => randomUUID())
  const replies = await Promise.all(ids.map((id) => save(id, {})))
  const codes = replies.map(codeOf).sort()
  assert.deepEqual(codes, [...Array(5).fill('200'), ...Array(7).fill('422 refused')])
  const refused = replies.find(({ status }) => status === 422)
  assert.match(refused?.body.error.message, /200 borradores.*borre/)
  assert.equal((await listed()).length, 200)

  const saved = ids[replies.findIndex(({ status }) => status === 200)] ?? ''
  assert.equal(codeOf(await save(saved, { more: true }, 1)), '200')
  const conflict = async (id: string) => (await save(id, {}, 7)).body.error
  const { message, details } = await conflict(saved)
  assert.equal(message, 'Este borrador se guardó en otra pestaña.')
  const { guardadoEl: _, ...newer } = details.borrador
  const said = { tipoDte: '01', resumen: 'Juan', contenido: { more: true }, revision: 2 }
  assert.deepEqual(newer, { id: saved, ...said })
  assert.deepEqual(await conflict(randomUUID()), {
    ...{ code: 'draft_conflict', message: 'Este borrador ya se borró.' },
    details: { borrador: null },
  })
  assert.equal((await person.send('DELETE', `${base}/${saved}`)).status, 204)
  assert.equal(codeOf(await save(randomUUID(), {})), '200')
  assert.equal(codeOf(await save(randomUUID(), {})), '422 refused')

  // Another person has their own.
  person = await signInAs(world, 'emisor')
  assert.equal(codeOf(await save(randomUUID(), {})), '200')
})
