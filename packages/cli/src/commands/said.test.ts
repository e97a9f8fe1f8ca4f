/** What a person reads while a command works and when it has ended, where it asks a service more than once. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { ioOf } from '../../test/io.ts'
import { API_KEY, type Said, SIGN_KEY, startScripted } from '../../test/scripted-service.ts'
import { run } from '../run.ts'

let service: Awaited<ReturnType<typeof startScripted>>
before(async () => {
  service = await startScripted()
})
after(() => service.stop())

const CODE = 'A6C1B7F2-3D54-4E0B-9A77-2C5D8E9F0A11'
const NUMBER = 'DTE-01-M001P001-000000000000001'
/** In El Salvador, 10:20:00. */
const AT = '2026-10-05T16:20:00Z'
const STATUS = { ambiente: '00', emisor: { nit: '1' }, llave: { tiposDte: ['01'] } }
const SEALED = {
  ...{ estado: 'sellado', numeroControl: NUMBER, codigoGeneracion: CODE, selloRecibido: 'S' },
  ...{ totales: { totalPagar: 1 }, observaciones: [], advertencias: [] },
}
const byLine = (answers: Readonly<Record<string, Said>>) => (line: string) =>
  answers[line] ?? { status: 500, body: {} }

test('what is triggered is a sale of one dollar in the test environment, and never in production', async () => {
  const ask = (ambiente: string) =>
    service.sello(
      ['trigger', 'dte.sellado'],
      byLine({
        'GET /v1/status': { body: { ...STATUS, ambiente } },
        'POST /v1/dte': { body: SEALED },
      }),
    )
  const tried = await ask('00')
  const live = await ask('01')

  assert.equal(tried.text, `${NUMBER} sellado (${CODE}). Se dice en unos segundos.`)
  const items = [{ descripcion: 'Prueba de novedades', cantidad: 1, precioUni: 1 }]
  assert.deepEqual(tried.asked[1]?.body, { tipoDte: '01', items })
  assert.equal(live.stderr, 'sello: Esta llave es de producción: con ella no se emiten pruebas.')
  assert.deepEqual([live.code, live.asked.length], [1, 1])
})

test('a certification is refused in production, without receivers, and in the last hour of a month', async () => {
  const certify = (ambiente: string, ...more: readonly string[]) =>
    service.sello(['certify', ...more], { body: { ...STATUS, ambiente } })
  const live = await certify('01')
  assert.equal(
    live.stderr,
    'sello: Esta llave es de producción: la certificación se hace en pruebas.',
  )
  assert.deepEqual([live.code, live.asked.length], [1, 1])
  for (const text of ['{}', '{"receptores":{}}', '{"receptores":[]}']) {
    await writeFile(service.folder.in('r.json'), text)
    const { stderr, code } = await certify('00', '--receivers', 'r.json')
    assert.equal(stderr, 'sello: r.json: se espera {"receptores": [{…}]}, con uno al menos.', text)
    assert.equal(code, 2)
  }
  const says = 'sello: En la última hora del mes no se certifica: siga mañana.'
  // biome-ignore format: a table
  const hours: readonly (readonly [utc: string, isRefused: boolean])[] = [
    ['2026-11-01T04:59:59Z', false], // 22:59:59 of the 31st
    ['2026-11-01T05:00:00Z', true],
    ['2026-11-01T05:59:59Z', true],
    ['2026-11-01T06:00:00Z', false],
    ['2026-10-31T05:30:00Z', false],
  ]
  for (const [utc, isRefused] of hours) {
    const env = { HOME: service.folder.path, SELLO_URL: service.url, SELLO_API_KEY: API_KEY }
    const { io, said } = ioOf({ env, now: new Date(utc) })
    await run(['certify', '--plan', '--receivers', service.folder.in('r.json')], io)
    assert.equal(said.err.join('\n') === says, isRefused, `${utc}: ${said.err.join(' ')}`)
  }
})

