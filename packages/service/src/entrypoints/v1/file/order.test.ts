import { testOrder } from '../../../../test/order-of-reads.ts'

const ABSENT = '0F0F0F0F-0000-4000-8000-000000000000'

testOrder('file', (codigoGeneracion) => `/v1/dte/${codigoGeneracion}/file`, [
  [
    'invalid_request',
    (call) => {
      call.url += '?kind=x'
    },
  ],
  [
    'not_found',
    (call) => {
      call.url = call.url.replace(/dte\/[^/]+/, `dte/${ABSENT}`)
    },
  ],
  [
    'not_sealed',
    (_, { deps }) =>
      deps.pool.many(
        `update documents set estado = 'contingencia', sello_recibido = null where estado = 'sellado'`,
      ),
  ],
])
