import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, oneApart, watch, withRows } from '../../../test/neighbours.ts'
import {
  at,
  DAY_MS,
  dataKeyOf,
  fillTwoCompanies,
  HOUR_MS,
  NOW,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import { statement, type Tx, transaction } from '../../base/db/tx.ts'
import { type Forgetting, forgetDue } from '../cluster/forget.ts'
import { OLD_DRAFTS } from '../drafts/store.ts'
import { OLD_PROPOSALS } from '../proposals/store.ts'
import type { Claim } from './claim.ts'
import {
  type Claimant,
  nameClaimsSql,
  OLD_CLAIMS,
  reopenClaim,
  settleClaim,
  takeClaim,
} from './claims.ts'
import { findClaim } from './earlier.ts'
import { keepAnswer, OLD_ANSWERS, takeKey } from './kept-answers.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

type Row = Readonly<Record<string, unknown>>

const [UNO, DOS] = [idOf('uno'), idOf('dos')]
const CODE = idOf('code')

/** A row of each table that forgets, with the column that names it last, and what its neighbours have instead. */
const FORGETTING = {
  claims: {
    old: OLD_CLAIMS,
    keptMs: DAY_MS,
    row: (name: string, since: Date): Row => ({
      ...{ company_id: UNO, key_id: 'k1', room: 'issue', idempotency_key: name },
      ...{ body_hash: '', claimed_at: since, codigo_generacion: CODE, outcome: '{}' },
    }),
    others: { company_id: DOS, key_id: 'k2', room: 'sign' },
    part: ['k1', 'issue'],
    names: ['a', 'b'],
  },
  kept_answers: {
    old: OLD_ANSWERS,
    keptMs: DAY_MS,
    row: (name: string, since: Date): Row => ({
      ...{ company_id: UNO, key_id: 'k1', idempotency_key: name },
      ...{ body_hash: '', claimed_at: since, status: 200, body: '' },
    }),
    others: { company_id: DOS, key_id: 'k2' },
    part: ['k1'],
    names: ['a', 'b'],
  },
  drafts: {
    old: OLD_DRAFTS,
    keptMs: 180 * DAY_MS,
    row: (name: string, since: Date): Row => ({
      ...{ company_id: UNO, person_id: idOf('ana'), ambiente: '00', draft_id: name },
      ...{ content: '', revision: 1, saved_at: since },
    }),
    others: { company_id: DOS, person_id: idOf('bea'), ambiente: '01' },
    part: [idOf('ana'), '00'],
    names: [idOf('a'), idOf('b')],
  },
  proposals: {
    old: OLD_PROPOSALS,
    keptMs: 30 * DAY_MS,
    row: (name: string, since: Date): Row => ({
      ...{ company_id: UNO, proposal_id: name, ambiente: '00', key_id: 'k1', tipo_dte: '01' },
      ...{ summary: '', content: '', created_at: since, expires_at: since },
    }),
    others: { company_id: DOS },
    part: [],
    names: [idOf('a'), idOf('b')],
  },
} satisfies Record<string, unknown>
const TABLES = Object.keys(FORGETTING) as (keyof typeof FORGETTING)[]

let changesOf: Awaited<ReturnType<typeof watch>>
before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  changesOf = await watch(pool, TABLES)
})

const labelOf = (table: keyof typeof FORGETTING) => {
  const { part } = FORGETTING[table]
  return [table, 'uno', ...part.map((one) => (one === idOf('ana') ? 'ana' : one))].join(' ')
}

