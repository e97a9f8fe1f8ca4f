/** What a body of the session API may hold: no unknown member at any depth, and no text or list beyond its limit. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SCOPES, TIPOS_DTE } from '@sello/contract'
import { CONSOLE_ROUTES } from '../../src/entrypoints/console/routes.ts'
import { type Browser, openBrowser, signInAs } from '../people.ts'
import { createWorld, type World } from '../world.ts'
import { CONSOLE_BODIES, ID, type Json } from './bodies.ts'

let world: World
let owner: Browser
let operator: Browser
before(async () => {
  world = await createWorld()
  owner = await signInAs(world, 'dueno')
  operator = await signInAs(world, 'operador')
})
after(() => world.close())

/** The fields that the route refuses as no body of it (400). */
async function refusedBy(name: string, body: unknown): Promise<readonly string[]> {
  const route = CONSOLE_ROUTES.find((one) => one.name === name) ?? assert.fail(name)
  const browser = route.who === 'O' ? operator : route.who === '-' ? openBrowser(world) : owner
  const path = route.path
    .replace(':empresa', world.company.nit)
    .replace(/:ambiente(\(.*?\))?/, '00')
    .replace(':keyId', world.company.key.keyId)
    .replaceAll(/:\w+/g, ID)
  const reply = await browser.send(route.method as 'POST', path, body)
  assert.notEqual(reply.status, 500)
  if (reply.status !== 400) return []
  return reply.body.error.details.issues.map(({ field }: { readonly field: string }) => field)
}

function changed(body: Json, path: string, value: unknown): Json {
  const [first = '', ...rest] = path.split('.')
  const inner = rest.length === 0 ? value : changed(body[first] as Json, rest.join('.'), value)
  return { ...body, [first]: inner }
}

/** The browser's own, of any shape. */
const OF_ANY_SHAPE = new Set(['respuesta', 'contenido'])

/** The paths of its objects: `` is the body itself. */
function objectsIn(value: Json, path = ''): readonly string[] {
  const inner = Object.entries(value).flatMap(([name, one]) => {
    if (OF_ANY_SHAPE.has(name) || typeof one !== 'object' || one === null) return []
    return Array.isArray(one) ? [] : objectsIn(one as Json, `${path}${name}.`)
  })
  return [path, ...inner]
}

test('an unknown member is refused by its path, in every object of every body', async () => {
  let tried = 0
  for (const [name, body] of Object.entries(CONSOLE_BODIES)) {
    for (const path of objectsIn(body)) {
      const field = `${path}desconocido`
      const refused = await refusedBy(name, changed(body, field, 'x'))
      assert.ok(refused.includes(field), `${name}: ${refused}`)
      tried += 1
    }
  }
  assert.ok(tried > 35, `${tried}`)
})

const long = (length: number) => 'x'.repeat(length)
const times = <T>(n: number, one: T) => Array.from({ length: n }, () => one)
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])

