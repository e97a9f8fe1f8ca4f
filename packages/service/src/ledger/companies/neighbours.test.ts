import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { PassphraseWrap } from '@sello/vault'
import { createTestDatabase } from '../../../test/database.ts'
import { combined, idOf, namesIn, put, watch } from '../../../test/neighbours.ts'
import {
  AMBIENTES,
  at,
  COMPANIES,
  DAY_MS,
  dataKeyOf,
  fillTwoCompanies,
  HOUR_MS,
  MINUTE_MS,
  NITS,
  NOW,
  vaultOf,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { createLog } from '../../base/log.ts'
import type { MailServer } from '../../base/net/mail-server.ts'
import { listOfAll, type ReadAll } from '../cluster/due.ts'
import { addBrand, findBrand, findLook, listLooks } from './brands.ts'
import { listCertificates, listEnding, tellExpiring } from './certificates.ts'
import {
  companyOfNit,
  findCompanyData,
  storeAutorizaciones,
  storeResolucion,
  updateCompanyData,
} from './company.ts'
import {
  findMailServer,
  removeMailServer,
  saveMailServer,
  storeEntrega,
  storePagina,
} from './mail-settings.ts'
import { createAccounts, listRefused, storePassword } from './ministry-account.ts'
import { findPointOfSale, listPointsOfSale } from './points-of-sale.ts'
import { readSetup, storeProduction, storeTipos } from './production.ts'
import { listWithoutResponsable, storeResponsable } from './responsable.ts'
import * as setup from './setup.ts'
import { readCompanyStatus } from './status.ts'
import { countGuess, findOwnersVault, forgetGuesses, insertVault } from './vaults.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
const secrets = newSecrets()
const deps = { pool, secrets, random: systemRandom }
const accounts = createAccounts(pool, secrets, systemRandom)
const readAll: ReadAll = (look) => listOfAll(pool, look, assert.fail)

const UNO = idOf('uno')
const ACCOUNT = { companyId: UNO, ambiente: '00' } as const
const VAULT = { companyId: UNO, vaultId: vaultOf('00') }
/** Every account of the fixture is being logged in until then, with a token of before. */
const LOGIN = at(MINUTE_MS)

let changesOf: Awaited<ReturnType<typeof watch>>
before(async () => {
  await fillTwoCompanies(pool, secrets)
  for (const { company, ambiente } of combined({ company: COMPANIES, ambiente: AMBIENTES })) {
    const account = { companyId: idOf(company), ambiente, usuario: `${company} ${ambiente}` }
    await storePassword(deps, account, `password of ${company} ${ambiente}`)
    await accounts.takeToken(account, NOW, LOGIN)
    await accounts.storeToken(account, LOGIN, { token: `${company} ${ambiente}`, until: NOW })
    await accounts.takeToken(account, NOW, LOGIN)
    const series = { ambiente, cod_estable: 'M001', year: 2026, last: 7 }
    await put(
      pool,
      'series',
      combined({ tipo_dte: ['01', '03'], cod_punto_venta: ['P001', 'P002'] }).map((one) => ({
        ...{ company_id: idOf(company), ...series, ...one },
      })),
    )
  }
  await put(
    pool,
    'owner_wraps',
    combined({ company: COMPANIES, ambiente: AMBIENTES, active: [true, false] }).map(
      ({ company, ambiente, active }) => ({
        ...{ company_id: idOf(company), vault_id: vaultOf(ambiente, active), wrap: WRAP },
        ...{ salt: `${company} ${ambiente} ${active}`, params: '{}', guessed_ats: [at(-HOUR_MS)] },
      }),
    ),
  )
  await put(
    pool,
    'company_brands',
    combined({ company: COMPANIES, look: [1, 2] }).map(({ company, look }) => ({
      ...{ company_id: idOf(company), since: lookAt(company, look), nit: NITS[company] },
      accent: `#00000${look}`,
    })),
  )
  for (const company of COMPANIES) {
    const of = { companyId: idOf(company), dataKey: dataKeyOf(company), random: systemRandom }
    const server = { ...SERVER, sender: `${company}@example.com` }
    await transaction(pool, (tx) => saveMailServer(tx, of, server, NOW))
  }
  await put(
    pool,
    'storage_destinations',
    combined({ company: COMPANIES, name: ['first', 'second'] }).map(({ company, name }) => ({
      ...{ company_id: idOf(company), destination_id: idOf(name), kind: 'managed_folder' },
      ...{ location: `/${company}/${name}`, created_at: at(name === 'first' ? 0 : 1) },
      verified_at: at(company === 'uno' ? -30 * DAY_MS : 0),
    })),
  )
  const tables = [
    'companies',
    'points_of_sale',
    'signing_vaults',
    'owner_wraps',
    'company_brands company_id accent',
  ]
  const more = ['ministry_accounts', 'mail_settings', 'outbox company_id ambiente tipo']
  changesOf = await watch(pool, [...tables, ...more])
})

/** After the database's own time, by which a look comes into force. */
const lookAt = (company: string, look: number) =>
  at((30_000 + look + (company === 'uno' ? 0 : 10)) * DAY_MS)
const WRAP = Buffer.alloc(60)
const REFUSED = { why: 'expired', at: NOW, until: at(HOUR_MS) } as const
const SERVER: MailServer = {
  ...{ host: 'mail.example.com', port: 465, tls: 'implicit', sender: 'a@example.com' },
  ...{ auth: null, dkim: null, innerNetwork: false, ca: null },
}
const DATA = {
  ...{ nit: NITS.uno, nrc: '7654321', nombre: 'Otra', nombreComercial: 'Otra', correo: 'o@x.sv' },
  ...{ codActividad: '1', descActividad: 'Otra', telefono: '2' },
  direccion: { departamento: '05', municipio: '24', distrito: '01', complemento: 'Otra' },
}
const NEW_VAULT: Parameters<typeof insertVault>[1] = {
  ...ACCOUNT,
  vaultId: idOf('new'),
  certificate: {
    ...{ nit: NITS.uno, nombre: 'uno', fingerprint: 'new', publicKeyPem: 'x' },
    ...{ validFrom: NOW, validTo: at(DAY_MS) },
  } as Parameters<typeof insertVault>[1]['certificate'],
  ...{ privateKey: WRAP, wrap: WRAP, salt: WRAP, now: NOW },
  params: {} as PassphraseWrap['params'],
}
const tellNow = () => tellExpiring({ pool, clock: { now: () => NOW }, log: createLog('silent') })

/** What each call changes, of all rows of two companies in two environments. */
const CALLS: Readonly<Record<string, readonly [(tx: Tx) => Promise<unknown>, readonly string[]]>> =
  {
    updateCompanyData: [
      (tx) => updateCompanyData(tx, UNO, DATA),
      [
        `companies uno: cod_actividad complemento correo departamento desc_actividad distrito municipio nombre nombre_comercial nrc telefono`,
      ],
    ],
    storeResolucion: [
      (tx) => storeResolucion(tx, UNO, {} as Parameters<typeof storeResolucion>[2]),
      ['companies uno: resolucion_donaciones'],
    ],
    storeAutorizaciones: [
      (tx) => storeAutorizaciones(tx, UNO, ['exportar-D1']),
      ['companies uno: autorizaciones'],
    ],
    storeTipos: [(tx) => storeTipos(tx, UNO, ['03']), ['companies uno: tipos_dte']],
    storeProduction: [(tx) => storeProduction(tx, UNO, NOW), ['companies uno: production_since']],
    storeEntrega: [(tx) => storeEntrega(tx, UNO, 'si_tiene_correo'), ['companies uno: entrega']],
    storePagina: [(tx) => storePagina(tx, UNO, false), ['companies uno: pagina']],
    storeResponsable: [
      (tx) => storeResponsable(tx, UNO, { nombre: 'Eva', tipoDocumento: '13', numDocumento: '1' }),
      ['companies uno: responsable_nombre responsable_num_documento responsable_tipo_documento'],
    ],
    saveMailServer: [
      (tx) =>
        saveMailServer(
          tx,
          { companyId: UNO, dataKey: dataKeyOf('uno'), random: systemRandom },
          { ...SERVER, host: 'x', port: 25, tls: 'starttls', sender: 'x', innerNetwork: true },
          at(1),
        ),
      ['mail_settings uno: host inner_network port secrets sender tls updated_at'],
    ],
    removeMailServer: [(tx) => removeMailServer(tx, UNO), ['- mail_settings uno']],
    'addBrand, a second after the last one': [
      async (tx) => {
        const look = { companyId: UNO, nit: NITS.uno, logo: null, accent: null }
        assert.deepEqual(await addBrand(tx, look), new Date(lookAt('uno', 2).getTime() + 1_000))
      },
      ['+ company_brands uno null'],
    ],
    insertVault: [
      (tx) => insertVault(tx, NEW_VAULT),
      ['+ owner_wraps uno new', '+ signing_vaults uno new', 'signing_vaults uno 00: active'],
    ],
    countGuess: [() => countGuess(pool, VAULT, NOW), ['owner_wraps uno 00: guessed_ats']],
    'countGuess up to the sixth of an hour': [
      async () => {
        for (let n = 0; n < 5; n++) assert.equal(await countGuess(pool, VAULT, at(n)), null)
        assert.deepEqual(await countGuess(pool, VAULT, at(5)), at(HOUR_MS))
        assert.deepEqual(await countGuess(pool, VAULT, at(HOUR_MS - 1)), at(HOUR_MS))
        assert.equal(await countGuess(pool, VAULT, at(HOUR_MS)), null)
        assert.deepEqual(await countGuess(pool, VAULT, at(HOUR_MS)), at(HOUR_MS + 1))
      },
      ['owner_wraps uno 00: guessed_ats'],
    ],
    forgetGuesses: [() => forgetGuesses(pool, VAULT), ['owner_wraps uno 00: guessed_ats']],
    storePassword: [
      () => storePassword(deps, { ...ACCOUNT, usuario: 'x' }, 'x'),
      ['ministry_accounts uno 00: login_until password token token_until usuario'],
    ],
    storeToken: [
      () => accounts.storeToken(ACCOUNT, LOGIN, { token: 'x', until: at(DAY_MS) }),
      ['ministry_accounts uno 00: login_until token token_until'],
    ],
    'storeToken of an earlier login': [
      () => accounts.storeToken(ACCOUNT, NOW, { token: 'x', until: at(DAY_MS) }),
      [],
    ],
    'storeToken after a refusal': [
      async () => {
        await accounts.endLogin(ACCOUNT, LOGIN, REFUSED)
        await accounts.takeToken(ACCOUNT, REFUSED.until, at(2 * HOUR_MS))
        await accounts.storeToken(ACCOUNT, at(2 * HOUR_MS), { token: 'x', until: at(DAY_MS) })
      },
      [
        '+ outbox uno 00 cuenta.rechazada',
        'ministry_accounts uno 00: login_until token token_until',
      ],
    ],
    'storePassword after a refusal': [
      async () => {
        await accounts.endLogin(ACCOUNT, LOGIN, REFUSED)
        await storePassword(deps, { ...ACCOUNT, usuario: 'x' }, 'x')
      },
      [
        '+ outbox uno 00 cuenta.rechazada',
        'ministry_accounts uno 00: login_until password token token_until usuario',
      ],
    ],
    dropToken: [
      () => accounts.dropToken(ACCOUNT, 'uno 00'),
      ['ministry_accounts uno 00: token token_until'],
    ],
    'dropToken of an older one': [() => accounts.dropToken(ACCOUNT, 'x'), []],
    endLogin: [
      () => accounts.endLogin(ACCOUNT, LOGIN, REFUSED),
      [
        '+ outbox uno 00 cuenta.rechazada',
        'ministry_accounts uno 00: login_until refused_since refused_until refused_why',
      ],
    ],
    'endLogin without an answer': [
      () => accounts.endLogin(ACCOUNT, LOGIN, null),
      ['ministry_accounts uno 00: login_until'],
    ],
    'endLogin of an earlier login': [() => accounts.endLogin(ACCOUNT, NOW, REFUSED), []],
    'takeToken while another process logs in': [
      () => accounts.takeToken(ACCOUNT, NOW, at(HOUR_MS)),
      [],
    ],
    'takeToken at the end of a login': [
      () => accounts.takeToken(ACCOUNT, LOGIN, at(HOUR_MS)),
      ['ministry_accounts uno 00: login_until'],
    ],
    'tellExpiring, of all': [
      tellNow,
      combined({ company: COMPANIES, ambiente: AMBIENTES })
        .flatMap(({ company, ambiente }) => [
          `+ outbox ${company} ${ambiente} certificado.vence_pronto`,
          `signing_vaults ${company} ${ambiente}: told_days`,
        ])
        .toSorted(),
    ],
  }

for (const [call, [act, changes]] of Object.entries(CALLS)) {
  test(`${call} changes its own rows and no neighbour’s`, async () => {
    assert.deepEqual(await changesOf(() => transaction(pool, act)), changes)
  })
}

const shownOf = (company: 'uno' | 'dos') => ({
  ...{ nit: NITS[company], nombre: company, validFrom: at(-DAY_MS), validTo: at(DAY_MS) },
  cargadoEl: NOW,
})

/** What each read finds. */
const READS: Readonly<Record<string, readonly [() => Promise<unknown>, unknown]>> = {
  companyOfNit: [async () => (await companyOfNit(pool, NITS.uno))?.nombre, 'Comercial uno'],
  findCompanyData: [async () => (await findCompanyData(pool, UNO)).correo, 'uno@example.com'],
  listLooks: [() => listLooks(pool, UNO, lookAt('uno', 1)), [lookAt('uno', 2)]],
  'listLooks from the beginning': [
    () => listLooks(pool, UNO, NOW),
    [lookAt('uno', 1), lookAt('uno', 2)],
  ],
  findLook: [async () => (await findLook(pool, UNO, lookAt('uno', 1))).accent, '#000001'],
  findBrand: [async () => (await findBrand(pool, UNO))?.accent, '#000002'],
  'listCertificates, the newest first': [
    async () => (await listCertificates(pool, NITS.uno)).map((one) => one.fingerprint),
    ['uno 00 true', 'uno 00 false', 'uno 01 true', 'uno 01 false'],
  ],
  listEnding: [
    async () =>
      (await listEnding(readAll, at(DAY_MS + 1))).map((one) => `${one.nit} ${one.ambiente}`).sort(),
    combined({ company: COMPANIES, ambiente: AMBIENTES })
      .map(({ company, ambiente }) => `${NITS[company]} ${ambiente}`)
      .sort(),
  ],
  'listEnding before the first end': [() => listEnding(readAll, at(DAY_MS)), []],
  findMailServer: [
    async () => (await findMailServer(pool, UNO, dataKeyOf('uno')))?.sender,
    'uno@example.com',
  ],
  'takeToken of what is valid': [
    () => accounts.takeToken(ACCOUNT, at(-1), LOGIN),
    { kind: 'token', token: 'uno 00', until: NOW },
  ],
  'takeToken of what has just ended': [
    () => accounts.takeToken(ACCOUNT, NOW, LOGIN),
    { kind: 'wait' },
  ],
  listRefused: [() => listRefused(readAll), []],
  findPointOfSale: [
    async () =>
      namesIn(
        (await findPointOfSale(pool, UNO, { codEstable: 'M001', codPuntoVenta: 'P002' })) ?? '',
      ),
    'P002',
  ],
  listPointsOfSale: [
    async () => (await listPointsOfSale(pool, NOW)).map((one) => [one.nit, one.codPuntoVenta]),
    combined({ company: COMPANIES, point: ['P001', 'P002'] }).map(({ company, point }) => [
      ...[NITS[company], point],
    ]),
  ],
  'listPointsOfSale after the last': [() => listPointsOfSale(pool, at(1)), []],
  'readSetup with a destination of thirty days ago': [
    () => readSetup(pool, ACCOUNT, NOW),
    {
      ...{ certificateUntil: at(DAY_MS), hasCertificate: true, usuario: 'uno 00' },
      ...{ pointOfSale: 'M001P001', destination: '/uno/first', hasDestination: false },
    },
  ],
  'readSetup at the end of the certificate': [
    async () => {
      const { hasCertificate, hasDestination } = await readSetup(
        ...([pool, ACCOUNT, at(DAY_MS)] as const),
      )
      return { hasCertificate, hasDestination }
    },
    { hasCertificate: false, hasDestination: false },
  ],
  listWithoutResponsable: [() => listWithoutResponsable(readAll), [NITS.uno, NITS.dos]],
  'listPointsOfSale of a company': [
    async () =>
      (await setup.listPointsOfSale(pool, UNO)).map(({ codPuntoVenta, series }) => [
        codPuntoVenta,
        series.map(({ ambiente, tipoDte }) => `${ambiente} ${tipoDte}`),
      ]),
    ['P001', 'P002'].map((point) => [point, ['00 01', '00 03', '01 01', '01 03']]),
  ],
  'listCertificates of a company': [
    () => setup.listCertificates(pool, UNO),
    Object.fromEntries(
      AMBIENTES.map((one) => [one, { ...shownOf('uno'), fingerprint: `uno ${one} true` }]),
    ),
  ],
  listAccounts: [
    () => setup.listAccounts(pool, UNO),
    { '00': { usuario: 'uno 00' }, '01': { usuario: 'uno 01' } },
  ],
  readCompanyStatus: [
    async () => {
      const { certificado, destinos } = await readCompanyStatus(pool, ACCOUNT, NOW)
      return [certificado?.fingerprint, destinos.map(({ id }) => namesIn(id))]
    },
    ['uno 00 true', ['first', 'second']],
  ],
  findOwnersVault: [
    async () => (await findOwnersVault(pool, UNO, '00'))?.owner.salt.toString(),
    'uno 00 true',
  ],
}

for (const [read, [find, expected]] of Object.entries(READS)) {
  test(`${read} finds its own rows and no neighbour’s`, async () => {
    assert.deepEqual(await find(), expected)
  })
}
