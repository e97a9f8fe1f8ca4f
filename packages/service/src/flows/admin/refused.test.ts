/** What an operator is refused: which field, in which words, and on which side of each limit. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { TIPOS_DTE } from '@sello/contract'
import { issueCertificadoMH } from '@sello/mh-simulator'
import { makeFolder } from '../../../test/folder.ts'
import { createWorld, EMPRESA, PASSPHRASE, type World } from '../../../test/world.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/time/durations.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import { AdminRefused } from './admin.ts'
import { readBooks } from './books.ts'
import { setBrand } from './brand.ts'
import { importCertificate } from './certificate.ts'
import { addPointOfSale, createCompany, setMinistryPassword, updateCompany } from './company.ts'
import { renewSigning } from './key.ts'
import { deactivateKey, limitKey, reactivateKey, revokeKey, showKey } from './keys.ts'
import { type NewMailServer, setMail } from './mail.ts'
import { addMaintenance, listMaintenance, removeMaintenance } from './maintenance.ts'
import { addPerson, makeSignInLink } from './people.ts'
import { leaveProduction } from './production.ts'
import { reconcileDatabase } from './reconcile.ts'
import { presentYear, setSeriesFirst } from './series.ts'
import { connectManagedBucket, connectManagedFolder, listStorage } from './storage.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

type Refusal = readonly [field: string, message: string]

async function refusalsOf(work: Promise<unknown>): Promise<readonly Refusal[]> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof AdminRefused, String(error))
  return error.problems.map(({ field, message }) => [field, message])
}

async function assertRefused(work: Promise<unknown>, ...refusals: Refusal[]): Promise<void> {
  assert.deepEqual(await refusalsOf(work), refusals)
}

test('a company: its NIT, its points of sale, its password and its resolution', async () => {
  const { admin } = world
  const { nit } = world.company
  await assertRefused(leaveProduction(admin, '0000-000000-000-0'), [
    'nit',
    'No hay una empresa con NIT 00000000000000. Créela con "sello company create".',
  ])
  await assertRefused(createCompany(admin, { ...EMPRESA, nit }), [
    'nit',
    `Ya hay una empresa con NIT ${nit}.`,
  ])
  await assertRefused(addPointOfSale(admin, nit, { codEstable: 'M001', codPuntoVenta: 'P001' }), [
    'codPuntoVenta',
    'La empresa ya tiene el punto de venta M001P001.',
  ])
  for (const codes of [
    { codEstable: 'X001', codPuntoVenta: 'P002' },
    { codEstable: 'M001', codPuntoVenta: 'Q002' },
    { codEstable: 'M0011', codPuntoVenta: 'P002' },
    { codEstable: 'M001', codPuntoVenta: 'P0022' },
  ]) {
    await assertRefused(addPointOfSale(admin, nit, codes), [
      'codEstable',
      'El establecimiento es M, S, B o P y tres cifras; el punto de venta, P y tres cifras (M001, P001).',
    ])
  }
  await assertRefused(setMinistryPassword(admin, nit, { ambiente: '00', password: '' }), [
    'password',
    'La contraseña de la API de Hacienda está vacía.',
  ])
  const resolucion = (descDocumento: string, detalleDocumento: string) =>
    updateCompany(admin, nit, { resolucion: { descDocumento, detalleDocumento } })
  await resolucion('abc', 'd'.repeat(300))
  await resolucion('a'.repeat(100), 'det')
  const wrong: readonly Refusal[] = [
    ['resolucion.descDocumento', 'Lleva de 3 a 100 caracteres.'],
    ['resolucion.detalleDocumento', 'Lleva de 3 a 300 caracteres.'],
  ]
  await assertRefused(resolucion('ab', 'de'), ...wrong)
  await assertRefused(resolucion('a'.repeat(101), 'd'.repeat(301)), ...wrong)
  await assertRefused(resolucion('ab', 'det'), ...wrong.slice(0, 1))
  await updateCompany(admin, nit, { resolucion: null })
})

test('a certificate of another company, of later, and one that ended', async () => {
  const { nit } = world.company
  const now = new Date(Math.floor(world.deps.clock.now().getTime() / 1000) * 1000)
  const certificateOf = (of: string, validFrom: Date, validTo: Date) => {
    const { xml } = issueCertificadoMH({
      ...{ nit: of, nombre: EMPRESA.nombre, password: 'Prueba-Llave-1', validFrom, validTo },
    })
    return importCertificate(world.admin, nit, {
      ...{ ambiente: '01', xml: Buffer.from(xml), password: 'Prueba-Llave-1' },
      passphrase: PASSPHRASE,
    })
  }
  const day = (at: Date) => at.toISOString().slice(0, 10)
  const past = new Date(now.getTime() - HOUR_MS)
  const future = new Date(now.getTime() + HOUR_MS)
  await assertRefused(certificateOf('06140101001235', past, future), [
    'certificado',
    `El certificado es del NIT 06140101001235 y la empresa es ${nit}.`,
  ])
  await assertRefused(certificateOf(nit, future, new Date(future.getTime() + DAY_MS)), [
    'certificado',
    `El certificado vale desde el ${day(future)}. Impórtelo entonces.`,
  ])
  await assertRefused(certificateOf(nit, new Date(past.getTime() - DAY_MS), past), [
    'certificado',
    `El certificado venció el ${day(past)}.`,
  ])
  const other = await world.addCompany()
  const { certificado } = other
  const importing = (xml: string, password: string, passphrase: string) => {
    const given = { ambiente: '01', xml: Buffer.from(xml), password, passphrase } as const
    return importCertificate(world.admin, other.nit, given)
  }
  for (const [field, xml, password, passphrase] of [
    ['contrasena', certificado, 'Otra-Llave-1', PASSPHRASE],
    ['certificado', '<nada/>', 'Prueba-Llave-1', PASSPHRASE],
    ['passphrase', certificado, 'Prueba-Llave-1', 'corta'],
  ] as const) {
    const [[named, message] = []] = await refusalsOf(importing(xml, password, passphrase))
    assert.equal(named, field)
    assert.match(message ?? '', /^\S.{10,}\.$/)
  }
})

test('a passphrase that is not the owner’s, for a new key and for a new sign key', async () => {
  const { nit, key } = world.company
  const wrong = [
    'passphrase',
    'La frase de contraseña no abre la bóveda de la empresa. Es la que se eligió al importar el certificado; si se perdió, impórtelo con otra.',
  ] as const
  const passphrase = 'otra frase que nadie eligió'
  await assertRefused(world.mintKey(nit, { passphrase }), wrong)
  const { keyId } = key
  await assertRefused(renewSigning(world.admin, nit, { keyId, ambiente: '00', passphrase }), wrong)
})

test('the look of the copies changes ten times in a day, and the eleventh is told when', async () => {
  const { admin } = world
  const { nit } = await world.addCompany()
  const looks: Date[] = []
  for (let n = 0; n < 10; n++) {
    looks.push((await setBrand(admin, nit, { accent: `#00000${n}` })).since)
  }
  const [first] = looks
  assert.ok(first)
  const { fecEmi, horEmi } = civilTime(new Date(first.getTime() + DAY_MS + MINUTE_MS))
  const [, month, day] = fecEmi.split('-')
  const tooMany = [
    'marca',
    `La apariencia de las copias cambió 10 veces en un día, que es el máximo. Podrá cambiarla otra vez el ${day}/${month} a las ${horEmi.slice(0, 5)}.`,
  ] as const
  await assertRefused(setBrand(admin, nit, { accent: null }), tooMany)
  const unread = () => assert.fail('a logo is read before it is refused')
  await assertRefused(setBrand(admin, nit, { logo: Buffer.from('x') }, unread), tooMany)
  await setBrand(admin, world.company.nit, { accent: '#1a5fb4' })
})

test('a key: one of another company, a revoked one, and limits that are no numbers of calls', async () => {
  const { admin } = world
  const { nit } = world.company
  const { keyId } = await world.mintKey(nit, { passphrase: null })
  const unknown = ['keyId', 'La empresa no tiene esa llave.'] as const
  await assertRefused(showKey(admin, nit, 'no-hay'), unknown)
  await assertRefused(revokeKey(admin, nit, 'no-hay'), unknown)
  await assertRefused(limitKey(admin, nit, 'no-hay', { amountMax: 5 }), unknown)
  const calls = 'Es un número entero de llamadas, de 1 a 10000000.'
  for (const wrong of [0, 10_000_001, 1.5]) {
    await assertRefused(
      limitKey(admin, nit, keyId, { limits: { hour: wrong, day: wrong, status: wrong } }),
      ...(['limitHour', 'limitDay', 'limitStatus'] as const).map(
        (field): Refusal => [field, calls],
      ),
    )
  }
  const limits = { hour: 0, day: 1, status: 1 }
  await assertRefused(world.mintKey(nit, { limits }), ['limitHour', calls])
  await limitKey(admin, nit, keyId, { limits: { hour: 1, day: 10_000_000 } })
  const shown = (await showKey(admin, nit, keyId)).limits
  assert.deepEqual([shown.hour, shown.day], [1, 10_000_000])
  await limitKey(admin, nit, keyId, { ipRanges: [' 10.0.0.1', '10.0.0.0/8'], amountMax: 5.5 })
  const { ipRanges, amountMax, limits: kept } = await showKey(admin, nit, keyId)
  assert.deepEqual([ipRanges, amountMax, kept], [['10.0.0.1', '10.0.0.0/8'], 5.5, shown])
  await deactivateKey(admin, nit, keyId)
  assert.equal((await showKey(admin, nit, keyId)).state, 'inactive')
  await reactivateKey(admin, nit, keyId)
  assert.equal((await showKey(admin, nit, keyId)).state, 'active')
  await assertRefused(
    limitKey(admin, nit, keyId, { ipRanges: ['10.0.0.1', 'aquí', 'allá'] }),
    ['ip', '"aquí" no es una dirección IP ni un rango CIDR, p. ej. 190.5.0.7 o 190.5.0.0/24.'],
    ['ip', '"allá" no es una dirección IP ni un rango CIDR, p. ej. 190.5.0.7 o 190.5.0.0/24.'],
  )
  await revokeKey(admin, nit, keyId)
  await assertRefused(reactivateKey(admin, nit, keyId), [
    'keyId',
    'Esa llave fue revocada, y eso no se deshace. Emita otra.',
  ])
})

test('a maintenance lasts three days at most, and is not over yet', async () => {
  const now = world.deps.clock.now().getTime()
  const clock = { ...world.deps.clock, now: () => new Date(now) }
  const admin = { ...world.admin, clock }
  const window = (since: number, until: number) =>
    addMaintenance(admin, {
      ...{ ambiente: '01', reason: 'Anunciado' },
      ...{ since: new Date(now + since), until: new Date(now + until) },
    })
  await assertRefused(window(HOUR_MS, HOUR_MS), [
    'hasta',
    'El mantenimiento termina después de empezar.',
  ])
  await assertRefused(window(-2 * HOUR_MS, 0), ['hasta', 'Ese mantenimiento ya terminó.'])
  await assertRefused(window(HOUR_MS, HOUR_MS + 3 * DAY_MS + 1), [
    'hasta',
    'Un mantenimiento dura tres días como máximo. Si sigue, anuncie otro.',
  ])
  const { windowId } = await window(HOUR_MS, HOUR_MS + 3 * DAY_MS)
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const id of ['no-es-uno', unknown, `${unknown}0`, `0${unknown}`]) {
    await assertRefused(removeMaintenance(admin, id), [
      'id',
      `No hay un mantenimiento ${id}. "sello maintenance list" dice cuáles hay.`,
    ])
  }
  assert.deepEqual(
    (await listMaintenance(admin)).map((one) => one.windowId),
    [windowId],
  )
  await removeMaintenance(admin, windowId)
  assert.deepEqual(await listMaintenance(admin), [])
})

test('a series: its point of sale, its year, its type and its first number', async () => {
  const { nit } = world.company
  const year = presentYear(world.admin)
  const set = (first: bigint, given: object = {}) =>
    setSeriesFirst(world.admin, nit, {
      ...{ codEstable: 'M001', codPuntoVenta: 'P001', ambiente: '01', ...given },
      firsts: [{ tipoDte: '07', first }],
    })
  await assertRefused(set(1n, { codPuntoVenta: 'P009' }), [
    'codPuntoVenta',
    'La empresa no tiene el punto de venta M001P009. Agréguelo con "sello pos add".',
  ])
  for (const first of [0n, 10n ** 15n]) {
    await assertRefused(set(first), [
      'first',
      'El primer número es un entero de 1 a 999999999999999.',
    ])
  }
  for (const other of [year - 1, year + 2]) {
    await assertRefused(set(1n, { year: other }), [
      'year',
      `El año es ${year} o ${year + 1}: una serie de otro año no da números.`,
    ])
  }
  const unknown = { ambiente: '01', codEstable: 'M001', codPuntoVenta: 'P001' } as const
  await assertRefused(
    setSeriesFirst(world.admin, nit, {
      ...unknown,
      firsts: [{ tipoDte: '10' as '11', first: 1n }],
    }),
    ['tipoDte', `10 no es un tipo que se emita. Valen: ${TIPOS_DTE.join(', ')}.`],
  )
  const [last] = await set(10n ** 15n - 1n)
  assert.equal(last?.numeroControl, 'DTE-07-M001P001-999999999999999')
  const [next] = await set(1n, { year: year + 1 })
  assert.deepEqual([next?.year, next?.numeroControl], [year + 1, 'DTE-07-M001P001-000000000000001'])
})

test('a mail server on an internal network, a sender that is none, and a key that signs nothing', async () => {
  const { nit } = world.company
  const server = {
    ...{ host: 'correo.example.com', port: 465, tls: 'implicit', innerNetwork: false },
    ...{ auth: null, sender: 'ventas@example.com', dkim: null },
  } satisfies NewMailServer
  const set = (change: Partial<NewMailServer>) =>
    setMail(world.admin, nit, { server: { ...server, ...change } })
  await assertRefused(set({ sender: 'ventas' }), [
    'sender',
    'No es una dirección de correo que se pueda usar.',
  ])
  await assertRefused(set({ host: '10.0.0.7' }), [
    'smtp',
    '10.0.0.7 es de una red interna: use la dirección pública del servidor.',
  ])
  const pem = { type: 'pkcs8', format: 'pem' } as const
  const dkim = (privateKey: string) => set({ dkim: { selector: 's', privateKey } })
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem)
  await assertRefused(dkim(String(ec)), ['dkim', 'la llave DKIM es ec y tiene que ser RSA.'])
  const short = generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey.export(pem)
  await assertRefused(dkim(String(short)), [
    'dkim',
    'la llave DKIM tiene 512 bits; use una de 2048.',
  ])
  assert.equal((await setMail(world.admin, nit, {})).servidor, null)
})

test('a place of storage that is another company’s, around it or inside it, and an address that is none', async () => {
  const { admin } = world
  const { nit } = world.company
  const other = await world.addCompany()
  const folder = await makeFolder('refused')
  await mkdir(join(folder, 'a'))
  await connectManagedFolder(admin, nit, join(folder, 'a'))
  for (const place of [folder, join(folder, 'a'), join(folder, 'a', 'b')]) {
    await assertRefused(connectManagedFolder(admin, other.nit, place), [
      'managed',
      `${place} es de otra empresa, está dentro de un lugar de otra o lo contiene. Use un lugar para cada una.`,
    ])
  }
  const keys = { region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 's' }
  const bucket = (url: string) => connectManagedBucket(admin, nit, { url, ...keys })
  const address =
    'Es la dirección del depósito, o de una carpeta en él: https://servidor/deposito/carpeta.'
  for (const url of [
    ...['nada', 'https://s3.example.com/', 'https://s3.example.com/abc?x=1'],
    ...['https://s3.example.com/Abc/def', 'https://s3.example.com/abc/-d'],
    ...['https://s3.example.com/abc#x', 'https://ana@s3.example.com/abc'],
  ]) {
    await assertRefused(bucket(url), ['s3', address])
  }
  await assertRefused(bucket('http://s3.example.com/abc'), [
    's3',
    'Va con https://; con http:// solo en esta misma máquina.',
  ])
})

test('a reconciliation of which the ministry, or a place of storage, does not answer', async () => {
  const { mh, admin, company } = world
  assert.equal((await world.issue()).status, 200)
  const hosts = { '00': mh.url, '01': mh.url }
  const settings = { hosts, timeoutMs: 5_000, budgetMs: 5_000, connections: 4 }
  const [place] = await listStorage(admin, company.nit)
  await rename(place?.location ?? '', `${place?.location}-away`)
  const [[field, message] = []] = await refusalsOf(
    reconcileDatabase(admin, settings, { margin: 1 }),
  )
  assert.equal(field, 'storage')
  assert.match(
    message ?? '',
    /\S No se emite nada hasta repetir "sello reconcile"; con --without-storage sigue sin ese lugar\.$/,
  )
  await mh.fault({ service: 'consultadte', kind: 'status' })
  const silent = { ...settings, budgetMs: 500 }
  await assertRefused(reconcileDatabase(admin, silent, { margin: 1, withoutStorage: true }), [
    'hacienda',
    'Hacienda no responde: no se puede saber qué se emitió. No se emite nada hasta repetir "sello reconcile".',
  ])
  await mh.clearFaults()
})

test('a person, a link, a colour and a month', async () => {
  const { admin } = world
  const { nit } = world.company
  const person = { correo: 'ana@example.com', nombre: 'Ana', operador: false, member: null }
  await assertRefused(addPerson(admin, { ...person, correo: 'ana', password: null }), [
    'correo',
    '"ana" no es una dirección de correo.',
  ])
  const [[named, name] = []] = await refusalsOf(
    addPerson(admin, { ...person, nombre: ' ', password: null }),
  )
  assert.equal(named, 'nombre')
  assert.match(name ?? '', /^El nombre \S/)
  const [[weak, password] = []] = await refusalsOf(
    addPerson(admin, { ...person, password: 'corta' }),
  )
  assert.equal(weak, 'password')
  assert.match(password ?? '', /^La contraseña \S/)
  await assertRefused(makeSignInLink(admin, { correo: 'nadie@example.com', hours: 1 }), [
    'correo',
    'Nadie entra con el correo "nadie@example.com". Agréguelo con "sello person add".',
  ])
  await assertRefused(setBrand(admin, nit, { accent: 'verde' }), [
    'color',
    'verde no es un color: escríbalo como #1a5fb4.',
  ])
  for (const mes of ['2026-13', '2026-00', '1926-12', '2026-1', '2026-12-01']) {
    await assertRefused(readBooks(admin, nit, { ambiente: '00', mes }), [
      'mes',
      'Es un mes como 2026-12.',
    ])
  }
})
