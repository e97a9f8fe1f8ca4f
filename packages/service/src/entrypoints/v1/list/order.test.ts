import { testOrder } from '../../../../test/order-of-reads.ts'

testOrder('list', () => '/v1/dte', [
  [
    'invalid_request',
    (call) => {
      call.url += '?limit=0'
    },
  ],
])
