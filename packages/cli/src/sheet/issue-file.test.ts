/**
 * Spreadsheets issued by the real command. SELLO_TEST_ROWS sets the rows of the killed one (60), SELLO_TEST_KILLS
 * how often it is killed (3). Ten thousand rows exceed the runner's limit per file: `SELLO_TEST_ROWS=10000
 * SELLO_TEST_KILLS=5 npm test -- issue-file --test-timeout=7200000`.
 */
import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { unzipSync, zipSync } from 'fflate'
import { type Demo, endFaults, fault, ledger, startDemo } from '../../../client/test/demo.ts'
import { until } from '../../../service/test/until.ts'
import { run, start } from '../../test/cli.ts'

const ROWS = Number(process.env.SELLO_TEST_ROWS ?? 60)
const KILLS = Number(process.env.SELLO_TEST_KILLS ?? 3)

let demo: Demo
before(async () => {
  demo = await startDemo()
})
after(() => demo.stop())

const setting = () => ({
  cwd: demo.folder,
  env: {
    HOME: demo.folder,
    SELLO_URL: demo.baseUrl,
    SELLO_API_KEY: demo.apiKey,
    SELLO_SIGN_KEY: demo.signKey,
  },
})
const sello = (...args: readonly string[]) => run(args, setting())
const put = (name: string, text: string) => writeFile(join(demo.folder, name), text)

function csv(rows: number, prefix: string): string {
  const lines = Array.from(
    { length: rows },
    (_, n) => `${prefix}-${n},Café ${n},2,${(n % 400) + 1}.65`,
  )
  return `referencia,descripcion,cantidad,precioUni\n${lines.join('\n')}\n`
}

test('the filled template is issued, with its files and its results', async () => {
  const made = await sello('template', '01', '--out', 'ventas.xlsx')
  const again = await sello('template', '01', '--out', 'ventas.xlsx')
  const empty = await sello('issue', '--from', 'ventas.xlsx', '--yes')
  await fill('ventas.xlsx', { EJEMPLO: 'F-1001', [EXAMPLE]: 'Pan dulce' })
  const shown = await sello('issue', '--from', 'ventas.xlsx', '--check')
  const issued = await sello('issue', '--from', 'ventas.xlsx', '--yes')

  assert.equal(made.code, 0, made.stderr)
  assert.deepEqual([again.code, empty.code], [1, 2])
  assert.match(again.stderr, /ventas\.xlsx ya existe y no se toca/)
  assert.match(empty.stderr, /solo el ejemplo de la plantilla \(fila 2\)/)
  assert.match(shown.stdout, /total a pagar +\$11\.30/)
  assert.equal(issued.code, 0, issued.stderr)
  assert.match(issued.stdout, /sellados +1\n/)
  const results = await readFile(join(demo.folder, 'ventas.xlsx.resultados.csv'), 'utf8')
  assert.match(results, /2,F-1001,sellado,DTE-01-M001P001-\d{15},[\w-]{36},\w{40},11\.30,/)
  assert.equal((await readdir(join(demo.folder, 'ventas-documentos'))).length, 2)
})

const EXAMPLE = 'Ejemplo: esta fila no se emite'

/** Types over the cells of a workbook that the template made. */
async function fill(name: string, cells: Readonly<Record<string, string>>): Promise<void> {
  const path = join(demo.folder, name)
  const parts = unzipSync(await readFile(path))
  const part = 'xl/worksheets/sheet1.xml'
  let xml = new TextDecoder().decode(parts[part])
  for (const [before, after] of Object.entries(cells)) xml = xml.replace(before, after)
  await writeFile(path, zipSync({ ...parts, [part]: new TextEncoder().encode(xml) }))
}

const RETENCION =
  'referencia,documento,numeroDocumento,fechaEmision,tipoGeneracion,monto,codigoRetencion,descripcion,nombre,tipoDocumento,numDocumento,nrc,codActividad,departamento,municipio,distrito,complemento'
const PROVEEDOR = 'Proveedora,36,0614-121285-001-7,7654321,46900,06,23,14,Calle Ficticia 123'
const listed = (row: string) => `RETENCION-1,${row},Harina,${PROVEEDOR}`

