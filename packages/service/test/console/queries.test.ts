/** What the pages of a company ask: parameters at their limits, numbers without a document, and how the ministry answers. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TIPOS_DTE } from '@sello/contract'
import { civilTime } from '../../src/base/time/el-salvador.ts'
import { releaseExpired } from '../../src/entrypoints/jobs/reservations.ts'
import { columnsOf } from '../columns.ts'
import { nota, sealed } from '../notas.ts'
import { type Browser, signInAs } from '../people.ts'
import { prepare } from '../prepared.ts'
import { createWorld, type World } from '../world.ts'

let world: World
let owner: Browser
let base: string
before(async () => {
  world = await createWorld()
  owner = await signInAs(world, 'dueno')
  base = `/${world.company.nit}/00`
})
after(() => world.close())

const long = (length: number) => 'x'.repeat(length)
const WHOLE = (range: string) => `debe ser un número entero ${range}.`
const NO_TEXT = 'no es un texto que se busque.'
const NO_DATE = 'debe ser una fecha que exista, como AAAA-MM-DD.'
const NO_NUMBER = 'no es un número de control.'
const NO_PARAMETER = 'no es un parámetro de esta ruta; quítelo.'
const someOf = (all: readonly string[]) =>
  `lleva, separados por comas, algunos de: ${all.join(', ')}.`

/** [what is asked, the parameter that is refused, why]. */
// biome-ignore format: a table
const ASKED: readonly (readonly [asked: string, field?: string, why?: string])[] = [
  ['documentos?limit=1'],
  ['documentos?limit=500'],
  ['documentos?limit=0',                    'limit',    WHOLE('de 1 a 500')],
  ['documentos?limit=501',                  'limit',    WHOLE('de 1 a 500')],
  [`documentos?q=${long(200)}`],
  [`documentos?q=${long(201)}`,             'q',        NO_TEXT],
  [`documentos?receptor=${long(200)}`],
  [`documentos?receptor=${long(201)}`,      'receptor', NO_TEXT],
  ['documentos?desde=2026-02-28'],
  ['documentos?desde=2026-02-30',           'desde',    NO_DATE],
  ['documentos?hasta=2026-13-01',           'hasta',    NO_DATE],
  ['documentos?tipo=01,03'],
  ['documentos?tipo=01,99',                 'tipo',     someOf(TIPOS_DTE)],
  ['documentos?tipo=',                      'tipo',     someOf(TIPOS_DTE)],
  ['documentos?estado=sellado,rechazado'],
  ['documentos?year=2026',                  'year',     NO_PARAMETER],
  ['documentos?q=a&q=b',                    'q',        'va una sola vez.'],
  ['documentos/totales?q=a'],
  ['documentos/totales?limit=1',            'limit',    NO_PARAMETER],
  ['documentos/liquidables?mandante=abc&periodo=2026-01'],
  [`documentos/liquidables?mandante=${long(20)}&periodo=2026-12`],
  ['documentos/liquidables?periodo=2026-01', 'mandante', 'no es un número de documento.'],
  ['documentos/liquidables?mandante=ab&periodo=2026-01', 'mandante', 'no es un número de documento.'],
  [`documentos/liquidables?mandante=${long(21)}&periodo=2026-01`, 'mandante', 'no es un número de documento.'],
  ['documentos/liquidables?mandante=abc',   'periodo',  'no es un mes, como 2026-11.'],
  ['documentos/liquidables?mandante=abc&periodo=2026-00', 'periodo', 'no es un mes, como 2026-11.'],
  ['documentos/liquidables?mandante=abc&periodo=2026-011', 'periodo', 'no es un mes, como 2026-11.'],
  ['documentos/liquidables?mandante=abc&periodo=x2026-01', 'periodo', 'no es un mes, como 2026-11.'],
  ['huecos?year=2000'],
  ['huecos?year=2999'],
  ['huecos?year=1999',                      'year',     WHOLE('de 2000 a 2999')],
  ['huecos?year=3000',                      'year',     WHOLE('de 2000 a 2999')],
  ['huecos?desde=DTE-01-M001P001-000000000000001'],
  ['huecos?desde=DTE-01-M001P001-0000000000000010', 'desde', NO_NUMBER],
  ['huecos?desde=xDTE-01-M001P001-000000000000001', 'desde', NO_NUMBER],
  ['huecos?desde=',                         'desde',    NO_NUMBER],
  ['huecos?limit=1',                        'limit',    NO_PARAMETER],
]

