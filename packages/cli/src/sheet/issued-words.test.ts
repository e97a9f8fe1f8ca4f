/** What is read before, while and after a file of sales is issued, and what is left beside it. */
import assert from 'node:assert/strict'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { ioOf } from '../../test/io.ts'
import {
  API_KEY,
  type Asked,
  type Said,
  SIGN_KEY,
  startScripted,
} from '../../test/scripted-service.ts'
import { run } from '../run.ts'

let service: Awaited<ReturnType<typeof startScripted>>
let asked: readonly Asked[]
before(async () => {
  service = await startScripted()
  asked = service.answerEach(() => ({ body: {} }))
})
after(() => service.stop())

const STATUS = {
  ...{ ambiente: '00', emisor: { nit: '06140101900019', nombre: 'Café Ficticio' } },
  llave: { label: 'Caja 1', alcances: ['issue', 'query'] },
}
const sealed = (letter: string): Said => ({
  body: {
    ...{ estado: 'sellado', codigoGeneracion: `C-${letter}`, numeroControl: `DTE-01-${letter}` },
    ...{ selloRecibido: `S-${letter}`, totales: { totalPagar: 3 }, archivoDte: `{"${letter}":1}` },
    representacionGrafica: btoa(`%PDF-${letter}`),
  },
})
const waiting = (letter: string): Said => ({
  status: 202,
  body: {
    ...{
      estado: 'contingencia',
      codigoGeneracion: `C-${letter}`,
      numeroControl: `DTE-01-${letter}`,
    },
    ...{ totales: { totalPagar: 4.5 }, archivoJson: '{}' },
  },
})
const refused = (status: number, code: string, details: object): Said => ({
  status,
  body: { error: { code, message: 'No se pudo.', details } },
})
const REJECTED = refused(422, 'mh_rejected', {
  ...{
    codigoGeneracion: 'C-C',
    numeroControl: 'DTE-01-C',
    codigoMsg: '020',
    descripcionMsg: 'Mal',
  },
  observaciones: ['Suma.', 'Otra.'],
})
const INVALID = refused(422, 'validation_failed', {
  issues: [
    { field: 'items[0].cantidad', message: 'No vale.' },
    { field: 'receptor', message: 'Falta.' },
  ],
})
const USED_UP = refused(429, 'rate_limited', {
  ...{ window: 'hora', remaining: 0, retryAfterSeconds: 60 },
})

type Answers = Readonly<Record<string, Said>>
/** By the `referencia` of what is issued, and by the line of any other call. */
const answerOf =
  (answers: Answers, status: object = STATUS) =>
  (line: string): Said => {
    if (line === 'GET /v1/status') return { body: status }
    const { referencia = '' } = (asked.at(-1)?.body ?? {}) as { referencia?: string }
    return answers[line === 'POST /v1/dte' ? referencia : line] ?? refused(404, 'not_found', {})
  }
const issue = (file: string, answers: Answers, ...more: readonly string[]) =>
  service.sello(['issue', '--from', file, '--concurrency', '1', ...more], answerOf(answers))
const put = (name: string, ...rows: readonly string[]) =>
  writeFile(
    service.folder.in(name),
    ['referencia,descripcion,cantidad,precioUni', ...rows].join('\n'),
  )
const read = (name: string) => readFile(service.folder.in(name), 'utf8')
const issuedNow = () =>
  asked.flatMap(({ line, body }) => (line === 'POST /v1/dte' ? [body as Members] : []))
type Members = Readonly<Record<string, unknown>>

const PREVIEW = `  documentos     4 de tipo 01, de 5 filas
  gravado        $1,015.50
  exento         $0.00
  no sujeto      $0.00
  IVA            $116.83
  total a pagar  $1,015.50
  empresa   Café Ficticio, NIT 06140101900019
  ambiente  00 pruebas
`
const ROWS = ['A,Pan,1,2', 'A,Sal,1,1', 'B,Pan,1,4.5', 'C,Queso,1,1000', 'D,Pan,2,4']

