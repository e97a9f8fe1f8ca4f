import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { addPerson, verifyAudit } from '../../src/admin.ts'
import { SERVICE_CHAIN } from '../../src/ledger/audit/chain.ts'
import { metricsText } from '../metrics-text.ts'
import { codeOf, enterByLink, openBrowser, signInAs } from '../people.ts'
import { createWorld, type World } from '../world.ts'
import { CONSOLE_BODIES } from './bodies.ts'

const PASSWORD = 'montaña verde lluvia 8'

let world: World
let nit: string
before(async () => {
  world = await createWorld()
  nit = world.company.nit
})
after(() => world.close())

interface Row {
  readonly company_id: string
  readonly acto: string
  readonly persona: string
  readonly sobre: string | null
  readonly peer: string | null
  readonly detalle: { readonly veces: number; readonly red: string | null }
}

/** The events since the last time. */
let seen = 0
async function entries(): Promise<readonly Row[]> {
  await world.deps.security.record(world.deps.consolePool, 'all')
  const rows = await world.deps.pool.many<Row>(
    `select company_id, acto, persona, sobre, peer, detalle from audit_log
      where acto like 'seguridad.%' order by at, company_id, seq`,
  )
  const fresh = rows.slice(seen)
  seen = rows.length
  return fresh
}

const shown = (rows: readonly Row[]) =>
  rows.map(({ company_id, acto, persona, detalle }) => {
    const chain = company_id === SERVICE_CHAIN ? 'service' : 'company'
    return `${chain} ${acto.slice('seguridad.'.length)} ${persona.replace(/ [0-9a-f]{12}$/, ' …')} ${detalle.veces}`
  })

async function metric(kind: string): Promise<number> {
  const text = await metricsText(world)
  const line = new RegExp(`^sello_security_events_total\\{kind="${kind}"\\} (\\d+)$`, 'm')
  return Number(line.exec(text)?.[1])
}

async function person(name: string, rol: 'lector' | 'dueno' = 'lector') {
  const correo = `${name}@example.com`
  await addPerson(world.admin, {
    ...{ correo, nombre: name, member: { nit, rol }, operador: false, password: PASSWORD },
  })
  return { correo, contrasena: PASSWORD }
}

test('failed sign-ins and limits are events, of the person or of a hashed address; the answers wait for no log', async () => {
  const { correo } = await person('gina')
  const before = await world.deps.pool.one<{ n: bigint }>('select count(*) as n from audit_log')
  const guess = (given: string) =>
    openBrowser(world, '203.0.113.50').send('POST', '/entrar/contrasena', {
      ...{ correo: given, contrasena: 'no era esta clave' },
    })
  for (let i = 0; i < 7; i += 1) await guess(correo)
  await guess('nadie@example.com')
  await openBrowser(world).send('POST', '/entrar/enlace', { token: 'A'.repeat(43) })
  await openBrowser(world).send('POST', '/entrar/llave', CONSOLE_BODIES['entrar.llave'])
  const after = await world.deps.pool.one<{ n: bigint }>('select count(*) as n from audit_log')
  assert.equal(after.n, before.n, 'no call writes to the log')

  const rows = await entries()
  assert.deepEqual(shown(rows), [
    'service entrada_fallida gina <gina@example.com> 5',
    'service entrada_bloqueada gina <gina@example.com> 2',
    'service entrada_fallida Desconocido de la red … 1',
    'service entrada_fallida Desconocido de la red … 2',
  ])
  assert.ok(
    rows.every(({ peer, detalle }) => peer === null && /^[0-9a-f]{12}$/.test(`${detalle.red}`)),
  )
  assert.deepEqual([await metric('entrada_fallida'), await metric('entrada_bloqueada')], [8, 2])
})