test('each parameter is taken up to its limit, and beyond it refused by its name and with the reason', async () => {
  for (const [asked, field, why] of ASKED) {
    const { status, body } = await owner.get(`${base}/${asked}`)
    if (field === undefined) {
      assert.equal(status, 200, `${asked}: ${JSON.stringify(body)}`)
      continue
    }
    const issues = [{ field, message: why }]
    const error = {
      code: 'invalid_request',
      message: `${field}: ${why}`,
      details: { field, issues },
    }
    assert.deepEqual([status, body], [400, { error }], asked)
  }
  const { status, body } = await owner.get(`${base}/documentos?estado=otro`)
  const said: string = body.error.message
  assert.equal(status, 400)
  for (const estado of ['sellado', 'rechazado', 'contingencia']) assert.ok(said.includes(estado))
})

test('numbers without a document are told, each with its series, and counted on the start page', async () => {
  const { pool } = world.deps
  const code = (n: number) => `DTE-01-M001P001-${String(n).padStart(15, '0')}`
  const { year } = civilTime(world.deps.clock.now())
  const said = async (): Promise<string | null> => {
    const { atender } = (await owner.get(`${base}/inicio`)).body
    return atender.find(({ clase }: { clase: string }) => clase === 'huecos')?.texto ?? null
  }
  await world.issue()
  const reserved = [await prepare(world), await prepare(world)]
  await world.issue()
  assert.equal(await said(), null)
  await world.advance(15 * 60_000)
  assert.equal(await releaseExpired(world.deps), 2)
  assert.equal(await said(), '2 números sin documento en la numeración de este año')

  const NOTHING = { motivo: null, fueraDesde: null, selloRecibido: null }
  const gap = (n: number) => ({
    ...{ numeroControl: code(n), estado: null, codigoGeneracion: null, ...NOTHING },
  })
  const series = {
    ...{ ambiente: '00', tipoDte: '01', codEstable: 'M001', codPuntoVenta: 'P001', year },
    ...{ first: 1, last: 4 },
  }
  const { body } = await owner.get(`${base}/huecos`)
  assert.deepEqual(body, { year, series: [{ ...series, gaps: [gap(2), gap(3)] }], siguiente: null })
  assert.equal(reserved.length, 2)
  const below = await owner.get(`${base}/huecos?desde=${code(3)}`)
  assert.deepEqual(below.body.series[0]?.gaps, [gap(3)])
  assert.deepEqual((await owner.get(`${base}/huecos?year=${year - 1}`)).body, {
    ...{ year: year - 1, series: [], siguiente: null },
  })

  await world.issue()
  assert.equal(await said(), 'Un número sin documento en la numeración de este año')
  for (const [released, told] of [
    [999, '999'],
    [1_000, 'Más de 999'],
  ] as const) {
    await pool.many('update series set released = $1', [released])
    assert.equal(await said(), `${told} números sin documento en la numeración de este año`)
  }
})