test('each outcome is counted, told by its rows, and written beside the file', async () => {
  await put('v.csv', ...ROWS)
  const answers = { A: sealed('A'), B: waiting('B'), C: REJECTED, D: INVALID }
  const { text, stderr, code } = await issue('v.csv', answers, '--yes')

  assert.ok(stderr.startsWith(`${PREVIEW}  llave     Caja 1, ${service.url}\n`), stderr)
  assert.equal(
    text,
    `  sellados               1
  en espera de Hacienda  1
  rechazados             2
  pendientes             0
  resultados             v.csv.resultados.csv
  archivos               ./v-documentos
fila 5: No se pudo. Suma. Otra.
fila 6: items[0].cantidad: No vale. receptor: Falta.`,
  )
  assert.equal(code, 1)
  assert.equal(
    await read('v.csv.resultados.csv'),
    `\uFEFF${[
      'fila,referencia,estado,numeroControl,codigoGeneracion,selloRecibido,totalPagar,problema',
      '2,A,sellado,DTE-01-A,C-A,S-A,3.00,',
      '3,A,sellado,DTE-01-A,C-A,S-A,3.00,',
      '4,B,contingencia,DTE-01-B,C-B,,4.50,',
      '5,C,rechazado,DTE-01-C,C-C,,,No se pudo. Suma. Otra.',
      '6,D,no emitido,,,,,items[0].cantidad: No vale. receptor: Falta.',
    ].join('\r\n')}\r\n`,
  )
  assert.deepEqual((await readdir(service.folder.in('v-documentos'))).toSorted(), [
    ...['DTE-01-A.json', 'DTE-01-A.pdf'],
  ])
  assert.deepEqual(
    [await read('v-documentos/DTE-01-A.json'), await read('v-documentos/DTE-01-A.pdf')],
    ['{"A":1}', '%PDF-A'],
  )
  assert.equal((await stat(service.folder.in('v.csv.sello.jsonl'))).mode & 0o777, 0o600)
  const [head = '', ...entries] = (await read('v.csv.sello.jsonl')).trimEnd().split('\n')
  const { sello, libro, tipoDte, destino } = JSON.parse(head)
  assert.deepEqual([sello, tipoDte, libro.length, destino.length], [1, '01', 36, 32])
  assert.deepEqual(
    entries.map((line) => JSON.parse(line)).map(({ hash: _, ...entry }) => entry),
    [
      {
        referencia: 'A',
        rows: [2, 3],
        estado: 'sellado',
        codigoGeneracion: 'C-A',
        numeroControl: 'DTE-01-A',
        totalPagar: 3,
        selloRecibido: 'S-A',
      },
      {
        referencia: 'B',
        rows: [4],
        estado: 'contingencia',
        codigoGeneracion: 'C-B',
        numeroControl: 'DTE-01-B',
        totalPagar: 4.5,
      },
      {
        referencia: 'C',
        rows: [5],
        estado: 'rechazado',
        code: 'mh_rejected',
        message: 'No se pudo. Suma. Otra.',
        codigoGeneracion: 'C-C',
        numeroControl: 'DTE-01-C',
      },
      {
        referencia: 'D',
        rows: [6],
        estado: 'refused',
        code: 'validation_failed',
        message: 'items[0].cantidad: No vale. receptor: Falta.',
      },
    ],
  )
})

