/** What a place that fails is asked for: how often, for which documents, and when again. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hang } from '../../../test/hanging-folder.ts'
import { until } from '../../../test/until.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { createLog } from '../../base/log.ts'
import { copyDue } from './copy.ts'
import type { Hanging } from './copy-store.ts'

/** More than the first retry waits. */
const RETRY_MS = 16_000

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

/** A company that has issued some documents, and their codes. */
async function issued(count: number) {
  const { nit, key } = await world.addCompany()
  const issueOne = async (): Promise<string> => {
    const { status, body, text } = await world.issue(SALE, { key })
    assert.equal(status, 200, text)
    return body.codigoGeneracion
  }
  const codes: string[] = []
  for (let n = 0; n < count; n++) codes.push(await issueOne())
  return { nit, codes, issueOne }
}

/** A process of which every place fails, at an instant that stands; and how often one was written to. */
function failing() {
  let puts = 0
  const uuid = () => {
    puts += 1
    throw new Error('no name for a draft')
  }
  const { clock, random } = world.deps
  const now = clock.now()
  const own = { clock: { ...clock, now: () => now }, random: { ...random, uuid } }
  return { deps: { ...world.deps, ...own }, now, puts: () => puts }
}

const placeOf = (nit: string) =>
  world.deps.pool.one<{ location: string; why: string | null }>(
    `select location, refused_why as why
       from storage_destinations join companies using (company_id) where nit = $1`,
    [nit],
  )

/** In how many seconds each is due again. */
async function delays(codes: readonly string[], now: Date): Promise<readonly number[]> {
  const rows = await world.deps.pool.many<{ code: string; at: Date }>(
    `select upper(codigo_generacion::text) as code, copy_at as at from holding
      where codigo_generacion = any ($1::uuid[])`,
    [codes],
  )
  const of = new Map(rows.map(({ code, at }) => [code, (at.getTime() - now.getTime()) / 1_000]))
  return codes.map((code) => of.get(code) ?? Number.NaN)
}

const damage = (code: string | undefined) =>
  world.deps.pool.many(`update documents set payload = '\\x00' where codigo_generacion = $1`, [
    code,
  ])

test('a folder that hangs is not written to again before it is back', async () => {
  const { nit, issueOne } = await issued(1)
  const comeBack = await hang((await placeOf(nit)).location)
  const { clock } = world.deps
  const slept: number[] = []
  const sleep: typeof clock.sleep = (ms, signal) => {
    slept.push(ms)
    return clock.sleep(Math.min(ms, 500), signal)
  }
  const deps = { ...world.deps, clock: { ...clock, sleep } }
  const hanging: Hanging = new Set()
  await copyDue(deps, undefined, hanging)
  assert.deepEqual([hanging.size, slept.filter((ms) => ms === 30_000).length], [1, 1])
  await issueOne()
  await world.advance(RETRY_MS)
  await copyDue(deps, undefined, hanging)
  assert.deepEqual([hanging.size, slept.filter((ms) => ms === 30_000).length], [1, 1])
  await comeBack()
  await until('its system calls return', () => hanging.size === 0)
})

test('a place that is down is written to once for one document, and three times for several', async () => {
  for (const [count, times] of [
    [1, 1],
    [2, 3],
    [5, 3],
  ] as const) {
    await issued(count)
    const { deps, puts } = failing()
    assert.equal(await copyDue(deps), 0)
    assert.equal(puts(), times, `${count} documents`)
  }
})

test('a place that refuses is written nothing new to, and nothing is drawn for it', async () => {
  const { issueOne } = await issued(1)
  await copyDue(failing().deps)
  await issueOne()
  const lines: string[] = []
  const log = createLog('error', { write: (line: string) => void lines.push(line) })
  let drawn = 0
  const letter: World['deps']['printer']['letter'] = (sheet) => {
    drawn += 1
    return world.deps.printer.letter(sheet)
  }
  const { deps, puts } = failing()
  assert.equal(await copyDue({ ...deps, log, printer: { ...deps.printer, letter } }), 0)
  assert.deepEqual([puts(), drawn, lines], [0, 0, []])
})

test('what fails together waits as long as what was tried most', async () => {
  const { codes } = await issued(2)
  await world.deps.pool.many('update holding set copy_attempts = 2 where codigo_generacion = $1', [
    codes[0],
  ])
  const { deps, now } = failing()
  await copyDue(deps)
  assert.deepEqual(await delays(codes, now), [60, 60])
})

test('with a place that is down the rest of its company waits, also where a document fails by itself', async () => {
  const { codes } = await issued(3)
  await damage(codes[0])
  const { deps, now } = failing()
  await world.deps.pool.many('update holding set copy_at = $2 where codigo_generacion = $1', [
    ...[codes[2], new Date(now.getTime() + 5_000)],
  ])
  await copyDue(deps)
  assert.deepEqual(await delays(codes, now), [15, 15, 15])
})

test('a document that cannot be drawn does not show that its place works', async () => {
  const { nit, codes } = await issued(1)
  await copyDue(failing().deps)
  const { why } = await placeOf(nit)
  assert.equal(why, 'No se pudo guardar.')
  await damage(codes[0])
  await world.advance(RETRY_MS)
  await copyDue(world.deps)
  const copies = 'select 1 from copies where codigo_generacion = $1'
  assert.deepEqual(await world.deps.pool.many(copies, [codes[0]]), [])
  assert.equal((await placeOf(nit)).why, why)
})
