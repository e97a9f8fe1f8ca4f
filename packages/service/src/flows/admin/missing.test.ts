/** What an operator is told where a key, a certificate, a point of sale or the database itself is not there. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeFolder } from '../../../test/folder.ts'
import { createWorld, EMPRESA, PASSPHRASE, type World } from '../../../test/world.ts'
import { DatabaseUnavailable } from '../../base/db/errors.ts'
import { putDestination } from '../../ledger/destinations/own.ts'
import type { Dichos } from '../../papers/books/criterio.ts'
import { type Admin, AdminRefused } from './admin.ts'
import { readBooksFile } from './books.ts'
import { importCertificate } from './certificate.ts'
import { addPointOfSale, createCompany } from './company.ts'
import { importCustomers } from './customers.ts'
import { renewSigning } from './key.ts'
import { addPerson, makeSignInLink } from './people.ts'
import { switchProduction } from './production.ts'
import { reconcileDatabase } from './reconcile.ts'
import { setSeriesFirst } from './series.ts'
import {
  connectManagedBucket,
  connectManagedFolder,
  listStorage,
  verifyStorage,
} from './storage.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

type Refusal = readonly [field: string, message: string]

async function assertRefused(work: Promise<unknown>, ...refusals: Refusal[]): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof AdminRefused, String(error))
    assert.deepEqual(
      error.problems.map(({ field, message }) => [field, message]),
      refusals,
    )
    return true
  })
}

test('a key needs its point of sale, and its right to sign a certificate and a key of that environment', async () => {
  const { admin, company } = world
  const { nit, key } = company
  await assertRefused(world.mintKey(nit, { codPuntoVenta: 'P009' }), [
    'codPuntoVenta',
    'No existe el punto de venta M001P009. Agréguelo con "sello pos add".',
  ])
  const renew = (keyId: string, ambiente: '00' | '01') =>
    renewSigning(admin, nit, { keyId, ambiente, passphrase: PASSPHRASE })
  await assertRefused(renew(key.keyId, '01'), [
    'ambiente',
    'La empresa no tiene certificado en ese ambiente. Impórtelo con "sello certificate import".',
  ])
  const other = await world.addCompany()
  await assertRefused(renew(other.key.keyId, '00'), [
    'keyId',
    'La empresa no tiene esa llave en ese ambiente.',
  ])
})

test('a key that signs, where the company has no certificate', async () => {
  const { nit } = await world.addCompany()
  const none = 'update signing_vaults set active = false where nit = $1 returning 1'
  assert.equal((await world.deps.pool.many(none, [nit])).length, 1)
  await assertRefused(world.mintKey(nit), [
    'ambiente',
    'La empresa no tiene certificado en ese ambiente. Impórtelo con "sello certificate import".',
  ])
  assert.equal((await world.mintKey(nit, { passphrase: null })).signKey, null)
})

test('a certificate counts from its first instant until its last, and the key of its vault is wiped', async () => {
  const { admin } = world
  const { nit, certificado } = await world.addCompany()
  const made: Buffer[] = []
  const bytes = (size: number) => {
    const some = admin.random.bytes(size)
    made.push(some)
    return some
  }
  const importAt = (now: Date) =>
    importCertificate(
      { ...admin, random: { ...admin.random, bytes }, clock: { ...admin.clock, now: () => now } },
      nit,
      {
        ...{ ambiente: '00', xml: Buffer.from(certificado), password: 'Prueba-Llave-1' },
        passphrase: PASSPHRASE,
      },
    )
  const { validFrom, validTo } = await importAt(new Date('2026-06-01'))
  await importAt(validFrom)
  await importAt(new Date(validTo.getTime() - 1))
  await assertRefused(importAt(validTo), ['certificado', 'El certificado venció el 2031-01-01.'])
  const wiped = made.filter((some) => some.length === 32 && some.every((byte) => byte === 0))
  assert.equal(wiped.length, 3, 'once for each vault')
})

test('a place of storage that does not work is refused by its own name', async () => {
  const { admin, company } = world
  const refused = async (work: Promise<unknown>) => {
    const connected = () => assert.fail('it is connected')
    const error = await work.then(connected, (thrown: unknown) => thrown)
    assert.ok(error instanceof AdminRefused, String(error))
    return error.problems.map(({ field }) => field)
  }
  const folder = await makeFolder('missing')
  await writeFile(join(folder, 'file'), '')
  const below = join(folder, 'file', 'below')
  assert.deepEqual(await refused(connectManagedFolder(admin, company.nit, below)), ['managed'])
  const keys = { region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 's' }
  const bucket = { url: 'http://127.0.0.1:1/documentos', ...keys }
  assert.deepEqual(await refused(connectManagedBucket(admin, company.nit, bucket)), ['s3'])
})

test('a point of sale is refused for what its documents would be, all at once', async () => {
  const { admin, company } = world
  const direccion = { departamento: '06', municipio: '99', distrito: '14', complemento: 'Calle 1' }
  const codes = { codEstable: 'M001', codPuntoVenta: 'P007' }
  await assertRefused(
    addPointOfSale(admin, company.nit, { ...codes, direccion, telefono: '1' }),
    [
      'telefono',
      'El teléfono "1" lleva menos de 7 dígitos; corríjalo. Lo pide Sello, no Hacienda.',
    ],
    [
      'direccion.municipio',
      'El municipio "99" no existe en el departamento 06; use un código de CAT-013 de ese departamento.',
    ],
  )
})

test('no link is made for what is no address', async () => {
  await assertRefused(makeSignInLink(world.admin, { correo: 'ana', hours: 1 }), [
    'correo',
    'Nadie entra con el correo "ana". Agréguelo con "sello person add".',
  ])
})

test('a database that goes away is told as that, and as no fault of what was given', async () => {
  const { admin, company, mh } = world
  const { nit, certificado } = company
  const away = new DatabaseUnavailable('the connection ended')
  const gone: Admin = {
    ...admin,
    pool: { ...admin.pool, lend: () => Promise.reject(away) },
    turns: { run: () => Promise.reject(away) },
  }
  const xml = Buffer.from(certificado)
  const given = { ambiente: '00', xml, password: 'Prueba-Llave-1', passphrase: PASSPHRASE } as const
  const hosts = { '00': mh.url, '01': mh.url }
  const settings = { hosts, timeoutMs: 5_000, budgetMs: 5_000, connections: 4 }
  const calls = {
    createCompany: () => createCompany(gone, { ...EMPRESA, nit: '06140101001250' }),
    addPointOfSale: () => addPointOfSale(gone, nit, { codEstable: 'M001', codPuntoVenta: 'P008' }),
    importCertificate: () => importCertificate(gone, nit, given),
    verifyStorage: () => verifyStorage(gone, nit),
    reconcileDatabase: () => reconcileDatabase(gone, settings, {}),
  }
  for (const [name, call] of Object.entries(calls)) {
    await assert.rejects(call(), (error) => error === away, name)
  }
})

test('a company’s own place of storage is listed by its label, beside those that the service writes to', async () => {
  const { admin, company } = world
  const { pool } = world.deps
  const [managed] = await listStorage(admin, company.nit)
  const { company_id: companyId } = await pool.one<{ company_id: string }>(
    'select company_id from companies where nit = $1',
    [company.nit],
  )
  const destinationId = admin.random.uuid()
  const now = admin.clock.now()
  const sellado = { v: 1, iv: 'AAAA', datos: 'AAAA' } as const
  const request = { kind: 'byos_folder', label: 'Mi disco', revision: 1, sellado } as never
  assert.ok(await putDestination(pool, { companyId, destinationId }, { request, now }))
  assert.deepEqual(await listStorage(admin, company.nit), [
    managed,
    { destinationId, kind: 'byos_folder', location: 'Mi disco', verifiedAt: null, problem: null },
  ])
})

test('a company that has nothing yet is told at once all that production takes', async () => {
  const { admin } = world
  const { nit } = await createCompany(admin, { ...EMPRESA, nit: '06140101907777' })
  await assertRefused(
    switchProduction(admin, nit),
    ...[
      'No hay un certificado vigente del ambiente 01. Impórtelo con "sello certificate import --environment 01".',
      'No hay contraseña de la API de Hacienda del ambiente 01. Guárdela con "sello company password --environment 01".',
      'No hay un punto de venta. Agréguelo con "sello pos add".',
      'No hay un destino de almacenamiento comprobado en los últimos 30 días. Conéctelo con "sello storage connect".',
      'La empresa no ha dicho qué tipos de documento emite. Dígalos con "sello company types --add 01,03".',
    ].map((message) => ['nit', message] as const),
  )
  await assertRefused(world.mintKey(nit, { ambiente: '01' }), [
    'ambiente',
    'La empresa no está en producción. Complete el paso con "sello company switch-production".',
  ])
})

test('a password is none of what is known of the person, who otherwise may have it', async () => {
  const nombre = 'Quetzalcuat Ixbalamque'
  const correo = 'ocelote.jaguarundi.tepezcuintle@example.com'
  const add = (of: object) =>
    addPerson(world.admin, {
      ...{ correo, nombre, member: null, operador: false, password: null, ...of },
    })
  const why =
    'La contraseña es de las que se adivinan pronto (una conocida, un patrón, o su nombre). Use varias palabras sin relación.'
  await assertRefused(add({ password: nombre }), ['password', why])
  await assertRefused(add({ password: correo }), ['password', why])
  await add({ password: nombre, nombre: 'Rosa Ficticia' })
  await add({ password: correo, correo: 'rosa@example.com' })
})

test('customers without a document are each told so, and one that is there twice is taken once', async () => {
  const { admin } = world
  const { nit } = await world.addCompany()
  const ana = { nombre: 'Ana Pérez', numDocumento: '01234567-8' }
  const given = [{ nombre: 'Uno' }, { nombre: 'Dos' }, ana, { ...ana, nombre: 'Ana otra vez' }]
  const customers = given.map((customer, at) => ({ line: at + 2, customer }))
  const { refused, ...counts } = await importCustomers(admin, nit, customers)
  assert.deepEqual(counts, { created: 1, updated: 0, unchanged: 0 })
  const [first, second, twice] = refused
  assert.ok(first && second)
  assert.deepEqual([first.line, second.line], [2, 3])
  assert.deepEqual(second.problems, first.problems)
  const message = 'Ya está en la línea 4 de este archivo; deje una de las dos.'
  assert.deepEqual(twice, { line: 5, problems: [{ field: 'numDocumento', message }] })
  const again = await importCustomers(admin, nit, customers.slice(2, 3))
  assert.deepEqual(again, { created: 0, updated: 0, unchanged: 1, refused: [] })
  const changed = { line: 2, customer: { ...ana, nombre: 'Ana P.' } }
  const { updated } = await importCustomers(admin, nit, [changed])
  assert.equal(updated, 1)
})

test('a file of the books needs what the accountant declares', async () => {
  const { admin, company } = world
  const none = { operacion: null, ingreso: null, clasificacion: null, sector: null, tipo: null }
  const read = (dichos: Partial<Dichos>) =>
    readBooksFile(admin, company.nit, {
      ...{ ambiente: '00', mes: '2026-10', archivo: 'anexo2' },
      dichos: { ...none, ...dichos },
    })
  await assertRefused(read({}), [
    'operacion',
    'falta: los anexos 1 y 2 dicen la operación y el tipo de ingreso, que decide su contador.',
  ])
  const { bytes } = await read({ operacion: 1, ingreso: 3 })
  assert.equal(bytes.length, 0, 'of a month without a sale')
})

test('a series never begins at a number that it has given', async () => {
  const { admin, company } = world
  const { numeroControl } = (await world.issue()).body
  const last = Number(numeroControl.slice(-15))
  const of = { codEstable: 'M001', codPuntoVenta: 'P001', ambiente: '00' } as const
  const begin = (first: number) =>
    setSeriesFirst(admin, company.nit, { ...of, firsts: [{ tipoDte: '01', first: BigInt(first) }] })
  await assertRefused(begin(last), [
    'first',
    `Esta serie ya dio el número ${numeroControl}: el primero es ${last + 1} o uno mayor. No se cambió nada.`,
  ])
  const [next] = await begin(last + 1)
  assert.match(next?.numeroControl ?? '', new RegExp(`-0*${last + 1}$`))
})