test('a repeat asks for what waits, sends what was refused, and a corrected row takes its number', async () => {
  await put('v.csv', ...ROWS.slice(0, 3), 'C,Queso fresco,1,1000', ...ROWS.slice(4))
  const seal = { ...(waiting('B').body as object), estado: 'sellado', selloRecibido: 'S-B' }
  const answers = {
    ...{ C: sealed('C'), D: INVALID, 'GET /v1/dte/C-A': { body: {} } },
    'GET /v1/dte/C-B': { body: seal },
    'GET /v1/dte/C-B/file': { body: '{"B":1}' },
    'GET /v1/dte/C-B/file?kind=pdf': { body: '%PDF-B' },
  }
  const { text, stderr, code } = await issue('v.csv', answers, '--yes')

  assert.match(
    stderr,
    /^ {2}documentos +2 de tipo 01\n {2}ya emitidos +2\n {2}gravado +\$1,008\.00\n/,
  )
  assert.match(
    text,
    /^ {2}sellados +3\n.* 0\n.* 1\n.* 0\n {2}resultados +v\.csv\.resultados-2\.csv\n/,
  )
  assert.equal(
    text.split('\n').at(-1),
    '2 de estas ventas ya estaban emitidas, y no se emitieron otra vez. Si son ventas nuevas, guarde la hoja con otro nombre y ponga a cada una otra referencia.',
  )
  assert.equal(code, 1)
  assert.deepEqual(
    issuedNow().map(({ referencia, corrige }) => [referencia, corrige]),
    [
      ['C', 'C-C'],
      ['D', undefined],
    ],
  )
  assert.deepEqual((await readdir(service.folder.in('v-documentos'))).toSorted(), [
    ...['A', 'B', 'C'].flatMap((one) => [`DTE-01-${one}.json`, `DTE-01-${one}.pdf`]),
  ])
  const keys = asked.map(({ idempotencyKey }) => idempotencyKey ?? '').filter((key) => key !== '')
  assert.match(keys.join(' '), /^hoja-[0-9a-f]{48} hoja-[0-9a-f]{48}$/)
})

test('what was rejected late, or waits still, is told so', async () => {
  await put('w.csv', 'A,Pan,1,4.5', 'B,Pan,1,4.5')
  await issue('w.csv', { A: waiting('A'), B: waiting('B') }, '--yes', '--accept', 'iguales')
  const answers = {
    'GET /v1/dte/C-A': {
      body: { ...(waiting('A').body as object), estado: 'rechazado', motivo: 'Tarde.' },
    },
    'GET /v1/dte/C-B': waiting('B'),
  }
  const { text, code } = await issue('w.csv', answers, '--yes', '--json')
  assert.deepEqual(JSON.parse(text), {
    ...{ sellados: 0, contingencia: 1, rechazados: 1, pendientes: 0, emitidosAntes: 2 },
    ...{
      resultados: 'w.csv.resultados-2.csv',
      libro: 'w.csv.sello.jsonl',
      carpeta: './w-documentos',
    },
  })
  assert.equal(code, 1)
  assert.match(
    await read('w.csv.resultados-2.csv'),
    /\n2,A,rechazado,DTE-01-A,C-A,,4\.50,Tarde\.\r/,
  )
})

test('a file of which all was issued says so, and one sale among others is one', async () => {
  await put('x.csv', 'A,Pan,1,3')
  await issue('x.csv', { A: sealed('A') }, '--yes')
  const again = await issue('x.csv', { 'GET /v1/dte/C-A': { body: {} } }, '--yes')
  assert.deepEqual([again.code, issuedNow()], [0, []])
  const what =
    ', y no se emitieron otra vez. Si son ventas nuevas, guarde la hoja con otro nombre y ponga a cada una otra referencia.'
  const last = (text: string) => text.split('\n').at(-1)
  const none =
    'No había nada nuevo que emitir: todas las ventas de este archivo ya estaban emitidas'
  assert.equal(last(again.text), none + what)
  await put('x.csv', 'A,Pan,1,3', 'B,Sal,1,3')
  const more = await issue('x.csv', { B: sealed('B'), 'GET /v1/dte/C-A': { body: {} } }, '--yes')
  assert.equal(last(more.text), `1 de estas ventas ya estaba emitida${what}`)
})