test('a certification says before it begins for how long it waits, and gives the stored taxpayers in turn', async () => {
  const limit = { limit: 1, remaining: 0 }
  const status = {
    ...STATUS,
    llave: { tiposDte: ['03'] },
    limites: { hora: limit, dia: { ...limit, limit: 9 } },
  }
  const customer = (n: number) => ({
    customerId: `c-${n}`,
    tipoDocumento: n % 2 === 0 ? '36' : '13',
  })
  const customers = Array.from({ length: 60 }, (_, n) => customer(n))
  const answer = (line: string) => {
    if (line === 'GET /v1/status') return { body: status }
    if (line === 'POST /v1/dte') return { body: SEALED }
    return { body: { documentos: [], customers, siguiente: null } }
  }
  const goals = '03=21,01=0,contingencia=0,retorno=0,invalidacion=0'
  const certify = (...more: readonly string[]) =>
    service.sello(['certify', '--goals', goals, '--pause', '0', ...more], answer)
  const ahead =
    'Son unas 21 llamadas, y la llave admite 1 por hora y 9 por día: esperará su cuota unas 72 horas. Con sello key limit se le da más.'
  const plan = await certify('--plan')
  assert.deepEqual([plan.code, plan.text.split('\n').at(-1), plan.stderr], [0, ahead, ''])
  const made = await certify('--out', service.folder.path)
  assert.equal(made.stderr.split('\n')[0], ahead)
  assert.ok(!made.text.includes(ahead))
  const receptores = made.asked.flatMap(({ line, body }) =>
    line === 'POST /v1/dte'
      ? [(body as { receptor: { customerId: string } }).receptor.customerId]
      : [],
  )
  // twenty at most, all of them with a NIT; the first goes to the second of them
  const turns = Array.from({ length: 21 }, (_, n) => `c-${2 * ((n + 1) % 20)}`)
  assert.deepEqual(receptores, turns)
})

test('a certification that is stopped during a call says that what was made stays', async () => {
  let stop = () => {}
  const requested = new Promise<void>((resolve) => {
    stop = resolve
  })
  const limit = { limit: 60, remaining: 60 }
  const status = { ...STATUS, limites: { hora: limit, dia: limit } }
  service.answer((line) => {
    if (line === 'GET /v1/status') return { body: status }
    if (line.startsWith('GET')) return { body: { documentos: [], customers: [], siguiente: null } }
    stop()
    return { body: SEALED }
  })
  const env = {
    HOME: service.folder.path,
    SELLO_URL: service.url,
    SELLO_API_KEY: API_KEY,
    SELLO_SIGN_KEY: SIGN_KEY,
  }
  const { io, said } = ioOf({ env })
  const stopping = { requested, isRequested: () => false }
  const code = await run(['certify', '--goals', '01=9', '--pause', '0'], { ...io, stopping })
  assert.deepEqual([code, said.out], [130, []])
  assert.equal(
    said.err.at(-1),
    'sello: Detenida. Lo hecho queda hecho: el mismo comando sigue donde quedó.',
  )
})

test('what happens is a line each, with what it is about, and the end says how to go on', async () => {
  const base = { fecha: AT, ambiente: '00' }
  const sale = { numeroControl: NUMBER, codigoGeneracion: CODE, totales: { totalPagar: 1234.5 } }
  const novedades = [
    { ...base, id: 'nv_1', tipo: 'dte.sellado', datos: { ...sale, referencia: 'V-1' } },
    { ...base, id: 'nv_2', tipo: 'dte.rechazado', datos: { ...sale, referencia: null } },
    { ...base, id: 'nv_3', tipo: 'contingencia.abierta', datos: { evento: 'E' } },
    { ...base, id: 'nv_4', tipo: 'webhook.prueba', datos: {} },
  ]
  const asked: string[] = []
  let stop = () => {}
  const requested = new Promise<void>((resolve) => {
    stop = resolve
  })
  service.answer((line) => {
    asked.push(line)
    if (asked.length > 1) stop()
    const calls = { 'ratelimit-limit': '240', 'ratelimit-remaining': '239' }
    const headers = { ...calls, 'ratelimit-reset': '60' } // enough for a burst
    return { body: { novedades: asked.length > 1 ? [] : novedades, siguiente: '0-4' }, headers }
  })
  const env = { HOME: service.folder.path, SELLO_URL: service.url, SELLO_API_KEY: API_KEY }
  const { io, said } = ioOf({ env })
  const stopping = { requested, isRequested: () => asked.length > 1 }
  const code = await run(['listen', '--after', '0-0', '--type', 'dte.sellado'], { ...io, stopping })

  assert.deepEqual(said.out, [
    `2026-10-05 10:20:00  dte.sellado  ${NUMBER}  $1,234.50  V-1  ${CODE}`,
    `2026-10-05 10:20:00  dte.rechazado  ${NUMBER}  $1,234.50  ${CODE}`,
    '2026-10-05 10:20:00  contingencia.abierta  E',
    '2026-10-05 10:20:00  webhook.prueba',
    'Siga con: sello listen --after 0-4',
  ])
  assert.deepEqual([code, said.err], [0, []])
  assert.deepEqual(
    asked.slice(0, 2).map((line) => line.replace(/&espera=.*/, '')),
    ['GET /v1/events?despues=0-0&tipo=dte.sellado', 'GET /v1/events?despues=0-4&tipo=dte.sellado'],
  )
})

