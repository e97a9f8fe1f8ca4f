/** Rejections by the ministry that no script asked for. */
import assert from 'node:assert/strict'
import type { Held, LedgerRow } from './held.ts'

/** Says in the ministry's answer that the history asked for this rejection. */
export const SCRIPTED = 'RECHAZO PEDIDO POR LA HISTORIA'

/** Fails at one: the service signed something that it should have refused. */
export function assertScripted(held: Held): void {
  const wrong = held.rows
    .filter(({ estado, message }) => estado === 'RECHAZADO' && message?.descripcionMsg !== SCRIPTED)
    .filter((row) => !isRepeat(row, held) && !isOfTomorrow(row))
    .map(({ codigoGeneracion, tipoDte, evento, message }) => {
      return { codigoGeneracion, tipoDte, evento, message }
    })
  assert.deepEqual(wrong, [], 'the ministry rejected what nobody asked it to reject')
}

/** The same bytes again, after their answer was lost. */
const isRepeat = ({ codigoGeneracion, jws }: LedgerRow, { byCode }: Held): boolean =>
  byCode.get(codigoGeneracion)?.jws === jws

const OUTSIDE_ITS_TERM = '018'

/**
 * Signed in the first minute of a day, with a ministry whose clock is behind by up to a minute and still in the day
 * before. The service does not wait for the ministry's midnight.
 */
const isOfTomorrow = ({ payload, message }: LedgerRow): boolean =>
  message?.codigoMsg === OUTSIDE_ITS_TERM && /^00:00:/.test(payload.identificacion.horEmi)
