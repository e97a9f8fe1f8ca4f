/** What operators change at a shell stands in the audit log, with who and what, and without a person's data or a secret. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../test/world.ts'
import { decryptDataKey } from '../../base/secrets/secrets.ts'
import { readActs } from '../../ledger/audit/acts.ts'
import { SERVICE_CHAIN } from '../../ledger/audit/chain.ts'
import { findMailServer } from '../../ledger/companies/mail-settings.ts'
import { findPersonByCorreo } from '../../ledger/people/person.ts'
import { companyOf } from './admin.ts'
import { authorizeCompany } from './autorizaciones.ts'
import { setMail } from './mail.ts'
import { addPerson, makeSignInLink } from './people.ts'
import { setResponsable } from './responsable.ts'
import { presentYear, setSeriesFirst } from './series.ts'
import { changeIssuedTypes } from './tipos.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

/** The newest entries of a chain, oldest first. */
async function entriesOf(companyId: string): Promise<readonly (readonly unknown[])[]> {
  const { pool, secrets } = world.deps
  const { acts, broken } = await readActs(pool, secrets, { companyId, below: null, limit: 50 })
  assert.equal(broken, null)
  return acts
    .map(({ acto, sobre, detalle, persona }) => [acto, sobre, detalle, persona] as const)
    .toReversed()
}

const SHELL = 'línea de comandos'
const RESOLUCION = { descDocumento: 'Resolución 12', detalleDocumento: 'De 2026' }
const CORRECTED = { ...RESOLUCION, detalleDocumento: 'De 2027' }

test('each change of a company at a shell is one entry, and a look is none', async () => {
  const { admin } = world
  const { nit } = world.company
  const { companyId } = await companyOf(admin, nit)
  const before = await entriesOf(companyId)

  await setResponsable(admin, nit)
  await changeIssuedTypes(admin, nit, {})
  await authorizeCompany(admin, nit, {})
  await setMail(admin, nit, {})
  assert.deepEqual(await entriesOf(companyId), before)

  await setResponsable(admin, nit, { nombre: 'Rosa Pérez', numDocumento: '00016297-5' })
  await setResponsable(admin, nit, null)
  await changeIssuedTypes(admin, nit, { add: ['01', '14'] })
  await changeIssuedTypes(admin, nit, { add: ['14'] }) // it has it
  await authorizeCompany(admin, nit, { add: ['exportar-D1'] })
  await authorizeCompany(admin, nit, { resolucion: RESOLUCION })
  await authorizeCompany(admin, nit, { resolucion: CORRECTED })
  await setMail(admin, nit, { pagina: true })
  await setMail(admin, nit, {
    entrega: 'si_tiene_correo',
    server: {
      ...{ host: 'correo.example.com', port: 465, tls: 'implicit', innerNetwork: false },
      ...{ auth: { user: 'ventas', pass: 'secreta 1' }, sender: 'ventas@example.com', dkim: null },
    },
  })
  await setMail(admin, nit, { server: null })
  await setSeriesFirst(admin, nit, {
    ...{ codEstable: 'M001', codPuntoVenta: 'P001', ambiente: '00' },
    firsts: [
      { tipoDte: '05', first: 700n },
      { tipoDte: '03', first: 50n },
    ],
  })
  const rol = 'emisor'
  const correo = 'nueva@example.com'
  const person = { correo, nombre: 'Nueva Persona', operador: false, password: null }
  await addPerson(admin, { ...person, member: { nit, rol } })

  const year = presentYear(admin)
  const numeroOf = (tipo: string, last: string) => `DTE-${tipo}-M001P001-000000000000${last}`
  assert.deepEqual((await entriesOf(companyId)).slice(before.length), [
    ['empresa.responsable', null, { hay: true }, SHELL],
    ['empresa.responsable', null, { hay: false }, SHELL],
    ['empresa.tipos', null, { antes: [], ahora: ['01', '14'] }, SHELL],
    ['empresa.autorizaciones', null, { antes: [], ahora: ['exportar-D1'] }, SHELL],
    ['empresa.resolucion', null, { antes: null, ahora: RESOLUCION }, SHELL],
    ['empresa.resolucion', null, { antes: RESOLUCION, ahora: CORRECTED }, SHELL],
    ['empresa.correo', null, { pagina: true }, SHELL],
    ['empresa.correo', null, { entrega: 'si_tiene_correo', servidor: 'correo.example.com' }, SHELL],
    ['empresa.correo', null, { servidor: null }, SHELL],
    // In one order of types, so that two operators cannot deadlock.
    ['series.primero', numeroOf('03', '050'), { ambiente: '00', year, primero: '50' }, SHELL],
    ['series.primero', numeroOf('05', '700'), { ambiente: '00', year, primero: '700' }, SHELL],
    ['persona.agregar', correo, { rol, operador: false }, SHELL],
  ])
})

