/**
 * The deadlines of docs/sources.md#plazos at their limits, with the clocks of the service and of the ministry
 * moved.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveBack, invalidate, RESCISION } from '../../../test/corrections.ts'
import { outcomeOf } from '../../../test/notas.ts'
import { compra, exportacion, sealedBody, sealedOf } from '../../../test/originals.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'

const COMERCIO = '47190'
const FARMACIA = '47721'
const HERBOLARIA = '01282'

/** Ten seconds before midnight and three after it: a margin for the machine. */
const BEFORE_MS = 10_000
const AFTER_MS = 3_000

const request = { '01': () => SALE, '11': exportacion, '14': compra }

/** A document sealed at `sealed`, and calls shortly before and after the end of the day `last`. */
async function atTheEdge<T>(
  { now, last, codActividad }: { now: string; last: string; codActividad: string },
  begin: (world: World, key: Key) => Promise<T>,
  call: (world: World, begun: T, key: Key) => Promise<string>,
): Promise<[string, string]> {
  const world = await createWorld({ now: new Date(now) })
  try {
    const { key } = await world.addCompany({ codActividad })
    const begun = await begin(world, key)
    const midnight = new Date(`${last}T23:59:59.999-06:00`).getTime() + 1
    await world.advance(midnight - BEFORE_MS - world.deps.clock.now().getTime())
    const inTime = await call(world, begun, key)
    await world.advance(midnight + AFTER_MS - world.deps.clock.now().getTime())
    return [inTime, await call(world, begun, key)]
  } finally {
    await world.close()
  }
}
type Key = World['company']['key']

// biome-ignore format: a table
const RETURNS = [
  // type  sealed (El Salvador)          activity     last day
  ['01', '2026-10-05T12:00:00-06:00', COMERCIO,   '2027-01-05'], // over the year's end
  ['11', '2026-11-30T23:59:00-06:00', COMERCIO,   '2027-02-28'], // to a shorter month
  ['14', '2027-11-30T09:00:00-06:00', FARMACIA,   '2028-02-29'], // to a leap day; a 14 has no two years
  ['01', '2028-02-29T00:00:30-06:00', FARMACIA,   '2030-02-28'], // from a leap day
  ['11', '2026-12-31T23:58:00-06:00', HERBOLARIA, '2028-12-31'],
] as const

for (const [tipoDte, now, codActividad, last] of RETURNS) {
  test(`a ${tipoDte} sealed on ${now.slice(0, 10)} by ${codActividad} is returned until the last second of ${last}`, async () => {
    const edges = await atTheEdge(
      { now, last, codActividad },
      (world, key) => sealedBody(world, request[tipoDte](), { key }),
      async (world, { codigoGeneracion }, key) =>
        outcomeOf(await giveBack(world, codigoGeneracion, [{ linea: 1, cantidad: 1 }], { key })),
    )
    assert.deepEqual(edges, ['200', '422 return_window_closed fechaEvento'])
  })
}

// biome-ignore format: a table
const INVALIDATIONS = [
  // type  sealed                        activity    last day
  ['01', '2026-11-30T23:59:00-06:00', COMERCIO, '2027-02-28'],
  ['14', '2027-11-30T09:00:00-06:00', FARMACIA, '2028-02-29'],
  ['11', '2026-02-28T10:00:00-06:00', FARMACIA, '2028-02-28'],
  // Ten business days of the next month: Holy Week, August, the year's end (docs/sources.md#dias-habiles).
  ['03', '2026-03-19T10:00:00-06:00', COMERCIO, '2026-04-20'],
  ['03', '2026-04-25T10:00:00-06:00', COMERCIO, '2026-05-15'],
  ['06', '2026-07-31T23:58:00-06:00', COMERCIO, '2026-08-20'],
  ['05', '2026-12-31T23:58:00-06:00', COMERCIO, '2027-01-15'],
] as const

for (const [tipoDte, now, codActividad, last] of INVALIDATIONS) {
  test(`a ${tipoDte} sealed on ${now.slice(0, 10)} by ${codActividad} is invalidated until the last second of ${last}`, async () => {
    const edges = await atTheEdge(
      { now, last, codActividad },
      async (world, key) => [
        await sealedOf(world, tipoDte, { key }),
        await sealedOf(world, tipoDte, { key }),
      ],
      async (world, codes, key) => {
        const reply = await invalidate(world, codes.shift() ?? '', RESCISION, { key })
        return `${outcomeOf(reply)} ${reply.body.error?.details.advertencias?.[0].codigo ?? ''}`.trim()
      },
    )
    assert.deepEqual(edges, ['200', '422 mh_rejected plazo_vencido'])
  })
}
