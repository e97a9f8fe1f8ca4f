/**
 * The seven files of 300 rows that people get wrong, each issued twice by the real command: every sale has one
 * document, or a refusal says in words why not. Ten rows are a document, so that the test takes seconds.
 */
import assert from 'node:assert/strict'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Demo, ledger, startDemo } from '../../../client/test/demo.ts'
import { type Ended, run } from '../../test/cli.ts'
import { type TestSheet, workbook } from '../../test/workbook.ts'

const ROWS = 300
const LINES = 10
const DOCUMENTS = ROWS / LINES

let demo: Demo
before(async () => {
  demo = await startDemo()
})
after(() => demo.stop())

const at = (name: string) => join(demo.folder, name)
const sello = (...args: readonly string[]) =>
  run(args, {
    cwd: demo.folder,
    env: {
      HOME: demo.folder,
      SELLO_URL: demo.baseUrl,
      SELLO_API_KEY: demo.apiKey,
      SELLO_SIGN_KEY: demo.signKey,
    },
  })
const issue = (file: string, ...more: readonly string[]) =>
  sello('issue', '--from', file, '--yes', '--json', ...more)

const HEADER = ['referencia', 'descripcion', 'cantidad', 'precioUni', 'observaciones']
type Row = readonly string[]

/** 300 rows, all different, ten for each referencia. */
const rowsOf = (prefix: string): readonly Row[] =>
  Array.from({ length: ROWS }, (_, n) => [
    ...[`${prefix}-${Math.floor(n / LINES)}`, `Artículo ${prefix} ${n}`],
    ...['1', `${(n % 40) + 1}.65`, ''],
  ])

const csv = (rows: readonly Row[]) => [HEADER, ...rows].map((cells) => cells.join(',')).join('\n')
const putCsv = (name: string, rows: readonly Row[]) => writeFile(at(name), csv(rows))
const putXlsx = (name: string, rows: readonly Row[], more: Partial<TestSheet> = {}) =>
  writeFile(at(name), workbook([{ name: 'Ventas', rows: [HEADER, ...rows], ...more }]))

/** How many documents the company has for each referencia that begins so. */
async function issuedOf(prefix: string): Promise<readonly number[]> {
  const counts = new Map<string, number>()
  for await (const { referencia } of demo.client().list({ limit: 100 })) {
    if (!referencia?.startsWith(`${prefix}-`)) continue
    counts.set(referencia, (counts.get(referencia) ?? 0) + 1)
  }
  return [...counts.values()]
}

async function assertIssuedOnce(prefix: string, count = DOCUMENTS): Promise<void> {
  const counts = await issuedOf(prefix)
  assert.equal(counts.length, count, prefix)
  assert.ok(
    counts.every((one) => one === 1),
    `${prefix}: ${counts.join(' ')}`,
  )
}

/** How many documents the ministry received while `work` ran. */
async function receivedIn<T>(work: () => Promise<T>): Promise<{ count: number; result: T }> {
  const before = (await ledger(demo)).length
  const result = await work()
  return { count: (await ledger(demo)).length - before, result }
}

const said = ({ stdout }: Ended): string => JSON.parse(stdout).error.message

/** Twice, because people try again. */
async function assertRefused(file: string, words: RegExp, ...more: readonly string[]) {
  const { count } = await receivedIn(async () => {
    for (const ended of await Promise.all([issue(file, ...more), issue(file, ...more)])) {
      assert.equal(ended.code, 1, ended.stdout + ended.stderr)
      assert.match(said(ended), words)
    }
  })
  assert.equal(count, 0, `${file} issued ${count}`)
}