test('of authorisations at once none is lost', async () => {
  const { admin } = world
  const { nit } = await world.addCompany()
  const all = ['exportar-D1', 'exportar-C8', 'exportar-tributos'] as const
  for (let round = 0; round < 5; round++) {
    await Promise.all(all.map((one) => authorizeCompany(admin, nit, { add: [one] })))
    const { autorizaciones } = await authorizeCompany(admin, nit, { remove: ['exportar-D1'] })
    assert.deepEqual(autorizaciones, all.slice(1))
    await authorizeCompany(admin, nit, { remove: all })
  }
})

test('who is there already becomes an operator, and keeps the name', async () => {
  const { admin } = world
  const person = { correo: 'tarde@example.com', password: null, member: null }
  await addPerson(admin, { ...person, nombre: 'Tarde', operador: false })
  const of = () => findPersonByCorreo(admin.pool, person.correo)
  assert.equal((await of())?.operador, false)
  await addPerson(admin, { ...person, nombre: 'Otra', operador: true })
  const { operador, nombre } = (await of()) ?? assert.fail()
  assert.deepEqual([operador, nombre], [true, 'Tarde'])
})

test('a person of no company and a link to sign in stand in the service’s own chain', async () => {
  const { admin } = world
  const before = await entriesOf(SERVICE_CHAIN)
  const person = { correo: 'sola@example.com', nombre: 'Sola', password: null, member: null }
  await addPerson(admin, { ...person, operador: true })
  await makeSignInLink(admin, { correo: person.correo, hours: 3 })
  assert.deepEqual((await entriesOf(SERVICE_CHAIN)).slice(before.length), [
    ['persona.agregar', person.correo, { rol: null, operador: true }, SHELL],
    ['persona.enlace', person.correo, { horas: 3 }, SHELL],
  ])
})

test('a company’s own mail server signs for the domain of its sender', async () => {
  const { admin, deps } = world
  const { nit } = world.company
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const privateKey = String(key.export({ type: 'pkcs8', format: 'pem' }))
  const server = {
    ...{ host: 'correo.example.com', port: 587, tls: 'starttls' as const, innerNetwork: false },
    ...{ auth: { user: 'ventas', pass: 'secreta 1' }, sender: 'ventas@tienda.example.com' },
  } as const
  const { servidor } = await setMail(admin, nit, {
    server: { ...server, dkim: { selector: 's1', privateKey } },
  })
  const { host, port, tls, sender } = server
  assert.deepEqual(servidor, { host, port, tls, sender, usuario: 'ventas', dkim: true })
  const { companyId, dataKey } = await companyOf(admin, nit)
  const stored = await findMailServer(
    deps.pool,
    companyId,
    decryptDataKey(deps.secrets, companyId, dataKey),
  )
  const dkim = { domain: 'tienda.example.com', selector: 's1', privateKey }
  assert.deepEqual(stored, { ...server, dkim, ca: null })
})
