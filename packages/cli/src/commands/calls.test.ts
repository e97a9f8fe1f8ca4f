/** What each command asks of a service, and what a person reads of the answer. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { API_KEY, type Said, startScripted } from '../../test/scripted-service.ts'

let service: Awaited<ReturnType<typeof startScripted>>
before(async () => {
  service = await startScripted()
})
after(() => service.stop())

const CODE = 'A6C1B7F2-3D54-4E0B-9A77-2C5D8E9F0A11'
const NUMBER = 'DTE-01-M001P001-000000000000001'
const SEAL = '2026'.padEnd(40, 'A')
const PERSON = { nombre: 'Ana Ficticia', numDocumento: '00016297-5' }
const SALE = '{"tipoDte":"01","items":[]}'
/** In El Salvador, 10:20:00. */
const AT = '2026-10-05T16:20:00Z'

const SEALED = {
  ...{ estado: 'sellado', numeroControl: NUMBER, codigoGeneracion: CODE, selloRecibido: SEAL },
  ...{ totales: { totalPagar: 1234.5 }, observaciones: ['Una'], archivoDte: '{"a":1}' },
  ...{ advertencias: [{ mensaje: 'Otra' }], representacionGrafica: btoa('%PDF-') },
}
const WAITING = {
  ...{ estado: 'contingencia', numeroControl: NUMBER, codigoGeneracion: CODE },
  ...{ totales: { totalPagar: 0.5 }, observaciones: [], advertencias: [] },
  ...{ archivoJson: '{"b":1}', detalle: 'Hacienda no respondió.' },
}
const FOUND = {
  ...{ estado: 'contingencia', tipoDte: '01', numeroControl: NUMBER, codigoGeneracion: CODE },
  ...{ fecEmi: '2026-10-05', horEmi: '10:20:00', selloRecibido: null, referencia: 'V-1' },
  ...{ receptor: { nombre: 'Ana', numDocumento: null }, totales: { totalPagar: 11.3 } },
  ...{ motivo: null, observaciones: ['Nota'] },
  entregas: [],
  historial: [{ fecha: AT, estado: 'firmado', motivo: 'Corte' }],
  contingencia: { queHacer: 'Espere.', limiteEvento: AT, limiteDocumento: null },
}
const ROW = {
  ...{ fecEmi: '2026-10-05', estado: 'sellado', tipoDte: '01', numeroControl: NUMBER },
  ...{ totales: { totalPagar: 1234.5 }, receptor: { nombre: 'N'.repeat(31) }, referencia: null },
}
const CUSTOMER = { customerId: 'c-1', externalId: null, numDocumento: '1', nombre: 'Ana' }
const PRODUCT = { productId: 'p-1', codigo: 'C', precioUni: 1234.5, precioConIva: 0.12345678 }
const EVENT = { codigoGeneracion: 'E', estado: 'firmado', documentos: 2, motivo: null }
const PERIOD = {
  ...{ desde: AT, hasta: null, documentos: 5, pendientes: 4, sinEvento: 3, limiteEvento: AT },
  eventos: [
    { ...EVENT, limiteDocumentos: AT },
    { ...EVENT, estado: 'rechazado', motivo: 'Mal', limiteDocumentos: null },
  ],
}
const WEBHOOK = {
  id: 'w',
  url: 'https://erp.test/',
  activo: true,
  tipos: null,
  fallaDesde: null,
  descripcion: null,
}
const OFF = {
  ...WEBHOOK,
  ...{ activo: false, apagado: { por: 'fallos' }, fallaDesde: AT, descripcion: 'ERP' },
}
const SENT = {
  id: 'nv_1',
  tipo: 'dte.sellado',
  estado: 'fallida',
  intentos: 3,
  proximoIntento: AT,
  motivo: '500',
}
const WHO = ['--responsible', 'Ana Ficticia,00016297-5']
const page = (rows: object): Said => ({ body: { ...rows, siguiente: null } })

interface Case {
  readonly args: readonly string[]
  readonly input?: string
  readonly said: Said
  readonly asks: string
  readonly sends?: object | null
  readonly prints: string
  readonly code?: number
}

