/** What cannot be done of one company is told in the log of its job, stops no other company, and is done later. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createOnMachines, ON_ONE } from '../../../test/citus.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, put } from '../../../test/neighbours.ts'
import {
  at,
  COMPANIES,
  DAY_MS,
  documentRow,
  fillTwoCompanies,
  keyIdOf,
  NOW,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { createLog } from '../../base/log.ts'
import { deliverDue } from '../../flows/delivering/deliver.ts'
import { sendOwnerMails } from '../../flows/delivering/owner-mails.ts'
import { documentStore } from '../../flows/issuing/document-store.ts'
import { copyDue } from '../../flows/keeping/copy.ts'
import { notifyDue } from '../../flows/notifying/notify.ts'
import { recoverDue } from '../../flows/transmitting/recover.ts'
import { tellExpiring } from '../companies/certificates.ts'
import { OLD_DRAFTS } from '../drafts/store.ts'
import { forgetOldCalls } from '../keys/quota.ts'
import { forgetOld } from '../outbox/forget.ts'
import { relay } from '../outbox/relay.ts'
import { forgetOwnerMails } from '../owner-mails/due.ts'
import { sweepPeople } from '../people/expired.ts'
import { forgetDue } from './forget.ts'

const database = await createTestDatabase()
after(() => database.drop())
/** With the statements for a cluster, company by company. */
const pool = database.createPool({ isCluster: true })
const lines: string[] = []
const log = createLog('error', { write: (line: string) => void lines.push(line) })
const deps = {
  ...{ pool, logPool: pool, log, fence: { seen: null } },
  clock: { now: () => NOW, sleep: async () => {} },
}
/** Also for jobs that take what is due, here nothing. */
const jobs = {
  ...deps,
  ...{ breaker: { awayIn: () => [] }, metrics: {}, mail: { service: null, origin: null } },
} as never
const OLD = at(-31 * DAY_MS)
const [UNO, ANA] = [idOf('uno'), idOf('ana')]

