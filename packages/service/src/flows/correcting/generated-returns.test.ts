/**
 * The ministry seals every return of a legal sale: generated sales of up to 40 lines, with a retention where their
 * type has one, come back in random parts and order until nothing is left. The simulator recomputes each event; an
 * independent computation holds all of them against the original, to the cent.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AUTORIZACIONES, type Autorizacion } from '@sello/fiscal'
import fc from 'fast-check'
import { ventaLarga } from '../../../../fiscal/test/arbitraries-ventas-largas.ts'
import { faultsOf, leftOf, roundingsOf } from '../../../../fiscal/test/independent-retorno.ts'
import { SEED_NUMBER } from '../../../../fiscal/test/seed.ts'
import { giveBack } from '../../../test/corrections.ts'
import { createDice, type Dice } from '../../../test/crash/dice.ts'
import { type Row, restOf, type Taken } from '../../../test/returns.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { authorizeCompany } from '../../admin.ts'

const RETURNS = Number(process.env.SELLO_RETURNS_SENT ?? 60)
const AT_ONCE = 4
const PARTS_MAX = 10
const LINES_MAX = 12

let world: World
before(async () => {
  world = await createWorld({ mh: { timeoutMs: 8_000, budgetMs: 40_000 } })
  await world.deps.pool.many('update api_keys set amount_max = 99999999999')
  const add = Object.keys(AUTORIZACIONES) as Autorizacion[]
  await authorizeCompany(world.admin, world.company.nit, { add })
})
after(() => world.close())

test(`${RETURNS} returns in random parts and order are sealed`, async () => {
  const kinds = { '01': 0, '11': 0, '14': 0 }
  const wrong: string[] = []
  for (let n = 0; sum(kinds) < RETURNS; n += AT_ONCE) {
    const sales = [n, n + 1, n + 2, n + 3].map(async (at) => {
      const tipoDte = (['01', '14', '01', '11'] as const)[at % AT_ONCE] ?? '01'
      const history = await returnAll(tipoDte, SEED_NUMBER + at)
      kinds[tipoDte] += history.sent
      wrong.push(...history.wrong)
    })
    await Promise.all(sales)
  }
  console.log(`${sum(kinds)} returns sent: ${JSON.stringify(kinds)}, ${wrong.length} wrong`)
  assert.deepEqual(wrong, [])
})

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((all, one) => all + one, 0)

interface History {
  readonly sent: number
  /** What was not sealed, or not as it must be. */
  readonly wrong: readonly string[]
}

async function returnAll(tipoDte: '01' | '11' | '14', seed: number): Promise<History> {
  const dice = createDice(`return ${seed}`)
  const [request] = fc.sample(ventaLarga(tipoDte), { numRuns: 1, seed })
  const sold = await world.issue(request as object)
  assert.equal(sold.status, 200, sold.text)
  const { codigoGeneracion } = sold.body
  const original = JSON.stringify(sold.body.documento)

  const events: string[] = []
  let { disponible } = (await world.query(codigoGeneracion)).body as { disponible: Row[] }
  while (restOf(disponible).length > 0) {
    const isLast = events.length === PARTS_MAX
    const items = isLast ? restOf(disponible) : someOf(dice, restOf(disponible))
    const { status, text, body } = await giveBack(world, codigoGeneracion, items)
    if (status !== 200) {
      return { sent: events.length + 1, wrong: [`${tipoDte} ${seed}: ${status} ${text}`] }
    }
    events.push(body.archivoJson)
    disponible = body.disponible
  }
  const faults = events.flatMap((event) => [...faultsOf(event), ...roundingsOf(original, event)])
  const left = Object.entries(leftOf(original, events)).map(([name, m]) => `${name} left: ${m}`)
  return {
    sent: events.length,
    wrong: [...faults, ...left].map((what) => `${tipoDte} ${seed}: ${what}`),
  }
}

/** Lines in random order, each whole or in part. */
function someOf(dice: Dice, rest: readonly Taken[]): Taken[] {
  const lines = new Map<number, Taken>()
  for (let n = dice.between(1, LINES_MAX); n > 0; n--) {
    const one = dice.pick(rest)
    lines.set(one.linea, partOf(dice, one))
  }
  return [...lines.values()]
}

/** All of it, some units, or a part with two or eight decimals. */
function partOf(dice: Dice, { linea, cantidad, noGravado }: Taken): Taken {
  const whole = cantidad ?? noGravado ?? 0
  const decimals = dice.pick([0, 2, 8])
  const step = 10 ** decimals
  const part = Math.trunc(whole * dice.pick([1, 0.5, dice.between(1, 999) / 1_000]) * step) / step
  const amount = part === 0 ? whole : Number(part.toFixed(8))
  return cantidad === undefined ? { linea, noGravado: amount } : { linea, cantidad: amount }
}
