/**
 * A password that the ministry refuses: reported in the status, not tried for a minute, and replaced by the right
 * one.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { post, type Running, startProcess } from '../../../test/crash/process.ts'
import { type Company, createWorld, MH_PASSWORD, SALE, type World } from '../../../test/world.ts'
import { setMinistryPassword } from '../../admin.ts'

let world: World
let other: Running
before(async () => {
  world = await createWorld()
  other = await startProcess(world)
})
after(async () => {
  await other.stop()
  await world.close()
})

async function warned({ key }: Company = world.company): Promise<string | null> {
  const { body } = await world.inject({
    method: 'GET',
    url: '/v1/status',
    headers: { 'x-service-key': key.apiKey },
  })
  const found = body.advertencias.find(
    ({ codigo }: { codigo: string }) => codigo === 'contrasena_rechazada',
  )
  return found?.mensaje ?? null
}

const set = (password: string, { nit }: Company = world.company) =>
  setMinistryPassword(world.admin, nit, { ambiente: '00', password })

test('calls answer 202 for a minute, the status says why, and the right password ends it in every process', async () => {
  assert.equal(await warned(), null)
  await set('Clave-Equivocada-1')
  const [here, there] = [await world.issue(), await post(other, world.company, 'elsewhere')]
  assert.deepEqual([here.status, there?.status], [202, 202])
  assert.match((await warned()) ?? '', /no acepta la contraseña.*sello company password/)

  await set(MH_PASSWORD)
  assert.equal(await warned(), null)
  const replies = [await world.issue(SALE), await post(other, world.company, 'elsewhere again')]
  assert.deepEqual(
    replies.map((reply) => reply?.status),
    [200, 200],
  )
})

test('what waits for the right password never says that nobody has to do anything', async () => {
  const company = await world.addCompany()
  const { key } = company
  const headers = { 'x-service-key': key.apiKey }
  const told = async (url: string) =>
    (await world.inject({ method: 'GET', url, headers })).body.contingencia.queHacer
  const issue = async () => (await world.issue(SALE, { key })).body.codigoGeneracion
  await set('Clave-Equivocada-5', company)
  const code = await issue()
  for (const url of ['/v1/status', `/v1/dte/${code}`])
    assert.match(await told(url), /guardar la correcta \("sello company password"\)/)

  await set(MH_PASSWORD, company)
  for (const url of ['/v1/status', `/v1/dte/${code}`])
    assert.match(await told(url), /Nadie tiene que hacer nada/)
})

test('the warning says since when, and until when calls answer without an attempt', async () => {
  const company = await world.addCompany()
  const { key } = company
  await set('Clave-Equivocada-3', company)
  const refusedAt = world.deps.clock.now()
  assert.equal((await world.issue(SALE, { key })).status, 202)

  const first = instantsOf(await warned(company))
  assert.equal(first.length, 2)
  const [since = Number.NaN, until] = first
  assert.ok(since >= Math.floor(refusedAt.getTime() / 1_000) * 1_000)
  assert.equal(until, since + 60_000)

  await world.advance(61_000)
  assert.deepEqual(instantsOf(await warned(company)), [since], 'the next call tries')
  await world.issue(SALE, { key }) // refused again: the start stays, and another minute begins
  const [still, then = 0] = instantsOf(await warned(company))
  assert.equal(still, since)
  assert.ok(then > since + 60_000)
})

/** The times in a warning, converted from El Salvador's time. */
const instantsOf = (text: string | null): readonly number[] =>
  [...(text ?? '').matchAll(/(\d{4}-\d\d-\d\d) a las (\d\d:\d\d:\d\d)/g)].map(([, day, time]) =>
    Date.parse(`${day}T${time}-06:00`),
  )

test('after the minute the next call tries it, and the status still reports the refusal', async () => {
  const company = await world.addCompany() // without a session with the ministry yet
  const { key } = company
  await set('Clave-Equivocada-2', company)
  assert.equal((await world.issue(SALE, { key })).status, 202)
  await world.advance(61_000)
  assert.match((await warned(company)) ?? '', /no acepta la contraseña/)
  await world.issue(SALE, { key })

  assert.match((await warned(company)) ?? '', /no acepta la contraseña/)
})

test('a login is refused with 401, with 403 and in words; after any other answer it is tried again', async () => {
  const loginAfter = async (fault: { kind: 'status'; status: number } | { kind: 'reject' }) => {
    const company = await world.addCompany() // without a session with the ministry yet
    await world.mh.fault({ service: 'auth', ...fault, times: 1 })
    const { status } = await world.issue(SALE, { key: company.key })
    return [status, (await warned(company)) === null]
  }
  const refusals = [{ kind: 'reject' }, ...[401, 403].map(statusOf)] as const
  for (const fault of refusals) assert.deepEqual(await loginAfter(fault), [202, false])
  for (const status of [400, 402, 404]) {
    assert.deepEqual(await loginAfter(statusOf(status)), [200, true])
  }
})

const statusOf = (status: number) => ({ kind: 'status', status }) as const
