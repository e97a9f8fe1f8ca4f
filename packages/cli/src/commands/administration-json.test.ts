/** What a program reads of each command of the administration: one object, whose members it depends on. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../service/test/database.ts'
import { createFolder, type Folder, run } from '../../test/cli.ts'
import { NIT, NOMBRE, OF, POS, writeSigning, YEAR } from '../../test/issuer.ts'

const PLACE = { codEstable: 'M001', codPuntoVenta: 'P001' }

let database: TestDatabase
let folder: Folder
before(async () => {
  database = await createTestDatabase()
  folder = await createFolder()
  await writeSigning(folder)
  const direccion = { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' }
  const actividad = { codActividad: '47190', descActividad: 'Venta al por menor' }
  const empresa = { nit: NIT, nrc: '1234567', nombre: NOMBRE, ...actividad, direccion }
  const contact = { telefono: '22220000', correo: 'facturas@example.com', nombreComercial: null }
  await writeFile(folder.in('empresa.json'), JSON.stringify({ ...empresa, ...contact }))
})
after(async () => {
  await database.drop()
  await folder.remove()
})

/** With a word in place of each value that every run has of its own; what lies far ahead stays. */
const constant = (text: string) =>
  text
    .replaceAll(folder.path, '<folder>')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<uuid>')
    .replaceAll(new RegExp(`"(${YEAR}|${YEAR + 1})-[^"]+Z"`, 'g'), '"<instant>"')
    .replaceAll(/"[\da-f]{64}"/g, '"<sha256>"')
    .replaceAll(/"-----BEGIN PUBLIC KEY-----[^"]+"/g, '"<pem>"')
    .replaceAll(/"(keyId|apiKey|id)":"[^"]+"/g, '"$1":"<$1>"')
    .replaceAll(/#enlace=[\w-]{43}"/g, '#enlace=<token>"')

const DETALLE =
  'Resolución que califica para recibir donaciones, Ley de Impuesto sobre la Renta, art. 6'
const ROSA = { nombre: 'Rosa', tipoDocumento: '37', numDocumento: 'X-1' }
const FOLDER = {
  ...{ destinationId: '<uuid>', kind: 'managed_folder', location: '<folder>/a' },
  ...{ verifiedAt: '<instant>', problem: null },
}
const KEY = { keyId: '<keyId>', ambiente: '00', scopes: ['query'], tiposDte: ['01', '03'] }
const LIMITED = { amountMax: 5.5, limits: { hour: 60, day: 7, status: 240 }, ipRanges: ['::1'] }
const ANA = { correo: 'ana@example.com', nombre: 'Ana' }
const SMTP = 'smtps://yo@[2606:4700::1111]'
const SINCE = ['--since', '2036-12-05T22:00:00-06:00', '--until', '2036-12-06T05:00:00Z']
const MINT = [
  ...['key', 'mint', ...OF, '--label', 'Consulta', ...POS, '--no-sign', '--scopes', 'query'],
  ...['--dte-types', '01,03', '--ip', '::1', '--expires', '2036-12-31', '--amount-max', '5.5'],
  ...['--limit-day', '7'],
]

// biome-ignore format: a table
const STEPS: readonly (readonly [args: readonly string[], answer: object])[] = [
  [['migrate'], { database: 'external', migrated: true }],
  [['doctor'], { ok: true, hallazgos: [] }],
  [['company', 'create', '--file', 'empresa.json'], { companyId: '<uuid>', nit: NIT, nombre: NOMBRE }],
  [['company', 'password', ...OF, '--password-file', 'clave', '--environment', '01'], { nit: NIT, ambiente: '01' }],
  [['company', 'responsible', ...OF], { nit: NIT, responsable: null }],
  [['company', 'responsible', ...OF, '--full-name', 'Rosa', '--document', 'X-1', '--document-type', '37'], { nit: NIT, responsable: ROSA }],
  [['company', 'responsible', ...OF, '--remove'], { nit: NIT, responsable: null }],
  [['company', 'authorize', ...OF, '--resolution', ' Res 7 ', '--add', 'exportar-C8'],
    { nit: NIT, autorizaciones: ['exportar-C8'], resolucion: { descDocumento: 'Res 7', detalleDocumento: DETALLE } }],
  [['company', 'authorize', ...OF, '--no-resolution', '--remove', 'exportar-C8'], { nit: NIT, autorizaciones: [], resolucion: null }],
  [['company', 'mail', ...OF], { nit: NIT, entrega: 'nunca', pagina: true, servidor: null }],
  [['company', 'mail', ...OF, '--when', 'si_tiene_correo', '--page', 'off', '--smtp', SMTP, '--sender', 'a@example.com', '--password-file', 'clave'],
    { nit: NIT, entrega: 'si_tiene_correo', pagina: false, servidor: { host: '2606:4700::1111', port: 465, tls: 'implicit', usuario: 'yo', sender: 'a@example.com', dkim: false } }],
  [['company', 'brand', ...OF, '--no-color'], { nit: NIT, since: '<instant>' }],
  [['company', 'types', ...OF, '--add', '03,01'], { nit: NIT, tiposDte: ['01', '03'], tiposProbados: [] }],
  [['company', 'switch-production', ...OF, '--undo'], { nit: NIT, productionSince: null }],
  [['certificate', 'import', ...OF, '--file', 'certificado.crt', '--password-file', 'clave', '--passphrase-file', 'frase'],
    { nit: NIT, ambiente: '00', fingerprint: '<sha256>', nombre: NOMBRE, validFrom: '<instant>', validTo: '2036-01-01T00:00:00.000Z', publicKeyPem: '<pem>' }],
  [['pos', 'add', ...OF, ...POS, '--first', '01=4501'], { nit: NIT, pointOfSaleId: '<uuid>', ...PLACE }],
  [['series', 'set', ...OF, ...POS, '--dte-type', '05', '--first', '42', '--environment', '01', '--year', '2027'],
    { nit: NIT, ...PLACE, ambiente: '01', tipoDte: '05', year: 2027, numeroControl: 'DTE-05-M001P001-000000000000042' }],
  [['series', 'gaps', ...OF],
    { nit: NIT, ambiente: '00', year: YEAR, series: [{ ambiente: '00', tipoDte: '01', ...PLACE, year: YEAR, first: 4501, last: 4500, gaps: [] }] }],
  [['storage', 'list', ...OF], { nit: NIT, destinos: [] }],
  [['storage', 'connect', ...OF, '--managed', 'a'], { nit: NIT, ...FOLDER }],
  [['storage', 'verify', ...OF], { nit: NIT, destinos: [FOLDER] }],
  [MINT, { nit: NIT, ...KEY, apiKey: '<apiKey>', signKey: null }],
  [['key', 'list', ...OF],
    { nit: NIT, keys: [{ ...KEY, ...PLACE, ...LIMITED, label: 'Consulta', state: 'active', expiresAt: '2037-01-01T06:00:00.000Z', createdAt: '<instant>', signs: false, signingLocked: false, personId: null }] }],
  [['secrets', 'list'],
    { secrets: [{ kind: 'master', id: '<id>', newest: true, needed: 3 }, { kind: 'pepper', id: '<id>', newest: true, needed: 1 }], unknownKeys: 0 }],
  [['secrets', 'reseal'], { resealed: 0 }],
  [['audit', 'verify'], { chains: [{ companyId: '<uuid>', entries: 10, head: '<sha256>' }] }],
  [['books', '2026-10', ...OF, '--export', 'contribuyentes'],
    { nit: NIT, ambiente: '00', mes: '2026-10', archivo: 'contribuyentes', file: 'contribuyentes-2026-10.csv', bytes: 3, contentType: 'text/csv; charset=utf-8', avisos: [] }],
  [['books', '2026-10', ...OF, '--export', 'anexo2', '--operation', '1', '--income', '3'],
    { nit: NIT, ambiente: '00', mes: '2026-10', archivo: 'anexo2', file: 'anexo2-2026-10.csv', bytes: 0, contentType: 'text/csv; charset=windows-1252', avisos: [] }],
  [['maintenance', 'add', ...SINCE], { windowId: '<uuid>', ambiente: '00', since: '2036-12-06T04:00:00.000Z', until: '2036-12-06T05:00:00.000Z', reason: '' }],
  [['person', 'add', '--email', ANA.correo, '--full-name', ANA.nombre, ...OF], { ...ANA, nit: NIT, rol: 'dueno', operador: false }],
  [['person', 'add', '--email', 'op@example.com', '--full-name', 'Op', '--operator'], { correo: 'op@example.com', nombre: 'Op', nit: null, rol: null, operador: true }],
  [['person', 'link', '--email', ANA.correo], { correo: ANA.correo, url: 'http://localhost:4600/entrar#enlace=<token>', expiresAt: '<instant>' }],
]

test('each command of the administration answers one object', async () => {
  const env = { DATABASE_URL: database.url }
  for (const [args, answer] of STEPS) {
    const { code, stdout, stderr } = await run([...args, '--json'], { cwd: folder.path, env })
    assert.deepEqual([code, stderr], [0, ''], stdout)
    assert.deepEqual(JSON.parse(constant(stdout)), answer, args.join(' '))
  }
})
