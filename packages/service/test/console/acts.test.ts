/** What the audit log says of each act, what an act needs, and what the documentation tells of both. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CONSOLE_ROUTES } from '../../src/entrypoints/console/routes.ts'
import { SERVICE_CHAIN } from '../../src/ledger/audit/chain.ts'
import { type Browser, codeOf, signInAs } from '../people.ts'
import { createWorld, type World } from '../world.ts'
import { anyPath, TOLD_ROUTES } from './told.ts'

const ID = '00000000-0000-4000-8000-000000000000'
const KEY_ID = 'nokeynokey12'
const MINUTE_MS = 60_000

type Person = Browser & { readonly personId: string; readonly correo: string }

let world: World
let owner: Person
let operator: Person
before(async () => {
  world = await createWorld()
  owner = await signInAs(world, 'dueno')
  operator = await signInAs(world, 'operador')
})
after(() => world.close())

const addressOf = (path: string) =>
  path
    .replace(':empresa', world.company.nit)
    .replace(/:ambiente(\(.*?\))?/, '00')
    .replace(':keyId', KEY_ID)
    .replaceAll(/:\w+/g, ID)

/** Bodies that are refused or change nothing of use: what an act was to be is written before it is tried. */
// biome-ignore format: a table
const ACTS: readonly (readonly [acto: string, body: object, sobre: string | null, detalle: object])[] = [
  ['empresas.crear',               { nit: '06140101901234' },                        '06140101901234', {}],
  ['yo.nombre',                    {},                                               null,             {}],
  ['yo.totp',                      {},                                               null,             {}],
  ['yo.totp.confirmar',            {},                                               null,             {}],
  ['yo.totp.quitar',               {},                                               null,             {}],
  ['yo.sesiones.cerrar',           {},                                               ID,               {}],
  ['yo.sesiones.cerrar_las_demas', {},                                               null,             {}],
  ['yo.llaves.agregar',            {},                                               null,             {}],
  ['yo.llaves.quitar',             {},                                               ID,               {}],
  ['empresa.cambiar',              { telefono: 1, correo: 2 },                       null,             { miembros: ['telefono', 'correo'] }],
  ['puntos.agregar',               { codEstable: 'M9', codPuntoVenta: 'P9' },        'M9P9',           {}],
  ['certificados.cargar',          { ambiente: '01', contrasena: 'x' },              null,             { ambiente: '01' }],
  ['credenciales.guardar',         { contrasena: 1 },                                null,             { ambiente: '00' }],
  ['almacenamiento.conectar',      { kind: 'managed_bucket', url: 'x' },             null,             { kind: 'managed_bucket' }],
  ['produccion.tipos',             { tiposDte: ['03', '99', '01'] },                 null,             { tiposDte: ['01', '03'] }],
  ['produccion.tipos',             { tiposDte: '03' },                               null,             { tiposDte: [] }],
  ['produccion.pasar',             { nit: 'x' },                                     null,             {}],
  ['marca.cambiar',                { color: 'rojo' },                                null,             { miembros: ['color'] }],
  ['correo.cambiar',               { servidor: { host: 'smtp.example.com', port: 1 } }, null,          { miembros: ['servidor'], servidor: 'smtp.example.com' }],
  ['correo.cambiar',               { servidor: null, entrega: 1 },                   null,             { miembros: ['servidor', 'entrega'], servidor: null }],
  ['correo.cambiar',               { pagina: 1 },                                    null,             { miembros: ['pagina'] }],
  ['llaves.crear',                 { nombre: 'Caja', ambiente: '00', frase: 'x' },   'Caja',           { ambiente: '00', firma: true }],
  ['llaves.crear',                 { nombre: 'Caja', ambiente: '01' },               'Caja',           { ambiente: '01', firma: false }],
  ['llaves.cambiar',               { montoMaximo: 'x' },                             KEY_ID,           {}],
  ['llaves.desactivar',            {},                                               KEY_ID,           {}],
  ['llaves.reactivar',             {},                                               KEY_ID,           {}],
  ['llaves.revocar',               {},                                               KEY_ID,           {}],
  ['personas.invitar',             { correo: 'ana', rol: 'emisor' },                 'ana',            { rol: 'emisor' }],
  ['personas.retirar_invitacion',  {},                                               ID,               {}],
  ['personas.cambiar',             { rol: 'lector' },                                ID,               { rol: 'lector' }],
  ['personas.quitar',              {},                                               ID,               { rol: null }],
  ['personas.reactivar_firma',     {},                                               ID,               { ambiente: '00' }],
  ['personas.rechazar_firma',      {},                                               ID,               {}],
  ['firma.propia',                 { frase: 'no es esta' },                          null,             { ambiente: '00' }],
  ['firma.pedir',                  { clavePublica: 'x' },                            null,             { ambiente: '00' }],
  ['firma.recibida',               {},                                               null,             { ambiente: '00' }],
  ['firma.dar',                    { frase: 'x', huella: 'x' },                      ID,               {}],
]
/** They end the session or what it is confirmed with: the last ones. */
const LAST = ['yo.contrasena', 'salir']