async function assertIssuedTwiceIsOnce(file: string, count: number, ...more: readonly string[]) {
  const first = await receivedIn(() => issue(file, ...more))
  const again = await receivedIn(() => issue(file, ...more))
  assert.equal(first.result.code, 0, first.result.stdout + first.result.stderr)
  assert.equal(again.result.code, 0, again.result.stdout + again.result.stderr)
  assert.deepEqual([first.count, again.count], [count, 0], file)
  assert.equal(
    JSON.parse(again.result.stdout).emitidosAntes,
    JSON.parse(first.result.stdout).sellados,
  )
  return JSON.parse(first.result.stdout)
}

test('1. without a referencia nothing is issued until somebody says so, and then each row once', async () => {
  const rows = rowsOf('SR').map(([, ...cells]) => ['', ...cells])
  await putCsv('sin.csv', rows)
  await putXlsx('sin.xlsx', rows)
  const words =
    /Falta la referencia en las filas 2 a 301\.[\s\S]*una copia de este archivo las emitiría otra vez[\s\S]*--without-reference/
  await assertRefused('sin.csv', words)
  await assertRefused('sin.xlsx', words)
  const checked = await sello('issue', '--from', 'sin.csv', '--check')

  assert.equal(checked.code, 1)
  const { sellados } = await assertIssuedTwiceIsOnce('sin.csv', ROWS, '--without-reference')
  assert.equal(sellados, ROWS)
})

test('2. a copied file, and the same sales saved in another format, issue nothing again', async () => {
  await putCsv('enero.csv', rowsOf('C'))
  await assertIssuedTwiceIsOnce('enero.csv', DOCUMENTS)
  await copyFile(at('enero.csv'), at('copia de enero.csv'))
  await putXlsx('enero.xlsx', rowsOf('C'))
  for (const copy of ['copia de enero.csv', 'enero.xlsx']) {
    const { emitidosAntes } = await assertIssuedTwiceIsOnce(copy, 0)
    assert.equal(emitidosAntes, DOCUMENTS)
  }
  const told = await sello('issue', '--from', 'enero.xlsx', '--yes')

  assert.match(told.stdout, /No había nada nuevo que emitir[\s\S]*otra referencia/)
  await assertIssuedOnce('C')
})

test('3. a second sheet with sales is told, and accepting it issues the first one alone', async () => {
  const sheets = [
    { name: 'Enero', rows: [HEADER, ...rowsOf('H1')] },
    { name: 'Febrero', rows: [HEADER, ...rowsOf('H2')] },
    { name: 'Hoja3', rows: [] },
  ]
  await writeFile(at('hojas.xlsx'), workbook(sheets))
  await assertRefused(
    'hojas.xlsx',
    /otra hoja: «Febrero» \(301 filas\)\. Solo se emite la primera, «Enero»[\s\S]*--accept hojas$/,
  )
  const other = await issue('hojas.xlsx', '--accept', 'ocultas,iguales')
  assert.match(said(other), /--accept hojas$/)
  await assertIssuedTwiceIsOnce('hojas.xlsx', DOCUMENTS, '--accept', 'hojas')

  await assertIssuedOnce('H1')
  assert.deepEqual(await issuedOf('H2'), [])
})

test('4. hidden rows, a hidden column and a hidden sheet are told before they are issued', async () => {
  const rows = rowsOf('O').map((cells, n) => (n < 10 ? [...cells.slice(0, 4), 'Reservado'] : cells))
  await putXlsx('ocultas.xlsx', rows, { hiddenRows: [5, 6, 7, 40], hiddenColumns: [4] })
  await writeFile(
    at('hoja-oculta.xlsx'),
    workbook([
      { name: 'Borrador', state: 'hidden', rows: [HEADER, ...rowsOf('OH')] },
      { name: 'Notas', rows: [] },
    ]),
  )
  await assertRefused(
    'ocultas.xlsx',
    /Filas 5 a 7 y 40: están ocultas y se emitirían[\s\S]*observaciones \(columna E\)[\s\S]*--accept ocultas$/,
  )
  await assertRefused('hoja-oculta.xlsx', /«Borrador», está oculta/)
  await assertIssuedTwiceIsOnce('ocultas.xlsx', DOCUMENTS, '--accept', 'ocultas')

  await assertIssuedOnce('O')
  assert.deepEqual(await issuedOf('OH'), [])
})

