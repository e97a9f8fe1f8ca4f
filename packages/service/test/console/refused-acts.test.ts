/** What an act of the console is refused for, in the words that its page shows, and by the field that it marks. */
import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { after, before, test } from 'node:test'
import { CONSOLE_ROUTES } from '../../src/entrypoints/console/routes.ts'
import { AMOUNT_MAX_DEFAULT } from '../../src/flows/admin/key.ts'
import { fingerprintOf } from '../../src/ledger/people/sign-key-requests.ts'
import { addPasskey, createPasskey } from '../passkey.ts'
import { type Browser, openBrowser, signInAs } from '../people.ts'
import { createWorld, PASSPHRASE, type World } from '../world.ts'
import { CONSOLE_BODIES, ID } from './bodies.ts'

type Person = Browser & { readonly personId: string; readonly correo: string }

let world: World
let owner: Person
let issuer: Person
let operator: Person
before(async () => {
  world = await createWorld()
  owner = await signInAs(world, 'dueno')
  issuer = await signInAs(world, 'emisor')
  operator = await signInAs(world, 'operador')
})
after(() => world.close())

interface Asked {
  readonly name: string
  readonly body?: object
  readonly params?: Readonly<Record<string, string>>
}

function send({ name, body, params = {} }: Asked) {
  const route = CONSOLE_ROUTES.find((one) => one.name === name) ?? assert.fail(name)
  const given: Readonly<Record<string, string>> = {
    ...{ empresa: world.company.nit, ambiente: '00', id: ID, personaId: ID, keyId: ID },
    ...params,
  }
  const path = route.path
    .replace(/:ambiente(\(.*?\))?/, given.ambiente ?? '')
    .replaceAll(/:(\w+)/g, (_, one: string) => given[one] ?? one)
  const browser = route.who === 'O' ? operator : owner
  return browser.send(route.method as 'POST', path, body)
}

async function assertRefused(asked: Asked, field: string, message: string): Promise<void> {
  const { status, body } = await send(asked)
  const details = { issues: [{ field, message }] }
  const error = { code: 'refused', message: `${field}: ${message}`, details }
  assert.deepEqual([status, body], [422, { error }], asked.name)
}

const NO_ID = 'no tiene la forma de uno.'
const NO_MAIL = 'no es una dirección de correo.'
const NOT_OURS = 'no es de esta empresa.'
const ONE_OWNER = 'Debe quedar un dueño.'
const A_DAY = 'es una fecha AAAA-MM-DD, de hoy en adelante.'
const of = (name: string, more: object) => ({ ...CONSOLE_BODIES[name], ...more })
const GIVE = { frase: PASSPHRASE, huella: 'x' }
const POINT = { codEstable: 'M009', codPuntoVenta: 'P009' }