test('the documents of a supplier are one retention, and a wrong one is named by its column', async () => {
  const rows = ['03,A1,2026-01-05,1,500,22', '03,A2,2026-01-06,1,250.50,']
  await put('retencion.csv', `${RETENCION}\n${rows.map(listed).join('\n')}\n`)
  await put('otra.csv', `${RETENCION}\n${listed('03,A1,2026-01-05,1,500,99')}\n`)
  const wrong = await sello('issue', '--from', 'otra.csv', '--dte-type', '07', '--yes')
  const issued = await sello('issue', '--from', 'retencion.csv', '--dte-type', '07', '--yes')

  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /fila 2, codigoRetencion: .*"99" no existe/)
  assert.equal(issued.code, 0, issued.stderr)
  const results = await readFile(join(demo.folder, 'retencion.csv.resultados.csv'), 'utf8')
  assert.match(results, /2,RETENCION-1,sellado,DTE-07-M001P001-\d{15},[\w-]{36},\w{40},7\.51,/)
})

test('rows of goods on their way are remissions, to somebody and to a place of the company', async () => {
  const header =
    'referencia,descripcion,cantidad,precioUni,bienTitulo,propio,nombre,numDocumento,codActividad'
  const rows = [
    'REMISION-1,Camisas,40,12.50,03,,Consignataria,0614-121285-001-7,46900',
    'REMISION-2,Camisas,10,12.50,04,sí,,,',
  ]
  await put('remision.csv', `${header}\n${rows.join('\n')}\n`)
  await put('titulo.csv', `${header}\n${rows[0]?.replace('-1,', '-3,').replace(',03,', ',09,')}\n`)
  const wrong = await sello('issue', '--from', 'titulo.csv', '--dte-type', '04', '--yes')
  const issued = await sello('issue', '--from', 'remision.csv', '--dte-type', '04', '--yes')

  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /fila 2, bienTitulo: .*"09" no existe/)
  assert.equal(issued.code, 0, issued.stderr)
  const results = await readFile(join(demo.folder, 'remision.csv.resultados.csv'), 'utf8')
  assert.match(results, /2,REMISION-1,sellado,DTE-04-M001P001-\d{15},/)
  assert.match(results, /3,REMISION-2,sellado,DTE-04-M001P001-\d{15},/)
})

test('rows of a donation are one comprobante, which a company without a resolution may not issue', async () => {
  const header =
    'referencia,descripcion,cantidad,precioUni,tipoDonacion,depreciacion,nombre,numDocumento,departamento,municipio,distrito,complemento'
  const donor = 'Ana,00016297-5,06,23,14,Calle Ficticia 123'
  const rows = [
    `DONACION-1,Computadoras,10,300,2,1200,${donor}`,
    `DONACION-1,Transferencia,1,250,1,,${donor}`,
  ]
  await put('donacion.csv', `${header}\n${rows.join('\n')}\n`)
  const without = await sello('issue', '--from', 'donacion.csv', '--dte-type', '15', '--yes')

  assert.notEqual(without.code, 0)
  const results = await readFile(join(demo.folder, 'donacion.csv.resultados.csv'), 'utf8')
  assert.match(results, /2,DONACION-1,.*resolución que la califica/)
})

test('a file with a problem issues nothing, and neither does a script without --yes', async () => {
  await put('mala.csv', 'descripcion,cantidad,precioUni\nCafé,2,5\nCafé,0,5\n')
  await put('buena.csv', 'referencia,descripcion,cantidad,precioUni\nB-1,Café,2,5\n')
  const before = (await ledger(demo)).length
  const bad = await sello('issue', '--from', 'mala.csv', '--yes')
  const unconfirmed = await sello('issue', '--from', 'buena.csv')

  assert.equal(bad.code, 1)
  assert.match(bad.stderr, /fila 3, cantidad: /)
  assert.match(bad.stderr, /--without-reference/)
  assert.equal(unconfirmed.code, 2)
  assert.match(unconfirmed.stderr, /--yes/)
  assert.equal((await ledger(demo)).length, before)
})