interface Entry {
  readonly acto: string
  readonly sobre: string | null
  readonly detalle: object
  readonly persona: string
  readonly chain: string
}

const entriesOf = (acto: string) =>
  world.deps.pool.many<Entry>(
    `select acto, sobre, detalle, persona, coalesce(c.nit, a.company_id::text) as chain
       from audit_log a left join companies c on c.company_id = a.company_id
      where acto in ($1, $1 || '.sin_efecto') order by a.at, seq`,
    [acto],
  )

for (const [acto, body, sobre, detalle] of [
  ...ACTS,
  ...LAST.map((name) => [name, {}, null, {}] as const),
]) {
  test(`the audit log says who did ${acto} (${JSON.stringify(body)}), to what, and whether it came to nothing`, async () => {
    const route = CONSOLE_ROUTES.find(({ name }) => name === acto)
    assert.ok(route)
    const browser = route.who === 'O' ? operator : owner
    const before = (await entriesOf(acto)).length
    const { status } = await browser.send(route.method as 'POST', addressOf(route.path), body)
    const chain = route.path.startsWith('/:empresa') ? world.company.nit : SERVICE_CHAIN
    const entry = { acto, sobre, detalle, persona: await nameOf(browser), chain }
    const twin = { ...entry, acto: `${acto}.sin_efecto` }
    const entries = (await entriesOf(acto)).slice(before)
    assert.deepEqual(entries, status < 400 ? [entry] : [entry, twin])
  })
}

async function nameOf({ personId }: Person): Promise<string> {
  const { named } = await world.deps.pool.one<{ named: string }>(
    `select nombre || ' <' || correo || '>' as named from people where person_id = $1`,
    [personId],
  )
  return named
}

test('a page of the audit log has fifty entries, or as many as are asked for up to 200, and goes on below', async () => {
  const reader = await signInAs(world, 'contador')
  const page = async (query = '') =>
    (await reader.get(`/${world.company.nit}/auditoria${query}`)).body
  const seqs = ({ entradas }: { entradas: readonly { seq: number }[] }) =>
    entradas.map(({ seq }) => seq)
  const all = await page('?limit=200')
  assert.ok(all.entradas.length > 50 && all.siguiente === null)
  const first = await page()
  assert.deepEqual([seqs(first), first.siguiente], [seqs(all).slice(0, 50), seqs(all)[49]])
  const next = await page(`?hasta=${first.siguiente}&limit=1`)
  assert.deepEqual(seqs(next), [seqs(all)[50]])
  assert.deepEqual([await page('?hasta=1')].map(seqs), [[]], 'none is below the first')
  for (const query of ['limit=0', 'limit=201', 'hasta=0', 'limit=x', 'desde=1']) {
    assert.equal((await reader.get(`/${world.company.nit}/auditoria?${query}`)).status, 400, query)
  }
})

test('every act that is recorded is tried here', () => {
  const recorded = CONSOLE_ROUTES.filter((route) => 'audited' in route && route.audited)
  const tried = new Set([...ACTS.map(([acto]) => acto), ...LAST])
  assert.deepEqual(
    recorded.map(({ name }) => name).filter((name) => !tried.has(name)),
    [],
  )
})

test('the documentation tells every route, and which ask for a confirmation of the last minutes', async () => {
  const people = { O: await signInAs(world, 'operador'), others: await signInAs(world, 'dueno') }
  await world.advance(6 * MINUTE_MS)
  const wrong: string[] = []
  for (const { method, path, who, name } of CONSOLE_ROUTES) {
    const told = TOLD_ROUTES.find((one) => one.method === method && one.path === anyPath(path))
    assert.ok(told, `docs/console-api.md does not tell ${method} ${path}`)
    if (who === '-' || who === '*' || method === 'GET') continue // of one's own access: second-factor.test.ts
    const browser = who === 'O' ? people.O : people.others
    const code = codeOf(await browser.send(method as 'POST', addressOf(path), {}))
    const isAsked = code === '403 confirmation_required'
    if (isAsked !== told.who.endsWith('!')) wrong.push(`${name}: ${code}, told ${told.who}`)
  }
  assert.deepEqual(wrong, [])
})

test('a changed entry breaks the chain, which is told with the time of that entry', async () => {
  const { nit } = world.company
  const reader = await signInAs(world, 'contador')
  const page = async () => (await reader.get(`/${nit}/auditoria`)).body
  const { entradas, cadena } = await page()
  assert.deepEqual(cadena, { integra: true, desde: null, porVerificar: 0 })
  const { seq, fecha } = entradas[3]
  await world.deps.pool.many(
    `update audit_log set sobre = 'otro'
      where seq = $1 and company_id = (select company_id from companies where nit = $2)`,
    [seq, nit],
  )
  assert.deepEqual((await page()).cadena, { integra: false, desde: fecha, porVerificar: 0 })
})
