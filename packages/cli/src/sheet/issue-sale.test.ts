/** What becomes of one sale of a file that the service already knows, or cannot take. */
import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { type Said, startScripted } from '../../test/scripted-service.ts'

let service: Awaited<ReturnType<typeof startScripted>>
before(async () => {
  service = await startScripted()
})
after(() => service.stop())

const STATUS = {
  ...{ ambiente: '00', emisor: { nit: '06140101900019', nombre: 'Café Ficticio' } },
  llave: { label: 'Caja 1', alcances: ['issue', 'query'] },
}
const FOUND = {
  ...{ estado: 'sellado', tipoDte: '01', codigoGeneracion: 'C-A', numeroControl: 'DTE-01-A' },
  ...{ selloRecibido: 'S-A', totales: { totalPagar: 3 }, receptor: null, fecEmi: '2026-09-30' },
  documento: { cuerpoDocumento: [{ descripcion: 'Pan', cantidad: 1, precioUni: 3 }] },
}
const WAITING = { ...FOUND, estado: 'contingencia', selloRecibido: null, archivoJson: '{}' }
const refused = (status: number, code: string, details = {}): Said => ({
  status,
  body: { error: { code, message: 'No se pudo.', details } },
})
const IN_USE = refused(409, 'reference_in_use', { codigoGeneracion: 'C-A' })
const UNPAID = refused(403, 'forbidden')

type Answers = Readonly<Record<string, Said>>
const FILES: Answers = {
  'GET /v1/dte/C-A/file': { body: '{"A":1}' },
  'GET /v1/dte/C-A/file?kind=pdf': { body: '%PDF-A' },
}

/** Issues a file with one sale, or with what is given. */
async function issue(name: string, answers: Answers, ...more: readonly string[]) {
  await writeFile(
    service.folder.in(`${name}.csv`),
    'referencia,descripcion,cantidad,precioUni\nA,Pan,1,3',
  )
  return issueAsIs(name, answers, ...more)
}

/** The same for a file that is there. */
async function issueAsIs(name: string, answers: Answers, ...more: readonly string[]) {
  const args = ['issue', '--from', `${name}.csv`, '--yes', ...more]
  const all: Answers = { 'GET /v1/status': { body: STATUS }, ...FILES, ...answers }
  const ended = await service.sello(args, (line) => all[line] ?? refused(404, 'not_found'))
  return { ...ended, last: ended.stderr.split('\n').at(-1) }
}
const read = (name: string) => readFile(service.folder.in(name), 'utf8')
const resultOf = async (name: string) => (await read(name)).trimEnd().split('\r\n').slice(1)

test('a document that waited, was sealed and then invalidated waits no longer', async () => {
  await issue('anulada', { 'POST /v1/dte': { status: 202, body: WAITING } })
  assert.deepEqual(await resultOf('anulada.csv.resultados.csv'), [
    '2,A,contingencia,DTE-01-A,C-A,,3.00,',
  ])
  const invalidated = { body: { ...FOUND, estado: 'invalidado' } }
  const { code, text } = await issue('anulada', { 'GET /v1/dte/C-A': invalidated })
  assert.match(text, /^ {2}sellados +1\n {2}en espera de Hacienda +0\n/)
  assert.equal(code, 0)
  assert.deepEqual(await resultOf('anulada.csv.resultados-2.csv'), [
    '2,A,sellado,DTE-01-A,C-A,S-A,3.00,',
  ])
  assert.deepEqual(
    [await read('anulada-documentos/DTE-01-A.json'), await read('anulada-documentos/DTE-01-A.pdf')],
    ['{"A":1}', '%PDF-A'],
  )
})

test('a sale whose document waits elsewhere waits too, without a seal or files', async () => {
  const answers = { 'POST /v1/dte': IN_USE, 'GET /v1/dte/C-A': { body: WAITING } }
  const { code, asked } = await issue('espera', answers)
  assert.equal(code, 0)
  assert.deepEqual(await resultOf('espera.csv.resultados.csv'), [
    '2,A,contingencia,DTE-01-A,C-A,,3.00,ya estaba emitida el 2026-09-30',
  ])
  assert.ok(!asked.some(({ line }) => line.includes('/file')))
  assert.ok(!(await readdir(service.folder.path)).includes('espera-documentos'))
})

