import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { outcomeOf, secondPointOfSale } from '../../../test/notas.ts'
import { atOnce } from '../../../test/races/numbers.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

const withReference = (referencia: string) => ({ ...SALE, referencia })

test('a document keeps its reference, and the query shows it', async () => {
  const referencia = 'Pedido 2026/00017 – ñandú 🧾'
  const { body } = await world.issue(withReference(referencia))
  const plain = await world.issue()

  assert.equal((await world.query(body.codigoGeneracion)).body.referencia, referencia)
  assert.equal((await world.query(plain.body.codigoGeneracion)).body.referencia, null)
})

test('a second document with the reference is 409 and names the first, and spends no number', async () => {
  const first = await world.issue(withReference('one'))
  const spent = await world.numbersSpent()
  const second = await world.issue({ ...withReference('one'), observaciones: 'otra' })

  assert.equal(second.status, 409, second.text)
  assert.equal(second.body.error.code, 'reference_in_use')
  const { codigoGeneracion } = first.body
  assert.deepEqual(second.body.error.details, { codigoGeneracion })
  assert.equal(await world.numbersSpent(), spent)
  assert.equal((await world.issue(withReference('One'))).status, 200, 'another reference')
})

test('a repeat of the first call is a replay, not a second use of the reference', async () => {
  const options = { idempotencyKey: 'with a reference' }
  const first = await world.issue(withReference('replayed'), options)
  const again = await world.issue(withReference('replayed'), options)

  assert.equal(again.text, first.text)
})

test('a rejected document frees its reference; one that waits for the ministry keeps it', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  assert.equal(outcomeOf(await world.issue(withReference('again'))), '422 mh_rejected')
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  const waiting = await world.issue(withReference('again'))
  await world.mh.clearFaults()

  assert.equal(waiting.status, 202)
  assert.equal((await world.issue(withReference('again'))).body.error.code, 'reference_in_use')
})

test('another company has its own references', async () => {
  const { key } = await world.addCompany()
  await world.issue(withReference('shared'))

  assert.equal((await world.issue(withReference('shared'), { key })).status, 200)
})

/** Two tills that ring up one order must not both sell it. */
test('of 40 calls at once with one reference, on two series, one is issued', async () => {
  const keys = [world.company.key, await secondPointOfSale(world)]
  const spent = await world.numbersSpent()

  const replies = await atOnce(40, (at) =>
    world.issue(withReference('at once'), { key: keys[at % 2] ?? world.company.key }),
  )

  const issued = replies.filter(({ status }) => status === 200)
  assert.equal(issued.length, 1)
  for (const { status, body, text } of replies) {
    if (status === 200) continue
    assert.equal(body.error.code, 'reference_in_use', text)
    assert.equal(body.error.details.codigoGeneracion, issued[0]?.body.codigoGeneracion)
  }
  assert.equal(await world.numbersSpent(), spent + 1)
})

/** The index refuses the document, and by then the other one has been rejected. A cluster names it in the message alone. */
test('a reference that is free again after it refused a document is worth a repeat, and spends no number', async () => {
  const { pool } = world.deps
  await pool.many(
    `create function refuse() returns trigger language plpgsql as
     $$ begin raise exception 'as if by documents_referencia_1' using errcode = 'unique_violation', constraint = 'documents_referencia'; end $$`,
  )
  await pool.many(
    `create trigger refuse before insert on documents
       for each row when (new.referencia = 'free again') execute function refuse()`,
  )
  const options = { idempotencyKey: 'free again' }
  const spent = await world.numbersSpent()
  const refused = await world.issue(withReference('free again'), options)
  assert.equal(outcomeOf(refused), '503 correlative_unavailable')
  assert.equal(await world.numbersSpent(), spent)

  await pool.many('drop trigger refuse on documents')
  assert.equal((await world.issue(withReference('free again'), options)).status, 200)
})

test('a sale is not delayed by another one whose reference is in use', async () => {
  await world.issue(withReference('taken'))
  const replies = await atOnce(20, (at) =>
    world.issue(at % 2 === 0 ? withReference('taken') : withReference(`free ${at}`)),
  )

  for (const [at, reply] of replies.entries()) {
    assert.equal(reply.status, at % 2 === 0 ? 409 : 200, reply.text)
  }
})