for (const table of TABLES) {
  const { old, keptMs, row, others, part, names } = FORGETTING[table]
  const [a = '', b = ''] = names
  const { list, forget }: Forgetting = old
  const [fresh, aged] = [at(1 - keptMs), at(-keptMs)]

  test(`of what was listed in ${table} only what is still old is deleted, and nothing of a neighbour`, async () => {
    // What was listed as old and was written again since; of the neighbours the reverse is old.
    const rows = [
      row(a, aged),
      row(b, fresh),
      ...oneApart(row(a, fresh), others).slice(1),
      ...oneApart(row(b, aged), others).slice(1),
    ]
    await withRows(pool, { [table]: rows }, async () => {
      const values = [UNO, NOW, names, ...part]
      assert.deepEqual(await changesOf(() => statement(pool, forget, values)), [
        `- ${labelOf(table)} a`,
      ])
    })
  })

  test(`${table} of every company are listed by age, and deleted at their end and not before`, async () => {
    const older = at(-keptMs - HOUR_MS)
    const rows = [row(a, aged), { ...row(b, older), company_id: DOS }, row(b, fresh)]
    await withRows(pool, { [table]: rows }, async () => {
      const listed = async (limit: number, except: readonly string[]) =>
        (await pool.many<{ company_id: string }>(list(''), [NOW, except, limit])).map(
          ({ company_id }) => company_id,
        )
      assert.deepEqual(await listed(9, []), [DOS, UNO])
      assert.deepEqual(await listed(1, []), [DOS])
      assert.deepEqual(await listed(9, [DOS]), [UNO])
      const now = { now: NOW, onSkipped: assert.fail }
      const changes = await changesOf(() => forgetDue(pool, old, now))
      const gone = [`- ${labelOf(table)} a`, `- ${labelOf(table).replace('uno', 'dos')} b`]
      assert.deepEqual(changes, gone.sort())
    })
  })
}

test('a claim without an outcome waits for its document’s', async () => {
  const rows = [{ ...FORGETTING.claims.row('a', at(-9 * DAY_MS)), outcome: null }]
  await withRows(pool, { claims: rows }, async () => {
    const now = { now: NOW, onSkipped: assert.fail }
    assert.deepEqual(await changesOf(() => forgetDue(pool, OLD_CLAIMS, now)), [])
  })
})

const OUTCOME = { estado: 'abandonado', evento: CODE }
const NAME = nameClaimsSql(
  'unnest($2::text[], $3::text[], $4::uuid[]) as d (key_id, idempotency_key, codigo_generacion)',
  '$2',
  '$3',
)
const claimant = (given: Partial<Claimant> = {}): Claimant => ({
  ...{ keyId: 'k1', idempotencyKey: 'a', bodyHash: Buffer.from('x') },
  ...{ codigoGeneracion: idOf('new'), now: NOW, outcome: null },
  ...given,
})

/** What each call does to a claim and to its neighbours, which have the same outcome and the same code. */
const CALLS: readonly {
  readonly what: string
  readonly outcome: object | null
  readonly act: (tx: Tx) => Promise<unknown>
  readonly answer?: unknown
  readonly changes: readonly string[]
}[] = [
  {
    what: 'a claim of a day is taken anew, with all of its new call',
    outcome: OUTCOME,
    act: async (tx) => {
      const taken = await takeClaim(tx, UNO, claimant())
      const open = await tx.many('select 1 from claims where outcome is null')
      assert.equal(open.length, 1, 'it waits for its outcome')
      return taken
    },
    answer: true,
    changes: ['claims uno k1 issue a: body_hash claimed_at codigo_generacion outcome'],
  },
  {
    what: 'a claim of less than a day is not taken',
    outcome: null,
    act: (tx) => takeClaim(tx, UNO, claimant({ now: at(-1) })),
    answer: false,
    changes: [],
  },
  {
    what: 'a claim in the other space is taken there',
    outcome: null,
    act: (tx) => takeClaim(tx, UNO, claimant({ keyId: 'k3' }), 'sign'),
    answer: true,
    changes: ['+ claims uno k3 sign a'],
  },
  {
    what: 'an outcome is stored in the claim that names its code',
    outcome: null,
    act: (tx) =>
      settleClaim(tx, UNO, { key_id: 'k1', idempotency_key: 'a', codigo_generacion: CODE }, {}),
    changes: ['claims uno k1 issue a: outcome'],
  },
  {
    what: 'the first outcome is kept',
    outcome: OUTCOME,
    act: (tx) =>
      settleClaim(tx, UNO, { key_id: 'k1', idempotency_key: 'a', codigo_generacion: CODE }, {}),
    changes: [],
  },
  {
    what: 'a claim that another call has by now is not settled',
    outcome: null,
    act: (tx) =>
      settleClaim(tx, UNO, { key_id: 'k1', idempotency_key: 'a', codigo_generacion: UNO }, {}),
    changes: [],
  },
  {
    what: 'an abandoned event’s claim waits for the next one',
    outcome: OUTCOME,
    act: (tx) => reopenClaim(tx, UNO, claimant(), CODE),
    answer: true,
    changes: ['claims uno k1 issue a: outcome'],
  },
  {
    what: 'a claim of another event is not reopened',
    outcome: OUTCOME,
    act: (tx) => reopenClaim(tx, UNO, claimant(), UNO),
    answer: false,
    changes: [],
  },
  {
    what: 'a claim whose event was not abandoned is not reopened',
    outcome: { ...OUTCOME, estado: 'sellado' },
    act: (tx) => reopenClaim(tx, UNO, claimant(), CODE),
    answer: false,
    changes: [],
  },
  {
    what: 'claims get the codes of their documents, each its own',
    outcome: null,
    act: (tx) => tx.run(NAME, [UNO, ['k1', 'k2'], ['a', 'b'], [idOf('new'), idOf('new2')]]),
    answer: 2,
    changes: [
      'claims uno k1 issue a: codigo_generacion',
      'claims uno k2 issue b: codigo_generacion',
    ],
  },
  {
    what: 'a claim that names its document is not written again',
    outcome: null,
    act: (tx) => tx.run(NAME, [UNO, ['k1'], ['a'], [CODE]]),
    answer: 0,
    changes: [],
  },
]

