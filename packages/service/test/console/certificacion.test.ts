import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setIssuedTypes } from '../../src/flows/admin/tipos.ts'
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
