/** What is locked until the commit so that two who change the same come one after the other, and nothing of a neighbour's. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../test/database.ts'
import { idOf } from '../../test/neighbours.ts'
import { dataKeyOf, fillTwoCompanies, keyIdOf, NOW } from '../../test/two-companies.ts'
import { newSecrets } from '../../test/world.ts'
import { systemRandom } from '../base/clock.ts'
import { type Tx, transaction } from '../base/db/tx.ts'
import { appendAct } from './audit/chain.ts'
import { lockCompany } from './companies/company.ts'
import { saveDestination } from './destinations/destinations.ts'
import { saveDraft } from './drafts/store.ts'
import { lockPeople } from './people/company-people.ts'
import { beginTotp, takeTotp } from './people/totp.ts'
import { storeProposal } from './proposals/store.ts'
import { lockSecrets } from './secrets/known-secrets.ts'
import { createWebhook } from './webhooks/store.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
/** Gives up a lock at once. */
const hasty = database.createPool({ lockTimeoutMs: 1 })
const secrets = newSecrets()
const [UNO, DOS, ANA, BEA] = ['uno', 'dos', 'ana', 'bea'].map(idOf) as [
  ...[string, string, string, string],
]

before(async () => {
  await fillTwoCompanies(pool, secrets)
  await transaction(pool, (tx) =>
    beginTotp(tx, { personId: ANA, correo: 'ana@example.com' }, { secrets, random: systemRandom }),
  )
  await pool.many('update people set totp_secret = totp_pending')
})

const webhook = (companyId: string, webhookId: string) => (tx: Tx) =>
  createWebhook(
    tx,
    {
      ...({ companyId, ambiente: '00', webhookId: idOf(webhookId), descripcion: null } as const),
      ...{ url: 'https://erp.example.com/', tipos: null, secret: Buffer.from('x') },
    },
    NOW,
  )
const act = (companyId: string) => (tx: Tx) =>
  appendAct(
    tx,
    { secrets, random: systemRandom },
    {
      ...{ companyId, at: NOW, personId: null, persona: 'x', acto: 'x', sobre: null },
      ...{ detalle: {}, peer: null },
    },
  )
const proposal = (company: string, id: string) => (tx: Tx) => {
  const of = { companyId: idOf(company), ambiente: '00', dataKey: dataKeyOf(company) } as const
  const given = {
    ...{ id: idOf(id), keyId: keyIdOf(company, 'ana', '00'), tipoDte: '01', now: NOW },
    ...{ receptor: null, totales: {}, peticion: {}, documento: {} },
  } as unknown as Parameters<typeof storeProposal>[2]['proposal']
  return storeProposal(tx, of, { proposal: given, random: systemRandom })
}
const wrongCode = (personId: string) => (tx: Tx) =>
  takeTotp(tx, secrets, { personId, codigo: '0', now: NOW })
const run =
  (sql: string, ...values: readonly unknown[]) =>
  (tx: Tx) =>
    tx.many(sql, values)
const COMPANY = 'select from companies where company_id = $1 for'
const PERSON = 'select from people where person_id = $1 for update'

type Work = (tx: Tx) => Promise<unknown>
// biome-ignore format: a table
const LOCKS: readonly (readonly [what: string, holds: Work, waits: Work, goesOn: Work])[] = [
  ['the people of a company',     (tx) => lockPeople(tx, UNO),   (tx) => lockPeople(tx, UNO),            (tx) => lockPeople(tx, DOS)],
  ['a company',                   (tx) => lockCompany(tx, UNO),  (tx) => lockCompany(tx, UNO),           (tx) => lockCompany(tx, DOS)],
  ['a company, but not its sales', (tx) => lockCompany(tx, UNO), run(`${COMPANY} update`, UNO),          run(`${COMPANY} key share`, UNO)],
  ['the secrets of the service',  lockSecrets,                   lockSecrets,                            run('select 1')],
  ['the secrets of any release',  lockSecrets,                   run('select pg_advisory_xact_lock(1936024434)'), run('select 1')],
  ['the proposals of a company',  proposal('uno', 'a'),          proposal('uno', 'b'),                   proposal('dos', 'c')],
  ['the webhooks of a company',   webhook(UNO, 'a'),             webhook(UNO, 'b'),                      webhook(DOS, 'c')],
  ['the chain of a company',      act(UNO),                      act(UNO),                               act(DOS)],
  ['a person whose code is read', wrongCode(ANA),                run(PERSON, ANA),                       run(PERSON, BEA)],
]

const undone = new Error('undone')
/** Nothing of it stays. */
const undo = (on: typeof pool, work: Work) =>
  assert.rejects(
    transaction(on, async (tx) => {
      await work(tx)
      throw undone
    }),
    undone,
  )

for (const [what, holds, waits, goesOn] of LOCKS) {
  test(`until the commit nobody else changes ${what}`, async () => {
    await undo(pool, async (tx) => {
      await holds(tx)
      await assert.rejects(transaction(hasty, waits), { code: '55P03' })
      await undo(hasty, goesOn)
    })
    await undo(hasty, waits)
  })
}

test('destinations are connected one at a time', async () => {
  const destination = {
    ...({ companyId: UNO, kind: 'managed_folder', location: '/a' } as const),
    ...{ credentials: null, innerNetwork: true },
  }
  const save = () => saveDestination(hasty, destination, { destinationId: idOf('a'), now: NOW })
  await undo(pool, async (tx) => {
    await tx.many(`select pg_advisory_xact_lock(hashtext('storage_destinations'))`)
    await assert.rejects(save(), { code: '55P03' })
  })
  assert.equal(await save(), idOf('a'))
})

test('the first save of a draft waits for the one before it of the same person', async () => {
  const deps = { pool: hasty, secrets, random: systemRandom }
  const draft = { id: idOf('draft'), revision: 0, now: NOW, tipoDte: '01', resumen: 'x' } as const
  const save = (personId: string) => {
    const of = { companyId: UNO, personId, ambiente: '00' } as const
    return saveDraft(deps, of, { ...draft, contenido: {} })
  }
  await undo(pool, async (tx) => {
    await tx.many('select from people where person_id = $1 for no key update', [ANA])
    await assert.rejects(save(ANA), { code: '55P03' })
    assert.deepEqual(await save(BEA), { revision: 1 })
  })
  assert.deepEqual(await save(ANA), { revision: 1 })
})
