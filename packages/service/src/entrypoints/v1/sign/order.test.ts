import { gateRows, testOrder, vaultRows } from '../../../../test/order.ts'
import { bodyOf, prepare } from '../../../../test/prepared.ts'

let codigoGeneracion: string

testOrder({
  route: 'sign',
  leaves: 'leaves the reservation',
  async begin(world) {
    const prepared = await prepare(world)
    codigoGeneracion = prepared.body.codigoGeneracion
    return { url: '/v1/dte/sign', body: bodyOf(prepared) }
  },
  rows: (ways) => [
    ...gateRows(ways),
    ['invalid_request', ways.body({ total: 1 })],
    [
      'no_storage_destination',
      () => ways.sql('update storage_destinations set verified_at = null'),
    ],
    ['idempotency_key_reuse', ways.reuse('sign')],
    ['prepare_token_invalid', ways.body({ documento: {} })],
    ...vaultRows(ways),
  ],
  others: ['idempotency_in_flight', 'correlative_unavailable', 'mh_rejected'],
  async stands(world) {
    const { body } = await world.query(codigoGeneracion)
    return [body.estado, await world.numbersSpent()]
  },
})
