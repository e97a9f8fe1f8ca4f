/** The sales of a month as the page Inicio draws them: notes subtracted, purchases left out, each day by itself. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { civilTime } from '../../src/base/time/el-salvador.ts'
import { nota, sealed } from '../notas.ts'
import { signInAs } from '../people.ts'
import { createWorld, SALE, type World } from '../world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PURCHASE = {
  tipoDte: '14',
  receptor: {
    ...{ numDocumento: '00016297-5', nombre: 'Persona Ficticia' },
    direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' },
  },
  items: [{ descripcion: 'Maíz', cantidad: 2, precioUni: 5 }],
}

let world: World
before(async () => {
  world = await createWorld({ mh: { timeoutMs: 1_000, budgetMs: 2_200 } })
})
after(() => world.close())

const today = () => civilTime(world.deps.clock.now()).fecEmi

/** Goes on to one o'clock of the first day of the next month. */
async function toNextMonth(): Promise<string> {
  const [year = 0, month = 0] = today().split('-').map(Number)
  const next = new Date(Date.UTC(year, month, 1, 6 + 1)) // UTC-6
  await world.advance(next.getTime() - world.deps.clock.now().getTime())
  return today()
}

/** What is told of the month that it is. */
async function told() {
  const browser = await signInAs(world, 'lector')
  return (await browser.get(`/${world.company.nit}/00/inicio`)).body.mes
}

test('a month is what was sold less its notes, by day, beside the month before it', async () => {
  const first = await toNextMonth()
  assert.match(first, /-01$/)
  const nothing = { vendido: 0, ivaDebito: 0, documentos: 0, sinSello: 0, dias: [], anterior: [] }
  assert.deepEqual(await told(), { desde: first, ...nothing })
  const credito = await sealed(world) // 100 and 13 of VAT
  for (const body of [nota(credito, 40), PURCHASE]) {
    const { status, text } = await world.issue(body)
    assert.equal(status, 200, text)
  }
  await world.advance(DAY_MS)
  const second = today()
  assert.equal((await world.issue(SALE)).status, 200) // 11.30 with VAT
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  assert.equal((await world.issue(SALE)).status, 202)
  assert.equal((await world.issue(PURCHASE)).status, 202)
  await world.mh.clearFaults()
  const days = [
    { fecha: first, vendido: 67.8 },
    { fecha: second, vendido: 22.6 },
  ]
  assert.deepEqual(await told(), {
    ...{ desde: first, vendido: 90.4, ivaDebito: 10.4, documentos: 3, sinSello: 1 },
    ...{ dias: days, anterior: [] },
  })
  const next = await toNextMonth()
  assert.deepEqual(await told(), { desde: next, ...nothing, anterior: days })
  await toNextMonth()
  assert.deepEqual((await told()).anterior, [])
})
