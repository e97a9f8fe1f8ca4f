/**
 * Credit notes over 2 to 50 documents: every one within the ceiling is sealed and none above it, by an account that
 * shares nothing with ours. The simulator has a ceiling of its own.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { added, Exact } from '../../../../fiscal/test/decimal.ts'
import { SEED_NUMBER } from '../../../../fiscal/test/seed.ts'
import { credito } from '../../../test/notas.ts'
import {
  type Dice,
  diceOf,
  KINDS,
  legalNote,
  noteAbove,
  type Original,
  original,
  sale,
} from '../../../test/notes-over-many.ts'
import { createWorld, type Reply, type World } from '../../../test/world.ts'

/** How many notes; the ordinary tests issue a few. */
const NOTES = Number(process.env.SELLO_NOTES_OVER_MANY ?? 24)
const AT_ONCE = 8
/** Notes that share their documents. */
const SHARING = 8
const ORIGINALS_MAX = 50

let world: World
before(async () => {
  world = await createWorld({ mh: { timeoutMs: 8_000, budgetMs: 40_000 } })
  await world.deps.pool.many('update api_keys set amount_max = 99999999999')
})
after(() => world.close())

async function callAll(requests: readonly object[]): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let i = 0; i < requests.length; i += AT_ONCE) {
    const some = requests.slice(i, i + AT_ONCE)
    replies.push(...(await Promise.all(some.map((request) => world.issue(request)))))
  }
  return replies
}

// biome-ignore lint/suspicious/noExplicitAny: documents as they were answered
type Documento = any

async function sealAll(requests: readonly object[]): Promise<readonly Documento[]> {
  const replies = await callAll(requests)
  return replies.map(({ status, text, body }, n) => {
    assert.equal(status, 200, `${JSON.stringify(requests[n])}\n${text}`)
    return body.documento
  })
}

const some = (originals: readonly Original[], dice: Dice) => {
  const wanted = 2 + dice(originals.length - 1)
  const start = dice(originals.length)
  return [...originals.slice(start), ...originals.slice(0, start)].slice(0, wanted)
}

test(`${NOTES} generated credit notes over 2 to ${ORIGINALS_MAX} documents are sealed, and none a cent above`, async (t) => {
  const dice = diceOf(SEED_NUMBER)
  const count = { notes: 0, above: 0, most: 0 }
  while (count.notes < NOTES) {
    const sales = Array.from({ length: 2 + dice(ORIGINALS_MAX - 1) }, () => sale(dice))
    const documents = await sealAll(sales.map(credito))
    const originals = documents.map((one, n) => original(one, sales[n] ?? { items: [] }))
    const requests = Array.from({ length: SHARING }, () => legalNote(some(originals, dice), dice))
    const legal = requests.filter((one) => one !== null)
    const notes = await sealAll(legal)
    assertTogether(documents, notes)
    count.notes += notes.length
    count.most = Math.max(count.most, ...notes.map((one) => one.documentoRelacionado.length))

    const above = KINDS.map((kind) => noteAbove(originals, kind)).filter((one) => one !== null)
    const spent = await world.numbersSpent()
    for (const { status, text, body } of await callAll(above)) {
      assert.deepEqual([status, body.error?.code], [422, 'validation_failed'], text)
      assert.match(
        body.error.message,
        /^De las ventas (gravadas|exentas|no sujetas) .* (quedan|no queda nada) /,
      )
    }
    assert.equal(await world.numbersSpent(), spent)
    count.above += above.length
  }
  t.diagnostic(`${count.notes} sealed, ${count.above} above refused, up to ${count.most} documents`)
})

/** Kinds exactly; a tribute below half a cent for each document and half for each that has a note of its own. */
function assertTogether(documents: readonly Documento[], notes: readonly Documento[]): void {
  const sumOf = (all: readonly Documento[], of: (resumen: Documento) => number) =>
    added(all.map(({ resumen }) => new Exact(of(resumen))))
  for (const [total, discount] of [
    ['totalGravada', 'descuGravada'],
    ['totalExenta', 'descuExenta'],
    ['totalNoSuj', 'descuNoSuj'],
  ] as const) {
    const limit = sumOf(documents, (r) => r[total]).minus(sumOf(documents, (r) => r[discount]))
    assert.ok(sumOf(notes, (r) => r[total]).lte(limit), total)
  }
  const cents = new Exact(documents.length).div(200)
  for (const codigo of ['20', '59', '71', 'D1', 'C8']) {
    const valor = (r: Documento) =>
      r.tributos?.find((one: { codigo: string }) => one.codigo === codigo)?.valor ?? 0
    const [noted, sold] = [sumOf(notes, valor), sumOf(documents, valor)]
    assert.ok(noted.lt(sold.plus(cents)), `${codigo}: ${noted} over ${sold}`)
  }
}
