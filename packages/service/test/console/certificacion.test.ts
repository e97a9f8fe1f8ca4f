import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setIssuedTypes } from '../../src/flows/admin/tipos.ts'
import { columnsOf } from '../columns.ts'
import { giveBack, invalidate } from '../corrections.ts'
import { type Browser, signInAs } from '../people.ts'
import { createWorld, SALE, type World } from '../world.ts'

let world: World
let owner: Browser
before(async () => {
  world = await createWorld()
  owner = await signInAs(world, 'dueno')
})
after(() => world.close())

const ask = (query = '') => owner.get(`/${world.company.nit}/certificacion${query}`)

async function sealed(referencia?: string): Promise<string> {
  const reply = await world.issue(referencia === undefined ? SALE : { ...SALE, referencia })
  assert.equal(reply.status, 200, reply.text)
  return reply.body.codigoGeneracion
}

test('a company that has not said its types is asked for the events alone', async () => {
  const { status, body } = await ask()
  assert.equal(status, 200)
  assert.deepEqual(body, {
    ...{ campana: 'uno', produccionDesde: null, completa: false, tipos: [] },
    eventos: ['contingencia', 'retorno', 'invalidacion'].map((evento) => ({
      ...{ evento, sellados: 0, meta: 5, aparte: 0 },
    })),
  })
})

test('the types come in the order in which they are made, each with what is asked and nothing done', async () => {
  await setIssuedTypes(world.admin, world.company.nit, ['01', '05', '03'])
  const { body } = await ask()
  const lines = body.tipos.map((one: Line) => [one.tipoDte, one.meta, one.sellados, one.probado])
  assert.deepEqual(lines, [
    ['03', 75, 0, false],
    ['01', 90, 0, false],
    ['05', 50, 0, false],
  ])
})

test('what is sealed counts, also made by hand; what is made to be invalidated never does, before and after', async () => {
  const byHand = await sealed()
  const first = await sealed('certificacion-uno-01-0001')
  await sealed('certificacion-uno-contingencia-0001')
  await sealed('certificacion-dos-01-0001')
  const toInvalidate = await sealed('certificacion-uno-invalidacion-0001')
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', times: 1 })
  assert.equal((await world.issue()).status, 422)
  assert.deepEqual(await facturas(), {
    ...{ sellados: 4, aparte: 2, enEspera: 0, hayMas: false, invalidados: 0, paraInvalidar: 1 },
    probado: true,
  })
  assert.equal((await giveBack(world, first, [{ linea: 1, cantidad: 1 }])).status, 200)
  assert.equal((await giveBack(world, byHand, [{ linea: 1, cantidad: 1 }])).status, 200)
  assert.equal((await invalidate(world, toInvalidate)).status, 200)
  assert.equal((await invalidate(world, await sealed())).status, 200)
  assert.deepEqual(await facturas(), {
    ...{ sellados: 4, aparte: 2, enEspera: 0, hayMas: false, invalidados: 2, paraInvalidar: 0 },
    probado: true,
  })
  const { body } = await ask()
  assert.deepEqual(body.eventos, [
    // the document was not signed in an outage: no event lists it
    { evento: 'contingencia', sellados: 0, meta: 5, aparte: 0 },
    { evento: 'retorno', sellados: 1, meta: 5, aparte: 1 },
    { evento: 'invalidacion', sellados: 1, meta: 5, aparte: 1 },
  ])
  for (const { tipoDte, meta: _, ...counts } of body.tipos) {
    if (tipoDte === '01') continue
    const none = { sellados: 0, aparte: 0, enEspera: 0, invalidados: 0, paraInvalidar: 0 }
    assert.deepEqual(counts, { ...none, hayMas: false, probado: false }, tipoDte)
  }
})

test('another certification has its own events, and documents of others are made apart', async () => {
  const { body } = await ask('?campana=dos')
  const [factura] = body.tipos.filter((one: Line) => one.tipoDte === '01')
  assert.deepEqual([body.campana, factura.sellados, factura.aparte], ['dos', 4, 3])
  assert.deepEqual(
    body.eventos.map((one: { sellados: number; aparte: number }) => [one.sellados, one.aparte]),
    [
      [0, 0],
      [0, 2],
      [0, 2],
    ],
  )
})

for (const campana of ['UNO', 'a'.repeat(21), 'a%25', '']) {
  test(`no certification is called «${campana}»`, async () => {
    const { status, body } = await ask(`?campana=${campana}`)
    assert.deepEqual([status, body.error.code], [422, 'refused'])
    assert.equal(body.error.details.issues[0].field, 'campana')
  })
}

test('what another company sealed is not counted, and its people see nothing of this one', async () => {
  const other = await world.addCompany()
  const reply = await world.issue(SALE, { key: other.key })
  assert.equal(reply.status, 200)
  assert.equal((await facturas()).sellados, 4)
  const stranger = await signInAs(world, 'dueno', { nit: other.nit })
  const refused = await stranger.get(`/${world.company.nit}/certificacion`)
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'role_not_allowed'])
})

