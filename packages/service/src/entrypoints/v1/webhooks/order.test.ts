import { testOrder } from '../../../../test/order-of-reads.ts'

testOrder('webhooks', () => '/v1/webhooks', [
  [
    'invalid_request',
    (call) => {
      call.url += '?limit=0'
    },
  ],
])
