/** A spreadsheet of customers becomes stored customers; errors are reported line by line. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../service/test/database.ts'
import { createFolder, type Folder, run } from '../test/cli.ts'

const NIT = '06140101900019'
const IMPORT = ['customers', 'import', 'clientes.csv', '--nit', NIT]

let database: TestDatabase
let pool: ReturnType<TestDatabase['createPool']>
let folder: Folder
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  folder = await createFolder()
  const made = await sello(['company', 'create', '--file', '-'], EMPRESA)
  assert.equal(made.code, 0, made.stderr)
})
after(async () => {
  await database.drop()
  await folder.remove()
})

const EMPRESA = JSON.stringify({
  nit: NIT,
  nrc: '1234567',
  nombre: 'Ferretería El Clavo, S.A. de C.V.',
  codActividad: '47190',
  descActividad: 'Venta al por menor de otros productos en comercios no especializados',
  direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle Arce 100' },
  telefono: '22220000',
  correo: 'facturas@example.com',
})

function sello(args: readonly string[], input = '') {
  return run(args, { cwd: folder.path, env: { DATABASE_URL: database.url }, input })
}

async function importTable(table: string | Buffer, args: readonly string[] = ['--json']) {
  await writeFile(folder.in('clientes.csv'), table)
  return sello([...IMPORT, ...args])
}

/** Saved like a Central American spreadsheet: semicolons, Windows line ends, no leading zeros. */
const TABLE = [
  'nombre;numDocumento;nrc;codActividad;departamento;municipio;distrito;complemento;correo;codPais;tipoPersona;externalId',
  '"Taller ""El Ñandú""; S.A.";0614-020290-102-4;123456-7;47190;6;23;14;Calle 1;taller@example.com;;;T-1',
  'Ana Pérez;01234567-8;;;;;;;;;;',
  'Importer Inc.;98-7654321;;;;;;1 Main Street;buyer@example.com;US;2;',
  'DUI malo;01234567-0;;;;;;;nadie@nada;;;',
  'Sin ceros;6140202901025;;;;;;;;;;',
  'Sin documento;;;;;;;;;;;',
  'Ana otra vez;012345678;;;;;;;;;;',
  'Lejos;0614-020290-102-5;;;6;23;99;Calle 2;;;;',
  ';0614-020290-102-6;;;;;;;;;;',
  'Sin documento tampoco;;;;;;;;;;;',
].join('\r\n')

test('valid lines are stored, invalid ones reported with line, field and reason, and the exit code shows it', async () => {
  const { code, stdout, stderr } = await importTable(TABLE)
  assert.equal(code, 1, stderr)
  const report = JSON.parse(stdout)
  assert.deepEqual([report.created, report.updated, report.unchanged], [3, 0, 0])
  const refused = (report.refused as Refused[]).map(({ line, problems }) => [
    line,
    problems.map(({ field }) => field),
  ])
  assert.deepEqual(refused, [
    [5, ['numDocumento', 'correo']],
    [6, ['numDocumento']],
    [7, ['numDocumento']],
    [8, ['numDocumento']],
    [9, ['direccion.distrito']],
    [10, ['nombre']],
    [11, ['numDocumento']],
  ])
  assert.match(report.refused[1].problems[0].message, /ceros de la izquierda/)
  assert.match(report.refused[3].problems[0].message, /línea 3/)
  assert.equal(report.refused[6].problems[0].message, report.refused[2].problems[0].message)
})

interface Refused {
  readonly line: number
  readonly problems: readonly { readonly field: string; readonly message: string }[]
}

test('repeating an import duplicates nothing and changes nothing', async () => {
  const report = JSON.parse((await importTable(TABLE)).stdout)
  assert.deepEqual([report.created, report.updated, report.unchanged], [0, 0, 3])
  assert.equal(await countCustomers(), 3)
})

test('a later import changes the stated values, and an empty cell changes nothing', async () => {
  const table = 'numDocumento,nombre,telefono,correo\n0614-020290-102-4,Taller El Ñandú,22334455,\n'
  const { code, stdout } = await importTable(table)
  assert.equal(code, 0)
  assert.deepEqual(JSON.parse(stdout), {
    nit: NIT,
    created: 0,
    updated: 1,
    unchanged: 0,
    refused: [],
  })
  assert.equal(await countCustomers(), 3)
})

test('a file that is not in UTF-8 is read in Windows’ encoding', async () => {
  const table = Buffer.from('nombre;numDocumento\r\nPeña y Núñez;0614-020290-102-7\r\n', 'latin1')
  assert.equal((await importTable(table)).code, 0)
  const row = await pool.maybeOne(`select 1 from customers where nombre = 'Peña y Núñez'`)
  assert.ok(row)
})

test('the output for people is in sentences', async () => {
  const { code, stdout } = await importTable('nombre,numDocumento\nX,1-2,3\nY,01234567-0\n', [])
  assert.equal(code, 1)
  const [head, ...lines] = stdout.trim().split('\n')
  assert.equal(head, `Clientes del NIT ${NIT}: 0 nuevos, 0 cambiados, 0 sin cambio, 2 rechazados.`)
  assert.match(lines[0] ?? '', /^ {2}línea 2, línea: Tiene 3 valores/)
  assert.match(lines[1] ?? '', /^ {2}línea 3, numDocumento: El DUI/)
})

// biome-ignore format: a table
const UNREADABLE: readonly (readonly [what: string, table: string, says: RegExp])[] = [
  ['an unknown column',  'nombre,rfc\nX,1\n',        /No se conoce la columna rfc\. Las columnas son: externalId, nombre/],
  ['a column twice',     'nombre,Nombre\nX,1\n',     /La columna Nombre está dos veces/],
  ['an open quote',      'nombre\n"X\n',             /línea 2, se abren comillas/],
  ['nothing in it',      '',                         /El archivo está vacío/],
]

for (const [what, table, says] of UNREADABLE) {
  test(`a file with ${what} is not imported at all`, async () => {
    const before = await countCustomers()
    const { code, stderr } = await importTable(table, [])
    assert.equal(code, 2)
    assert.match(stderr, says)
    assert.equal(await countCustomers(), before)
  })
}

test('a missing file, or no file, is reported', async () => {
  const gone = await sello(['customers', 'import', 'no.csv', '--nit', NIT])
  assert.equal(gone.code, 1)
  assert.match(gone.stderr, /no\.csv: no existe/)
  const none = await sello(['customers', 'import', '--nit', NIT])
  assert.equal(none.code, 2)
  assert.match(none.stderr, /Falta <archivo>/)
})

test('an unknown company is refused', async () => {
  await writeFile(folder.in('clientes.csv'), 'nombre,numDocumento\nX,01234567-8\n')
  const { code, stderr } = await sello([...IMPORT.slice(0, 3), '--nit', '06140101909999'])
  assert.equal(code, 1)
  assert.match(stderr, /No hay una empresa con NIT/)
})

async function countCustomers(): Promise<number> {
  const { count } = await pool.one<{ count: bigint }>('select count(*) as count from customers')
  return Number(count)
}
