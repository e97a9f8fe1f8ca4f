import { giveBack } from '../../../../test/corrections.ts'
import { sealed } from '../../../../test/notas.ts'
import { gateRows, IDEMPOTENCY_KEY, testOrder, vaultRows } from '../../../../test/order.ts'

/** A code that no document has. */
const NOBODYS = '11111111-1111-4111-8111-111111111111'
const ITEMS = [{ linea: 1, cantidad: 1 }]

let unsealed: string
let credit: string
const urlOf = (codigo: string) => `/v1/dte/${codigo}/return`

testOrder({
  route: 'return',
  leaves: 'signs nothing',
  /** A sale with an abandoned return of this same call, which one row restores. */
  async begin(world) {
    const { codigoGeneracion } = (await world.issue()).body
    credit = await sealed(world)
    await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
    unsealed = (await world.issue()).body.error.details.codigoGeneracion
    await world.mh.fault({ service: '*', kind: 'status', status: 503 })
    await giveBack(world, codigoGeneracion, ITEMS, { idempotencyKey: IDEMPOTENCY_KEY })
    await world.mh.clearFaults()
    return { url: urlOf(codigoGeneracion), body: { items: ITEMS } }
  },
  rows: (ways) => [
    ...gateRows(ways),
    ['invalid_request', ways.body({ total: 1 })],
    ['idempotency_key_reuse', ways.reuse('issue')],
    ['not_found', (call) => (call.url = urlOf(NOBODYS))],
    ['dte_type_not_allowed', () => ways.key("tipos_dte = '{14}'")],
    [
      'idempotency_in_flight',
      async (call) => {
        ways.asItWas(call)
        await ways.sql(IN_HAND)
      },
    ],
    ['return_type_not_allowed', (call) => (call.url = urlOf(credit))],
    ['validation_failed', (call) => (call.url = urlOf(unsealed)), 'codigoGeneracion'],
    [
      'return_window_closed',
      ways.body({ fechaEvento: '2000-01-01', items: [{ linea: 9, cantidad: 9 }] }),
    ],
    ['validation_failed', ways.body({ items: [{ linea: 9, cantidad: 9 }] }), 'items[0].linea'],
    ['return_exceeds_available', ways.body({ items: [{ linea: 1, cantidad: 9 }] })],
    ...vaultRows(ways),
  ],
  others: ['mh_rejected'],
  stands: (world) => world.deps.pool.many('select estado from events'),
  mend: (world) => world.deps.pool.many(GIVEN_UP),
})

const GIVEN_UP = `update events set estado = 'abandonado', lease_until = null, retry_at = null`
const IN_HAND = `update events set estado = 'firmado', lease_until = 'infinity', retry_at = 'infinity'`