// biome-ignore format: a table
const CASES: readonly Case[] = [
  { args: ['issue', '-'], input: SALE, said: { body: SEALED }, asks: 'POST /v1/dte', sends: JSON.parse(SALE),
    prints: `  estado            sellado
  numeroControl     ${NUMBER}
  codigoGeneracion  ${CODE}
  selloRecibido     ${SEAL}
  totalPagar        $1,234.50
  observación       Una
  atención          Otra` },
  { args: ['issue', '-', '--idempotency-key', 'k', '--mail', 'a@example.com, b@example.com'], input: SALE, said: { status: 202, body: WAITING, headers: { 'idempotency-replayed': 'true' } },
    asks: 'POST /v1/dte', sends: { ...JSON.parse(SALE), entrega: { correo: ['a@example.com', 'b@example.com'] } },
    prints: `  estado            contingencia (respuesta de un intento anterior)
  numeroControl     ${NUMBER}
  codigoGeneracion  ${CODE}
  totalPagar        $0.50
  detalle           Hacienda no respondió.` },
  { args: ['prepare', '-'], input: SALE, said: { body: { ...SEALED, estado: 'reservado', venceEn: AT } }, asks: 'POST /v1/dte/prepare', sends: JSON.parse(SALE),
    prints: `  estado            reservado
  numeroControl     ${NUMBER}
  codigoGeneracion  ${CODE}
  totalPagar        $1234.50
  venceEn           2026-10-05 10:20:00

Para firmarlo guarde lo que responde --json.` },
  { args: ['sign', '-'], input: '{"prepareToken":"t","documento":{},"estado":"reservado"}', said: { body: WAITING }, asks: 'POST /v1/dte/sign', sends: { prepareToken: 't', documento: {} },
    prints: `  estado            contingencia
  numeroControl     ${NUMBER}
  codigoGeneracion  ${CODE}
  totalPagar        $0.50
  detalle           Hacienda no respondió.` },
  { args: ['get', CODE], said: { body: FOUND }, asks: `GET /v1/dte/${CODE}`,
    prints: `  estado            contingencia
  tipoDte           01
  numeroControl     ${NUMBER}
  codigoGeneracion  ${CODE}
  emisión           2026-10-05 10:20:00
  receptor          Ana
  totalPagar        $11.30
  referencia        V-1
  qué hacer         Espere.
  evento antes de   2026-10-05 10:20:00
  observación       Nota
  historial         2026-10-05 10:20:00  firmado  Corte` },
  { args: ['get', CODE, '--explain'], said: { body: { ...FOUND, estado: 'rechazado', motivo: 'Mal', receptor: null, totales: null, contingencia: null, historial: [], observaciones: [], referencia: null } }, asks: `GET /v1/dte/${CODE}?explica=totales`, code: 1,
    prints: `  estado            rechazado
  tipoDte           01
  numeroControl     ${NUMBER}
  codigoGeneracion  ${CODE}
  emisión           2026-10-05 10:20:00
  motivo            Mal` },
  { args: ['list'], said: page({ documentos: [] }), asks: 'GET /v1/dte?limit=50', prints: 'No hay documentos.' },
  { args: ['list', '--since', '2026-10-01', '--until', '2026-10-05', '--state', 'sellado', '--dte-type', '01', '--reference', 'V', '--limit', '1'], said: page({ documentos: [ROW, ROW] }),
    asks: 'GET /v1/dte?desde=2026-10-01&hasta=2026-10-05&referencia=V&estado=sellado&tipoDte=01&limit=1',
    prints: `fecha       estado   tipo  numeroControl                    total     receptor                        referencia
2026-10-05  sellado  01    ${NUMBER}  1,234.50  ${'N'.repeat(30)}  –` },
  { args: ['list', '--all'], said: page({ documentos: [] }), asks: 'GET /v1/dte?limit=100', prints: 'No hay documentos.' },
  { args: ['list', '--limit', '101'], said: page({ documentos: [] }), asks: 'GET /v1/dte?limit=100', prints: 'No hay documentos.' },
  { args: ['invalidate', CODE, '--invalidation-type', '2', ...WHO], said: { body: { estado: 'invalidado', codigoGeneracion: CODE, evento: { selloRecibido: SEAL } } },
    asks: `POST /v1/dte/${CODE}/invalidate`, sends: { tipoAnulacion: 2, responsable: PERSON, solicita: PERSON },
    prints: `  estado            invalidado
  codigoGeneracion  ${CODE}
  sello del evento  ${SEAL}` },
  { args: ['invalidate', CODE, '--invalidation-type', '1', ...WHO, '--requested-by', 'Luis,1', '--reason', 'Mal', '--replacement', 'R'], said: { body: { estado: 'invalidado', codigoGeneracion: CODE } },
    asks: `POST /v1/dte/${CODE}/invalidate`, sends: { tipoAnulacion: 1, motivo: 'Mal', codigoGeneracionReemplazo: 'R', responsable: PERSON, solicita: { nombre: 'Luis', numDocumento: '1' } },
    prints: `  estado            invalidado (ya lo estaba: no se envió nada)
  codigoGeneracion  ${CODE}` },
  { args: ['return', CODE, '--line', '1=2.5', '--line', '2=1', '--untaxed', '3=0.75', '--event-date', '2026-10-04'], said: { body: { estado: 'sellado', codigoGeneracion: 'E', totales: { totalPagar: 1234.5 }, selloRecibido: SEAL } },
    asks: `POST /v1/dte/${CODE}/return`, sends: { items: [{ linea: 1, cantidad: 2.5 }, { linea: 2, cantidad: 1 }, { linea: 3, noGravado: 0.75 }], fechaEvento: '2026-10-04' },
    prints: `  estado         sellado
  evento         E
  devuelto       $1,234.50
  selloRecibido  ${SEAL}` },
  { args: ['return', CODE, '--line', '1=1'], said: { status: 202, body: { estado: 'firmado', codigoGeneracion: 'E', totales: { totalPagar: 1 }, detalle: 'Repita.' } },
    asks: `POST /v1/dte/${CODE}/return`, sends: { items: [{ linea: 1, cantidad: 1 }] },
    prints: `  estado    firmado
  evento    E
  devuelto  $1.00
  detalle   Repita.` },
  { args: ['report', '-'], input: '{"items":[]}', said: { body: { estado: 'sellado', codigoGeneracion: 'E', totales: { total: 210.9 }, selloRecibido: SEAL } },
    asks: 'POST /v1/operaciones-especiales', sends: { items: [] },
    prints: `  estado         sellado
  evento         E
  total          $210.90
  selloRecibido  ${SEAL}` },
  { args: ['report', '-'], input: '{"items":[]}', said: { status: 202, body: { estado: 'firmado', codigoGeneracion: 'E', totales: { total: 1 }, detalle: 'Repita.' } },
    asks: 'POST /v1/operaciones-especiales', sends: { items: [] },
    prints: `  estado   firmado
  evento   E
  total    $1.00
  detalle  Repita.` },
  { args: ['contingency', 'list'], said: { body: { abierta: true, periodos: [PERIOD] } }, asks: 'GET /v1/contingencia',
    prints: `Hacienda no responde: se emite en contingencia.
2026-10-05 10:20:00 a ahora: 5 documentos, 4 pendientes, 3 sin evento sellado; falta que la empresa firme el evento antes de 2026-10-05 10:20:00: lo firma su siguiente emisión, o "sello contingency close"
  E  firmado, 2 documentos; los documentos, antes de 2026-10-05 10:20:00
  E  rechazado, 2 documentos: Mal` },
  { args: ['contingency', 'list'], said: { body: { abierta: false, periodos: [{ ...PERIOD, hasta: AT, sinEvento: 2 }, { ...PERIOD, limiteEvento: null, eventos: [] }] } }, asks: 'GET /v1/contingencia',
    prints: `Hacienda responde.
2026-10-05 10:20:00 a 2026-10-05 10:20:00: 5 documentos, 4 pendientes, 2 sin evento sellado; el evento espera su sello, antes de 2026-10-05 10:20:00
  E  firmado, 2 documentos; los documentos, antes de 2026-10-05 10:20:00
  E  rechazado, 2 documentos: Mal
2026-10-05 10:20:00 a ahora: 5 documentos, 4 pendientes, 3 sin evento sellado` },
  { args: ['contingency', 'close'], said: { body: { eventos: [], pendientes: 0 } }, asks: 'POST /v1/contingencia', sends: {},
    prints: `No había evento que firmar.
Documentos sin sello todavía: 0. Los de un evento sellado se transmiten sin que nadie haga nada. Si alguno no tiene evento, "sello contingency list" lo dice.` },
  { args: ['contingency', 'close', ...WHO], said: { body: { eventos: [{ codigoGeneracion: 'E', selloRecibido: SEAL, documentos: 2 }, { codigoGeneracion: 'F', selloRecibido: null, documentos: 1 }], pendientes: 3 } }, asks: 'POST /v1/contingencia', sends: { responsable: PERSON },
    prints: `E  2 documentos, ${SEAL}
F  1 documentos, recibido
Documentos sin sello todavía: 3. Se transmiten cuando Hacienda selle su evento. Si alguno no tiene evento, "sello contingency list" lo dice.` },
  { args: ['customers', 'list', '--search', 'a', '--full-name', 'b', '--document-number', 'c', '--external-id', 'd'], said: page({ customers: [CUSTOMER] }),
    asks: 'GET /v1/customers?buscar=a&nombre=b&numDocumento=c&externalId=d&limit=100',
    prints: `customerId  externalId  documento  nombre
c-1         –           1          Ana` },
  { args: ['customers', 'list'], said: page({ customers: [] }), asks: 'GET /v1/customers?limit=100', prints: 'No hay clientes.' },
  { args: ['customers', 'show', 'c-1'], said: { body: { customerId: 'c-1' } }, asks: 'GET /v1/customers/c-1', prints: '{\n  "customerId": "c-1"\n}' },
  { args: ['customers', 'create', '-'], input: '{"nombre":"Ana"}', said: { body: CUSTOMER }, asks: 'POST /v1/customers', sends: { nombre: 'Ana' }, prints: 'Cliente c-1: Ana' },
  { args: ['customers', 'update', 'c-1', '-'], input: '{"nombre":"Ana"}', said: { body: CUSTOMER }, asks: 'PATCH /v1/customers/c-1', sends: { nombre: 'Ana' }, prints: 'Cliente c-1: Ana' },
  { args: ['customers', 'deactivate', 'c-1'], said: { body: CUSTOMER }, asks: 'DELETE /v1/customers/c-1', prints: 'Cliente c-1 desactivado.' },
  { args: ['products', 'list', '--search', 'a', '--code', 'b', '--description', 'c'], said: page({ products: [{ ...PRODUCT, descripcion: 'Pan' }, { ...PRODUCT, precioUni: null, precioConIva: 0.29, descripcion: 'Sal' }] }),
    asks: 'GET /v1/products?buscar=a&codigo=b&descripcion=c&activo=true&limit=100',
    prints: `productId  código  sin IVA   con IVA     descripción
p-1        C       1,234.50  0.12345678  Pan
p-1        C       –         0.29        Sal` },
  { args: ['products', 'list', '--inactive'], said: page({ products: [] }), asks: 'GET /v1/products?activo=false&limit=100', prints: 'No hay productos.' },
  { args: ['products', 'show', 'p-1'], said: { body: { productId: 'p-1' } }, asks: 'GET /v1/products/p-1', prints: '{\n  "productId": "p-1"\n}' },
  { args: ['products', 'create', '-'], input: '{"descripcion":"Pan"}', said: { body: { ...PRODUCT, descripcion: 'Pan' } }, asks: 'POST /v1/products', sends: { descripcion: 'Pan' }, prints: 'Producto p-1: Pan' },
  { args: ['products', 'update', 'p-1', '-'], input: '{"codigo":null}', said: { body: { ...PRODUCT, descripcion: 'Pan' } }, asks: 'PATCH /v1/products/p-1', sends: { codigo: null }, prints: 'Producto p-1: Pan' },
  { args: ['products', 'deactivate', 'p-1'], said: { body: PRODUCT }, asks: 'DELETE /v1/products/p-1', prints: 'Producto p-1 desactivado.' },
  { args: ['deliver', CODE, '--mail', 'a@example.com, b@example.com,a@example.com', '--idempotency-key', 'k'], said: { status: 202, body: { entregas: [{ destino: 'a@example.com', estado: 'pendiente', id: 'n-1' }, { destino: 'bb@example.com', estado: 'pendiente', id: 'n-2' }] } },
    asks: `POST /v1/dte/${CODE}/entregas`, sends: { correo: ['a@example.com', 'b@example.com'] },
    prints: `  a@example.com   pendiente  n-1
  bb@example.com  pendiente  n-2

Cómo terminó lo dice "sello get".` },
  { args: ['webhooks', 'list'], said: { body: { webhooks: [] } }, asks: 'GET /v1/webhooks', prints: 'No hay webhooks.' },
  { args: ['webhooks', 'list'], said: { body: { webhooks: [WEBHOOK, OFF] } }, asks: 'GET /v1/webhooks',
    prints: `id  url                estado            falla desde          descripción
w   https://erp.test/  activo            –                    –
w   https://erp.test/  apagado (fallos)  2026-10-05 10:20:00  ERP` },
  { args: ['webhooks', 'create', WEBHOOK.url, '--types', 'dte.sellado, dte.rechazado', '--description', 'ERP'], said: { status: 201, body: { ...WEBHOOK, tipos: ['dte.sellado', 'dte.rechazado'], secreto: 's' } },
    asks: 'POST /v1/webhooks', sends: { url: WEBHOOK.url, descripcion: 'ERP', tipos: ['dte.sellado', 'dte.rechazado'] },
    prints: `  id      w
  url     https://erp.test/
  envía   dte.sellado, dte.rechazado
  activo  sí
  secreto  s
Guarde el secreto: no se muestra otra vez.` },
  { args: ['webhooks', 'update', 'w', '--to', 'https://b.test/', '--on'], said: { body: WEBHOOK }, asks: 'PATCH /v1/webhooks/w', sends: { url: 'https://b.test/', activo: true },
    prints: '  id      w\n  url     https://erp.test/\n  envía   todo\n  activo  sí' },
  { args: ['webhooks', 'update', 'w', '--off', '--types', 'a', '--description', 'b'], said: { body: OFF }, asks: 'PATCH /v1/webhooks/w', sends: { descripcion: 'b', tipos: ['a'], activo: false },
    prints: '  id      w\n  url     https://erp.test/\n  envía   todo\n  activo  no' },
  { args: ['webhooks', 'delete', 'w'], said: { body: WEBHOOK }, asks: 'DELETE /v1/webhooks/w', prints: 'Webhook w eliminado.' },
  { args: ['webhooks', 'rotate', 'w'], said: { body: { ...WEBHOOK, secreto: 's' } }, asks: 'POST /v1/webhooks/w/rotate',
    prints: '  id      w\n  url     https://erp.test/\n  envía   todo\n  activo  sí\n  secreto  s\nGuarde el secreto: no se muestra otra vez.' },
  { args: ['webhooks', 'test', 'w'], said: { status: 202, body: SENT }, asks: 'POST /v1/webhooks/w/test', prints: 'La prueba nv_1 se envía ahora. Cómo terminó: sello webhooks deliveries w' },
  { args: ['webhooks', 'deliveries', 'w'], said: page({ entregas: [] }), asks: 'GET /v1/webhooks/w/deliveries', prints: 'No hay entregas.' },
  { args: ['webhooks', 'deliveries', 'w', '--state', 'fallida', '--limit', '1'], said: page({ entregas: [SENT, SENT] }), asks: 'GET /v1/webhooks/w/deliveries?estado=fallida',
    prints: `webhook-id  tipo         estado   intentos  próximo              motivo
nv_1        dte.sellado  fallida  3         2026-10-05 10:20:00  500` },
  { args: ['webhooks', 'retry', 'w', 'nv_1'], said: { status: 202, body: SENT }, asks: 'POST /v1/webhooks/w/deliveries/nv_1/retry', prints: 'nv_1 (dte.sellado) se envía otra vez ahora.' },
]