/** [route, member, a value at its limit, values beyond it]. */
// biome-ignore format: a table
const LIMITS: readonly (readonly [name: string, field: string, most: unknown, ...beyond: readonly unknown[]])[] = [
  ['entrar.contrasena',    'correo',                 long(2_000), long(2_001), ''],
  ['entrar.contrasena',    'contrasena',             long(2_000), long(2_001), ''],
  ['invitacion.aceptar',   'nombre',                 long(100), long(101), ''],
  ['invitacion.aceptar',   'nombre',                 'x', ''],
  ['empresas.crear',       'nombreComercial',        null, 1],
  ['yo.nombre',            'nombre',                 long(100), long(101), ''],
  ['yo.nombre',            'nombre',                 'x', ''],
  ['yo.llaves.agregar',    'nombre',                 long(100), long(101), ''],
  ['yo.llaves.agregar',    'nombre',                 'x', ''],
  ['empresa.cambiar',      'nombreComercial',        null, 1],
  ['empresa.cambiar',      'responsable',            null, 1],
  ['empresa.cambiar',      'resolucion',             null, 1],
  ['certificados.cargar',  'archivo',                long(200_000), long(200_001), ''],
  ['certificados.cargar',  'archivo',                'x', ''],
  ['marca.cambiar',        'logo',                   long(400_000), long(400_001), ''],
  ['marca.cambiar',        'logo',                   'x', ''],
  ['marca.cambiar',        'color',                  long(7), long(8)],
  ['correo.cambiar',       'servidor.port',          1, 0, 1.5],
  ['correo.cambiar',       'servidor.port',          65_535, 65_536],
  ['correo.cambiar',       'servidor.usuario',       null, 1],
  ['correo.cambiar',       'servidor.contrasena',    null, 1],
  ['correo.cambiar',       'servidor.dkim',          null, 1],
  ['correo.cambiar',       'servidor.dkim.llave',    long(8_000), long(8_001), ''],
  ['correo.cambiar',       'servidor.dkim.llave',    'x', ''],
  ['llaves.crear',         'nombre',                 long(100), long(101), ''],
  ['llaves.crear',         'nombre',                 'x', ''],
  ['llaves.crear',         'montoMaximo',            99_999_999_999, 100_000_000_000],
  ['llaves.crear',         'montoMaximo',            0.01, 0],
  ['llaves.crear',         'ipPermitidas',           times(100, '10.0.0.1'), times(101, '10.0.0.1')],
  ['llaves.crear',         'alcances',               SCOPES, [...SCOPES, 'issue'], []],
  ['llaves.crear',         'alcances',               ['query'], []],
  ['llaves.crear',         'tiposDte',               times(20, '01'), times(21, '01'), []],
  ['llaves.crear',         'venceEl',                null, 1],
  ['llaves.crear',         'frase',                  null, 1],
  ['llaves.cambiar',       'montoMaximo',            99_999_999_999, 100_000_000_000, 0],
  ['personas.invitar',     'puntoDeVenta',           null, 1],
  ['produccion.tipos',     'tiposDte',               TIPOS_DTE, [...TIPOS_DTE, '01']],
  ['borradores.guardar',   'tipoDte',                '01', '0', '011'],
  ['borradores.guardar',   'resumen',                long(300), long(301)],
  ['borradores.guardar',   'revision',               0, -1, 0.5],
  ['borradores.guardar',   'contenido',              nested(20), nested(21)],
]

for (const [name, field, most, ...beyond] of LIMITS) {
  const shown = JSON.stringify(most).slice(0, 20)
  test(`${field} of ${name} may be ${shown}, and nothing beyond it`, async () => {
    const body = CONSOLE_BODIES[name] ?? assert.fail(name)
    const isField = (one: string) => one === field || one.startsWith(`${field}[`)
    const told = async (value: unknown) =>
      (await refusedBy(name, changed(body, field, value))).some(isField)
    assert.equal(await told(most), false)
    for (const value of beyond)
      assert.equal(await told(value), true, JSON.stringify(value).slice(0, 20))
  })
}

test('a body is at most 64 KB where nobody has signed in, and 1 MB elsewhere', async () => {
  const answers = async (browser: Browser, path: string, bytes: number) => {
    const around = JSON.stringify({ correo: 'a', contrasena: '' }).length
    const body = { correo: 'a', contrasena: 'x'.repeat(bytes - around) }
    const { status, body: answer } = await browser.send('POST', path, body)
    return [status, answer.error.details.field, answer.error.message]
  }
  const anybody = openBrowser(world)
  const [status, field] = await answers(anybody, '/entrar/contrasena', 65_536)
  assert.deepEqual([status, field], [400, 'contrasena'])
  assert.deepEqual(await answers(anybody, '/entrar/contrasena', 65_537), [
    ...[400, 'body', 'El cuerpo pasa de 64 KB.'],
  ])
  const whole = 1024 * 1024
  const own = await answers(owner, '/yo/contrasena', whole)
  assert.deepEqual(own.slice(0, 2), [400, 'correo'])
  assert.deepEqual(await answers(owner, '/yo/contrasena', whole + 1), [
    ...[400, 'body', 'El cuerpo pasa de 1 MB.'],
  ])
})
