/**
 * What is encrypted in a row names its row: it opens nowhere else, and a row of an earlier release opens for as long as
 * its name stays the same. The names are written out here, because code that changes one reads what it wrote itself.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf } from '../../../test/neighbours.ts'
import { dataKeyOf, fillTwoCompanies, keyIdOf, NOW } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom as random } from '../../base/clock.ts'
import { transaction } from '../../base/db/tx.ts'
import { decryptColumn } from '../../base/secrets/secrets.ts'
import { appendAct } from '../audit/chain.ts'
import { saveMailServer } from '../companies/mail-settings.ts'
import { createAccounts, storePassword } from '../companies/ministry-account.ts'
import { saveDraft } from '../drafts/store.ts'
import { pageToken } from '../pages/pages.ts'
import { storePersonKey } from '../people/person-keys.ts'
import { beginTotp } from '../people/totp.ts'
import { storeProposal } from '../proposals/store.ts'
import { encryptPayload } from '../transmission/payload.ts'
import { newSecret, openSecret } from '../webhooks/secret.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
const secrets = newSecrets()
const deps = { pool, secrets, random }

const [UNO, ANA, THING] = [idOf('uno'), idOf('ana'), idOf('thing')]
const dataKey = dataKeyOf('uno')
const OF = { companyId: UNO, personId: ANA, ambiente: '01' } as const
const WEBHOOK = { companyId: UNO, webhookId: THING, dataKey }

before(async () => {
  await fillTwoCompanies(pool, secrets)
  await storePersonKey(deps, OF, { keyId: keyIdOf('uno', 'ana', '01'), apiKey: 'x' })
  const draft = { id: THING, revision: 0, now: NOW, tipoDte: '01', resumen: 'x', contenido: {} }
  await saveDraft(deps, OF, draft as Parameters<typeof saveDraft>[2])
  const proposal = {
    ...{ id: THING, keyId: keyIdOf('uno', 'ana', '01'), tipoDte: '01', now: NOW },
    ...{ receptor: null, totales: {}, peticion: {}, documento: {} },
  } as unknown as Parameters<typeof storeProposal>[2]['proposal']
  await transaction(pool, async (tx) => {
    await storeProposal(tx, { ...OF, dataKey }, { proposal, random })
    await beginTotp(tx, { personId: ANA, correo: 'ana@example.com' }, deps)
  })
  const page = { companyId: UNO, codigoGeneracion: THING, ambiente: '01' } as const
  const account = { companyId: UNO, ambiente: '00', usuario: 'u' } as const
  await storePassword(deps, account, 'clave')
  const accounts = createAccounts(pool, secrets, random)
  const until = new Date(NOW.getTime() + 1)
  await accounts.takeToken(account, NOW, until)
  await accounts.storeToken(account, until, { token: 'x', until })
  const server = { host: 'h', port: 25, tls: 'starttls', sender: 'a@example.com' } as const
  const mail = { ...server, auth: null, dkim: null, innerNetwork: false, ca: null }
  await transaction(pool, async (tx) => {
    await saveMailServer(tx, { companyId: UNO, dataKey, random }, mail, NOW)
    const act = { companyId: UNO, at: NOW, personId: null, persona: 'x', acto: 'x' }
    await appendAct(tx, deps, { ...act, sobre: null, detalle: {}, peer: null })
  })
  await pageToken(pool, page, { dataKey, random, now: NOW })
})

const columnOf = (table: string, column: string, where: string) => async () =>
  (await pool.one<{ value: Buffer }>(`select ${column} as value from ${table} where ${where}`))
    .value
const payloadOf = (kind: 'documento' | 'contingencia') => async () => {
  const filing = { kind, companyId: UNO, codigoGeneracion: THING, payload: '{}' }
  return encryptPayload(filing, { dataKey, random })
}

// biome-ignore format: a table
const VALUES: readonly (readonly [name: string, read: () => Promise<Buffer>, key?: Buffer])[] = [
  [`person_keys/${UNO}/${ANA}/01`,                     columnOf('person_keys', 'api_key', `ambiente = '01'`)],
  [`drafts/${UNO}/${ANA}/01/${THING}`,                 columnOf('drafts', 'content', `draft_id = '${THING}'`)],
  [`drafts/${UNO}/${ANA}/01/${THING}/summary`,         columnOf('drafts', 'summary', `draft_id = '${THING}'`)],
  [`proposals/${UNO}/${THING}/content`,                columnOf('proposals', 'content', `proposal_id = '${THING}'`)],
  [`proposals/${UNO}/${THING}/summary`,                columnOf('proposals', 'summary', `proposal_id = '${THING}'`)],
  [`pages/${UNO}/${THING.toUpperCase()}/token`,        columnOf('pages', 'token', `codigo_generacion = '${THING}'`)],
  [`people/${ANA}/totp_secret`,                        columnOf('people', 'totp_pending', `person_id = '${ANA}'`), secrets.masterKey],
  [`ministry_accounts/${UNO}/00/password`,             columnOf('ministry_accounts', 'password', 'true'), secrets.masterKey],
  [`ministry_accounts/${UNO}/00/token`,                columnOf('ministry_accounts', 'token', 'true'), secrets.masterKey],
  [`mail_settings/${UNO}/secrets`,                     columnOf('mail_settings', 'secrets', 'true')],
  [`audit_heads/${UNO}/key`,                           columnOf('audit_heads', 'key', 'true'), secrets.masterKey],
  [`webhooks/${UNO}/${THING}/secret`,                  async () => newSecret(WEBHOOK, random).stored],
  [`documents/${UNO}/${THING}/payload`,                payloadOf('documento')],
  [`events/${UNO}/${THING}/payload`,                   payloadOf('contingencia')],
]
for (const [name, read, key = dataKey] of VALUES) {
  test(`what is encrypted as ${name} opens under that name alone`, async () => {
    const value = await read()
    assert.ok(decryptColumn(value, key, name).length > 0)
    assert.throws(() => decryptColumn(value, key, `${name}x`))
    assert.throws(() => decryptColumn(value, key, ''))
  })
}

test('the secret of a webhook has 256 bits, and is not that of another one', () => {
  const { text, stored } = newSecret(WEBHOOK, random)
  assert.match(text, /^whsec_[\w+/]{43}=$/)
  assert.equal(openSecret(WEBHOOK, stored).toString('base64'), text.slice('whsec_'.length))
  for (const other of [{ webhookId: UNO }, { companyId: THING }, { dataKey: dataKeyOf('dos') }]) {
    assert.throws(() => openSecret({ ...WEBHOOK, ...other }, stored))
  }
})