test('a referencia that another document has is refused with which, and why it is not the sale’s', async () => {
  // biome-ignore format: a table
  const holders: readonly (readonly [holder: object, who: string, why: string])[] = [
    [{ estado: 'invalidado' },                   'DTE-01-A', 'está invalidado'],
    [{ totales: { totalPagar: 4 } },             'DTE-01-A', 'su total es $4.00'],
    [{ numeroControl: null, tipoDte: '17' },     'C-A',      'es de tipo 17'],
  ]
  for (const [at, [holder, who, why]] of holders.entries()) {
    const found = { body: { ...FOUND, ...holder } }
    const answers = { 'POST /v1/dte': IN_USE, 'GET /v1/dte/C-A': found }
    const { code, text } = await issue(`otra-${at}`, answers)
    assert.equal(
      text.split('\n').at(-1),
      `fila 2: la referencia ya la tiene ${who}, del 2026-09-30, y ${why}. No se emitió; si es una venta nueva, póngale otra referencia.`,
    )
    assert.equal(code, 1)
  }
})

test('what is not about the sale ends the file, and the sale stays to be issued', async () => {
  const { code, last } = await issue('llave', { 'POST /v1/dte': UNPAID })
  assert.deepEqual([code, last], [1, 'sello: No se pudo.'])
  assert.equal((await read('llave.csv.sello.jsonl')).trimEnd().split('\n').length, 1)
  await writeFile(service.folder.in('nota.txt'), 'suya')
  const sealed = { body: { ...FOUND, archivoDte: '{}', representacionGrafica: btoa('%PDF-') } }
  const nowhere = await issue('lugar', { 'POST /v1/dte': sealed }, '--out', 'nota.txt')
  assert.deepEqual(
    [nowhere.code, nowhere.last],
    [3, 'sello: nota.txt: una parte de la ruta no es una carpeta.'],
  )
  assert.equal(await read('nota.txt'), 'suya')
})

test('a ledger that cannot be believed issues nothing: empty, or of documents that nobody may ask for', async () => {
  await writeFile(service.folder.in('vacio.csv.sello.jsonl'), '')
  const empty = await issue('vacio', {})
  assert.equal(
    empty.last,
    'sello: vacio.csv.sello.jsonl no es un libro de Sello que esta versión lea: ahí se anota lo ya emitido de la hoja. Si es de otro programa, guárdelo con otro nombre y repita; si lo escribió Sello, recupere el original o ponga referencia en todas las filas.',
  )
  await issue('duda', { 'POST /v1/dte': { status: 202, body: WAITING } })
  const unsure = await issue('duda', { 'GET /v1/dte/C-A': UNPAID })
  assert.deepEqual([unsure.code, unsure.last], [1, 'sello: No se pudo.'])
  const posts = [...empty.asked, ...unsure.asked].filter(({ line }) => line.startsWith('POST'))
  assert.deepEqual(posts, [])
})

test('products are looked for until all that are named are found, by code or by productId', async () => {
  const product = {
    codigo: null,
    descripcion: 'Pan',
    precioUni: null,
    precioConIva: 3,
    uniMedida: null,
  }
  const id = (n: number) => `5b0f6d3e-2a41-4c7e-8f10-93d2a4b6c8e${n}`
  const page = (siguiente: string | null, ...products: object[]) => ({
    body: { products, siguiente },
  })
  const answers: Answers = {
    'GET /v1/products?activo=true&limit=100': page(
      'c-2',
      { ...product, productId: id(1) },
      { ...product, productId: id(2) },
    ),
    'GET /v1/products?activo=true&limit=100&cursor=c-2': page('c-3', {
      ...product,
      productId: id(3),
      codigo: 'P-3',
      precioConIva: 4,
    }),
  }
  const rows = [`A,${id(2).toUpperCase()},1`, 'B,P-3,2']
  await writeFile(
    service.folder.in('lista.csv'),
    ['referencia,producto,cantidad', ...rows].join('\n'),
  )
  const { code, text, stderr, asked } = await issueAsIs('lista', answers, '--check', '--json')
  assert.equal(code, 0, stderr)
  const { documentos, pagar } = JSON.parse(text)
  assert.deepEqual([documentos, pagar], [2, '11'])
  assert.deepEqual(
    asked.map(({ line }) => line),
    Object.keys(answers),
  )
})
