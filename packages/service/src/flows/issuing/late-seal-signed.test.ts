/** A late seal that is recorded, or another replacement that is, while a replacement is issued or signed. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import pg from 'pg'
import { LOCK_WAITS } from '../../../test/citus.ts'
import { IMPATIENT, ORIGINAL, OTHER } from '../../../test/doubtful.ts'
import { prepare, sign } from '../../../test/prepared.ts'
import { until } from '../../../test/until.ts'
import { createWorld, type Reply, type World } from '../../../test/world.ts'

const MINUTE_MS = 60_000

let world: World
before(async () => {
  world = await createWorld(IMPATIENT)
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

/** Its transmission may still have been sealed. */
async function doubtfulOf(referencia: string): Promise<string> {
  await world.mh.fault({ service: 'recepciondte', kind: 'silence', times: 1 })
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const refused = await world.issue({ ...ORIGINAL, referencia })
  return refused.body.error.details.codigoGeneracion
}

/** The seal is recorded while the call waits for it in commit 1. */
async function sealedDuring(code: string, call: () => Promise<Reply>): Promise<Reply> {
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(
    `update documents set estado = 'sellado', sello_recibido = $2, fh_procesamiento = $3, rechazo = null,
            referencia = null
      where codigo_generacion = $1`,
    [code, '2026'.padEnd(40, 'A'), '22/11/2026 10:00:00'],
  )
  const calling = call()
  // Not in the transaction of the holder, which would see the first answer again and again.
  const areWaiting = async () => (await world.deps.pool.many(LOCK_WAITS)).length > 0
  await until('the call waits for the seal', areWaiting)
  await holder.query('commit')
  await holder.end()
  return calling
}

test('a prepared replacement is signed where the attempt was never sealed', async () => {
  await doubtfulOf('venta 5')
  await world.advance(11 * MINUTE_MS)
  const prepared = await prepare(world, { ...OTHER, referencia: 'venta 5' })
  const signed = await sign(world, prepared)
  assert.equal(signed.status, 200, signed.text)
  assert.equal(signed.body.codigoGeneracion, prepared.body.codigoGeneracion)
})

test('a seal that is recorded between the query and the signature refuses the signature', async () => {
  const code = await doubtfulOf('venta 6')
  await world.advance(11 * MINUTE_MS)
  const prepared = await prepare(world, { ...OTHER, referencia: 'venta 6' })
  assert.equal(prepared.status, 200, prepared.text)

  const signed = await sealedDuring(code, () => sign(world, prepared))

  const said = signed.body.error?.details
  assert.deepEqual(said, { motivo: 'ya_sellado', codigoGeneracion: code }, signed.text)
  assert.equal((await world.query(prepared.body.codigoGeneracion)).body.estado, 'reservado')
})

const correctedMeanwhile = (code: string) => ({
  code: 'validation_failed',
  message: `El documento ${code} ya se está corrigiendo con otra petición; consúltelo. No se gastó número.`,
})
const inUse = (code: string) => ({
  code: 'reference_in_use',
  message: `referencia: ya la tiene el documento ${code}; consúltelo antes de emitir otro. No se gastó número.`,
})

test('a seal that is recorded between the query and the number refuses a correction, and a sale under the reference', async () => {
  const referencia = 'venta 7'
  for (const [replacing, expected] of [
    [(corrige: string) => ({ ...OTHER, corrige }), correctedMeanwhile],
    [() => ({ ...OTHER, referencia }), inUse],
  ] as const) {
    const code = await doubtfulOf(referencia)
    await world.advance(11 * MINUTE_MS)
    const spent = await world.numbersSpent()

    const { body } = await sealedDuring(code, () => world.issue(replacing(code)))

    assert.deepEqual({ code: body.error?.code, message: body.error?.message }, expected(code))
    assert.equal(await world.numbersSpent(), spent)
  }
})

/** The other's insert came between the look for it and the own one. */
test('of two replacements of one attempt the index refuses the second, by the member that asked for it', async () => {
  const { pool } = world.deps
  await pool.many(
    `create function refuse() returns trigger language plpgsql as
     $$ begin raise exception 'no' using errcode = 'unique_violation', constraint = 'documents_sustituye'; end $$`,
  )
  const code = await doubtfulOf('venta 8')
  await world.advance(11 * MINUTE_MS)
  await pool.many(
    `create trigger refuse before insert on documents
       for each row when (new.sustituye is not null) execute function refuse()`,
  )
  const spent = await world.numbersSpent()
  const corrected = await world.issue({ ...OTHER, corrige: code })
  const { code: reason, message, details } = corrected.body.error
  assert.deepEqual({ code: reason, message }, correctedMeanwhile(code))
  assert.deepEqual(
    details.issues.map(({ field }: { field: string }) => field),
    ['corrige'],
  )
  const sold = await world.issue({ ...OTHER, referencia: 'venta 8' })
  assert.equal(sold.body.error.message, inUse(code).message)
  assert.deepEqual(sold.body.error.details, { codigoGeneracion: code })
  assert.equal(await world.numbersSpent(), spent)

  // What else a database refuses is no other call's doing.
  await pool.many(
    `create or replace function refuse() returns trigger language plpgsql as
     $$ begin raise exception 'no' using errcode = 'unique_violation', constraint = 'another'; end $$`,
  )
  for (const body of [
    { ...OTHER, corrige: code },
    { ...OTHER, referencia: 'venta 8' },
  ]) {
    assert.equal((await world.issue(body)).status, 500)
  }
  await pool.many('drop trigger refuse on documents')
  assert.equal((await world.issue({ ...OTHER, corrige: code })).status, 200)
})

test('one document does not replace two attempts, and a correction under another name holds the sale', async () => {
  const [first, second] = [await doubtfulOf('venta 9'), await doubtfulOf('venta 10')]
  await world.advance(11 * MINUTE_MS)
  const spent = await world.numbersSpent()
  const both = await world.issue({ ...OTHER, corrige: first, referencia: 'venta 10' })
  assert.equal(both.body.error.message, inUse(second).message)
  assert.equal(await world.numbersSpent(), spent)

  const corrected = await world.issue({ ...OTHER, corrige: first, referencia: 'venta 9 bis' })
  assert.equal(corrected.status, 200, corrected.text)
  const again = await world.issue({ ...OTHER, referencia: 'venta 9' })
  assert.equal(again.body.error.message, inUse(corrected.body.codigoGeneracion).message)
})