const claimRows = (outcome: object | null): readonly Row[] => {
  const json = outcome && JSON.stringify(outcome)
  const row = { ...FORGETTING.claims.row('a', at(-DAY_MS)), outcome: json }
  const apart = oneApart<Row>(row, { ...FORGETTING.claims.others, idempotency_key: 'b' })
  return [...apart, { ...row, key_id: 'k2', idempotency_key: 'b' }]
}

for (const { what, outcome, act, answer, changes } of CALLS) {
  test(what, async () => {
    await withRows(pool, { claims: claimRows(outcome) }, async () => {
      let answered: unknown
      const changed = await changesOf(async () => {
        answered = await transaction(pool, act)
      })
      assert.deepEqual([changed, answered], [changes, answer])
    })
  })
}

const claim: Claim = {
  ...{ space: 'issue', route: 'issue', idempotencyKey: 'a' },
  ...{ bodyHash: Buffer.from('x'), olderBodyHashes: [] },
}

test('a claim is found by its company, key, space and Idempotency-Key', async () => {
  const rows = claimRows(null).map((row, n) => ({ ...row, codigo_generacion: idOf(`c${n}`) }))
  await withRows(pool, { claims: rows }, async () => {
    const key = { companyId: UNO, keyId: 'k1' }
    const found = await findClaim({ pool, key, claim, now: NOW })
    assert.equal(found?.codigo_generacion, idOf('c0'))
  })
})

test('an answer is kept under its company, key and Idempotency-Key, for a day', async () => {
  const rows = oneApart<Row>(FORGETTING.kept_answers.row('a', at(-DAY_MS)), {
    ...FORGETTING.kept_answers.others,
    idempotency_key: 'b',
  })
  await withRows(pool, { kept_answers: rows }, async () => {
    const holder = { companyId: UNO, keyId: 'k1', dataKey: dataKeyOf('uno') }
    const answer = { status: 201, body: 'stored' } as const
    const given = { claim, answer, random: systemRandom }
    const take = (now: Date) => transaction(pool, (tx) => takeKey(tx, holder, { claim, now }))
    const changes = await changesOf(async () => {
      assert.equal(await take(NOW), null)
      await transaction(pool, (tx) => keepAnswer(tx, holder, given))
      assert.deepEqual(await take(at(DAY_MS - 1)), answer)
      const other = { ...claim, bodyHash: Buffer.from('y') }
      const reused = (tx: Tx) => takeKey(tx, holder, { claim: other, now: at(DAY_MS - 1) })
      await assert.rejects(transaction(pool, reused), { code: 'idempotency_key_reuse' })
    })
    assert.deepEqual(changes, ['kept_answers uno k1 a: body body_hash claimed_at status'])
  })
})
