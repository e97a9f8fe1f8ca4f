/** What the operator of a service reads of each command, from an empty database on; `--json` has its own tests. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../service/test/database.ts'
import { startS3 } from '../../../service/test/s3.ts'
import { createFolder, type Folder, run } from '../../test/cli.ts'
import { NIT, NOMBRE, OF, POS, writeSigning, YEAR } from '../../test/issuer.ts'

const MOMENT = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d'

let database: TestDatabase
let folder: Folder
before(async () => {
  database = await createTestDatabase()
  folder = await createFolder()
  await writeSigning(folder)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await writeFile(folder.in('dkim.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
})
after(async () => {
  await database.drop()
  await folder.remove()
})

async function sello(...args: readonly string[]) {
  const env = { DATABASE_URL: database.url }
  const { code, stdout, stderr } = await run(args, { cwd: folder.path, env })
  return { code, text: stdout.trimEnd(), said: stderr.trimEnd() }
}

/** A text of which only the marked parts vary: `<12 letters>`, `<moment>` and so on. */
function pattern(text: string): RegExp {
  const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const parts = escaped
    .replaceAll('<moment>', MOMENT)
    .replaceAll('<count>', '\\d+')
    .replaceAll('<hex>', '[0-9a-f]+')
    .replaceAll('<uuid>', '[0-9a-f-]{36}')
    .replaceAll('<key>', '[\\w-]{12}')
    .replaceAll('<secret>', '\\S+')
  return new RegExp(`^${parts}$`)
}

const CREATE = [
  ...[
    'company',
    'create',
    '--nit',
    '0614-010190-001-9',
    '--nrc',
    '123456-7',
    '--full-name',
    NOMBRE,
  ],
  ...['--activity-code', '47190', '--activity', 'Venta al por menor de otros productos'],
  ...[
    '--department',
    '06',
    '--municipality',
    '23',
    '--district',
    '14',
    '--address',
    'Calle Arce 100',
  ],
  ...['--phone', '22220000', '--email', 'facturas@example.com'],
]
const SVG = '<svg viewBox="0 0 9 3"><path d="M0 0h9v3z" fill="#c00"/></svg>'
const SINCE = ['--since', '2036-12-05T22:00:00-06:00', '--until', '2036-12-06T04:00:00Z']
const RANGE = '2036-12-05 22:00:00 a 2036-12-05 22:00:00'

/** Of a month without a sale. */
const BOOKS = `  contribuyentes    0 filas
    exentas         0
    noSujetas       0
    gravadas        0
    debito          0
    ventasTerceros  0
    debitoTerceros  0
    ivaPercibido    0
    total           0
  consumidorFinal   0 filas
    documentos      0
    retornos        0
    exentas         0
    noSujetas       0
    gravadas        0
    exportaciones   0
    total           0
    ventasTerceros  0
    debito          0
  exportaciones     0 filas
    valor           0
  compras           0 filas
    monto           0
    reteRenta       0
  sin sello         0
  anexo1            0 líneas
  anexo2            0 líneas
  anexo4            0 líneas
  anexo5            0 líneas
  anexo9            0 líneas
  anexo10           0 líneas
  anexo11           0 líneas
  anexo12           0 líneas
  anexoAnulados     0 líneas`