/** [act, what the path names, body, field, why]. */
// biome-ignore format: a table
const REFUSED: readonly (readonly [name: string, params: Asked['params'], body: object, field: string, message: string])[] = [
  ['firma.dar',                   {},                        GIVE,                          'id',           'ese pedido ya no está.'],
  ['firma.dar',                   { id: 'x' },               GIVE,                          'id',           NO_ID],
  ['firma.pedir',                 {},                        { clavePublica: 'x' },         'clavePublica', 'no es un punto de P-256.'],
  ['personas.rechazar_firma',     { id: 'x' },               {},                            'id',           NO_ID],
  ['personas.retirar_invitacion', { id: 'x' },               {},                            'id',           NO_ID],
  ['personas.invitar',            {},                        { correo: 'ana', rol: 'lector' }, 'correo',    NO_MAIL],
  ['personas.invitar',            {},                        of('personas.invitar', { puntoDeVenta: POINT }), 'puntoDeVenta', NOT_OURS],
  ['personas.cambiar',            {},                        { rol: 'lector' },             'personaId',    NOT_OURS],
  ['personas.cambiar',            { personaId: 'x' },        { rol: 'lector' },             'id',           NO_ID],
  ['personas.quitar',             {},                        {},                            'personaId',    NOT_OURS],
  ['personas.quitar',             { personaId: `x${ID}` },   {},                            'id',           NO_ID],
  ['personas.quitar',             { personaId: `${ID}x` },   {},                            'id',           NO_ID],
  ['yo.sesiones.cerrar',          { id: 'x' },               {},                            'id',           NO_ID],
  ['yo.sesiones.cerrar',          { id: '-'.repeat(36) },    {},                            'id',           NO_ID],
  ['yo.totp.confirmar',           {},                        { codigo: '123456' },          'codigo',       'no es el código de este momento. Escriba el siguiente.'],
  ['yo.llaves.agregar',           {},                        of('yo.llaves.agregar', {}),   'respuesta',    'La llave de acceso no se pudo comprobar. Repita.'],
  ['yo.confirmar',                {},                        {},                            'contrasena',   'falta; o confirme con su llave de acceso.'],
  ...['url', 'region', 'accessKeyId', 'secretAccessKey'].map((missing) => [
    'almacenamiento.conectar', {}, of('almacenamiento.conectar', { [missing]: undefined }), 'url', 'un depósito lleva url, region, accessKeyId y secretAccessKey.',
  ] as const),
  ['credenciales.probar',         { ambiente: '01' },        {},                            'contrasena',   'Aún no hay contraseña de la API de Hacienda.'],
  ['produccion.pasar',            {},                        { nit: '06140101900000' },     'nit',          'no es el de esta empresa. Escríbalo de nuevo.'],
  ['llaves.crear',                {},                        of('llaves.crear', { venceEl: '2099-13-01' }), 'venceEl', A_DAY],
  ['llaves.crear',                {},                        of('llaves.crear', { venceEl: '2020-01-01' }), 'venceEl', A_DAY],
  ['llaves.crear',                {},                        of('llaves.crear', { venceEl: '12099-01-01' }), 'venceEl', A_DAY],
  ...['2099', '2099-01', '2099-02-30', '+002099-01-01'].map((venceEl) => [
    'llaves.crear', {}, of('llaves.crear', { venceEl }), 'venceEl', A_DAY,
  ] as const),
  ['empresas.crear',              {},                        of('empresas.crear', { dueno: { correo: 'd', nombre: 'Dueña' } }), 'dueno.correo', NO_MAIL],
]

for (const [name, params, body, field, message] of REFUSED) {
  test(`${name} is refused by ${field}: ${message} (${JSON.stringify(params)})`, () =>
    assertRefused({ name, body, ...(params ? { params } : {}) }, field, message))
}

test('a passkey is registered once, and whoever has no password keeps the last one', async () => {
  const person = await signInAs(world, 'lector')
  const asked = async () => (await person.send('POST', '/yo/llaves/opciones', {})).body
  const { retoId, opciones } = await asked()
  const { passkey, respuesta } = createPasskey(opciones)
  const add = (body: object) =>
    person.send('POST', '/yo/llaves', { nombre: 'Mi llave', prf: false, ...body })
  const added = await add({ retoId, respuesta })
  assert.equal(added.status, 200, JSON.stringify(added.body))
  const ids = ({ llaves }: { llaves: readonly { id: string }[] }) => llaves.map(({ id }) => id)
  assert.deepEqual(ids(added.body), [passkey.id])
  const remove = (id: string) => person.send('DELETE', `/yo/llaves/${id}`)
  const last = 'id: Es su único acceso. Ponga antes una contraseña.'
  assert.equal((await remove(passkey.id)).body.error.message, last)
  const again = await asked()
  const sameId = createPasskey(again.opciones, Buffer.from(passkey.id, 'base64url'))
  const twice = await add({ retoId: again.retoId, respuesta: sameId.respuesta })
  const known = 'respuesta: Esa llave de acceso ya está registrada.'
  assert.deepEqual([twice.status, twice.body.error.message], [422, known])
  const other = await addPasskey(person)
  assert.equal((await remove(passkey.id)).status, 200, 'another one is left')
  assert.equal((await remove(other.id)).body.error.message, last)
  const contrasena = 'nueve faroles junto al muelle'
  assert.equal((await person.send('POST', '/yo/contrasena', { contrasena })).status, 204)
  assert.deepEqual((await remove(other.id)).body.llaves, [])
})