test('a sale that another file issued is counted with those of before, with its date', async () => {
  await put('y.csv', 'A,Pan,1,3', 'B,Sal,1,3')
  const found = {
    ...{ estado: 'sellado', tipoDte: '01', codigoGeneracion: 'C-A', numeroControl: 'DTE-01-A' },
    ...{ selloRecibido: 'S-A', totales: { totalPagar: 3 }, receptor: null, fecEmi: '2026-09-30' },
    documento: { cuerpoDocumento: [{ descripcion: 'Pan', cantidad: 1, precioUni: 3 }] },
  }
  const answers = {
    ...{ A: refused(409, 'reference_in_use', { codigoGeneracion: 'C-A' }), B: sealed('B') },
    ...{ 'GET /v1/dte/C-A': { body: found }, 'GET /v1/dte/C-A/file': { body: '{}' } },
    'GET /v1/dte/C-A/file?kind=pdf': { body: '%PDF-' },
  }
  const { text, code } = await issue('y.csv', answers, '--yes', '--out', 'todo', '--json')
  const { sellados, emitidosAntes, carpeta } = JSON.parse(text)
  assert.deepEqual([code, sellados, emitidosAntes, carpeta], [0, 2, 1, 'todo'])
  assert.match(
    await read('y.csv.resultados.csv'),
    /\n2,A,sellado,DTE-01-A,C-A,S-A,3\.00,ya estaba emitida el 2026-09-30\r\n3,B,/,
  )
  assert.equal((await readdir(service.folder.in('todo'))).length, 4)
  await put('z.csv', 'A,Sal,1,3')
  const other = await issue('z.csv', answers, '--yes')
  assert.match(
    other.text,
    /^fila 2: la referencia ya la tiene DTE-01-A, del 2026-09-30, y sus líneas dicen otra cosa\. No se emitió; si es una venta nueva, póngale otra referencia\.$/m,
  )
  const event = { body: { ...found, numeroControl: null } }
  await put('e.csv', 'A,Pan,1,3')
  const wrong = await issue('e.csv', { ...answers, 'GET /v1/dte/C-A': event }, '--yes')
  assert.match(wrong.stderr, /\nsello: C-A no es un documento\.$/)
})

test('a number of the service that is no name of a file is refused', async () => {
  await put('n.csv', 'A,Pan,1,3')
  const { stderr, code } = await issue('n.csv', { A: sealed('../A') }, '--yes')
  assert.match(stderr, /\nsello: El servicio respondió un número que no lo es: DTE-01-\.\.\/A$/)
  assert.equal(code, 3)
})

/** On a terminal, or with an end that somebody asks for. */
async function issueHere(
  file: string,
  answers: Answers,
  {
    typed,
    stopsAt,
    status = STATUS,
  }: { typed?: readonly string[]; stopsAt?: string; status?: object },
) {
  const answer = answerOf(answers, status)
  const env = {
    HOME: service.folder.path,
    SELLO_URL: service.url,
    SELLO_API_KEY: API_KEY,
    SELLO_SIGN_KEY: SIGN_KEY,
  }
  const { io, said } = ioOf({ env, ...(typed ? { typed } : {}) })
  let isStopped = false
  let stop = () => {}
  const requested = new Promise<void>((resolve) => {
    stop = resolve
  })
  service.answerEach((line) => {
    const given = answer(line)
    if ((asked.at(-1)?.body as Members | null)?.referencia === stopsAt && stopsAt !== undefined) {
      isStopped = true
      stop()
    }
    return given
  })
  const stopping = { requested, isRequested: () => isStopped }
  const args = ['issue', '--from', service.folder.in(file), '--concurrency', '1']
  const code = await run(typed ? args : [...args, '--yes'], { ...io, stopping })
  return { code, out: said.out.join('\n'), err: said.err.join('\n') }
}