test('how the ministry answers is told with its latency, and from when it is away', async () => {
  const { pool, breaker, clock } = world.deps
  const ask = async (ambiente = '00') =>
    (await owner.get(`/${world.company.nit}/${ambiente}/hacienda`)).body
  const { desde, ...fresh } = await ask('01')
  assert.deepEqual(fresh, { estado: 'disponible', segundos: null, ultimaRespuesta: null })
  assert.ok(Date.parse(desde))
  const { segundos, ultimaRespuesta, ...seen } = await ask()
  assert.equal(seen.estado, 'disponible')
  assert.ok(segundos > 0 && Date.parse(ultimaRespuesta) >= Date.parse(seen.desde))

  const openedAt = new Date(Math.floor(clock.now().getTime() / 1_000) * 1_000)
  await pool.many(
    `insert into ministry_outages (outage_id, ambiente, opened_at, probe_at)
     values (gen_random_uuid(), '01', $1::timestamptz, $1::timestamptz + interval '1 day')`,
    [openedAt],
  )
  await breaker.refresh()
  assert.equal((await ask('01')).desde, openedAt.toISOString())
  assert.equal((await ask()).desde, seen.desde)
})

test('the balance of a 03 is told in whole numbers, with what its notes took; of others there is none', async () => {
  const code = await sealed(world)
  const ask = (codigo: string) => owner.get(`${base}/documentos/${codigo}/saldo`)
  const told = async () => (await ask(code)).body.saldo
  const ventas = { noSujetas: '0', exentas: '0', gravadas: '0' }
  const { acreditable, acreditado } = await told()
  assert.deepEqual(acreditable.ventas, { ...ventas, gravadas: '10000000000' })
  assert.equal(acreditable.gravados['20'], '1300000000')
  assert.deepEqual(acreditado, { ventas, gravados: {} })

  const { status, text } = await world.issue(nota(code, 40))
  assert.equal(status, 200, text)
  const after = await told()
  assert.deepEqual(after.acreditable, acreditable)
  assert.deepEqual(after.acreditado.ventas, { ...ventas, gravadas: '4000000000' })
  assert.equal(after.acreditado.gravados['20'].valor, '52000000000')

  const { nit } = await world.addCompany()
  const stranger = await signInAs(world, 'dueno', { nit })
  const { body: sale } = await world.issue()
  for (const reply of [
    await ask(sale.codigoGeneracion),
    await ask('00000000-0000-4000-8000-000000000000'),
    await owner.get(`/${world.company.nit}/01/documentos/${code}/saldo`),
    await stranger.get(`/${nit}/00/documentos/${code}/saldo`),
  ]) {
    assert.deepEqual([reply.status, reply.body.error.code], [404, 'not_found'])
  }
})

test('a signed document is told until it is sealed, whether it is deferred or on its way', async () => {
  const { codigoGeneracion } = (await world.issue()).body
  const set = async (estado: string, sello: string | null) => {
    await world.deps.pool.many(
      'update documents set estado = $2, sello_recibido = $3 where codigo_generacion = $1',
      [codigoGeneracion, estado, sello],
    )
    const { atender, sinSello } = (await owner.get(`${base}/inicio`)).body
    const due = atender.find(({ clase }: { clase: string }) => clase === 'contingencia')
    return [sinSello, due?.texto]
  }
  const waits = [1, 'Un documento firmado espera su sello']
  assert.deepEqual(await set('firmado', null), waits)
  assert.deepEqual(await set('contingencia', null), waits)
  assert.deepEqual(await set('sellado', 'S'.repeat(40)), [0, undefined])
})

test('of many rejected documents a hundred are told at a time', async () => {
  const { pool } = world.deps
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', times: 1 })
  assert.equal((await world.issue()).status, 422)
  const told = async () => {
    const { atender } = (await owner.get(`${base}/inicio`)).body
    return atender.filter(({ clase }: { clase: string }) => clase === 'rechazado').length
  }
  assert.equal(await told(), 1)
  const own: Readonly<Record<string, string>> = {
    ...{ codigo_generacion: 'gen_random_uuid()', idempotency_key: 'n::text', referencia: 'null' },
    numero_control: `left(numero_control, 16) || lpad((1000 + n)::text, 15, '0')`,
  }
  const names = await columnsOf(pool, 'documents')
  await pool.many(
    `insert into documents (${names.join(', ')})
     select ${names.map((name) => own[name] ?? name).join(', ')}
       from documents, generate_series(1, 100) as n where estado = 'rechazado' returning 1`,
  )
  assert.equal(await told(), 100)
})