test('5. rows that were pasted twice are told, and so are equal documents of one buyer', async () => {
  const once = rowsOf('I').slice(0, ROWS / 2)
  await putCsv('iguales.csv', [...once, ...once])
  await putXlsx('iguales.xlsx', [...once, ...once])
  const words = /Filas 2 a 301: se repiten con la misma referencia[\s\S]*--accept iguales$/
  await assertRefused('iguales.csv', words)
  await assertRefused('iguales.xlsx', words)
  await assertIssuedTwiceIsOnce('iguales.csv', DOCUMENTS / 2, '--accept', 'iguales')
  await assertIssuedOnce('I', DOCUMENTS / 2)

  const buyer = (n: number) => `IB-${n},Cuota,1,10,Ana Ficticia,00016297-5`
  const lines = Array.from({ length: ROWS }, (_, n) => buyer(n))
  const header = 'referencia,descripcion,cantidad,precioUni,nombre,numDocumento'
  await writeFile(at('cuotas.csv'), [header, ...lines].join('\n'))
  await assertRefused('cuotas.csv', /Filas 2 a 301: son ventas iguales[\s\S]*mismo comprador/)
})

test('6. the template’s example is not issued, wherever it was copied, and a changed one is refused', async () => {
  await sello('template', '01', '--out', 'plantilla.csv')
  const [header = '', example = ''] = (await readFile(at('plantilla.csv'), 'utf8'))
    .trim()
    .split('\r\n')
  const names = header.replace('\uFEFF', '').split(',')
  const wide = (cells: Row) =>
    names.map((name) => cells[HEADER.indexOf(name)] ?? '').map((cell) => cell)
  const moved = example
    .replace(/Ejemplo: esta/, '\u00a0 EJEMPLO :esta ')
    .replace(',5.65,', ',$5.650,')
  const table = (first: string, rows: readonly Row[], last: string) =>
    [names.join(','), first, ...rows.map((cells) => wide(cells).join(',')), last].join('\n')
  await writeFile(at('ejemplo.csv'), table(example, rowsOf('E'), moved.replace('EJEMPLO,', ',')))
  const asCells = (line: string) => line.split(',')
  const all = [names, asCells(example), ...rowsOf('EX').map(wide), asCells(moved)]
  await writeFile(at('ejemplo.xlsx'), workbook([{ name: 'Ventas', rows: all }]))
  await writeFile(at('cambiado.csv'), table(example.replace('5.65', '7'), rowsOf('EC'), ''))
  const shown = JSON.parse(
    (await sello('issue', '--from', 'ejemplo.csv', '--check', '--json')).stdout,
  )

  assert.deepEqual(shown.avisos, [
    {
      aviso: 'ejemplo',
      mensaje: 'Filas 2 y 303: son el ejemplo de la plantilla y no se emiten.',
      seDecide: false,
    },
  ])
  await assertIssuedTwiceIsOnce('ejemplo.csv', DOCUMENTS)
  await assertIssuedTwiceIsOnce('ejemplo.xlsx', DOCUMENTS)
  await assertRefused('cambiado.csv', /fila 2: tiene la referencia o la descripción del ejemplo/)
  await Promise.all([assertIssuedOnce('E'), assertIssuedOnce('EX')])
  assert.deepEqual(await issuedOf('EJEMPLO'), [])
})