test('a message to try the mail says what is missing where there is no server', async () => {
  const { status, body } = await send({ name: 'correo.probar', body: {} })
  const motivo =
    'Este servicio no tiene un servidor de correo: conecte el de la empresa, o pida a quien lo opera que lo configure.'
  assert.deepEqual([status, body], [200, { enviado: false, a: owner.correo, motivo }])
})

test('a password of the ministry’s API is told as taken, refused or not answered about', async () => {
  const probe = async () => (await send({ name: 'credenciales.probar', body: {} })).body
  assert.deepEqual(await probe(), { aceptada: true, mensaje: null })
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  const silent = 'Hacienda no respondió. La contraseña quedó guardada; pruébela más tarde.'
  assert.deepEqual(await probe(), { aceptada: null, mensaje: silent })
  await world.mh.clearFaults()
})

test('the last owner stays one, and a sign key that is not suspended is not reactivated', async () => {
  const params = { personaId: owner.personId }
  await assertRefused({ name: 'personas.quitar', params, body: {} }, 'rol', ONE_OWNER)
  const body = { rol: 'administrador' }
  await assertRefused({ name: 'personas.cambiar', params, body }, 'rol', ONE_OWNER)
  const ofIssuer = { personaId: issuer.personId }
  const asked = { name: 'personas.reactivar_firma', params: ofIssuer, body: {} }
  await assertRefused(asked, 'personaId', 'su firma no está bloqueada.')
})

test('a key expires at the end of its day in El Salvador, today’s too', async () => {
  const now = world.deps.clock.now().getTime()
  const today = new Date(now - 6 * 3_600_000).toISOString().slice(0, 10)
  const reply = await send({
    name: 'llaves.crear',
    body: of('llaves.crear', { venceEl: today, frase: PASSPHRASE }),
  })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  const end = new Date(`${today}T00:00:00-06:00`).getTime() + 24 * 3_600_000
  assert.equal(Date.parse(reply.body.llave.venceEl), end)
})

