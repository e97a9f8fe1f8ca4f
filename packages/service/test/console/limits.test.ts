import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { transaction } from '../../src/base/db/tx.ts'
import { type Browser, codeOf, openBrowser, signInAs } from '../people.ts'
import { createWorld, SALE, type World } from '../world.ts'

let world: World

before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('a person who calls without end is refused with the time to wait; others and sales are not', async () => {
  const [ana, beto] = [await signInAs(world, 'lector'), await signInAs(world, 'lector')]
  let answered = 0
  let refused: Awaited<ReturnType<typeof ana.get>> | undefined
  for (let round = 0; round < 200 && !refused; round += 1) {
    const replies = await Promise.all(Array.from({ length: 20 }, () => ana.get('/session')))
    answered += replies.filter(({ status }) => status === 200).length
    refused = replies.find(({ status }) => status !== 200)
  }
  assert.ok(refused)
  assert.ok(answered >= 400, String(answered))
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'too_many_calls'])
  assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/)
  assert.equal((await beto.get('/session')).status, 200)
  assert.equal((await world.issue(SALE)).status, 200)
})

test('a network that guesses without end is refused with the time to wait; other networks are not', async () => {
  const guesses = Array.from({ length: 125 }, () =>
    openBrowser(world, '198.51.100.20').send('POST', '/entrar/contrasena', { correo: '' }),
  )
  const refused = (await Promise.all(guesses)).filter(({ status }) => status === 429)
  assert.ok(refused.length > 0)
  assert.match(String(refused[0]?.headers['retry-after']), /^[1-9]\d*$/)
  const other = await openBrowser(world, '198.51.100.21').send('POST', '/entrar/contrasena', {})
  assert.equal(other.status, 400)
})

test('more unanswered calls than a person may have are refused, and each answer makes room', async () => {
  const ana = await signInAs(world, 'dueno')
  const replies = await Promise.all(Array.from({ length: 40 }, () => ana.get('/session')))
  const refused = replies.filter(({ status }) => status === 429)
  assert.equal(refused.length, 40 - 24)
  assert.equal((await ana.get('/session')).status, 200)
})

test('a page of another site that calls without end is refused with the time to wait, before anything else', async () => {
  const call = () =>
    openBrowser(world, '198.51.100.30').get('/session', { 'sec-fetch-site': 'cross-site' })
  let refused = 0
  let reply = await call()
  for (; reply.status === 403 && refused < 3_000; refused += 1) reply = await call()
  assert.deepEqual([reply.status, reply.body.error.code], [429, 'too_many_calls'])
  assert.ok(refused >= 1_200, String(refused))
})

test('more unanswered calls than a company may have are refused, whoever of it makes them and by each way', async () => {
  const { nit } = await world.addCompany()
  const id = '00000000-0000-4000-8000-000000000000'
  for (const ask of [
    (person: Browser) => person.get(`/${nit}/empresa`),
    (person: Browser) => person.get(`/${nit}/00/v1/dte`),
    (person: Browser) => person.send('POST', `/${nit}/00/propuestas/${id}/emitir`, {}),
  ]) {
    const people = [1, 2, 3].map(() => signInAs(world, 'dueno', { nit }))
    const calls = (await Promise.all(people)).flatMap((person) =>
      Array.from({ length: 24 }, () => ask(person)),
    )
    const codes = (await Promise.all(calls)).map(codeOf)
    assert.equal(codes.filter((code) => code === '429 too_many_calls').length, 72 - 64)
  }
})

test('a console that waits for its connections takes none of those that issue', async () => {
  const { consolePool } = world.deps
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = Array.from({ length: consolePool.options.max }, () =>
    transaction(consolePool, async (tx) => {
      await tx.one('select 1 as one')
      await gate
    }),
  )
  const stranger = openBrowser(world)
  stranger.cookies.set('sello_session', 'A'.repeat(43))
  const waiting = stranger.get('/session')
  assert.equal((await world.issue(SALE)).status, 200)
  release()
  await Promise.all(held)
  assert.equal((await waiting).status, 401)
})

test('a statement of the console that would run for ever is ended by the database', async () => {
  const { consolePool } = world.deps
  const began = performance.now()
  await assert.rejects(consolePool.many('select pg_sleep(60)'), { code: '57014' })
  assert.ok(performance.now() - began < 20_000)
})
