import { gateRows, testOrder } from '../../../../test/order.ts'
import { SALE } from '../../../../test/world.ts'

/** A customer id that does not exist. */
const NOBODY = '11111111-1111-4111-8111-111111111111'

/** The order of issue without the vault, since prepare needs no sign key. */
testOrder({
  route: 'prepare',
  leaves: 'reserves no number',
  begin: async () => ({ url: '/v1/dte/prepare', body: SALE }),
  rows: (ways) => [
    ...gateRows(ways),
    ['invalid_request', ways.body({ total: 1 })],
    ['dte_type_not_allowed', () => ways.key(`tipos_dte = '{03}'`)],
    [
      'no_storage_destination',
      () => ways.sql('update storage_destinations set verified_at = null'),
    ],
    ['idempotency_key_reuse', ways.reuse('issue')],
    ['not_found', ways.body({ receptor: { customerId: NOBODY }, formaPago: '77' })],
    ['validation_failed', ways.body({ formaPago: '77' })],
    ['amount_limit', () => ways.key('amount_max = 0.01')],
    ['correlative_unavailable', () => ways.hold('update series set last = last')],
  ],
  others: ['idempotency_in_flight', 'reference_in_use'],
  stands: (world) => world.numbersSpent(),
})
