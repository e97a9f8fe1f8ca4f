/** Which rows are held until a commit, so that nobody decides about them meanwhile, and which are passed over. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, oneApart, withRows } from '../../../test/neighbours.ts'
import {
  at,
  dataKeyOf,
  documentRow,
  fillTwoCompanies,
  HOUR_MS,
  NOW,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom as random } from '../../base/clock.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { formLot } from '../outages/lots.ts'
import { encryptPayload } from '../transmission/payload.ts'
import { lockDoubtful } from './doubtful.ts'
import { takeListed } from './liquidated.ts'
import { lockDocuments } from './related.ts'
import { releaseReservados } from './reservado.ts'
import { fillTerceros } from './tercero.ts'
import { waitingDocuments } from './waiting.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
before(() => fillTwoCompanies(pool, newSecrets()))

type Row = Readonly<Record<string, unknown>>

const UNO = idOf('uno')
const OF = { companyId: UNO, ambiente: '00', liquidacion: idOf('liq') } as const
const LISTED = { tipoDte: '01', numero: idOf('doc').toUpperCase(), invalidado: false }

const FAR = { company_id: idOf('dos') }
const listed = {
  ...{ company_id: UNO, ambiente: '00', tipo_dte: '01', numero: LISTED.numero },
  ...{ invalidado: false, liquidacion: idOf('liq2') },
}
/** Each row, of which the first is the one asked for. */
const ROWS = {
  documents: [
    ...[documentRow('doc', { estado: 'rechazado' }), documentRow('liq2')],
    ...[documentRow('doc', { ...FAR, estado: 'rechazado' }), documentRow('liq2', FAR)],
  ],
  liquidated_documents: oneApart<Row>(listed, {
    ...{ ...FAR, ambiente: '01', tipo_dte: '03', numero: idOf('no').toUpperCase() },
    invalidado: true,
  }),
}

/** What holds the first row of a table, against which lock of another transaction. */
const HOLDS: Readonly<
  Record<string, readonly [(tx: Tx) => Promise<unknown>, keyof typeof ROWS, string]>
> = {
  'an attempt that may be replaced': [
    (tx) => lockDoubtful(tx, UNO, idOf('doc')),
    'documents',
    'key share',
  ],
  'a document that is adjusted, invalidated or returned': [
    (tx) => lockDocuments(tx, UNO, [idOf('doc')]),
    'documents',
    'no key update',
  ],
  'what another liquidation lists': [
    (tx) => takeListed(tx, OF, [LISTED]),
    'liquidated_documents',
    'key share',
  ],
}

for (const [what, [act, table, lock]] of Object.entries(HOLDS)) {
  test(`${what} is held until the commit, and no neighbour`, async () => {
    await withRows(pool, ROWS, async () => {
      const [own] = await pool.many<{ ctid: string }>(
        `select ctid::text from ${table} order by ctid`,
      )
      const free = async () =>
        (
          await pool.many<{ ctid: string }>(
            `select ctid::text from ${table} for ${lock} skip locked`,
          )
        ).map(({ ctid }) => ctid)
      await transaction(pool, async (tx) => {
        await act(tx)
        const others = await free()
        assert.equal(others.length, ROWS[table].length - 1)
        assert.equal(others.includes(own?.ctid ?? ''), false)
      })
      assert.equal((await free()).length, ROWS[table].length)
    })
  })
}

const unread = (name: string) =>
  documentRow(name, {
    tercero: null,
    payload: encryptPayload(
      {
        ...{ kind: 'documento', companyId: UNO, codigoGeneracion: idOf(name).toUpperCase() },
        payload: '{}',
      },
      { dataKey: dataKeyOf('uno'), random },
    ),
  })
const inLot = (name: string) =>
  documentRow(name, {
    ...{ estado: 'contingencia', outage_id: idOf('out'), evento_contingencia: idOf('ev') },
  })
const CODES = ['held', 'free'].map(idOf)

/** What does its work with the document `free` while another transaction has `held`. */
const PASSES: Readonly<
  Record<string, readonly [row: (name: string) => Row, act: () => Promise<unknown>, unknown]>
> = {
  'a document of an older release is read by whoever has it': [
    unread,
    () => fillTerceros(pool, { companyId: UNO, dataKey: dataKeyOf('uno') }),
    1,
  ],
  'a document that a lot may take is left to whoever has it': [
    inLot,
    async () => {
      const ready = { company_id: UNO, evento: idOf('ev'), ambiente: '00' } as const
      await formLot(pool, ready, { lote: idOf('lote'), limit: 9, now: NOW })
      return pool.many('select codigo_generacion as code from documents where lote is not null')
    },
    [{ code: idOf('free') }],
  ],
  'a reservation at its end is left to whoever signs it': [
    (name) => documentRow(name, { estado: 'reservado' }),
    async () => (await transaction(pool, (tx) => releaseReservados(tx, UNO, CODES, NOW))).length,
    1,
  ],
  'what is due is left to whoever sends it': [
    (name) => documentRow(name, { lease_until: NOW }),
    async () => {
      const lease = { now: NOW, leaseUntil: at(HOUR_MS), away: [] }
      const taken = await waitingDocuments.take(pool, { companyId: UNO, codes: CODES }, lease)
      return taken.map(({ codigo_generacion }) => codigo_generacion)
    },
    [idOf('free')],
  ],
}

for (const [what, [row, act, done]] of Object.entries(PASSES)) {
  test(what, async () => {
    const [held, free] = ['held', 'free'].map(row) as [Row, Row]
    const rows = {
      ministry_outages: [{ outage_id: idOf('out'), ambiente: '00', opened_at: NOW, probe_at: NOW }],
      events: [
        {
          ...{ company_id: UNO, codigo_generacion: idOf('ev'), kind: 'contingencia' },
          ...{ ambiente: '00', tipo_dte: '01', fec_emi: '2026-08-03', hor_emi: '09:00:00' },
          ...{ key_id: 'k', idempotency_key: 'e', intencion: '', estado: 'sellado', version: 1 },
          ...{ payload: '', signature: 'x', historial: '[]', created_at: NOW },
        },
      ],
      lots: [],
      documents: [held, free],
    }
    await withRows(pool, rows, () =>
      transaction(pool, async (tx) => {
        const sql = 'select 1 from documents where codigo_generacion = $1 for update'
        await tx.one(sql, [idOf('held')])
        assert.deepEqual(await act(), done)
      }),
    )
  })
}
