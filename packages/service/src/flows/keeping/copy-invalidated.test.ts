/**
 * The printed copy of an invalidated document is replaced by the marked one in every destination of its company.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { without } from '../../../../../scripts/test-tools.ts'
import { invalidate, RESCISION } from '../../../test/corrections.ts'
import { makeBucket, type Swift, startSwift } from '../../../test/swift.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { connectManagedBucket, listStorage } from '../../admin.ts'
import { expireHolding } from '../../ledger/holding/holding.ts'
import { createBucket } from '../../outside/stores/bucket.ts'
import { copyDue } from './copy.ts'

const MINUTE_MS = 60_000

const swift = await startSwift()
const skip = without(import.meta.url, 'swift')

let world: World
before(async () => {
  world = await createWorld()
})
after(async () => {
  await world.close()
  await swift?.close()
})

type Key = World['company']['key']
interface Sold {
  readonly codigoGeneracion: string
  readonly numeroControl: string
  readonly fecEmi: string
  readonly archivoDte: string
  readonly representacionGrafica: string
}

async function sell(key: Key): Promise<Sold> {
  const { body } = await world.issue(SALE, { key })
  return body
}

const pathOf = ({ fecEmi, numeroControl }: Sold, ending: string) =>
  `DTE/pruebas/${fecEmi.slice(0, 4)}/${fecEmi.slice(5, 7)}/${numeroControl}.${ending}`

async function answered({ codigoGeneracion }: Sold, { apiKey }: Key, kind = 'pdf') {
  const reply = await world.app.inject({
    method: 'GET',
    url: `/v1/dte/${codigoGeneracion}/file?kind=${kind}`,
    headers: { 'x-service-key': apiKey },
  })
  assert.equal(reply.statusCode, 200, reply.payload)
  return { bytes: reply.rawPayload, source: reply.headers['x-service-storage-source'] }
}

const unmarked = (sold: Sold) => Buffer.from(sold.representacionGrafica, 'base64')
const isMarked = (bytes: Buffer | null, sold: Sold) =>
  bytes !== null && !bytes.equals(unmarked(sold))

async function folderOf(nit: string): Promise<string> {
  const [first] = await listStorage(world.admin, nit)
  return first?.location ?? ''
}

test('in a folder the marked copy replaces the other, and the JSON is unchanged', async () => {
  const { nit, key } = await world.addCompany()
  const folder = await folderOf(nit)
  const sold = await sell(key)
  const other = await sell(key)
  assert.equal(await copyDue(world.deps), 2)
  await world.advance(90 * MINUTE_MS)
  await expireHolding(world.deps)
  await invalidate(world, sold.codigoGeneracion, RESCISION, { key })
  const between = await answered(sold, key, 'json')
  const copied = await copyDue(world.deps)
  const again = await copyDue(world.deps)

  assert.equal(between.bytes.toString(), sold.archivoDte, 'the JSON is never away')
  assert.deepEqual([copied, again], [2, 0], 'the document and its event')
  const there = await readFile(join(folder, pathOf(sold, 'pdf')))
  assert.ok(isMarked(there, sold))
  assert.ok(there.equals((await answered(sold, key)).bytes))
  assert.equal(await readFile(join(folder, pathOf(sold, 'json')), 'utf8'), sold.archivoDte)
  const untouched = await readFile(join(folder, pathOf(other, 'pdf')))
  assert.ok(untouched.equals(unmarked(other)))
})

test('a bucket gets the marked copy too', { skip }, async () => {
  const now = await createWorld() // the store refuses a shifted clock
  try {
    const { nit, key } = await now.addCompany()
    const [folder] = await listStorage(now.admin, nit)
    const { url, accessKeyId, secretAccessKey } = swift as Swift
    const credentials = { region: 'us-east-1', accessKeyId, secretAccessKey }
    const bucket = createBucket(`${url}/anulados`, credentials, now.deps.clock)
    await makeBucket(swift as Swift, 'anulados')
    await connectManagedBucket(now.admin, nit, { url: `${url}/anulados`, ...credentials })
    await now.deps.pool.many('delete from storage_destinations where destination_id = $1', [
      folder?.destinationId,
    ])
    const { body: sold } = await now.issue(SALE, { key })
    assert.equal(await copyDue(now.deps), 1)
    const before = await bucket.get(pathOf(sold, 'pdf'))
    await invalidate(now, sold.codigoGeneracion, RESCISION, { key })
    assert.equal(await copyDue(now.deps), 2)

    assert.ok(before?.equals(unmarked(sold)))
    assert.ok(isMarked(await bucket.get(pathOf(sold, 'pdf')), sold))
  } finally {
    await now.close()
  }
})

test('an invalidation while its document is being copied: nothing stale is recorded, and the next attempt marks it', async () => {
  const { nit, key } = await world.addCompany()
  const folder = await folderOf(nit)
  const sold = await sell(key)
  let asked = 0
  const letter: World['deps']['printer']['letter'] = async (sheet) => {
    const drawn = await world.deps.printer.letter(sheet)
    asked += 1
    if (asked === 1) await invalidate(world, sold.codigoGeneracion, RESCISION, { key })
    return drawn
  }
  await copyDue({ ...world.deps, printer: { ...world.deps.printer, letter } })
  const stale = await readFile(join(folder, pathOf(sold, 'pdf')))
  const recorded = await world.deps.pool.many('select 1 from copies where codigo_generacion = $1', [
    sold.codigoGeneracion,
  ])
  await copyDue(world.deps)
  const early = await readFile(join(folder, pathOf(sold, 'pdf')))
  await world.advance(11 * MINUTE_MS)
  await copyDue(world.deps)
  const late = await readFile(join(folder, pathOf(sold, 'pdf')))

  assert.ok(stale.equals(unmarked(sold)), 'what was drawn before the invalidation')
  assert.deepEqual(recorded, [])
  assert.ok(early.equals(unmarked(sold)), 'nobody writes beside a lease')
  assert.ok(isMarked(late, sold))
})

test('a process that dies before it marks the copy leaves the work to the next', async () => {
  const { nit, key } = await world.addCompany()
  const folder = await folderOf(nit)
  const sold = await sell(key)
  await copyDue(world.deps)
  await invalidate(world, sold.codigoGeneracion, RESCISION, { key })
  const dying = { ...world.deps, printer: { ...world.deps.printer, letter: () => never() } }
  await copyDue(dying)
  const before = await readFile(join(folder, pathOf(sold, 'pdf')))
  await world.advance(11 * MINUTE_MS)
  await copyDue(world.deps)
  const after = await readFile(join(folder, pathOf(sold, 'pdf')))

  assert.ok(before.equals(unmarked(sold)))
  assert.ok(isMarked(after, sold))
})

async function never(): Promise<never> {
  throw new Error('the process is gone')
}

test('a document that its caller stores returns to the holding area for an hour after its invalidation, as not copied', async () => {
  const { key } = await world.addCompany()
  const sold = await sell(key)
  await copyDue(world.deps)
  await world.advance(90 * MINUTE_MS)
  await expireHolding(world.deps)
  await invalidate(world, sold.codigoGeneracion, RESCISION, { key })
  const held = await answered(sold, key)
  await copyDue(world.deps)
  await world.advance(61 * MINUTE_MS)
  await expireHolding(world.deps)
  const later = await answered(sold, key)

  assert.deepEqual([held.source, later.source], ['holding', 'archive'])
  assert.ok(isMarked(held.bytes, sold) && isMarked(later.bytes, sold))
})