// biome-ignore format: a table
const STEPS: readonly (readonly [args: readonly string[], prints: string])[] = [
  [['migrate'], 'La base de datos de DATABASE_URL está al día.'],
  [['doctor'], 'Todo está en orden.'],
  [CREATE, `Empresa registrada.\n  nombre  ${NOMBRE}\n  NIT     ${NIT}\nSigue: sello company password --nit ${NIT}`],
  [['company', 'password', ...OF, '--password-file', 'clave'], `Contraseña guardada, cifrada, para el NIT ${NIT} en el ambiente 00.`],
  [['company', 'password', ...OF, '--password-file', 'clave', '--environment', '01'], `Contraseña guardada, cifrada, para el NIT ${NIT} en el ambiente 01.`],
  [['company', 'responsible', ...OF], `${NOMBRE} no ha dicho quién responde: sus eventos la nombran a ella.`],
  [['doctor'], `aviso ${NIT}: No se ha dicho quién responde por sus eventos de contingencia: nombrarán a la empresa, y Hacienda pide una persona.\n       Diga quién es: sello company responsible.`],
  [['company', 'responsible', ...OF, '--full-name', 'Rosa Ficticia', '--document', 'X-1', '--document-type', '37'],
    `Responde por los eventos de contingencia de ${NOMBRE}:\n  nombre             Rosa Ficticia\n  tipo de documento  37\n  número             X-1`],
  [['company', 'authorize', ...OF], `${NOMBRE} no tiene autorizaciones.`],
  [
    ['company', 'authorize', ...OF, '--resolution', 'Resolución 7', '--resolution-detail', 'Califica'],
    `${NOMBRE} no tiene autorizaciones.\nRecibe donaciones por: Resolución 7 (Califica).`,
  ],
  [['company', 'authorize', ...OF, '--no-resolution', '--add', 'exportar-C8,exportar-D1'],
    `${NOMBRE} puede:\n  exportar-D1  exportar combustible con FOVIAL (D1)\n  exportar-C8  exportar combustible con COTRANS (C8)`],
  [['company', 'authorize', ...OF, '--remove', 'exportar-C8,exportar-D1'], `${NOMBRE} no tiene autorizaciones.`],
  [['company', 'mail', ...OF], `Correo de ${NOMBRE}:\n  si la petición no dice  no se envía\n  sale por                el servidor de correo del servicio\n  página del comprador    sí`],
  [['company', 'mail', ...OF, '--when', 'si_tiene_correo', '--page', 'off', '--smtp', 'smtp://correo.example.com', '--sender', 'a@example.com'],
    `Correo de ${NOMBRE}:\n  si la petición no dice  al correo del receptor, si tiene\n  sale por                correo.example.com:587\n  página del comprador    no\n  de                      a@example.com\n  firma DKIM              no`],
  [['company', 'mail', ...OF, '--page', 'on', '--smtp', 'smtps://yo%40a@correo.example.com', '--sender', 'a@example.com', '--password-file', 'clave', '--dkim-key-file', 'dkim.pem', '--dkim-selector', 'sello'],
    `Correo de ${NOMBRE}:\n  si la petición no dice  al correo del receptor, si tiene\n  sale por                correo.example.com:465\n  página del comprador    sí\n  de                      a@example.com\n  firma DKIM              sí`],
  [['company', 'mail', ...OF, '--when', 'nunca', '--no-smtp'], `Correo de ${NOMBRE}:\n  si la petición no dice  no se envía\n  sale por                el servidor de correo del servicio\n  página del comprador    sí`],
  [['company', 'brand', ...OF, '--color', '#102030'], `Las copias de ${NOMBRE} se ven así en los documentos generados desde <moment>; los anteriores quedan como están.`],
  [['company', 'switch-production', ...OF, '--undo'], `La empresa ${NIT} ya no está en producción: sus llaves live se rechazan.`],
  [['company', 'types', ...OF], `${NOMBRE} no ha dicho qué tipos emite. Dígalos con --add, p. ej. --add 01,03.`],
  [['company', 'types', ...OF, '--add', '03,01'],
    `${NOMBRE} emite:\n  01 Factura                        falta un documento de prueba\n  03 Comprobante de crédito fiscal  falta un documento de prueba`],
  [['certificate', 'import', ...OF, '--file', 'certificado.crt', '--password-file', 'clave', '--passphrase-file', 'frase'],
    `Certificado guardado en la bóveda.\n  titular   ${NOMBRE}\n  vigencia  2025-12-31 a 2035-12-31\n  huella    <hex>`],
  [['pos', 'add', ...OF, ...POS], `Punto de venta M001P001 agregado al NIT ${NIT}.`],
  [['pos', 'add', ...OF, '--establishment-code', 'S002', '--pos-code', 'P001', '--first', '01=4501', '--department', '05', '--municipality', '26', '--district', '01', '--address', 'Otra calle'], `Punto de venta S002P001 agregado al NIT ${NIT}.`],
  [['series', 'set', ...OF, ...POS, '--dte-type', '05', '--first', '42'], `La serie 05 M001P001 de ${YEAR} sigue con DTE-05-M001P001-000000000000042.`],
  [['series', 'gaps', ...OF], `01 S002P001 ${YEAR}: empieza en el 4501, sin huecos.\n05 M001P001 ${YEAR}: empieza en el 42, sin huecos.`],
  [['series', 'gaps', ...OF, '--environment', '01'], 'Ninguna serie ha dado números.'],
  [['storage', 'list', ...OF], 'La empresa no tiene destinos. Conecte uno: sello storage connect.'],
  [['storage', 'connect', ...OF, '--managed', 'a'], `Destino conectado al NIT ${NIT}.\n  carpeta     <secret>/a\n  comprobada  <moment>`],
  [['storage', 'list', ...OF], '<secret>/a  comprobado el <moment>'],
  [['secrets', 'list'], '  llave maestra <hex>  4 valores cifrados, la nueva\n  pimienta <hex>       0 llaves, la nueva\n  pimienta sin conocer        0 llaves'],
  [['secrets', 'reseal'], 'Todo estaba ya con la llave maestra nueva.'],
  [['books', '2026-10', ...OF], BOOKS],
  [['books', '2026-10', ...OF, '--export', 'contribuyentes'], 'contribuyentes-2026-10.csv  (3 bytes)'],
  [['audit', 'verify'], 'Cadenas íntegras.\n<uuid>  <count> actos  <hex>'],
  [['key', 'list', ...OF], 'La empresa no tiene llaves. Cree una con "sello key mint".'],
  [['key', 'mint', ...OF, '--label', 'Caja 1', ...POS, '--passphrase-file', 'frase'],
    'Llave creada. Guárdela ahora: no se puede volver a mostrar.\n  llave               <key>\n  X-Service-Key       <secret>\n  X-Service-Sign-Key  <secret>'],
  [['key', 'mint', ...OF, '--label', 'Consulta', ...POS, '--no-sign', '--dte-types', '01', '--scopes', 'query'],
    'Llave creada. Guárdela ahora: no se puede volver a mostrar.\n  llave               <key>\n  X-Service-Key       <secret>\n  X-Service-Sign-Key  (esta llave no firma)'],
  [['maintenance', 'list'], 'Ninguno.'],
  [['maintenance', 'add', ...SINCE.slice(0, 3), '2036-12-06T04:00:00.001Z', '--reason', 'Cambio de año'], `Anunciado.\n  <uuid>  00  ${RANGE}  Cambio de año`],
  [['maintenance', 'list'], `  <uuid>  00  ${RANGE}  Cambio de año`],
  [['person', 'add', '--email', 'ana@example.com', '--full-name', 'Ana', ...OF, '--role', 'lector'],
    `Ana puede entrar con ana@example.com, lector de la empresa ${NIT}. Su enlace: sello person link --email ana@example.com`],
  [['person', 'add', '--email', 'op@example.com', '--full-name', 'Op', '--operator'], 'Op puede entrar con op@example.com. Su enlace: sello person link --email op@example.com'],
  [['person', 'link', '--email', 'ana@example.com'], '<secret>\nSirve una vez, durante una hora. Quien lo tenga entra como ana@example.com.\nLa dirección es la de los ajustes de este comando, no la del servicio en marcha: si escucha en otra, dé\naquí los mismos SELLO_HOST y SELLO_PORT, o SELLO_PUBLIC_ORIGIN.'],
]

