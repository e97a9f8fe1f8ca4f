/** Events that are decided and in doubt: what the job does about them, and what a verdict waits for. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { EstadoEvento } from '@sello/contract'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, watch, withRows } from '../../../test/neighbours.ts'
import {
  at,
  codeOf,
  dataKeyOf,
  eventRow,
  fillTwoCompanies,
  HOUR_MS,
  NITS,
  NOW,
  sealed,
  voids,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom as random } from '../../base/clock.ts'
import { transaction } from '../../base/db/tx.ts'
import { lockCompany } from '../companies/company.ts'
import { lockDocuments } from '../documents/related.ts'
import { encryptPayload } from '../transmission/payload.ts'
import type { Settling } from '../transmission/store.ts'
import type { Evento } from './event.ts'
import { eventStore } from './event-store.ts'
import { settleEvento } from './settle-event.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
/** Gives up a lock at once. */
const hasty = database.createPool({ lockTimeoutMs: 1 })

let changesOf: Awaited<ReturnType<typeof watch>>
before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  changesOf = await watch(pool, ['events'])
})

const UNO = idOf('uno')
const FAR = { company_id: idOf('dos') }
const dataKey = dataKeyOf('uno')
const DOCUMENTS = [sealed('doc'), sealed('doc', FAR), sealed('other')]
const payload = encryptPayload(
  { ...{ kind: 'retorno', companyId: UNO, codigoGeneracion: codeOf('e') }, payload: '"signed"' },
  { dataKey, random },
)
const TAKEN = {
  ...{ company_id: UNO, codigo_generacion: idOf('e'), nit: NITS.uno, attempts: 1 },
  ...({ ambiente: '00', created_at: NOW, data_key: dataKey } as const),
}

test('of what was taken the job sends what is signed, asks about what is in doubt, and leaves the others', async () => {
  // biome-ignore format: a table
  const cases: readonly (readonly [estado: EstadoEvento, isSent: boolean, isAsked: boolean])[] = [
    ['firmado',    true,  false],
    ['sellado',    false, false],
    ['rechazado',  false, true],
    ['abandonado', false, true],
    ['invalidado', false, false],
  ]
  for (const [estado, isSent, isAsked] of cases) {
    const historial = [0, 1, 2].map((n) => ({ estado, fecha: at(n * HOUR_MS), motivo: null }))
    const seal = estado === 'sellado' || estado === 'invalidado' ? 'S' : null
    const row = { estado, payload, sello_recibido: seal, historial: JSON.stringify(historial) }
    await withRows(
      pool,
      { documents: DOCUMENTS, events: [eventRow('e', 'doc', row)] },
      async () => {
        const found = await eventStore.open(pool, TAKEN, dataKey)
        assert.equal(found?.payload, isSent || isAsked ? '"signed"' : undefined, estado)
        assert.deepEqual(found?.doubtfulSince, isAsked ? at(2 * HOUR_MS) : undefined, estado)
      },
    )
  }
})

const EVENTO: Evento = {
  ...{ kind: 'retorno', companyId: UNO, ambiente: '00', nit: NITS.uno, tipoDte: '01' },
  ...{ codigoGeneracion: codeOf('e'), version: 3, payload: '{}', signature: Buffer.from('x') },
  ...{ documento: codeOf('doc'), evento: null, reemplazo: null, totales: null },
  ...{ fecEmi: '2026-08-02', horEmi: '10:11:12' },
}
const words = { fhProcesamiento: null, observaciones: [] }
const SEALED: Settling['verdict'] = { kind: 'sealed', selloRecibido: 's', ...words }
const REJECTED: Settling['verdict'] = {
  ...{ kind: 'rejected', codigoMsg: null, clasificaMsg: null, descripcionMsg: null, ...words },
}
const UNANSWERED: Settling['verdict'] = { kind: 'unanswered', why: 'timeout' }
const NEXT = at(HOUR_MS)
const LEASED = { lease_until: NOW, retry_at: NOW }