test('refused roles are events of the company for its members, and of the service for others', async () => {
  const reader = await signInAs(world, 'lector', { correo: 'hilda@example.com' })
  assert.equal((await reader.get(`/${nit}/llaves`)).status, 403)
  assert.equal((await reader.send('POST', `/${nit}/00/v1/dte`, {})).status, 403)
  const other = await world.addCompany()
  assert.equal((await reader.get(`/${other.nit}/empresa`)).status, 403)
  const company = { nit: '0614', nrc: '1', nombre: 'x' }
  assert.equal((await reader.send('POST', '/empresas', company)).status, 403)
  const rows = await entries()
  assert.deepEqual(shown(rows), [
    'service rol_rechazado Persona lector <hilda@example.com> 2',
    'company rol_rechazado Persona lector <hilda@example.com> 2',
  ])
  assert.equal(rows.at(-1)?.sobre, 'llaves')

  const administrator = await signInAs(world, 'administrador')
  const invitation = { correo: 'nueva@example.com', rol: 'dueno' }
  assert.equal((await administrator.send('POST', `/${nit}/invitaciones`, invitation)).status, 403)
  const [refused] = await entries()
  assert.deepEqual([refused?.acto, refused?.sobre], ['seguridad.rol_rechazado', 'personas.invitar'])

  const accountant = await signInAs(world, 'contador')
  assert.equal((await accountant.send('POST', `/${nit}/00/v1/dte`, {})).status, 403)
  assert.deepEqual(
    (await entries()).map(({ acto, sobre }) => [acto, sobre]),
    [['seguridad.rol_rechazado', 'v1.issue']],
  )
})

test('what is refused for its content, or is not there, is no event', async () => {
  const owner = await signInAs(world, 'dueno')
  for (const refused of [
    await owner.send('POST', `/${nit}/firma/00/pedido`, { clavePublica: 'x' }),
    await owner.send('POST', `/${nit}/firma/00/pedido`, {}),
    await owner.get(`/${nit}/00/borradores/00000000-0000-4000-8000-000000000000`),
  ]) {
    assert.ok([400, 404, 422].includes(refused.status), codeOf(refused))
  }
  assert.deepEqual(shown(await entries()), [])
})

test('refused second factors are events: a wrong code, and a browser that may set up none', async () => {
  const given = await person('irma', 'dueno')
  const own = openBrowser(world)
  await enterByLink(world, own, given.correo)
  const thief = openBrowser(world, '203.0.113.60')
  assert.equal((await thief.send('POST', '/entrar/contrasena', given)).status, 200)
  assert.equal((await thief.send('POST', '/yo/totp', {})).body.error.code, 'unknown_browser')
  assert.deepEqual(shown(await entries()), [
    'service segundo_factor_rechazado irma <irma@example.com> 1',
  ])

  const { secreto } = (await own.send('POST', '/yo/totp', {})).body
  await own.send('POST', '/yo/totp/confirmar', { codigo: '000000' })
  const totp = new TOTP({ secret: Secret.fromBase32(secreto) })
  const codigo = totp.generate({ timestamp: world.deps.clock.now().getTime() })
  assert.equal((await own.send('POST', '/yo/totp/confirmar', { codigo })).status, 200)
  await openBrowser(world).send('POST', '/entrar/contrasena', { ...given, codigo: '000000' })
  const { retoId, respuesta } = { ...CONSOLE_BODIES['yo.confirmar'] }
  const unknown = await own.send('POST', '/yo/confirmar', { retoId, respuesta })
  assert.equal(codeOf(unknown), '401 sign_in_failed')
  assert.deepEqual(shown(await entries()), [
    'service segundo_factor_rechazado irma <irma@example.com> 3',
  ])
  assert.equal(await metric('segundo_factor_rechazado'), 4)
})

test('wrong passphrases of the owner are events of the company, and the chains stay whole', async () => {
  const owner = await signInAs(world, 'dueno', { correo: 'juana@example.com' })
  for (let i = 0; i < 7; i += 1) {
    await owner.send('POST', `/${nit}/firma/00`, { frase: 'no es esta frase' })
  }
  assert.deepEqual(shown(await entries()), [
    'company frase_equivocada Persona dueno <juana@example.com> 5',
    'company frase_bloqueada Persona dueno <juana@example.com> 2',
  ])
  const { entradas, cadena } = (await owner.get(`/${nit}/auditoria`)).body
  assert.equal(entradas[0].acto, 'seguridad.frase_bloqueada')
  assert.equal(cadena.integra, true)
  assert.ok((await verifyAudit(world.admin)).every(({ broken }) => broken === null))
})