test('each command of the administration says what it did, in words', async () => {
  for (const [args, prints] of STEPS) {
    const { code, text, said } = await sello(...args)
    assert.deepEqual([code, said], [0, ''], `${args.join(' ')}: ${said}`)
    if (prints !== '') assert.match(text, pattern(prints), args.join(' '))
  }
})

test('a key is told in words through its life', async () => {
  const { text } = await sello('key', 'list', ...OF)
  const [signing = '', asking = ''] = text.split('\n').map((line) => line.slice(0, 12))
  const which = [...OF, '--key-id', asking]
  const limited = await sello('key', 'limit', ...which, '--limit-day', '70', '--ip', '10.0.0.0/8')

  assert.match(
    text,
    /^[\w-]{12} {2}activa {2}00 {2}M001P001 {2}issue,query,download,catalog {2}firma {5}Caja 1\n[\w-]{12} {2}activa {2}00 {2}M001P001 {2}query {25}no firma {2}Consulta$/,
  )
  assert.equal(
    limited.text,
    `  llave           ${asking}
  para            Consulta
  estado          activa
  ambiente        00
  punto de venta  M001P001
  alcances        query
  tipos           01
  monto máximo    100000.00
  llamadas        60 por hora, 70 por día, 240 de /v1/status por hora
  desde           10.0.0.0/8
  vence           no vence
  firma           no`,
  )
  const less = await sello('key', 'limit', ...which, '--limit-hour', '7', '--amount-max', '5.5')
  const changed = limited.text.replace('100000.00', '5.50').replace('60 por hora', '7 por hora')
  assert.equal(less.text, changed, 'and what is not named stays')
  const words = async (command: string, ...more: string[]) =>
    (await sello('key', command, ...OF, '--key-id', signing, ...more)).text
  assert.equal(
    await words('deactivate'),
    `La llave ${signing} está desactivada. Vuelve con "sello key reactivate".`,
  )
  assert.match(await words('show'), /^ {2}estado +desactivada$/m)
  assert.match(await words('reactivate'), /está activa y puede firmar si se emitió para eso\.$/)
  assert.match(await words('show'), /^ {2}firma +sí$/m)
  assert.equal(
    await words('revoke'),
    `La llave ${signing} fue revocada: su próxima llamada se rechaza.`,
  )
  assert.match(await words('show'), /^ {2}estado +revocada$/m)
})