// biome-ignore format: a table
const SETTLED: readonly (readonly [estado: EstadoEvento, isDoubtful: boolean, verdict: Settling['verdict'], settled: string | null, changes: readonly string[]])[] = [
  ['firmado',    false, REJECTED,   'rechazado', ['events uno e: estado historial lease_until rechazo retry_at']],
  ['rechazado',  true,  SEALED,     'sellado',   ['events uno e: estado historial lease_until retry_at sello_recibido']],
  ['rechazado',  true,  UNANSWERED, null,        ['events uno e: lease_until retry_at']],
  ['abandonado', true,  UNANSWERED, null,        ['events uno e: lease_until retry_at']],
  ['firmado',    true,  UNANSWERED, null,        []],
]

test('of an event in doubt a seal alone is stored; without one it is asked about later', async () => {
  for (const [estado, isDoubtful, verdict, settled, changes] of SETTLED) {
    const row = { estado, sello_recibido: null, ...LEASED }
    const events = [
      ...[eventRow('e', 'doc', row), eventRow('e', 'doc', { ...row, ...FAR })],
      eventRow('eo', 'other', row),
    ]
    await withRows(pool, { documents: DOCUMENTS, events, holding: [], outbox: [] }, async () => {
      const filing = { ...EVENTO, ...(isDoubtful && { doubtfulSince: NOW }) }
      const settling = { verdict, now: NOW, retryAt: verdict === UNANSWERED ? NEXT : null }
      const found: unknown[] = []
      const changed = await changesOf(async () => {
        found.push(await eventStore.settle(pool, filing, settling))
        const later = await pool.many(
          'select lease_until from events where retry_at = $1 and company_id = $2',
          [NEXT, UNO],
        )
        found.push(later)
      })
      const isLater = verdict === UNANSWERED && changes.length > 0
      assert.deepEqual(changed, changes, `${estado} ${verdict.kind}`)
      assert.deepEqual(found, [settled, isLater ? [{ lease_until: null }] : []])
    })
  }
})

const undone = new Error('undone')

test('a verdict first waits for who changes its document, or its company if it is of operations', async () => {
  const settling = { verdict: SEALED, now: NOW, retryAt: null }
  const signed = { estado: 'firmado', sello_recibido: null }
  const operaciones = { kind: 'operaciones', documento: null, totales: '{}' }
  const rows = {
    documents: DOCUMENTS,
    events: [
      ...[eventRow('e', 'doc', signed), eventRow('op', 'doc', operaciones)],
      voids('v', 'doc', { ...signed, documento: null, evento: idOf('op') }),
    ],
    ...{ holding: [], outbox: [] },
  }
  const ofReturn = () => settleEvento(hasty, EVENTO, settling)
  const ofOperations = () =>
    settleEvento(
      hasty,
      {
        ...{ ...EVENTO, kind: 'invalidacion', codigoGeneracion: codeOf('v') },
        ...{ documento: null, evento: codeOf('op') },
      },
      settling,
    )
  const during = (lock: Parameters<typeof transaction>[1], work: () => Promise<unknown>) =>
    assert.rejects(
      transaction(pool, async (tx) => {
        await lock(tx)
        await work()
        throw undone
      }),
      undone,
    )
  await withRows(pool, rows, async () => {
    await during(
      (tx) => lockDocuments(tx, UNO, [idOf('doc')]),
      () => assert.rejects(ofReturn(), { code: '55P03' }),
    )
    await during(
      (tx) => lockCompany(tx, UNO),
      () => assert.rejects(ofOperations(), { code: '55P03' }),
    )
    await during(
      (tx) => lockDocuments(tx, UNO, [idOf('other')]),
      async () => assert.equal(await ofReturn(), 'sellado'),
    )
    await during(
      (tx) => lockCompany(tx, idOf('dos')),
      async () => assert.equal(await ofOperations(), 'sellado'),
    )
  })
})