before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  const of = COMPANIES.map((company) => ({ company, company_id: idOf(company) }))
  const each = (row: (company: string) => object) =>
    of.map(({ company, company_id }) => ({ company_id, ...row(company) }))
  const window = (company: string) => ({
    ...{ key_id: keyIdOf(company, 'ana', '00'), kind: 'novedades' },
  })
  await put(
    pool,
    'rate_calls',
    each((one) => ({ ...window(one), at: OLD, seq: 1 })),
  )
  await put(
    pool,
    'owner_mails',
    each(() => ({
      ...{ mail_id: idOf('mail'), person_id: ANA, ambiente: '00', tipo: 'copia.fallida' },
      ...{ datos: '{}', at: OLD },
    })),
  )
  await put(
    pool,
    'drafts',
    each(() => ({
      ...{ person_id: ANA, ambiente: '00', draft_id: idOf('draft'), content: '', revision: 1 },
      saved_at: at(-400 * DAY_MS),
    })),
  )
  await put(
    pool,
    'feeds',
    each(() => ({ ambiente: '00', last: 1 })),
  )
  const tells = { ambiente: '00', tipo: 'dte.sellado', about: idOf('doc'), at: OLD }
  await put(
    pool,
    'feed',
    each(() => ({ ...tells, position: 1 })),
  )
  await put(
    pool,
    'outbox',
    each(() => tells),
  )
  await createOnMachines(
    pool,
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`,
  )
})

/** What is refused of the company; what the job then has done, and later. */
// biome-ignore format: a table
const JOBS: readonly (readonly [job: string, refused: string, run: () => Promise<number>])[] = [
  ['rate_calls',     'delete on rate_calls',      () => forgetOldCalls(deps)],
  ['owner_mail_age', 'delete on owner_mails',     () => forgetOwnerMails(deps)],
  ['people',         'delete on drafts',          () => sweepPeople(deps)],
  ['feed_age',       'delete on feed',            () => forgetOld(deps)],
  ['feed',           'delete on outbox',          () => relay(deps)],
  ['certificates',   'update on signing_vaults',  () => told(() => tellExpiring(deps))],
]

/** How many certificates were told of, in each environment of a company one. */
async function told(tell: () => Promise<void>): Promise<number> {
  await tell()
  const rows = await pool.many(
    `delete from outbox where tipo = 'certificado.vence_pronto' returning 1`,
  )
  return rows.length / 2
}

for (const [job, refused, run] of JOBS) {
  test(`what ${job} cannot do of one company is told, and done of the others`, ON_ONE, async () => {
    await pool.many(
      `create trigger refuse before ${refused}
         for each row when (old.company_id = '${UNO}') execute function refuse()`,
    )
    lines.length = 0
    assert.equal(await run(), 1)
    const [line = '{}', ...others] = lines
    const { job: said, companyId, msg } = JSON.parse(line)
    assert.deepEqual([said, companyId, msg, others], [job, UNO, 'skipped: its rows stay due', []])
    await pool.many(`drop trigger refuse on ${refused.split(' ').at(-1)}`)
    assert.equal(await run(), 1)
    assert.equal(lines.length, 1)
  })
}

const UNTIL = { ambiente: '00', created_at: NOW }
const WEBHOOK = {
  ...{ webhook_id: idOf('hook'), url: 'https://a.example', secret: 'x', position: 0 },
  ...{ lease_until: OLD, updated_at: NOW },
}
const DELIVERY = {
  ...{ delivery_id: idOf('mail'), codigo_generacion: idOf('doc'), address_id: 1 },
  ...{ ocasion: 'sellado', estado: 'pendiente', attempt_at: OLD },
}
const MAIL = {
  ...{ mail_id: idOf('due'), person_id: ANA, ambiente: '00', tipo: 'copia.fallida' },
  ...{ datos: '{}', at: NOW, attempt_at: OLD },
}
const COPY = { codigo_generacion: idOf('doc'), expires_at: NOW, copy_at: OLD }

/** Jobs that lease what is due of each company: with a row of one, which is refused to them. */
// biome-ignore format: a table
const QUEUES: readonly (readonly [job: string, table: string, row: object, run: () => Promise<number>])[] = [
  ['mail',        'deliveries',  { ...UNTIL, ...DELIVERY },                            () => deliverDue(jobs)],
  ['owner_mails', 'owner_mails', MAIL,                                                 () => sendOwnerMails(jobs)],
  ['copy',        'holding',     { ...UNTIL, ...COPY },                                () => copyDue(jobs)],
  ['webhooks',    'webhooks',    { ...UNTIL, ...WEBHOOK },                             () => notifyDue(jobs)],
  ['transmit',    'documents',   documentRow('due', { estado: 'firmado', lease_until: OLD }), () => recoverDue(jobs, documentStore)],
]

for (const [job, table, row, run] of QUEUES) {
  test(`what ${job} cannot lease of a company is told once`, ON_ONE, async () => {
    await put(pool, table, [{ ...row, company_id: UNO }])
    await pool.many(
      `create trigger refuse before update on ${table} for each row execute function refuse()`,
    )
    lines.length = 0
    assert.equal(await run(), 0)
    const told = lines.map((line) => JSON.parse(line))
    assert.deepEqual(
      told.map(({ job: said, companyId, msg }) => [said, companyId, msg]),
      [[job, UNO, 'skipped: its rows stay due']],
    )
    await pool.many(`drop trigger refuse on ${table}`)
  })
}

test(
  'old rows go a batch at a time until none is left, and a stop waits for one',
  ON_ONE,
  async () => {
    const expire = (count: number) =>
      pool.many(
        `insert into drafts (company_id, person_id, ambiente, draft_id, content, revision, saved_at)
       select $1, $2, '00', gen_random_uuid(), '', 1, $3 from generate_series(1, $4::int)`,
        [UNO, ANA, at(-400 * DAY_MS), count],
      )
    const now = { now: NOW, onSkipped: assert.fail }
    await expire(5_001)
    assert.equal(await forgetDue(pool, OLD_DRAFTS, now, AbortSignal.abort()), 5_000)
    await expire(5_000)
    assert.equal(await forgetDue(pool, OLD_DRAFTS, now), 5_001)
  },
)
