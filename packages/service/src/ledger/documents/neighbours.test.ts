import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, namesIn, watch, withRows } from '../../../test/neighbours.ts'
import {
  at,
  DAY_MS,
  documentRow,
  eventRow,
  fillTwoCompanies,
  HOUR_MS,
  NOW,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { findCodes } from './codes.ts'
import { moveRejected } from './corrected.ts'
import { countWaiting, countWaitingOfEach } from './count-waiting.ts'
import {
  findDoubtfulByReferencia,
  findSubstitute,
  lockDoubtful,
  postponeDoubtful,
} from './doubtful.ts'
import type { Firmado } from './firmado.ts'
import { findByReferencia } from './referencia.ts'
import { findBeingInvalidated, lockDocuments } from './related.ts'
import { burnReservados, releaseReservados, signLost, signReservado } from './reservado.ts'
import { waitingDocuments } from './waiting.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

type Row = Readonly<Record<string, unknown>>

const [UNO, DOS] = [idOf('uno'), idOf('dos')]
const OWNER = { companyId: UNO, ambiente: '00' } as const
const DOC = { companyId: UNO, codigoGeneracion: idOf('doc'), signature: Buffer.from('x') }
const names = (codes: Iterable<string>) => [...codes].map((code) => namesIn(code.toLowerCase()))

let changesOf: Awaited<ReturnType<typeof watch>>
before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  changesOf = await watch(pool, [
    ...['documents', 'rejected_documents company_id codigo_generacion', 'claims'],
  ])
})

/** The document, the same code of another company, and another one of its own company. */
const three = (given: Row): readonly Row[] => [
  documentRow('doc', given),
  documentRow('doc', { ...given, company_id: DOS }),
  documentRow('other', given),
]
const LEASED = { lease_until: NOW }
const DOUBTFUL = { estado: 'rechazado', dudoso: true, rechazo: '{}', lease_until: at(HOUR_MS) }
const SIGNING = {
  ...{ ...DOC, keyId: 'k1', idempotencyKey: 'sign', bodyHash: Buffer.alloc(0) },
  ...{ now: at(1), leaseUntil: at(HOUR_MS) },
}

const LOST = { ...DOC, signature: Buffer.from('z') } as unknown as Firmado

