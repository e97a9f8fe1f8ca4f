import { giveBack, invalidate, RESCISION } from '../../../../test/corrections.ts'
import { gateRows, testOrder, vaultRows } from '../../../../test/order.ts'

/** A code that no document has. */
const NOBODYS = '11111111-1111-4111-8111-111111111111'

let unsealed: string
const urlOf = (codigo: string) => `/v1/dte/${codigo}/invalidate`

testOrder({
  route: 'invalidate',
  leaves: 'signs nothing',
  /** A sale with an abandoned return and an abandoned invalidation, which some rows restore. */
  async begin(world) {
    const { body: issued } = await world.issue()
    const { codigoGeneracion } = issued
    await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
    unsealed = (await world.issue()).body.error.details.codigoGeneracion
    await world.mh.fault({ service: '*', kind: 'status', status: 503 })
    await invalidate(world, codigoGeneracion, { ...RESCISION, motivo: 'Otro' })
    await world.deps.pool.many(GIVEN_UP)
    await giveBack(world, codigoGeneracion, [{ linea: 1, cantidad: 1 }])
    await world.mh.clearFaults()
    return { url: urlOf(codigoGeneracion), body: RESCISION }
  },
  rows: (ways) => [
    ...gateRows(ways),
    ['invalid_request', ways.body({ total: 1 })],
    ['idempotency_key_reuse', ways.reuse('issue')],
    ['not_found', (call) => (call.url = urlOf(NOBODYS))],
    ['dte_type_not_allowed', () => ways.key("tipos_dte = '{03}'")],
    ['validation_failed', (call) => (call.url = urlOf(unsealed)), 'codigoGeneracion'],
    ['idempotency_in_flight', () => ways.sql(IN_HAND)],
    [
      'has_return_events',
      () => ways.sql(`update events set estado = 'firmado' where kind = 'retorno'`),
    ],
    ['validation_failed', ways.body({ tipoAnulacion: 1 }), 'motivo'],
    ...vaultRows(ways),
  ],
  others: ['mh_rejected', 'mh_unreachable'],
  stands: (world) => world.deps.pool.many('select estado from events'),
  mend: (world) => world.deps.pool.many(GIVEN_UP),
})

const GIVEN_UP = `update events set estado = 'abandonado', lease_until = null, retry_at = null`
const IN_HAND = `update events set estado = 'firmado', lease_until = 'infinity', retry_at = 'infinity'
                  where kind = 'invalidacion'`
