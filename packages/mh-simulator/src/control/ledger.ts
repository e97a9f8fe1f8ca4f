import { stepsOf } from '../services/steps.ts'
import type { Row } from '../world/ledger.ts'
import type { World } from '../world/world.ts'
import { type Action, BadScript } from './action.ts'

/** Written piece by piece: a hundred thousand documents exceed the largest string. */
export const readLedger: Action = {
  method: 'GET',
  path: '/_sim/ledger',
  handle: (world, { query }) => {
    const filter = { nit: query.get('nit'), codigoGeneracion: query.get('codigoGeneracion') }
    const shows = { jws: query.get('jws') !== 'false', steps: query.get('steps') === 'true' }
    return { chunks: chunks(world, newest(world.ledger.rows(filter), query.get('last')), shows) }
  },
}

const ROWS_A_CHUNK = 64

function* chunks(world: World, rows: Iterable<Row>, shows: Shown): Generator<string> {
  let chunk = '{"documents":['
  let count = 0
  for (const row of rows) {
    chunk += `${count === 0 ? '' : ','}${JSON.stringify(documentOf(world, row, shows))}`
    count += 1
    if (count % ROWS_A_CHUNK !== 0) continue
    yield chunk
    chunk = ''
  }
  yield `${chunk}]}`
}

/** The last ones in order of arrival; `count` null: all of them. */
function newest(rows: Iterable<Row>, count: string | null): Iterable<Row> {
  if (count === null) return rows
  if (!/^[1-9]\d{0,3}$/.test(count)) throw new BadScript('"last" is a number from 1 to 9999')
  return [...rows].slice(-Number(count))
}

interface Shown {
  readonly jws: boolean
  readonly steps: boolean
}

function documentOf(world: World, row: Row, shows: Shown): object {
  const { codigoGeneracion, tipoDte, numeroControl, ambiente, nit, estado, selloRecibido } = row
  const { evento } = row
  return {
    codigoGeneracion,
    tipoDte,
    evento,
    numeroControl,
    ambiente,
    nit,
    estado,
    selloRecibido,
    invalidado: world.relations.isInvalidated(codigoGeneracion),
    codigoMsg: row.message?.codigoMsg ?? null,
    descripcionMsg: row.message?.descripcionMsg ?? null,
    receivedAt: new Date(row.receivedAt).toISOString(),
    timesReceived: world.ledger.timesReceived(codigoGeneracion),
    ...(shows.jws ? { jws: row.jws } : {}),
    ...(shows.steps
      ? { steps: stepsOf(row), observaciones: row.message?.observaciones ?? [] }
      : {}),
  }
}