/** What each call changes of a document and its neighbours. */
const CALLS: readonly {
  readonly what: string
  readonly rows: readonly Row[]
  readonly act: (tx: Tx) => Promise<unknown>
  readonly changes: readonly string[]
}[] = [
  {
    what: 'a doubtful attempt is asked about later',
    rows: three(DOUBTFUL),
    act: () => postponeDoubtful(pool, DOC as Parameters<typeof postponeDoubtful>[1], NOW),
    changes: ['documents uno doc: lease_until'],
  },
  {
    what: 'one whose bytes are others’ by now is not',
    rows: three({ ...DOUBTFUL, signature: 'y' }),
    act: () => postponeDoubtful(pool, DOC as Parameters<typeof postponeDoubtful>[1], NOW),
    changes: [],
  },
  {
    what: 'nor one that is in no doubt',
    rows: three({ ...DOUBTFUL, dudoso: false }),
    act: () => postponeDoubtful(pool, DOC as Parameters<typeof postponeDoubtful>[1], NOW),
    changes: [],
  },
  {
    what: 'nor one that was sealed after all',
    rows: three({ ...DOUBTFUL, estado: 'sellado', sello_recibido: 'S' }),
    act: () => postponeDoubtful(pool, DOC as Parameters<typeof postponeDoubtful>[1], NOW),
    changes: [],
  },
  {
    what: 'a rejected attempt is archived for its correction',
    rows: three(DOUBTFUL),
    act: (tx) => moveRejected(tx, DOC, { beginning: 'issue', now: NOW }),
    changes: ['+ rejected_documents uno doc', '- documents uno doc'],
  },
  {
    what: 'another attempt under its code is not',
    rows: three({ ...DOUBTFUL, signature: 'y' }),
    act: (tx) => moveRejected(tx, DOC, { beginning: 'issue', now: NOW }),
    changes: [],
  },
  {
    what: 'a reservation is released at its end',
    rows: three({ estado: 'reservado' }),
    act: (tx) => releaseReservados(tx, UNO, [idOf('doc')], NOW),
    changes: ['documents uno doc: estado historial'],
  },
  {
    what: 'and not a moment earlier',
    rows: three({ estado: 'reservado' }),
    act: (tx) => releaseReservados(tx, UNO, [idOf('doc')], at(-1)),
    changes: [],
  },
  {
    what: 'one that was signed meanwhile is not released',
    rows: three({ vence_en: NOW }),
    act: (tx) => releaseReservados(tx, UNO, [idOf('doc')], NOW),
    changes: [],
  },
  {
    what: 'after a restore a reservation is burnt before its end',
    rows: three({ estado: 'reservado', vence_en: at(DAY_MS) }),
    act: (tx) => burnReservados(tx, UNO, [idOf('doc')], NOW),
    changes: ['documents uno doc: estado historial'],
  },
  {
    what: 'a signature moves its own reservation',
    rows: three({ estado: 'reservado' }),
    act: (tx) => signReservado(tx, SIGNING),
    changes: [
      '+ claims uno k1 sign sign',
      'documents uno doc: created_at estado historial idempotency_key lease_until position room signature',
    ],
  },
  {
    what: 'and none of another key',
    rows: three({ estado: 'reservado', key_id: 'k2' }),
    act: (tx) => signReservado(tx, SIGNING),
    changes: ['+ claims uno k1 sign sign'],
  },
  {
    what: 'a signature that a restore had lost moves its reservation',
    rows: three({ estado: 'reservado' }),
    act: (tx) => signLost(tx, LOST, SIGNING),
    changes: ['documents uno doc: created_at estado historial lease_until position signature'],
  },
  {
    what: 'and nothing that is signed already',
    rows: three({}),
    act: (tx) => signLost(tx, LOST, SIGNING),
    changes: [],
  },
  {
    what: 'what is due is taken by its code, for another lease',
    rows: three(LEASED),
    act: () =>
      waitingDocuments.take(
        pool,
        { companyId: UNO, codes: [idOf('doc')] },
        { now: NOW, leaseUntil: at(1), away: ['01'] },
      ),
    changes: ['documents uno doc: attempts lease_until'],
  },
  {
    what: 'what is due later, or in an environment that is away, is not taken',
    rows: three(LEASED),
    act: async () => {
      const codes = { companyId: UNO, codes: [idOf('doc')] }
      await waitingDocuments.take(pool, codes, { now: at(-1), leaseUntil: at(1), away: [] })
      await waitingDocuments.take(pool, codes, { now: NOW, leaseUntil: at(1), away: ['00'] })
    },
    changes: [],
  },
]

for (const { what, rows, act, changes } of CALLS) {
  test(`${what}: no neighbour changes`, async () => {
    await withRows(pool, { documents: rows }, async () => {
      assert.deepEqual(await changesOf(() => transaction(pool, act)), changes)
    })
  })
}