const LISTED = ['documentos', 'customers', 'products', 'entregas'] as const

for (const { args, input = '', said, asks, sends = null, prints, code = 0 } of CASES) {
  test(`sello ${args.join(' ')}`, async () => {
    const ended = await service.sello(args, said, { input })

    assert.equal(ended.text, prints, ended.stderr)
    assert.deepEqual([ended.code, ended.stderr], [code, ''])
    const [asked, ...more] = ended.asked
    assert.equal(asked?.line, asks)
    if (sends !== null) assert.deepEqual(asked?.body, sends)
    assert.deepEqual([asked?.key, more], [API_KEY, []])
    const at = args.indexOf('--idempotency-key')
    if (at !== -1) assert.equal(asked?.idempotencyKey, args[at + 1])
    const json = await service.sello([...args, '--json'], said, { input })
    const whole = said.body as Readonly<Record<string, object[]>>
    const listed = LISTED.find((name) => name in whole)
    const limit = args.includes('--limit') && args.includes('1') ? 1 : undefined
    const rows = whole[listed ?? '']?.slice(0, limit)
    const isPaged = listed !== undefined && !args.includes(CODE)
    assert.deepEqual(JSON.parse(json.text), isPaged ? { [listed]: rows } : whole)
  })
}

test('the files of a document are written under its number, and a file under its own name', async () => {
  const { folder } = service
  const issued = await service.sello(
    ['issue', '-', '--out', 'a'],
    { body: SEALED },
    { input: SALE },
  )
  const waiting = await service.sello(
    ['issue', '-', '--out', 'b'],
    { status: 202, body: WAITING },
    { input: SALE },
  )
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="../x.pdf"',
  }
  const args = ['file', CODE, '--kind', 'ticket', '--paper-width-mm', '58', '--out', 'mi.pdf']
  const saved = await service.sello(args, { body: '%PDF-', headers })
  const raw = await service.sello(['file', CODE, '--raw', '--out', 'r.json'], { body: '{}' })

  assert.match(
    issued.text,
    new RegExp(`archivo +a/${NUMBER}\\.json\\n +archivo +a/${NUMBER}\\.pdf$`),
  )
  assert.equal(await readFile(folder.in(`a/${NUMBER}.json`), 'utf8'), '{"a":1}')
  assert.equal(await readFile(folder.in(`a/${NUMBER}.pdf`), 'utf8'), '%PDF-')
  assert.match(waiting.text, new RegExp(`archivo +b/${NUMBER}\\.json$`))
  assert.equal(await readFile(folder.in(`b/${NUMBER}.json`), 'utf8'), '{"b":1}')
  assert.deepEqual(
    saved.asked.map(({ line }) => line),
    [`GET /v1/dte/${CODE}/file?kind=ticket&paperWidthMm=58`],
  )
  assert.equal(await readFile(folder.in('mi.pdf'), 'utf8'), '%PDF-')
  assert.equal(saved.text, 'mi.pdf  (5 bytes)')
  assert.match(raw.asked[0]?.line ?? '', /\/file\?(kind=json&)?raw=true$/)
})

