/**
 * A certification against the simulator, killed and continued. `npm run test:long` makes the whole of it
 * (SELLO_CERTIFY=whole); here a few of each.
 */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Sello } from '@sello/client'
import { METAS_CERTIFICACION } from '@sello/contract'
import { createFolder, endAll, type Folder, run, start } from '../../test/cli.ts'
import { readGoals } from './goals.ts'
import { slotOf } from './slots.ts'

const IS_WHOLE = process.env.SELLO_CERTIFY === 'whole'
const GOALS =
  '01=4,03=3,04=2,05=2,06=2,07=2,08=2,09=2,11=2,14=2,contingencia=1,retorno=2,invalidacion=2'
const KILLS = 5

const RECEPTOR = {
  ...{ numDocumento: '06141212850017', nrc: '7654321', nombre: 'COMPRADORA' },
  ...{ codActividad: '46900', correo: 'compras@example.com' },
  direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' },
}

interface Ready {
  readonly baseUrl: string
  readonly simulatorUrl: string
  readonly consoleUrl: string
  readonly companies: readonly { nit: string; keys: readonly Key[] }[]
}
interface Key {
  readonly apiKey: string
  readonly signKey: string | null
}

let folder: Folder
let ready: Ready
before(async () => {
  folder = await createFolder()
  const args = ['demo', '--json', '--port', '0', '--data-dir', 'demo']
  ready = await start(args, { cwd: folder.path }).ready<Ready>()
  await writeFile(join(folder.path, 'r.json'), JSON.stringify({ receptores: [RECEPTOR] }))
})
after(async () => {
  await endAll()
  await folder.remove()
})

const companyOf = () => {
  const [company] = ready.companies
  const [key] = company?.keys ?? []
  assert.ok(company && key?.signKey)
  return { nit: company.nit, apiKey: key.apiKey, signKey: key.signKey }
}

function setting() {
  const { apiKey, signKey } = companyOf()
  const keys = { SELLO_API_KEY: apiKey, SELLO_SIGN_KEY: signKey }
  return { cwd: folder.path, env: { HOME: folder.path, SELLO_URL: ready.baseUrl, ...keys } }
}

const CERTIFY = [
  ...['certify', '--pause', '0', '--receivers', 'r.json', '--json'],
  ...['--outages', '--data-dir', 'demo', '--responsible', 'Ana Ficticia,00016297-5'],
  ...(IS_WHOLE ? [] : ['--goals', GOALS]),
]

/** Everything that the ministry received of the company. */
async function ledger() {
  const reply = await fetch(`${ready.simulatorUrl}/_sim/ledger?nit=${companyOf().nit}`)
  const { documents } = (await reply.json()) as {
    documents: readonly { codigoGeneracion: string; numeroControl: string | null }[]
  }
  return documents
}

test('killed five times and continued it makes each document and event once, and its report says so', {
  timeout: 3 * 60 * 60_000,
}, async () => {
  if (IS_WHOLE) {
    const args = ['company', 'authorize', '--nit', companyOf().nit, '--data-dir', 'demo']
    const granted = await run([...args, '--resolution', 'DGII-1-2026'], setting())
    assert.equal(granted.code, 0, granted.stderr)
  }
  const before = new Set((await ledger()).map(({ codigoGeneracion }) => codigoGeneracion))
  let kills = 0
  for (let at = 0; at < KILLS; at += 1) {
    const running = start(CERTIFY, setting())
    const target = before.size + 1 + at * (IS_WHOLE ? 120 : 6)
    const isDone = running.ended().then(() => true)
    for (;;) {
      const is = await Promise.race([isDone, pause().then(() => false)])
      if (is || (await ledger()).length >= target) break
    }
    running.kill('SIGKILL')
    if ((await running.ended()).code === null) kills += 1
  }
  assert.ok(kills >= 3, `${kills} runs were killed on the way`)
  const last = await run(CERTIFY, setting())
  assert.equal(last.code, 0, last.stdout + last.stderr)
  const report = JSON.parse(last.stdout)
  assert.deepEqual([report.completa, report.faltas], [true, []])
  const goals = IS_WHOLE ? METAS_CERTIFICACION : readGoals(GOALS)
  for (const { tipoDte, sellados, aparte } of report.tipos) {
    const wanted = goals?.get(tipoDte) ?? 0
    // the demonstration's own sale counts
    assert.deepEqual([tipoDte, sellados, aparte], [tipoDte, wanted, tipoDte === '01' ? 1 : 0])
  }
  for (const { evento, sellados } of report.eventos) assert.equal(sellados, goals?.get(evento))

  const { apiKey } = companyOf()
  const sello = new Sello({ baseUrl: ready.baseUrl, apiKey })
  const slots = []
  for await (const { referencia, estado } of sello.list({ limit: 100 })) {
    if (slotOf('uno', referencia)) slots.push(`${referencia} ${estado}`)
  }
  assert.equal(new Set(slots.map((one) => one.split(' ')[0])).size, slots.length)
  const received = (await ledger()).filter(({ codigoGeneracion }) => !before.has(codigoGeneracion))
  const documents = received.filter(({ numeroControl }) => numeroControl !== null)
  assert.equal(documents.length, slots.length, 'the ministry holds no document besides')

  const again = await run(CERTIFY, setting())
  assert.deepEqual(JSON.parse(again.stdout), report)
  assert.equal((await ledger()).length, received.length + before.size, 'and nothing is made again')
  const written = await readFile(join(folder.path, 'certificacion-uno.json'), 'utf8')
  assert.deepEqual(JSON.parse(written), report)
  const page = await readFile(join(folder.path, 'certificacion-uno.md'), 'utf8')
  assert.match(page, /\| 03 Crédito fiscal \| \d+ \| \d+ \| 0 \| 0 \|/)
})