test('a key has the limits that it was given, and keeps those that a change does not name', async () => {
  const limites = { hora: 7, dia: 70, estado: 11 }
  const made = await send({
    name: 'llaves.crear',
    body: of('llaves.crear', { limites, montoMaximo: 50, frase: PASSPHRASE }),
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { llave } = made.body
  const shown = { ...llave, limites, montoMaximo: 50, ipPermitidas: ['10.0.0.1'] }
  assert.deepEqual(llave, shown)
  const change = async (body: object) =>
    (await send({ name: 'llaves.cambiar', params: { keyId: llave.keyId }, body })).body
  const more = { hora: 8, dia: 80, estado: 12 }
  assert.deepEqual(await change({ limites: more }), { ...shown, limites: more })
  const dearer = { ...shown, limites: more, montoMaximo: 60 }
  assert.deepEqual(await change({ montoMaximo: 60 }), dearer)
  assert.deepEqual(await change({ ipPermitidas: [] }), { ...dearer, ipPermitidas: [] })
  const without = await send({
    name: 'llaves.crear',
    body: of('llaves.crear', {
      frase: PASSPHRASE,
      ipPermitidas: undefined,
      limites: undefined,
      venceEl: null,
    }),
  })
  const { limites: usual, montoMaximo, ipPermitidas, venceEl } = without.body.llave
  assert.deepEqual(
    { usual, montoMaximo, ipPermitidas, venceEl },
    {
      usual: { hora: 60, dia: 300, estado: 240 },
      ...{ montoMaximo: AMOUNT_MAX_DEFAULT, ipPermitidas: [], venceEl: null },
    },
  )
})

test('a person’s own key is none of the company’s: it is neither changed nor ended as one', async () => {
  const made = await send({ name: 'firma.propia', body: { frase: PASSPHRASE } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const [key] = await world.deps.pool.many<{ key_id: string }>(
    'select key_id from person_keys where person_id = $1',
    [owner.personId],
  )
  const params = { keyId: key?.key_id ?? '' }
  const { llaves } = (await owner.get(`/${world.company.nit}/llaves`)).body
  const listed = llaves.map(({ keyId }: { keyId: string }) => keyId)
  assert.ok(listed.includes(world.company.key.keyId) && !listed.includes(params.keyId))
  for (const act of ['cambiar', 'desactivar', 'reactivar', 'revocar']) {
    const asked = { name: `llaves.${act}`, params, body: {} }
    await assertRefused(asked, 'keyId', 'La empresa no tiene esa llave.')
  }
})

test('whoever accepts an invitation for the first time says a name and a password', async () => {
  const invited = { correo: 'primera@example.com', rol: 'lector' }
  const { url } = (await send({ name: 'personas.invitar', body: invited })).body
  const token = new URL(url).hash.slice(1)
  const accept = (body: object) => send({ name: 'invitacion.aceptar', body: { token, ...body } })
  const message = async (body: object) => (await accept(body)).body.error.message
  assert.equal(await message({ contrasena: 'x' }), 'nombre: falta y es obligatorio.')
  assert.equal(await message({ nombre: 'Ana' }), 'contrasena: falta y es obligatoria.')
})

test('an invitation of somebody with an account is accepted in that person’s session alone', async () => {
  const other = await world.addCompany()
  const member = await signInAs(world, 'lector', { nit: other.nit })
  const invited = { correo: member.correo, rol: 'lector' }
  const { url } = (await send({ name: 'personas.invitar', body: invited })).body
  const body = { token: new URL(url).hash.slice(1) }
  for (const browser of [openBrowser(world), owner]) {
    const refused = await browser.send('POST', '/invitacion/aceptar', body)
    const message = `Entre con ${member.correo} para aceptar.`
    const error = { code: 'session_required', message, details: {} }
    assert.deepEqual([refused.status, refused.body], [401, { error }])
  }
  assert.equal((await member.send('POST', '/invitacion/aceptar', body)).status, 200)
})

test('only an owner says who invalidates', async () => {
  const admin = await signInAs(world, 'administrador')
  const path = `/${world.company.nit}/personas/${issuer.personId}`
  for (const invalida of [true, false]) {
    const { status, body } = await admin.send('PATCH', path, { invalida })
    const dueno = 'Persona dueno'
    const message = `No tiene permiso para esto. Pídalo a ${dueno}.`
    const error = { code: 'role_not_allowed', message, details: { dueno } }
    assert.deepEqual([status, body], [403, { error }])
  }
})

test('whoever issues no more gets no sign key, nor does a request that is another one now', async () => {
  const { nit } = world.company
  const key = createECDH('prime256v1').generateKeys()
  const clavePublica = key.toString('base64url')
  const { id } = (await issuer.send('POST', `/${nit}/firma/00/pedido`, { clavePublica })).body
  const give = (huella: string) => ({
    ...{ name: 'firma.dar', params: { id }, body: { frase: PASSPHRASE, huella } },
  })
  const other = 'no es la del pedido que está ahora. Compárela otra vez con la persona.'
  await assertRefused(give('x'), 'huella', other)
  for (const rol of ['lector', 'contador']) {
    await world.deps.pool.many('update memberships set rol = $2 where person_id = $1', [
      ...[issuer.personId, rol],
    ])
    const huella = fingerprintOf(key)
    await assertRefused(give(huella), 'id', 'esa persona no emite en esta empresa.')
  }
})