test('without --out a file has the last part of the name that the service gives it, or its code', async () => {
  const { folder } = service
  // biome-ignore format: a table
  const names: readonly (readonly [given: string, file: string])[] = [
    ['../x.pdf',     'x.pdf'],
    ['c:\\a\\y.pdf', 'y.pdf'],
    ['a/',           CODE],
  ]
  for (const [given, file] of names) {
    const headers = { 'content-disposition': `attachment; filename="${given}"` }
    const { text, stderr } = await service.sello(['file', CODE], { body: given, headers })
    assert.equal(text, `${file}  (${given.length} bytes)`, stderr)
    assert.equal(await readFile(folder.in(file), 'utf8'), given)
  }
})

test('a line that says nothing to do is refused before anything is asked', async () => {
  for (const [args, says] of [
    [['issue'], /Falta <archivo>, o --from\./],
    [['issue', '-', '--from', 'a.csv'], /Se emite un archivo o una hoja \(--from\), no los dos\./],
    [['return', CODE], /Falta qué vuelve: --line 1=2\./],
    [['return', CODE, '--line', '1'], /"1" no es línea=número, como 1=2\./],
    [['return', CODE, '--line', '12345=1'], /no es línea=número/],
    [['return', CODE, '--line', '1=0.123456789'], /no es línea=número/],
    [['return', CODE, '--line', 'x1=1'], /no es línea=número/],
    [['return', CODE, '--line', '1=1x'], /no es línea=número/],
  ] as const) {
    const ended = await service.sello(args, { body: {} })
    assert.match(ended.stderr, says)
    assert.deepEqual([ended.code, ended.asked, ended.text], [2, [], ''])
  }
})
