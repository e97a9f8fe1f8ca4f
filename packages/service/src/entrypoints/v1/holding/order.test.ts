import { testOrder } from '../../../../test/order-of-reads.ts'

testOrder('holding', () => '/v1/dte/holding', [
  [
    'invalid_request',
    (call) => {
      call.url += '?limit=0'
    },
  ],
])