test('7. an old ledger, a ledger of others and a book of the past issue nothing twice and lose no sale', async () => {
  const rows = rowsOf('L')
  await putCsv('libro.csv', rows)
  await assertIssuedTwiceIsOnce('libro.csv', DOCUMENTS)
  const book = await readFile(at('libro.csv.sello.jsonl'), 'utf8')
  // From a backup of the first minute.
  await writeFile(at('libro.csv.sello.jsonl'), book.split('\n').slice(0, 8).join('\n'))
  const { count } = await receivedIn(() => issue('libro.csv'))
  assert.equal(count, 0)

  const dearer = rows.map(([ref = '', text = '', n = '', , note = '']) => [ref, text, n, '9', note])
  await putCsv('libro.csv', dearer)
  await assertRefused(
    'libro.csv',
    /fila 2, referencia: ya se emitió[\s\S]*guarde la hoja con otro nombre/,
  )

  // Next month's file: the same numbers and totals, other articles.
  const next = rows.map(([ref = '', text = '', ...cells]) => [ref, `${text} de febrero`, ...cells])
  await putXlsx('febrero.xlsx', next)
  for (const again of [false, true]) {
    const ended = await receivedIn(() => issue('febrero.xlsx'))
    assert.deepEqual([ended.result.code, ended.count], [1, 0], String(again))
    assert.equal(JSON.parse(ended.result.stdout).rechazados, DOCUMENTS)
  }
  const results = await readFile(at('febrero.xlsx.resultados.csv'), 'utf8')
  assert.match(
    results,
    /L-0,no emitido,.*la referencia ya la tiene DTE-01-.*, y sus líneas dicen otra cosa/,
  )

  await putCsv('ajeno.csv', rowsOf('LA'))
  await writeFile(at('ajeno.csv.sello.jsonl'), '{"version":3,"ventas":[]}\n')
  await assertRefused('ajeno.csv', /no es un libro de Sello/)
  await putCsv('otro.csv', rows)
  const elsewhere = book.replaceAll(/"codigoGeneracion":"[^"]{8}/g, '"codigoGeneracion":"00000000')
  await writeFile(at('otro.csv.sello.jsonl'), elsewhere)
  await assertRefused('otro.csv', /este servicio no lo tiene/)
  const dated = [['fecha', ...HEADER], ...rowsOf('LF').map((cells) => ['2024-01-31', ...cells])]
  await writeFile(at('ventas-2024.csv'), dated.map((cells) => cells.join(',')).join('\n'))
  const past = await issue('ventas-2024.csv')

  assert.equal(past.code, 2)
  assert.match(said(past), /No se conoce la columna fecha\.[\s\S]*No hay columna de fecha/)
  await assertIssuedOnce('L')
  assert.deepEqual(await issuedOf('LA'), [])
})

test('no run replaces a file: results and documents get a name of their own', async () => {
  const rows = rowsOf('N').slice(0, 2 * LINES)
  await putCsv('nueva.csv', rows)
  await writeFile(at('nueva.csv.resultados.csv'), 'mis apuntes')
  const first = JSON.parse((await issue('nueva.csv', '--out', 'nuevas')).stdout)
  const again = JSON.parse((await issue('nueva.csv', '--out', 'nuevas')).stdout)
  const [pdf = ''] = (await readdir(at('nuevas'))).filter((name) => name.endsWith('.pdf'))
  await writeFile(at(`nuevas/${pdf}`), 'de otra empresa')
  await copyFile(at('nueva.csv'), at('nueva-2.csv'))
  await issue('nueva-2.csv', '--out', 'nuevas')

  assert.equal(await readFile(at('nueva.csv.resultados.csv'), 'utf8'), 'mis apuntes')
  assert.equal(first.resultados, 'nueva.csv.resultados-2.csv')
  assert.equal(again.resultados, first.resultados, 'the same results need no other file')
  assert.equal(await readFile(at(`nuevas/${pdf}`), 'utf8'), 'de otra empresa')
  assert.match(await readFile(at(`nuevas/${pdf.replace('.pdf', '-2.pdf')}`), 'latin1'), /^%PDF/)
  assert.ok((await readdir(at('nuevas'))).every((name) => !name.endsWith('.new')))
})