const r = { referencia: 'r' }
const X = { sustituye: idOf('x') }
const waits = { estado: 'contingencia' }
/** What each read finds among rows of which all others are its neighbours. */
const READS: readonly {
  readonly what: string
  readonly rows: Readonly<Record<string, readonly Row[]>>
  readonly read: (tx: Tx) => Promise<unknown>
  readonly found: unknown
}[] = [
  {
    what: 'codes of documents',
    rows: {
      documents: [
        documentRow('doc'),
        documentRow('other'),
        documentRow('far', { company_id: DOS }),
      ],
    },
    read: async () => names(await findCodes(pool, UNO, [idOf('doc'), idOf('far')])),
    found: ['doc'],
  },
  {
    what: 'the living document of a reference',
    rows: {
      documents: [
        documentRow('doc', r),
        documentRow('gone', { ...r, estado: 'rechazado' }),
        documentRow('other', { referencia: 's' }),
        documentRow('far', { ...r, company_id: DOS }),
        documentRow('live', { ...r, ambiente: '01' }),
      ],
    },
    read: async () => names([(await findByReferencia(pool, OWNER, 'r')) ?? '']),
    found: ['doc'],
  },
  {
    what: 'the latest doubtful attempt of a reference',
    rows: {
      documents: [
        documentRow('old', { ...DOUBTFUL, ...r }),
        documentRow('doc', { ...DOUBTFUL, ...r, created_at: at(1) }),
        documentRow('sure', { ...DOUBTFUL, ...r, dudoso: false, created_at: at(2) }),
        documentRow('sealed', { ...r, dudoso: true, estado: 'sellado', created_at: at(2) }),
        documentRow('other', { ...DOUBTFUL, referencia: 's', created_at: at(2) }),
        documentRow('far', { ...DOUBTFUL, ...r, company_id: DOS, created_at: at(2) }),
        documentRow('live', { ...DOUBTFUL, ...r, ambiente: '01', created_at: at(2) }),
      ],
    },
    read: async () => names([(await findDoubtfulByReferencia(pool, OWNER, 'r')) ?? '']),
    found: ['doc'],
  },
  {
    what: 'the latest document in the place of an attempt, of the states asked for',
    rows: {
      documents: [
        documentRow('old', { ...X, estado: 'rechazado' }),
        documentRow('doc', { ...X, created_at: at(1) }),
        documentRow('gone', { ...X, estado: 'liberado', created_at: at(2) }),
        documentRow('other', { sustituye: idOf('y'), created_at: at(2) }),
        documentRow('far', { ...X, company_id: DOS, created_at: at(2) }),
      ],
    },
    read: async () => [
      ...names([(await findSubstitute(pool, UNO, idOf('x'))) ?? '']),
      ...names([(await findSubstitute(pool, UNO, idOf('x'), ['rechazado'])) ?? '']),
    ],
    found: ['doc', 'old'],
  },
  {
    what: 'whether an attempt may still be replaced',
    rows: {
      documents: [
        documentRow('doc', { estado: 'rechazado' }),
        documentRow('void', { estado: 'invalidado' }),
        documentRow('sealed', { estado: 'sellado' }),
        documentRow('far', { company_id: DOS, estado: 'rechazado' }),
      ],
    },
    read: (tx) =>
      Promise.all(
        ['doc', 'void', 'sealed', 'far'].map((name) => lockDoubtful(tx, UNO, idOf(name))),
      ),
    found: [true, true, false, false],
  },
  {
    what: 'the states of documents that are locked',
    rows: { documents: [...three({ estado: 'sellado' }), documentRow('third')] },
    read: async (tx) => {
      const locked = await lockDocuments(tx, UNO, [idOf('doc'), idOf('third')])
      return [...locked].map(([code, estado]) => [...names([code]), estado])
    },
    found: [
      ['doc', 'sellado'],
      ['third', 'firmado'],
    ],
  },
  {
    what: 'documents whose invalidation has no verdict',
    rows: {
      documents: [
        ...three({ estado: 'sellado' }),
        ...['sealed', 'return'].map((name) => documentRow(name, { estado: 'sellado' })),
      ],
      events: [
        eventRow('e1', 'doc', { kind: 'invalidacion', estado: 'firmado' }),
        eventRow('e2', 'other', { kind: 'invalidacion', estado: 'firmado' }),
        eventRow('e3', 'sealed', { kind: 'invalidacion' }),
        eventRow('e4', 'return', { estado: 'firmado' }),
        eventRow('e5', 'return', {
          ...{ kind: 'invalidacion', estado: 'firmado', evento: idOf('e4') },
        }),
        eventRow('e6', 'doc', { company_id: DOS, kind: 'invalidacion', estado: 'firmado' }),
      ],
    },
    read: async (tx) => {
      const codes = ['doc', 'sealed', 'return'].map(idOf)
      return names(await findBeingInvalidated(tx, UNO, codes))
    },
    found: ['doc'],
  },
  {
    what: 'how many wait, of the states asked for and no more than that',
    rows: {
      documents: [
        ...[documentRow('doc', waits), documentRow('ccf', { ...waits, tipo_dte: '03' })],
        ...[documentRow('signed'), documentRow('done', { estado: 'sellado' })],
        ...[documentRow('far', { ...waits, ...{ company_id: DOS } })],
        ...[documentRow('live', { ...waits, ambiente: '01' })],
      ],
    },
    read: async () => [
      await countWaiting(pool, { ...OWNER, estados: ['contingencia'] }, null),
      await countWaiting(pool, { ...OWNER, estados: ['contingencia', 'firmado'] }, null),
      await countWaiting(pool, { ...OWNER, estados: ['contingencia', 'firmado'] }, 2),
      await countWaiting(pool, { ...OWNER, estados: ['contingencia', 'firmado'] }, 1),
      ...(await countWaitingOfEach(pool, [OWNER], { max: 1, onSkipped: assert.fail })),
      ...(await countWaitingOfEach(
        pool,
        [OWNER, { companyId: DOS, ambiente: '00' }, { companyId: UNO, ambiente: '01' }],
        { max: 2, onSkipped: assert.fail },
      )),
      ...(await countWaitingOfEach(pool, [OWNER, { companyId: DOS, ambiente: '01' }], {
        max: 9,
        onSkipped: assert.fail,
      })),
    ],
    found: [2, 3, 2, 1, 1, 2, 1, 1, 3, 0],
  },
]