test('a person is asked for as many as are sent, and told in which environment', async () => {
  await put('uno.csv', 'A,Pan,1,3')
  await put('dos.csv', 'A,Pan,1,3', 'B,Sal,1,4')
  const live = { ...STATUS, ambiente: '01' }
  const one = await issueHere('uno.csv', {}, { typed: ['n\n'], status: live })
  const two = await issueHere('dos.csv', {}, { typed: ['n\n'] })
  assert.match(one.err, /^ {2}ambiente +01 PRODUCCIÓN$/m)
  assert.match(one.err, /\n¿Emitir un documento\? \[s\/N\]\nsello: No se emitió nada\.$/)
  assert.match(two.err, /\n¿Emitir 2 documentos\? \[s\/N\]\nsello: No se emitió nada\.$/)
  assert.deepEqual([one.code, two.code, issuedNow()], [130, 130, []])
})

test('a key that may not ask is not asked whether the ledger is of this service', async () => {
  await put('q.csv', 'A,Pan,1,3')
  await issue('q.csv', { A: sealed('A') }, '--yes')
  const says = async (alcances: readonly string[]) => {
    const status = { ...STATUS, llave: { label: 'x', alcances } }
    const { err } = await issueHere('q.csv', {}, { status })
    return err.split('\n').find((line) => line.startsWith('sello: ')) ?? null
  }
  assert.equal(await says(['issue']), null)
  assert.equal(
    await says(['issue', 'query']),
    `sello: ${service.folder.in('q.csv')}.sello.jsonl dice que DTE-01-A ya se emitió, y este servicio no lo tiene: el libro es de otra instalación, o el servicio se restauró de un respaldo anterior. No se emitió nada. Pregunte a quien lo administra antes de emitir otra vez; si las ventas nunca se emitieron aquí, guarde la hoja con otro nombre.`,
  )
})

test('a run that is stopped says what is left, and waits no longer for a quota', async () => {
  await put('s.csv', 'A,Pan,1,3', 'B,Sal,1,4')
  const { code, out } = await issueHere('s.csv', { A: sealed('A') }, { stopsAt: 'A' })
  assert.match(out, /^ {2}sellados +1\n.* 0\n.* 0\n {2}pendientes +1\n/)
  assert.equal(out.split('\n').at(-1), 'Repita el mismo comando para seguir: nada se duplica.')
  assert.equal(code, 130)
  assert.match(await read('s.csv.resultados.csv'), /\n3,B,pendiente,,,,,\r\n$/)
  const waits = { 'GET /v1/dte/C-A': { body: {} }, B: USED_UP }
  const waited = await issueHere('s.csv', waits, { stopsAt: 'B' })
  assert.match(waited.err, /\nLa llave agotó su cuota de la hora: sigue el /)
  assert.match(waited.err, /\nsello: Interrumpido\. Repita el mismo comando para seguir\.$/)
  assert.equal(waited.code, 130)
})

test('a check says the totals and what would be asked, and asks nobody anything', async () => {
  await put('c.csv', 'A,Pan,1,3', 'B,Pan,1,3')
  const { text, code, asked: calls } = await issue('c.csv', {}, '--check')
  assert.match(text, /^ {2}documentos +2 de tipo 01\n {2}gravado +\$6\.00\n/)
  const json = JSON.parse((await issue('c.csv', {}, '--check', '--json')).text)
  const [aviso, ...others] = json.avisos
  assert.deepEqual([code, calls, others], [0, [], []])
  assert.equal(text.split('\n').at(-1), `Aviso: ${aviso.mensaje}`)
  assert.deepEqual(
    { ...json, avisos: [{ ...aviso, mensaje: '' }] },
    {
      ...{ tipoDte: '01', documentos: 2, gravado: '6', exento: '0', noSujeto: '0', iva: '0.7' },
      ...{ pagar: '6', emitidos: 0, avisos: [{ aviso: 'iguales', mensaje: '', seDecide: false }] },
    },
  )
})
