/** What is locked until the commit so that two who change the same come one after the other, and nothing of a neighbour's. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../test/database.ts'
import { idOf } from '../../test/neighbours.ts'
import { fillTwoCompanies, NOW } from '../../test/two-companies.ts'
import { newSecrets } from '../../test/world.ts'
import { systemRandom } from '../base/clock.ts'
import { type Tx, transaction } from '../base/db/tx.ts'
import { appendAct } from './audit/chain.ts'
import { lockCompany } from './companies/company.ts'
import { saveDestination } from './destinations/destinations.ts'
import { lockPeople } from './people/company-people.ts'
import { beginTotp, takeTotp } from './people/totp.ts'
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
