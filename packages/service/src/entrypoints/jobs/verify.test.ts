import assert from 'node:assert/strict'
import { rename, rm, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { createLog } from '../../base/log.ts'
import { isFull } from '../../base/telemetry/full-disk.ts'
import { companyOf } from '../../flows/admin/admin.ts'
import { connectManagedFolder, listStorage, verifyStorage } from '../../flows/admin/storage.ts'
import type { Deps } from '../../flows/context.ts'
import { copyDue } from '../../flows/keeping/copy.ts'
import { verifyDestination } from '../../flows/keeping/verify.ts'
import { listDestinations } from '../../ledger/destinations/destinations.ts'
import { verifyDue } from './verify.ts'

const DAY_MS = 24 * 60 * 60_000

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

async function only(nit: string) {
  const [destination] = await listStorage(world.admin, nit)
  assert.ok(destination)
  return destination
}

test('a destination is verified again long before its 30 days are over', async () => {
  const { nit, key } = await world.addCompany()
  const { verifiedAt } = await only(nit)
  await world.advance(9 * DAY_MS)
  assert.equal(await verifyDue(world.deps), 0)
  await world.advance(DAY_MS + 60_000)
  assert.ok((await verifyDue(world.deps)) > 0)
  const again = await only(nit)
  assert.ok(Number(again.verifiedAt) - Number(verifiedAt) > 10 * DAY_MS)
  for (let n = 0; n < 4; n++) {
    await world.advance(11 * DAY_MS)
    await verifyDue(world.deps)
  }

  assert.equal((await world.issue(SALE, { key })).status, 200)
})

test('an unusable destination is reported, retried, and stops issuing after 30 days', async () => {
  const { nit, key } = await world.addCompany()
  const { location } = await only(nit)
  await rename(location, `${location}-away`)
  await writeFile(location, 'no folder')
  await world.advance(11 * DAY_MS)
  await verifyDue(world.deps)
  assert.match((await only(nit)).problem ?? '', /No se puede escribir/)
  assert.equal((await world.issue(SALE, { key })).status, 200, 'the last good probe still counts')
  await world.advance(20 * DAY_MS)
  await verifyDue(world.deps)
  const refused = await world.issue(SALE, { key })
  assert.equal(refused.body.error.code, 'no_storage_destination')
  await rm(location)
  await rename(`${location}-away`, location)
  await world.advance(DAY_MS)
  await verifyDue(world.deps)

  assert.equal((await only(nit)).problem, null)
  assert.equal((await world.issue(SALE, { key })).status, 200)
})

test('one that fails is tried again after 15 minutes, then twice as late each time, at most each six hours', async () => {
  const lines: string[] = []
  const deps = { ...world.deps, log: createLog('warn', { write: (line) => lines.push(line) }) }
  const { nit } = await world.addCompany()
  const { location, destinationId } = await only(nit)
  await rename(location, `${location}-away`)
  await writeFile(location, 'no folder')
  await world.advance(11 * DAY_MS)
  const minutes: number[] = []
  for (let n = 0; n < 7; n++) {
    lines.length = 0
    await verifyDue(deps)
    const { verify_at: at } = await world.deps.pool.one<{ verify_at: Date }>(
      'select verify_at from storage_destinations where destination_id = $1',
      [destinationId],
    )
    const delayMs = at.getTime() - world.deps.clock.now().getTime()
    minutes.push(Math.ceil(delayMs / 60_000))
    const [line] = lines
      .map((one) => JSON.parse(one))
      .filter((one) => one.destinationId === destinationId)
    assert.deepEqual(
      [line?.job, line?.attempts, line?.msg],
      ['verify', n + 1, 'a storage destination failed'],
    )
    assert.ok(line?.companyId && line.error.message)
    await world.advance(delayMs - 1_000)
    await verifyDue(deps)
    assert.equal(lines.filter((one) => one.includes(destinationId)).length, 1, 'not before')
    await world.advance(1_000)
  }
  assert.deepEqual(minutes, [15, 30, 60, 120, 240, 360, 360])
})

test('on request every destination of a company is verified at once', async () => {
  const { nit } = await world.addCompany()
  const { location } = await only(nit)
  await connectManagedFolder(world.admin, nit, `${location}-2`)
  await rm(location, { recursive: true })
  const now = new Date(world.deps.clock.now().getTime() + DAY_MS)
  const clock = { ...world.deps.clock, now: () => now }
  const [first, second] = await verifyStorage({ ...world.admin, clock }, nit)

  assert.match(first?.problem ?? '', /ENOENT/)
  assert.deepEqual([second?.problem, second?.verifiedAt], [null, now], 'it counts from now')
  const { at } = await world.deps.pool.one<{ at: Date }>(
    'select verify_at as at from storage_destinations where destination_id = $1',
    [first?.destinationId],
  )
  assert.equal(at.getTime() - now.getTime(), 15 * 60_000)
})

test('a pass checks 200 documents of a destination, and the next begins behind the last of them', async () => {
  const { pool } = world.deps
  const { nit, key } = await world.addCompany()
  assert.equal((await world.issue(SALE, { key })).status, 200)
  await copyDue(world.deps)
  const { companyId } = await companyOf(world.admin, nit)
  await pool.many(
    `insert into copies
     select (jsonb_populate_record(c, jsonb_build_object('codigo_generacion', gen_random_uuid()))).*
       from copies c, generate_series(1, 199) where c.company_id = $1`,
    [companyId],
  )
  const codes = await pool.many<{ code: string }>(
    'select codigo_generacion as code from copies where company_id = $1 order by 1',
    [companyId],
  )
  const pass = async () => {
    const [destination] = await listDestinations(pool, companyId)
    assert.ok(destination)
    return verifyDestination(world.deps, destination)
  }
  assert.equal(codes.length, 200)
  const last = codes.at(-1)?.code
  assert.equal(await pass(), last)
  await pool.many('delete from copies where company_id = $1 and codigo_generacion <> $2', [
    companyId,
    last,
  ])
  assert.equal(await pass(), null, 'the end')
})

test('two companies never share a folder', async () => {
  const [one, other] = [await world.addCompany(), await world.addCompany()]
  const { location } = await only(one.nit)

  await assert.rejects(connectManagedFolder(world.admin, other.nit, location), /otra empresa/)
})

test('credentials that no known master key decrypts affect only that destination', async () => {
  const broken = await world.addCompany()
  const well = await world.addCompany()
  await world.deps.pool.many(
    `update storage_destinations d set kind = 'managed_bucket', location = $2, credentials = $3
       from companies c where c.company_id = d.company_id and c.nit = $1`,
    [broken.nit, 'https://s3.example.com/perdido', Buffer.alloc(64, 7)],
  )
  await world.advance(11 * DAY_MS)
  await verifyDue(world.deps)

  assert.match((await only(broken.nit)).problem ?? '', /llave maestra/)
  const { problem, verifiedAt } = await only(well.nit)
  assert.equal(problem, null)
  assert.ok(world.deps.clock.now().getTime() - Number(verifiedAt) < DAY_MS)
})

test('a destination whose process died while it verified is due again half an hour later, and not before', async () => {
  const { nit } = await world.addCompany()
  const { location, destinationId } = await only(nit)
  await rename(location, `${location}-away`)
  await writeFile(location, 'no folder')
  await world.advance(11 * DAY_MS)
  const warn = () => {
    throw new Error('the process ends here')
  }
  const deps = { ...world.deps, log: { ...world.deps.log, warn } as unknown as Deps['log'] }
  await assert.rejects(verifyDue(deps), /the process ends here/)
  const rowOf = () =>
    world.deps.pool.one<{ verify_at: Date; verify_attempts: number }>(
      'select verify_at, verify_attempts from storage_destinations where destination_id = $1',
      [destinationId],
    )
  const taken = await rowOf()
  const leaseMs = taken.verify_at.getTime() - world.deps.clock.now().getTime()
  assert.equal(Math.ceil(leaseMs / 60_000), 30)
  await world.advance(leaseMs - 10 * 60_000)
  await verifyDue(world.deps)
  assert.deepEqual(await rowOf(), taken)
  await world.advance(10 * 60_000)
  await verifyDue(world.deps)
  assert.equal((await rowOf()).verify_attempts, taken.verify_attempts + 1)
})

test('what stops a verification without being the destination’s fault is told as no more than that', async () => {
  const { nit } = await world.addCompany()
  await world.advance(11 * DAY_MS)
  const sql = (text: string) => world.deps.pool.many(text)
  await sql(`create function full_disk() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  await sql(`create trigger full_disk before update of verified_at on storage_destinations
    for each row execute function full_disk()`)
  assert.equal(await verifyDue(world.deps), 0)
  await sql('drop trigger full_disk on storage_destinations')
  assert.equal((await only(nit)).problem, 'No se pudo comprobar.')
  assert.equal(isFull(world.deps, 'database'), true, 'its operator is told')
})

test('a stop waits for one batch of destinations, and the next pass takes the others', async () => {
  const { nit } = await world.addCompany()
  const { location } = await only(nit)
  for (let n = 0; n < 17; n++) await connectManagedFolder(world.admin, nit, `${location}-${n}`)
  await world.advance(11 * DAY_MS)
  const first = await verifyDue(world.deps, AbortSignal.abort())
  assert.ok(first <= 16, `${first}`)
  const left = await verifyDue(world.deps)
  assert.ok(left > 0 && first + left >= 18, `${first}, ${left}`)
})