for (const { what, rows, read, found } of READS) {
  test(`${what}: no neighbour is found`, async () => {
    await withRows(pool, rows, async () => assert.deepEqual(await transaction(pool, read), found))
  })
}

test('a signature enters the list now, as the newest, with the lease of its request', async () => {
  const signed: readonly (readonly [(tx: Tx) => Promise<unknown>, Buffer])[] = [
    [(tx) => signReservado(tx, SIGNING), DOC.signature],
    [(tx) => signLost(tx, LOST, SIGNING), LOST.signature],
  ]
  for (const [act, signature] of signed) {
    const documents = [documentRow('doc', { estado: 'reservado' }), documentRow('other')]
    await withRows(pool, { claims: [], documents }, async () => {
      await transaction(pool, act)
      const rows = await pool.many(
        `select codigo_generacion, signature, created_at, lease_until from documents
          order by position desc limit 1`,
      )
      const { now: created_at, leaseUntil: lease_until } = SIGNING
      const row = { codigo_generacion: idOf('doc'), signature, created_at, lease_until }
      assert.deepEqual(rows, [row])
    })
  }
})

test('the end of a reservation is in its history with its reason', async () => {
  const ends: readonly (readonly [(tx: Tx) => Promise<unknown>, string])[] = [
    [(tx) => releaseReservados(tx, UNO, [DOC.codigoGeneracion], NOW), `liberado ${MOTIVO}`],
    [(tx) => burnReservados(tx, UNO, [DOC.codigoGeneracion], NOW), `liberado ${BURNT}`],
    [(tx) => signReservado(tx, { ...SIGNING, now: NOW }), 'firmado'],
    [(tx) => signLost(tx, LOST, { ...SIGNING, now: NOW }), 'firmado'],
  ]
  for (const [act, said] of ends) {
    const rows = { claims: [], documents: [documentRow('doc', { estado: 'reservado' })] }
    await withRows(pool, rows, async () => {
      await transaction(pool, act)
      const { last } = await pool.one<{ last: string }>(
        'select historial ->> -1 as last from documents',
      )
      assert.equal(last.replace(` ${NOW.toISOString()}`, ''), said)
    })
  }
})

const MOTIVO = 'Venció el plazo para firmarlo; su número volvió a la serie.'
const BURNT = 'La base de datos se restauró; su número no vuelve a la serie.'
