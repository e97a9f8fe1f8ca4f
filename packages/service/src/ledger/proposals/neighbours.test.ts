import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { combined, idOf, namesIn, put, watch, withRows } from '../../../test/neighbours.ts'
import {
  AMBIENTES,
  at,
  COMPANIES,
  DAY_MS,
  dataKeyOf,
  documentRow,
  fillTwoCompanies,
  keyIdOf,
  NOW,
  PEOPLE,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import { transaction } from '../../base/db/tx.ts'
import { deleteDraft, findDraft, listDrafts, saveDraft } from '../drafts/store.ts'
import {
  countPending,
  discardProposal,
  findProposal,
  listProposals,
  type ProposalsOf,
  readContent,
  referenciaOf,
  storeProposal,
} from './store.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
const secrets = newSecrets()
const deps = { pool, secrets, random: systemRandom }

type Ambiente = (typeof AMBIENTES)[number]
const ofCompany = (company: string, ambiente: Ambiente): ProposalsOf => ({
  ...{ companyId: idOf(company), ambiente, dataKey: dataKeyOf(company) },
})
const OF = ofCompany('uno', '00')
const DRAFTS_OF = { companyId: idOf('uno'), personId: idOf('ana'), ambiente: '00' } as const
const draft = (id: string, revision: number, resumen: string) => ({
  ...{ id: idOf(id), revision, now: at(revision), tipoDte: '01', resumen, contenido: { resumen } },
})

interface Proposed {
  readonly id: string
  readonly keyId: string
  readonly said: string
  readonly now: Date
}
function propose(of: ProposalsOf, { said, ...which }: Proposed) {
  const proposal = {
    ...{ ...which, tipoDte: '01', receptor: null },
    ...{ totales: { said }, peticion: { said }, documento: {} },
  } as unknown as Parameters<typeof storeProposal>[2]['proposal']
  return transaction(pool, (tx) => storeProposal(tx, of, { proposal, random: systemRandom }))
}

let changesOf: Awaited<ReturnType<typeof watch>>
before(async () => {
  await fillTwoCompanies(pool, secrets)
  for (const { company, ambiente } of combined({ company: COMPANIES, ambiente: AMBIENTES })) {
    for (const [n, name] of ['one', 'two'].entries()) {
      // An id is of one environment; another company may have the same.
      const id = idOf(`${name}${ambiente}`)
      const said = `${company} ${ambiente} ${name}`
      const keyId = keyIdOf(company, 'ana', ambiente)
      const of = ofCompany(company, ambiente)
      assert.equal(await propose(of, { id, keyId, said, now: at(n) }), 'stored')
    }
  }
  const owners = combined({ company: COMPANIES, person: PEOPLE, ambiente: AMBIENTES })
  for (const { company, person, ambiente } of owners) {
    const of = { companyId: idOf(company), personId: idOf(person), ambiente }
    for (const [n, name] of ['one', 'two'].entries()) {
      const saved = draft(name, 0, `${company} ${person} ${ambiente} ${name}`)
      assert.deepEqual(await saveDraft(deps, of, { ...saved, now: at(n) }), { revision: 1 })
    }
  }
  changesOf = await watch(pool, ['proposals', 'drafts'])
})

test('a draft is found, saved and deleted as its own person’s, of its company and environment', async () => {
  const listed = await listDrafts(pool, secrets, DRAFTS_OF)
  assert.deepEqual(
    listed.map(({ resumen }) => resumen),
    ['uno ana 00 two', 'uno ana 00 one'],
  )
  assert.equal((await findDraft(pool, secrets, DRAFTS_OF, idOf('one')))?.resumen, 'uno ana 00 one')
  const save = (revision: number) => saveDraft(deps, DRAFTS_OF, draft('one', revision, 'new'))
  const saved = await changesOf(async () => {
    assert.deepEqual(
      [await save(1), await save(1), await save(0)],
      [{ revision: 2 }, 'newer', 'newer'],
    )
  })
  assert.deepEqual(saved, ['drafts uno ana 00 one: content revision saved_at summary'])
  const deleted = await changesOf(() => deleteDraft(pool, DRAFTS_OF, idOf('one')))
  assert.deepEqual(deleted, ['- drafts uno ana 00 one'])
})

test('a person has two hundred drafts in a company and environment, whatever others have', async () => {
  await changesOf(async () => {
    const { companyId, personId, ambiente } = DRAFTS_OF
    await pool.many(
      `insert into drafts (company_id, person_id, ambiente, draft_id, content, saved_at, revision)
       select $1, $2, $3, gen_random_uuid(), '', $4, 1 from generate_series(1, 197)`,
      [companyId, personId, ambiente, NOW],
    )
    const save = (id: string, revision: number) =>
      saveDraft(deps, DRAFTS_OF, draft(id, revision, 'new'))
    assert.deepEqual(
      [await save('last', 0), await save('more', 0), await save('one', 1), await save('one', 0)],
      [{ revision: 1 }, 'too_many', { revision: 2 }, 'newer'],
    )
    await pool.many(
      `insert into drafts (company_id, person_id, ambiente, draft_id, content, saved_at, revision)
       values ($1, $2, $3, gen_random_uuid(), '', $4, 1)`,
      [companyId, personId, ambiente, at(-1)],
    )
    assert.equal((await listDrafts(pool, secrets, DRAFTS_OF)).length, 200, 'not the oldest')
    await pool.many(`delete from drafts where content = '' or draft_id = $1`, [idOf('last')])
  })
})

test('a draft has 64 KB of text at most, and a proposal 256', async () => {
  await changesOf(async () => {
    const plain = { tipoDte: '01', resumen: '', contenido: '' }
    const save = (bytes: number) => {
      const contenido = 'x'.repeat(bytes - JSON.stringify(plain).length)
      return saveDraft(deps, DRAFTS_OF, { ...draft('big', 0, ''), contenido })
    }
    assert.deepEqual(
      [await save(64 * 1024 + 1), await save(64 * 1024)],
      ['too_large', { revision: 1 }],
    )
    const content = { peticion: { said: '' }, documento: {} }
    const add = (bytes: number) => {
      const said = 'x'.repeat(bytes - JSON.stringify(content).length)
      return propose(OF, { id: idOf('big'), keyId: keyIdOf('uno', 'ana', '00'), said, now: NOW })
    }
    assert.deepEqual([await add(256 * 1024 + 1), await add(256 * 1024)], ['too_large', 'stored'])
  })
})

test('a summary that an earlier release saved again without it is not shown', async () => {
  await changesOf(async () => {
    await pool.many('update drafts set revision = 2 where draft_id = $1 returning 1', [idOf('one')])
    const listed = await listDrafts(pool, secrets, DRAFTS_OF)
    assert.deepEqual(
      listed.map(({ tipoDte, resumen, revision }) => [tipoDte, resumen, revision]),
      [
        ['01', 'uno ana 00 two', 1],
        [null, null, 2],
      ],
    )
  })
})

test('a proposal is found, listed and discarded as its own company’s and environment’s', async () => {
  const id = idOf('one00')
  const found = await findProposal(pool, OF, { id, now: NOW })
  assert.deepEqual([found?.totales, found?.label], [{ said: 'uno 00 one' }, 'ana'])
  assert.equal(await findProposal(pool, OF, { id: idOf('one01'), now: NOW }), null)
  assert.deepEqual((await readContent(pool, OF, id)).peticion, { said: 'uno 00 one' })
  const list = async (below: bigint | null, limit: number, pending = false) => {
    const { rows, last } = await listProposals(pool, OF, { now: NOW, pending, below, limit })
    return [rows.map((row) => namesIn(row.id)), last === rows.at(-1)?.position]
  }
  assert.deepEqual(await list(null, 9), [['two00', 'one00'], false])
  assert.deepEqual(await list(null, 1), [['two00'], true])
  assert.deepEqual(await list(null, 2), [['two00', 'one00'], false])
  assert.deepEqual(await list(found?.position ?? null, 9), [[], false])
  assert.deepEqual(await list(null, 1, true), [['two00'], true])
  const changes = await changesOf(async () => {
    await discardProposal(pool, OF, { id, now: NOW })
    await discardProposal(pool, OF, { id, now: at(1) })
    await discardProposal(pool, OF, { id: idOf('one01'), now: NOW })
    assert.equal((await findProposal(pool, OF, { id, now: NOW }))?.estado, 'descartada')
    assert.equal(await countPending(pool, OF, NOW), 1)
    const [row] = await pool.many(
      'select discarded_at from proposals where discarded_at is not null',
    )
    assert.deepEqual(row, { discarded_at: NOW })
  })
  assert.deepEqual(changes, ['proposals uno one00: discarded_at'])
})

test('a proposal is stored with its week, and what waits no longer is settled with it', async () => {
  const [one, keyId] = [idOf('one00'), keyIdOf('uno', 'bea', '00')]
  const changes = await changesOf(async () => {
    await discardProposal(pool, OF, { id: one, now: NOW })
    await discardProposal(pool, ofCompany('dos', '00'), { id: one, now: NOW })
    const said = { id: idOf('three'), keyId, said: 'new', now: at(3) }
    assert.equal(await propose(OF, said), 'stored')
    const found = await findProposal(pool, OF, { id: said.id, now: NOW })
    const { createdAt, expiresAt, label, tipoDte } = found ?? assert.fail()
    assert.deepEqual(
      [createdAt, expiresAt, label, tipoDte],
      [at(3), at(7 * DAY_MS + 3), 'bea', '01'],
    )
  })
  assert.deepEqual(changes, [
    ...['+ proposals uno three', 'proposals dos one00: discarded_at'],
    'proposals uno one00: discarded_at settled',
  ])
})

type Keys = [string, string, string]

test('so many wait of a key, and of a company in one environment', async () => {
  await changesOf(async () => {
    const fill = (keyId: string, count: number) =>
      pool.many(
        `insert into proposals (company_id, proposal_id, ambiente, key_id, tipo_dte, summary, content, created_at, expires_at)
         select company_id, gen_random_uuid(), ambiente, $3, tipo_dte, '', '', created_at, expires_at
           from proposals, generate_series(1, $4::int) where company_id = $1 and proposal_id = $2`,
        [OF.companyId, idOf('one00'), keyId, count],
      )
    let n = 0
    const add = (keyId: string) => propose(OF, { id: idOf(`n${n++}`), keyId, said: '', now: NOW })
    const [ana, bea, third] = ['ana-00', 'bea-00', 'ana-01'].map((key) => `uno-${key}`) as Keys
    await fill(ana, 97)
    assert.deepEqual([await add(ana), await add(ana)], ['stored', 'too_many_of_key'])
    await fill(bea, 99)
    assert.deepEqual([await add(bea), await add(bea)], ['stored', 'too_many_of_key'])
    await pool.many(`delete from proposals where proposal_id = $1`, [idOf('n2')])
    await fill(third, 1)
    assert.deepEqual([await add(bea), await countPending(pool, OF, NOW)], ['too_many', 200])
    const ends = `delete from proposals where summary = '' or proposal_id = any ($1::uuid[])`
    await pool.many(ends, [['n0', 'n2'].map(idOf)])
  })
})

test('what waits is listed however many newer ones are settled', async () => {
  await changesOf(async () => {
    await pool.many(
      `insert into proposals (company_id, proposal_id, ambiente, key_id, tipo_dte, summary, content, created_at, expires_at, settled)
       select company_id, gen_random_uuid(), ambiente, key_id, tipo_dte, '', '', created_at, expires_at, true
         from proposals, generate_series(1, 400) where company_id = $1 and proposal_id = $2`,
      [OF.companyId, idOf('one00')],
    )
    const pending = { now: NOW, pending: true, below: null, limit: 9 }
    const { rows } = await listProposals(pool, OF, pending)
    assert.deepEqual(
      rows.map((row) => namesIn(row.id)),
      ['two00', 'one00'],
    )
    await pool.many('delete from proposals where settled')
  })
})

test('a proposal waits for a week, to the moment', async () => {
  assert.equal(await countPending(pool, OF, at(7 * DAY_MS - 1)), 2)
  assert.equal(await countPending(pool, OF, at(7 * DAY_MS)), 1)
  assert.equal(await countPending(pool, OF, at(7 * DAY_MS + 1)), 0)
  const pending = { now: at(7 * DAY_MS), pending: true, below: null, limit: 9 }
  const { rows } = await listProposals(pool, OF, pending)
  assert.deepEqual(
    rows.map((row) => namesIn(row.id)),
    ['two00'],
  )
  const week = { id: idOf('one00'), now: at(7 * DAY_MS) }
  assert.equal((await findProposal(pool, OF, week))?.estado, 'vencida')
})

test('a proposal is issued by the newest signed document of its reference, of its company and environment', async () => {
  const id = idOf('one00')
  const referencia = referenciaOf(id)
  const documents = [
    documentRow('far', { referencia, company_id: idOf('dos') }),
    documentRow('live', { referencia, ambiente: '01' }),
    documentRow('gone', { referencia, estado: 'liberado' }),
  ]
  await withRows(pool, { documents }, async () => {
    assert.equal((await findProposal(pool, OF, { id, now: NOW }))?.estado, 'pendiente')
    await put(pool, 'documents', [
      documentRow('new', { referencia, estado: 'rechazado', created_at: at(2) }),
      documentRow('old', { referencia, estado: 'invalidado', created_at: at(1) }),
    ])
    const found = await findProposal(pool, OF, { id, now: NOW })
    assert.deepEqual(
      [found?.estado, found?.emitido],
      ['emitida', { codigoGeneracion: idOf('new').toUpperCase(), estado: 'rechazado' }],
    )
    assert.equal(await countPending(pool, OF, NOW), 1)
  })
})