test('what is announced is removed, and an instant has its zone', async () => {
  const [, id = ''] = /^ {2}([0-9a-f-]{36})/.exec((await sello('maintenance', 'list')).text) ?? []
  assert.equal((await sello('maintenance', 'remove', id)).text, 'Quitado.')
  assert.equal((await sello('maintenance', 'list')).text, 'Ninguno.')
  for (const since of [
    '2036-12-05',
    '2036-12-05T22:00:00',
    '2036-13-05T22:00:00Z',
    'x2036-12-05T22:00:00Z',
  ]) {
    const wrong = await sello('maintenance', 'add', '--since', since, ...SINCE.slice(2))
    assert.equal(
      wrong.said,
      'sello: --since: un instante con su zona, p. ej. 2026-12-05T22:00:00-06:00.',
    )
    assert.equal(wrong.code, 2)
  }
})

// biome-ignore format: a table
const REFUSED: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [['pos', 'add', ...OF, ...POS, '--first', '99=1'], /^sello: --first: es tipo=número, con comas\. Tipos: 01, /],
  [['pos', 'add', ...OF, ...POS, '--first', '01=1=2'], /^sello: --first: es tipo=número/],
  [['pos', 'add', ...OF, ...POS, '--first', '01=1,01=2'], /^sello: --first: un tipo está dos veces\. Deje uno\./],
  [['pos', 'add', ...OF, ...POS, '--year', '2026'], /^sello: --environment y --year van con --first/],
  [['pos', 'add', ...OF, ...POS, '--environment', '00'], /^sello: --environment y --year van con --first/],
  [['company', 'responsible', ...OF, '--document', '1'], /^sello: --full-name: falta el de la persona\./],
  [['company', 'responsible', ...OF, '--full-name', 'A'], /^sello: --document: falta el número del documento de la persona\./],
  [['company', 'responsible', ...OF, '--remove', '--document-type', '37'], /^sello: --remove: va sin --full-name, --document ni --document-type\./],
  [['person', 'add', '--email', 'a@example.com', '--full-name', 'A'], /^sello: Falta --nit \(la empresa\), o --operator\./],
  [['person', 'add', '--email', 'a@example.com', '--full-name', 'A', ...OF, '--role', 'x'], /^sello: --role: es uno de dueno, /],
]

test('a command that says too little or too much is refused, and does nothing', async () => {
  for (const [args, says] of REFUSED) {
    const { code, text, said } = await sello(...args)
    assert.match(said, says)
    assert.deepEqual([code, text], [2, ''])
  }
})