test('the console says what the report says', async () => {
  const { nit } = companyOf()
  const types = '01,03,04,05,06,07,08,09,11,14'
  const admin = ['company', 'types', '--nit', nit, '--add', types, '--data-dir', 'demo']
  const told = await run(admin, setting())
  assert.equal(told.code, 0, told.stderr)
  const plan = await run(['certify', '--plan', '--json', '--types', types], setting())
  const { campana, completa, tipos, eventos } = JSON.parse(plan.stdout)

  const shown = await askConsole(`/${nit}/certificacion`)

  assert.ok(tipos.length === 10 && tipos.every(({ sellados }: Line) => sellados > 0))
  const lines = (of: readonly Line[]) =>
    of.map(({ tipoDte, meta, sellados, aparte, enEspera }) => {
      return { tipoDte, meta, sellados, aparte, enEspera }
    })
  assert.deepEqual(lines(shown.tipos), lines(tipos))
  assert.deepEqual(
    shown.eventos.map(({ aparte: _, ...one }: Line) => one),
    eventos.map(({ evento, meta, sellados }: Line) => ({ evento, sellados, meta })),
  )
  assert.deepEqual([shown.campana, shown.completa], [campana, completa])
})

interface Line {
  readonly evento?: string
  readonly tipoDte?: string
  readonly meta: number
  readonly sellados: number
  readonly aparte: number
  readonly enEspera: number
}

interface Shown {
  readonly campana: string
  readonly completa: boolean
  readonly tipos: readonly Line[]
  readonly eventos: readonly Line[]
}

/** As the page of the owner, who enters by the demonstration's link. */
async function askConsole(path: string) {
  const { origin, pathname, hash } = new URL(ready.consoleUrl)
  const api = `${origin}${pathname.replace(/\/entrar$/, '')}/console/api`
  const token = new URLSearchParams(hash.slice(1)).get('enlace')
  const headers = { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const body = JSON.stringify({ token })
  const entered = await fetch(`${api}/entrar/enlace`, { method: 'POST', headers, body })
  assert.equal(entered.status, 200, await entered.text())
  const cookie = entered.headers.getSetCookie().map((one) => one.split(';')[0])
  const reply = await fetch(api + path, { headers: { ...headers, cookie: cookie.join('; ') } })
  assert.equal(reply.status, 200)
  return (await reply.json()) as Shown
}

test('a plan makes nothing, and what is missing is said once for each reason', async () => {
  const count = (await ledger()).length
  const plan = await run(['certify', '--plan', '--campaign', 'dos'], setting())
  assert.equal(plan.code, 0, plan.stderr)
  assert.match(plan.stdout, /15 Donación +\d+ de +25/)
  assert.match(plan.stdout, /Evento de retorno +0 de +5 {2}faltan 5/)
  assert.equal((await ledger()).length, count)
  const args = ['certify', '--campaign', 'dos', '--pause', '0', '--types', '06']
  const refused = await run([...args, '--goals', '06=9,retorno=0,contingencia=1'], setting())
  assert.equal(refused.code, 1)
  assert.match(refused.stdout, /! 06: Hace falta un crédito fiscal \(03\) sellado.* \(3 veces\)/)
  assert.match(refused.stdout, /! invalidacion: Diga quién responde/)
  assert.match(refused.stdout, /! contingencia: Los hace quien opera el servicio/)
})

test('a service that does not know of the outage gets no document', async () => {
  const count = (await ledger()).length
  const goals = ['--goals', '11=0,retorno=0,contingencia=1,invalidacion=0']
  const args = ['certify', '--campaign', 'tres', '--types', '11', ...goals, '--outages']
  const unknown = await run([...args, '--data-dir', 'otra'], setting())
  assert.equal(unknown.code, 3, unknown.stdout + unknown.stderr)
  assert.match(unknown.stderr, /El servicio no supo del mantenimiento/)
  assert.equal((await ledger()).length, count)
})

test('Ctrl-C ends it in words', async () => {
  const args = ['certify', '--campaign', 'cuatro', '--goals', '11=50,retorno=0,contingencia=0']
  const running = start(args, setting())
  await running.said(/sellados [1-9]/)
  running.kill('SIGINT')
  const { code, stderr } = await running.ended()
  assert.equal(code, 130, stderr)
  assert.match(stderr, /Detenida\. Lo hecho queda hecho/)
})

const pause = () => new Promise((resolve) => setTimeout(resolve, 50))
