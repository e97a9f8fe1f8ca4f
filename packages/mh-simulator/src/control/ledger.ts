import type { Row } from '../world/ledger.ts'
import type { World } from '../world/world.ts'
import type { Action } from './action.ts'

/** Written piece by piece: a hundred thousand documents exceed the largest string. */
export const readLedger: Action = {
  method: 'GET',
  path: '/_sim/ledger',
  handle: (world, { query }) => ({ chunks: chunks(world, query) }),
}

const ROWS_A_CHUNK = 64

function* chunks(world: World, query: URLSearchParams): Generator<string> {
  const filter = { nit: query.get('nit'), codigoGeneracion: query.get('codigoGeneracion') }
  let chunk = '{"documents":['
  let count = 0
  for (const row of world.ledger.rows(filter)) {
    chunk += `${count === 0 ? '' : ','}${JSON.stringify(documentOf(world, row))}`
    count += 1
    if (count % ROWS_A_CHUNK !== 0) continue
    yield chunk
    chunk = ''
  }
  yield `${chunk}]}`
}

function documentOf(world: World, row: Row): object {
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
    jws: row.jws,
  }
}