test('the returns of the first 200 invoices of a certification are its own, and later ones are made apart', async () => {
  for (const n of ['0200', '0201']) {
    const code = await sealed(`certificacion-tope-01-${n}`)
    assert.equal((await giveBack(world, code, [{ linea: 1, cantidad: 1 }])).status, 200)
  }
  const { eventos } = (await ask('?campana=tope')).body
  const [retorno] = eventos.filter(({ evento }: { evento: string }) => evento === 'retorno')
  assert.deepEqual(retorno, { evento: 'retorno', sellados: 1, meta: 5, aparte: 3 })
})

test('a certification is complete once every type and every event has what is asked', async () => {
  const { nit, key } = await world.addCompany()
  await setIssuedTypes(world.admin, nit, ['01'])
  const person = await signInAs(world, 'dueno', { nit })
  const told = async () => (await person.get(`/${nit}/certificacion`)).body
  for (let n = 1; n <= 5; n += 1) {
    const referencia = `certificacion-uno-01-000${n}`
    const { body } = await world.issue({ ...SALE, referencia }, { key })
    const event = await giveBack(world, body.codigoGeneracion, [{ linea: 1, cantidad: 1 }], { key })
    assert.equal(event.status, 200, event.text)
  }
  await world.deps.pool.many(
    `insert into ministry_outages (outage_id, ambiente, opened_at, closed_at, probe_at)
     values (gen_random_uuid(), '00', now() - interval '2 days', now() - interval '1 day', now())`,
  )
  const outage = '(select outage_id from ministry_outages limit 1)'
  const named = (serie: string) => `'certificacion-uno-${serie}-' || lpad(n::text, 4, '0')`
  const cancelled = { estado: `'invalidado'`, referencia: named('invalidacion') }
  await copies(nit, 5, cancelled)
  await copies(nit, 4, { outage_id: outage, referencia: named('contingencia') })
  await copies(nit, 81, {})
  const [factura] = (await told()).tipos
  assert.deepEqual([factura.sellados, factura.meta], [90, 90])
  assert.equal((await told()).completa, false, 'a contingency is missing')
  const waiting = { estado: `'contingencia'`, sello_recibido: 'null', outage_id: outage }
  await copies(nit, 1, { ...waiting, referencia: `'certificacion-uno-contingencia-0005'` })
  assert.equal((await told()).completa, false, 'and one without a seal is none')
  await copies(nit, 1, { outage_id: outage, referencia: `'certificacion-uno-contingencia-0006'` })
  assert.equal((await told()).completa, true)
  await setIssuedTypes(world.admin, nit, ['01', '03'])
  assert.equal((await told()).completa, false, 'nothing of the other type is sealed')
})

test('of a type with five hundred sealed documents it is told that there may be more', async () => {
  const { nit, key } = await world.addCompany()
  await setIssuedTypes(world.admin, nit, ['01'])
  assert.equal((await world.issue(SALE, { key })).status, 200)
  const person = await signInAs(world, 'dueno', { nit })
  for (const [more, hayMas] of [
    [498, false],
    [1, true],
  ] as const) {
    await copies(nit, more, {})
    const [factura] = (await person.get(`/${nit}/certificacion`)).body.tipos
    assert.equal(factura.hayMas, hayMas)
  }
})

/** So many copies of a sealed document of the company, each the `n`th, which differ from it in what is their own. */
async function copies(nit: string, count: number, own: Readonly<Record<string, string>>) {
  const { pool } = world.deps
  const fresh: Readonly<Record<string, string>> = {
    ...{ codigo_generacion: 'gen_random_uuid()', idempotency_key: 'gen_random_uuid()::text' },
    numero_control: `left(d.numero_control, 16) || lpad((t.taken + n)::text, 15, '0')`,
    ...{ referencia: 'null', ...own },
  }
  const names = await columnsOf(pool, 'documents')
  await pool.many(
    `insert into documents (${names.join(', ')})
     select ${names.map((name) => fresh[name] ?? `d.${name}`).join(', ')}
       from (select d.* from documents d join companies c using (company_id)
              where c.nit = $1 and d.estado = 'sellado' limit 1) d,
            (select count(*) as taken from documents d join companies c using (company_id)
              where c.nit = $1) t,
            generate_series(1, $2::int) as n returning 1`,
    [nit, count],
  )
}

interface Line {
  readonly tipoDte: string
  readonly meta: number
  readonly sellados: number
  readonly aparte: number
  readonly probado: boolean
}

/** What the page says of the invoices. */
async function facturas() {
  const { body } = await ask()
  const { tipoDte, meta, ...counts } = body.tipos.find((one: Line) => one.tipoDte === '01')
  assert.deepEqual([tipoDte, meta], ['01', 90])
  return counts
}