test('an issued row that has changed stops the file', async () => {
  await put('cambia.csv', csv(3, 'C'))
  await sello('issue', '--from', 'cambia.csv', '--yes')
  await put('cambia.csv', csv(3, 'C').replace('Café 1', 'Té'))
  const ended = await sello('issue', '--from', 'cambia.csv', '--yes')

  assert.equal(ended.code, 1)
  assert.match(ended.stderr, /fila 3, referencia: ya se emitió \(DTE-01/)
})

test('a rejected row is recorded, the others continue, and once corrected it takes over its number', async () => {
  await put('rechazo.csv', csv(4, 'R'))
  await fault(demo, { service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const first = await sello(
    'issue',
    '--from',
    'rechazo.csv',
    '--yes',
    '--concurrency',
    '1',
    '--json',
  )
  await put('rechazo.csv', csv(4, 'R').replace('Café 0', 'Café corregido'))
  const second = await sello('issue', '--from', 'rechazo.csv', '--yes')
  const results = await readFile(join(demo.folder, 'rechazo.csv.resultados-2.csv'), 'utf8')
  const numbers = [...results.matchAll(/DTE-01-M001P001-(\d{15})/g)].map(([, n]) => Number(n))

  assert.equal(first.code, 1, first.stderr)
  assert.deepEqual([JSON.parse(first.stdout).sellados, JSON.parse(first.stdout).rechazados], [3, 1])
  assert.equal(second.code, 0, second.stdout + second.stderr)
  assert.equal(Math.max(...numbers) - Math.min(...numbers), 3, 'four numbers for four sales')
})

test('rows with products are issued once, even if the products change afterwards', async () => {
  const client = demo.client()
  const cafe = { codigo: 'P-1', descripcion: 'Café de la lista', precioConIva: 5.65, uniMedida: 36 }
  const { productId } = await client.products.create(cafe)
  const text = 'referencia,producto,descripcion,cantidad,precioUni'
  await put('lista.csv', `${text}\nP-A,P-1,,2,\nP-B,${productId},Café especial,1,7\n`)
  await put('otra.csv', `${text}\nP-C,P-1,,1,\nP-C,NADA,,1,\n`)
  const unknown = await sello('issue', '--from', 'otra.csv', '--yes')
  const shown = await sello('issue', '--from', 'lista.csv', '--check')
  const issued = await sello('issue', '--from', 'lista.csv', '--yes', '--json')
  await client.products.update(productId, { precioConIva: 9 })
  const dearer = await sello('issue', '--from', 'lista.csv', '--yes', '--json')
  await client.products.delete(productId)
  const gone = await sello('issue', '--from', 'lista.csv', '--yes', '--json')

  assert.equal(unknown.code, 1)
  assert.match(unknown.stderr, /fila 3, producto: no hay un producto activo .*"NADA"/)
  assert.match(shown.stdout, /total a pagar +\$18\.30/)
  for (const { code, stdout, stderr } of [issued, dearer, gone]) {
    assert.equal(code, 0, stderr)
    assert.equal(JSON.parse(stdout).sellados, 2)
  }
  const rows: string[] = []
  for await (const { referencia, totales } of client.list({ limit: 100 })) {
    if (referencia?.startsWith('P-')) rows.push(`${referencia} ${totales.totalPagar}`)
  }
  assert.deepEqual(rows.toSorted(), ['P-A 11.3', 'P-B 7'])
})

test('a rejected row whose product was corrected takes over its number', async () => {
  const client = demo.client()
  const mal = { codigo: 'P-2', descripcion: 'Café sin nombre', precioConIva: 3 }
  const { productId } = await client.products.create(mal)
  await put('mendada.csv', 'referencia,producto,cantidad\nP-9,P-2,1\n')
  await fault(demo, { service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const first = await sello('issue', '--from', 'mendada.csv', '--yes')
  await client.products.update(productId, { descripcion: 'Café con nombre' })
  const second = await sello('issue', '--from', 'mendada.csv', '--yes')
  const numbers = await readFile(join(demo.folder, 'mendada.csv.sello.jsonl'), 'utf8')
  const used = new Set([...numbers.matchAll(/DTE-01-M001P001-\d{15}/g)].map(([number]) => number))

  assert.equal(first.code, 1, first.stdout)
  assert.equal(second.code, 0, second.stdout + second.stderr)
  assert.equal(used.size, 1, 'one number for both tries')
})

test('two commands on one file issue each row once, even without a referencia', async () => {
  const rows = Array.from({ length: 12 }, (_, n) => `Doble ${n},1,${n + 1}`)
  await put('doble.csv', `descripcion,cantidad,precioUni\n${rows.join('\n')}\n`)
  const before = (await ledger(demo)).length
  const args = ['issue', '--from', 'doble.csv', '--yes', '--without-reference', '--json']
  const both = await Promise.all([sello(...args), sello(...args)])

  for (const { code, stdout, stderr } of both) {
    assert.equal(code, 0, stderr + stdout)
    assert.equal(JSON.parse(stdout).sellados, 12)
  }
  assert.equal((await ledger(demo)).length - before, 12)
})

test('another company’s ledger is refused', async () => {
  await put('ajena.csv', csv(1, 'A'))
  const head = JSON.stringify({ sello: 1, libro: 'x', tipoDte: '01', destino: 'otra' })
  await put('ajena.csv.sello.jsonl', `${head}\n`)
  const ended = await sello('issue', '--from', 'ajena.csv', '--yes')

  assert.equal(ended.code, 1)
  assert.match(ended.stderr, /es de otra llave/)
})

test(`${ROWS} rows, killed ${KILLS} times, give ${ROWS} documents`, {
  timeout: 3_600_000,
}, async () => {
  await put('muchas.csv', csv(ROWS, 'M'))
  await fault(demo, { service: 'recepciondte', kind: 'delay', delayMs: 40 })
  const args = ['issue', '--from', 'muchas.csv', '--yes', '--concurrency', '8']
  const book = join(demo.folder, 'muchas.csv.sello.jsonl')
  const done = async () => {
    const text = await readFile(book, 'utf8').catch(() => '')
    return text.split('\n').filter((line) => line.includes('"estado"')).length
  }
  const kills: number[] = []
  for (let n = 1; n <= KILLS; n += 1) {
    const running = start(args, setting())
    const enough = Math.floor((ROWS * n) / (KILLS + 1))
    await until(`${enough} rows are done`, async () => (await done()) >= enough, 600_000)
    await sleep(Math.random() * 40)
    running.kill('SIGKILL')
    await running.ended()
    kills.push(await done())
  }
  await endFaults(demo)
  const { last, memory } = await lastRun([...args, '--json'], done)
  const sealed = (await ledger(demo)).filter(({ estado }) => estado === 'PROCESADO')
  const referencias = new Map<string, number>()
  const listed = await import('@sello/client')
  const client = new listed.Sello({ baseUrl: demo.baseUrl, apiKey: demo.apiKey })
  for await (const { referencia } of client.list({ limit: 100 })) {
    if (referencia?.startsWith('M-')) {
      referencias.set(referencia, (referencias.get(referencia) ?? 0) + 1)
    }
  }

  console.log(memory.text)
  assert.equal(last.code, 0, last.stderr)
  assert.ok(memory.isFlat, memory.text)
  assert.equal(JSON.parse(last.stdout).sellados, ROWS)
  assert.equal(referencias.size, ROWS, `killed at ${kills.join(', ')}`)
  assert.ok([...referencias.values()].every((count) => count === 1))
  assert.ok(sealed.length >= ROWS)
  assert.equal(new Set(sealed.map(({ codigoGeneracion }) => codigoGeneracion)).size, sealed.length)
  assert.ok(
    kills.some((at) => at > 0 && at < ROWS),
    `killed on the way: ${kills.join(', ')}`,
  )
  assert.equal((await readdir(join(demo.folder, 'muchas-documentos'))).length, ROWS * 2)
})

/** More than garbage collection leaves; keeping a document in memory per row would take far more. */
const GROWTH_MB_MAX = 80

/** The completed run, with its process's memory and speed. */
async function lastRun(args: readonly string[], done: () => Promise<number>) {
  const samples: { rows: number; at: number; mb: number }[] = []
  const running = start(args, setting())
  let isOver = false
  const ended = running.ended().finally(() => {
    isOver = true
  })
  while (!isOver) {
    const status = await readFile(`/proc/${running.pid}/status`, 'utf8').catch(() => '')
    const kb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)
    if (kb > 0) samples.push({ rows: await done(), at: Date.now(), mb: Math.round(kb / 1024) })
    await Promise.race([sleep(250), ended])
  }
  const last = await ended
  const issuing = samples.filter(({ rows }) => rows > (samples[0]?.rows ?? 0))
  const [early, late] = [issuing.at(Math.floor(issuing.length / 4)), issuing.at(-1)]
  const seconds = ((late?.at ?? 0) - (issuing[0]?.at ?? 0)) / 1000
  const rate = ((late?.rows ?? 0) - (issuing[0]?.rows ?? 0)) / Math.max(seconds, 0.001)
  const held = issuing.map(({ mb }) => mb)
  const text = `the last run: ${rate.toFixed(0)} rows/s, ${early?.mb} MB at a quarter, ${late?.mb} MB at the end, at most ${Math.max(...held)} MB`
  // Without /proc it cannot be judged.
  return { last, memory: { text, isFlat: (late?.mb ?? 0) - (early?.mb ?? 0) < GROWTH_MB_MAX } }
}