test('what happens is forwarded, and the answer is told beside it, or apart from what a program reads', async () => {
  const novedad = { id: 'nv_4', tipo: 'webhook.prueba', fecha: AT, ambiente: '00', datos: {} }
  const heard = async (...more: readonly string[]) => {
    let isRequested = false
    let stop = () => {}
    const requested = new Promise<void>((resolve) => {
      stop = resolve
    })
    service.answer((line) => {
      if (line === 'POST /hook') return { body: {} }
      const said = { novedades: isRequested ? [] : [novedad], siguiente: '0-4' }
      isRequested = true
      return { body: said }
    })
    const env = { HOME: service.folder.path, SELLO_URL: service.url, SELLO_API_KEY: API_KEY }
    const { io, said } = ioOf({ env })
    const out = (text: string) => {
      io.out(text)
      stop()
    }
    const stopping = { requested, isRequested: () => isRequested }
    const args = ['listen', '--forward-to', `${service.url}/hook`, ...more]
    const code = await run(args, { ...io, out, stopping })
    return { code, out: said.out, err: said.err.map((line) => line.replace(/whsec_\S{44}$/, '…')) }
  }
  assert.deepEqual(await heard(), {
    code: 0,
    out: ['2026-10-05 10:20:00  webhook.prueba  → 200', 'Siga con: sello listen --after 0-4'],
    err: ['Secreto: …'],
  })
  assert.deepEqual(await heard('--json'), {
    code: 0,
    out: [JSON.stringify(novedad), '{"siguiente":"0-4"}'],
    err: ['Secreto: …', '→ 200'],
  })
})

test('who stops listening before anything happened goes on from the moment', async () => {
  service.answer(() => ({ status: 500, body: {} }))
  const env = { HOME: service.folder.path, SELLO_URL: service.url, SELLO_API_KEY: API_KEY }
  const { io, said } = ioOf({ env })
  const stopping = { requested: Promise.resolve(), isRequested: () => true }
  const code = await run(['listen'], { ...io, stopping })
  assert.deepEqual([code, said.out, said.err], [0, ['Siga con: sello listen --after ahora'], []])
})

test('a document that waits is watched until its seal, each state once', async () => {
  let asked = 0
  const waiting = { ...SEALED, estado: 'contingencia', archivoJson: '{}', detalle: 'Espere.' }
  const found = (estado: string) => ({
    ...{ ...SEALED, estado, tipoDte: '01', fecEmi: '2026-10-05', horEmi: '10:20:00' },
    ...{ receptor: null, referencia: null, motivo: null, entregas: [], historial: [] },
    contingencia: null,
  })
  const ended = await service.sello(
    ['issue', '-', '--watch'],
    (line) => {
      if (line === 'POST /v1/dte') return { status: 202, body: waiting }
      asked += 1
      return { body: found(asked === 1 ? 'contingencia' : 'sellado') }
    },
    { input: '{"tipoDte":"01","items":[]}' },
  )
  assert.match(ended.stderr, /^\d\d:\d\d:\d\d {2}contingencia\n\d\d:\d\d:\d\d {2}sellado$/)
  assert.match(ended.text, /^ {2}estado +sellado\n/)
  assert.equal(ended.code, 0)

  const got = await service.sello(['get', CODE, '--watch'], { body: found('sellado') })
  assert.match(got.stderr, /^\d\d:\d\d:\d\d {2}sellado$/)
  assert.match(got.text, /^ {2}estado +sellado\n/)
  const gone = { error: { code: 'not_found', message: 'No existe.' } }
  const refused = await service.sello(['get', CODE, '--watch'], { status: 404, body: gone })
  assert.deepEqual([refused.code, refused.text, refused.stderr], [1, '', 'sello: No existe.'])
})