test('what is rare has its own words: production, a locked key, a destination that fails', async () => {
  const pool = database.createPool()
  await writeFile(folder.in('logo.svg'), SVG)
  const branded = await sello('company', 'brand', ...OF, '--logo', 'logo.svg')
  assert.match(branded.text, /^Las copias de .*\.$/, branded.said)
  const [kept] = await pool.many('select logo, accent from company_brands order by since desc')
  assert.deepEqual(kept, { logo: Buffer.from(SVG), accent: '#102030' })

  await pool.many(`update companies set production_since = '2026-10-05T16:00:00Z'`)
  assert.equal(
    (await sello('company', 'switch-production', ...OF)).text,
    `${NOMBRE} está en producción desde 2026-10-05 10:00:00. Emita sus llaves con "sello key mint --environment 01".`,
  )
  await pool.many('update api_keys set vault_failures = 1000, vault_failed_at = now()')
  assert.match((await sello('key', 'list', ...OF)).text, / {2}firma suspendida {2}Caja 1$/m)

  const s3 = await startS3()
  const location = `${s3.url}/dte`
  const bucket = ['--s3', location, '--access-key-id', 'k', '--secret-file', 'clave']
  const connected = await sello('storage', 'connect', ...OF, ...bucket)
  await s3.close()
  assert.match(
    connected.text,
    pattern(`Destino conectado al NIT ${NIT}.\n  depósito    ${location}\n  comprobada  <moment>`),
    connected.said,
  )
  const away = `No se pudo hablar con ${s3.url} (ECONNREFUSED).`
  const listed = (state: string) =>
    pattern(`<secret>/a  ${state}\n${location}  ${state}\n  ${away}`)
  const verified = await sello('storage', 'verify', ...OF)
  assert.match(verified.text, listed('comprobado el <moment>'))
  await pool.many('update storage_destinations set verified_at = null')
  assert.match((await sello('storage', 'list', ...OF)).text, listed('nunca comprobado'))
  const { code, text, said } = await sello('doctor')
  const [locked = '', what = ''] = text.split('\n')
  assert.match(
    locked,
    pattern(
      `GRAVE ${NIT}, pruebas: La llave <key> está suspendida para firmar: hubo 1000 llaves de firma equivocadas.`,
    ),
  )
  assert.match(
    what,
    pattern('       Averigüe quién las probó y reactívela: sello key reactivate --key-id <key>.'),
  )
  assert.deepEqual([code, said], [1, ''])
})

test('an act that was changed behind the service is told with its company and its place', async () => {
  const pool = database.createPool()
  await pool.many(`update audit_log set acto = 'otro' where seq = 2`)
  const { code, text, said } = await sello('audit', 'verify')

  assert.match(
    said,
    pattern(
      'sello: <uuid>: la cadena no coincide desde la entrada 2, del <moment>.\n       <uuid>: la cadena no coincide desde la entrada 2, del <moment>.',
    ),
  )
  assert.deepEqual([code, text], [1, ''])
})

test('an address that the operator gave is no guess, and a person without a role owns the company', async () => {
  const env = { DATABASE_URL: database.url, SELLO_PUBLIC_ORIGIN: 'https://sello.example.com' }
  const told = async (...args: readonly string[]) =>
    (await run(args, { cwd: folder.path, env })).stdout.trimEnd()
  assert.equal(
    await told('person', 'add', '--email', 'eva@example.com', '--full-name', 'Eva', ...OF),
    `Eva puede entrar con eva@example.com, dueno de la empresa ${NIT}. Su enlace: sello person link --email eva@example.com`,
  )
  assert.match(
    await told('person', 'link', '--email', 'eva@example.com'),
    pattern(
      'https://sello.example.com/entrar#enlace=<secret>\nSirve una vez, durante una hora. Quien lo tenga entra como eva@example.com.',
    ),
  )
  const own = { DATABASE_URL: database.url, SELLO_HOST: '192.0.2.7', SELLO_PORT: '81' }
  const link = ['person', 'link', '--email', 'eva@example.com']
  const guessed = await run(link, { cwd: folder.path, env: own })
  assert.match(
    guessed.stdout.split('\n')[0] ?? '',
    pattern('http://192.0.2.7:81/entrar#enlace=<secret>'),
  )
})