test('a template says its columns and which have to be filled in', async () => {
  const made = await service.sello(['template', '15', '--out', 'a.csv'], { body: {} })
  const json = await service.sello(['template', '08', '--json'], { body: {} })
  assert.match(
    made.text,
    /^a\.csv\nColumnas: referencia, producto, descripcion \(obligatoria, salvo con producto\), cantidad \(obligatoria\), .*tipoDonacion \(obligatoria\), depreciacion, /,
  )
  assert.match(made.text, /\w\.$/)
  const written = await readFile(service.folder.in('a.csv'), 'utf8')
  assert.match(
    written,
    /^\uFEFFreferencia,producto,descripcion,.*\r\nEJEMPLO,,Ejemplo: esta fila no se emite,2,5\.65,,/,
  )
  const { file, tipoDte, columns } = JSON.parse(json.text)
  assert.deepEqual([file, tipoDte, columns[1]], ['plantilla-08.xlsx', '08', 'periodo'])
})

test('a rehearsal certificate says whose it is, how long it lasts and what follows', async () => {
  await writeFile(service.folder.in('clave'), 'clave')
  const { io, said } = ioOf({ now: new Date(AT), env: { HOME: service.folder.path } })
  const [file, password] = [service.folder.in('e.crt'), service.folder.in('clave')]
  const of = ['--nit', '06140101900019', '--full-name', 'Ana', '--file', file]
  await run(['simulator', 'certificate', ...of, '--password-file', password], io)
  assert.deepEqual(
    [said.out.join('\n'), said.err],
    [
      `Certificado de ensayo hecho. Solo el simulador lo acepta.
  archivo   ${file}
  titular   Ana
  vigencia  2026-10-05 a 2027-10-05
Sigue: sello certificate import --nit 06140101900019 --file ${file}`,
      [],
    ],
  )
})

test('without what would verify them documents are not looked at', async () => {
  const { io, said } = ioOf({ env: { HOME: service.folder.path } })
  assert.equal(await run(['verify', 'a.json'], io), 2)
  assert.deepEqual(said.err, ['sello: Falta con qué verificar: --key LLAVE.pem, o --url SERVICIO.'])
})

test('an unlock key that opens nothing says where destinations are listed', async () => {
  const unlock = `sellouk_${'c'.repeat(43)}`
  const answer = (line: string) => ({
    body: line.endsWith('/v1/status') ? STATUS : { destinos: [] },
  })
  const ended = await service.sello(['archive', 'verify'], answer, {
    env: { SELLO_UNLOCK_KEY: unlock },
  })
  assert.equal(
    ended.stderr,
    'sello: La llave de apertura no abre ningún destino: sello archive list.',
  )
  assert.equal(ended.code, 1)
})

test('what could not be copied to the company’s own destinations is told, and the document is issued', async () => {
  const { settleArchive } = await import('../calling/archive-settle.ts')
  const told = async (pending: number, problem: string | null) => {
    const { io, said } = ioOf()
    const state = { pending, problem }
    const archive = { state, flush: async () => state }
    await settleArchive(io, { archive: archive as never })
    return said.err
  }
  const rest = 'por copiar en sus destinos; nada se pierde: sello archive push.'
  assert.deepEqual(await told(0, null), [])
  assert.deepEqual(await told(1, null), [`Queda 1 documento ${rest}`])
  assert.deepEqual(await told(2, 'Lleno.'), [`Quedan 2 documentos ${rest}\nLleno.`])
  assert.deepEqual(await told(0, 'Lleno.'), [`Queda 1 documento ${rest}\nLleno.`])
})

test('a store that does not answer is waited for a minute, and then the document is issued all the same', async (t) => {
  const { settleArchive } = await import('../calling/archive-settle.ts')
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { io, said } = ioOf()
  const state = { pending: 3, problem: null }
  const archive = { state, flush: () => new Promise(() => {}) }
  const settled = settleArchive(io, { archive: archive as never })
  t.mock.timers.tick(59_999)
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(said.err, [])
  t.mock.timers.tick(1)
  await settled
  assert.deepEqual(said.err, [
    'Quedan 3 documentos por copiar en sus destinos; nada se pierde: sello archive push.',
  ])
  await settleArchive(io, { archive: null })
  assert.equal(said.err.length, 1)
})
