import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Product } from '@sello/client'
import { dteRequestOf, receptorMembersOf, TIPOS_DTE } from '@sello/contract'
import { unzipSync, zipSync } from 'fflate'
import { readCell } from './cell.ts'
import { checkSales } from './check.ts'
import { COLUMNS } from './columns.ts'
import type { Ledger } from './ledger.ts'
import { completeSale } from './products.ts'
import { readSheet } from './read.ts'
import { resultsCsv } from './results.ts'
import { linesOfRequest, readSales, type Sale } from './sales.ts'
import { writeTemplate } from './xlsx.ts'

const folder = await mkdtemp(join(tmpdir(), 'sello-sheet-'))
after(() => rm(folder, { recursive: true }))
const DAY = { fecEmi: '2026-12-01', horEmi: '09:00:00' }

async function salesOf(text: string, tipoDte: '01' | '03' | '05' | '11' | '14' = '01') {
  const path = join(folder, 'ventas.csv')
  await writeFile(path, text)
  const read = readSales(tipoDte, await readSheet(path))
  const { problems, totals } = checkSales(read.sales, DAY)
  const told = [...read.problems, ...problems].map(({ row, column }) => `${row} ${column}`)
  return { ...read, told, totals }
}

const [amount] = COLUMNS['01'].filter(({ name }) => name === 'precioUni')
if (!amount) throw new Error('there is no precioUni')

// biome-ignore format: a table
const AMOUNTS: readonly (readonly [text: string, value: number | null])[] = [
  ['5.65', 5.65], ['$1,234.50', 1234.5], ['5,65', 5.65], ['1,234,567.1', 1234567.1], ['-3', -3],
  ['5.6500000000000004', 5.65], ['0.1', 0.1], ['1E-3', 0.001], ['1,234', null], ['1.234,50', null],
  ['cinco', null], ['0.123456789', null], ['1e400', null],
]

for (const [text, value] of AMOUNTS) {
  test(`the amount ${text} is ${value ?? 'refused'}`, () => {
    const read = readCell(amount, text)
    assert.deepEqual('value' in read ? read.value : null, value)
  })
}

test('the rows of one referencia make one document, and other rows one each', async () => {
  const { sales, told, totals } = await salesOf(
    'referencia;descripcion;cantidad;precioUni;nombre\nF-1;Café;2;5,65;Ana\nF-1;Taza;1;7,25;\n;Pan;1;1\n',
  )

  assert.deepEqual(told, [])
  assert.deepEqual(
    sales.map(({ rows, referencia, request }) => [
      rows,
      referencia,
      linesOfRequest(request).length,
    ]),
    [
      [[2, 3], 'F-1', 2],
      [[4], null, 1],
    ],
  )
  assert.equal(totals.pagar, '19.55')
})

test('every problem names its row and column, and no problem is about the issuer', async () => {
  const { told } = await salesOf(
    [
      'referencia,descripcion,cantidad,precioUni,uniMedida,departamento,nombre',
      'A,,2,5.65,,,',
      'B,Café,0,5.65,,,',
      'C,Café,2,mucho,,,',
      'D,Café,2,5,999,,',
      'E,Café,2,5,,,Ana',
      'E,Taza,1,5,,,Luis',
      'F,Café,2,900,,,',
    ].join('\n'),
  )

  for (const where of ['2 descripcion', '3 cantidad', '4 precioUni', '5 uniMedida', '7 nombre']) {
    assert.ok(told.includes(where), `${where} is not in ${told.join('; ')}`)
  }
  assert.ok(
    told.some((where) => where.startsWith('8 ')),
    'from 1,095.00 on a buyer is named',
  )
  assert.ok(!told.some((where) => where.includes('emisor')))
})

test('a problem uses the table’s names, and is reported once', async () => {
  const text = 'descripcion,cantidad,precioUni\nCafé,0,5\n'
  await writeFile(join(folder, 'cero.csv'), text)
  const { sales } = readSales('01', await readSheet(join(folder, 'cero.csv')))
  const { problems } = checkSales(sales, DAY)
  const credit = checkSales(
    readSales('03', await readSheet(join(folder, 'cero.csv'))).sales,
    DAY,
  ).problems

  assert.deepEqual(problems, [{ row: 2, column: 'cantidad', message: 'debe ser mayor que 0.' }])
  assert.ok(credit.some(({ column }) => column === 'numDocumento'))
  assert.ok(credit.every(({ column }) => COLUMNS['03'].some(({ name }) => name === column)))
})

test('a credit needs a complete buyer, and the service completes a stored one', async () => {
  const header = 'descripcion,cantidad,precioUni,numDocumento,customerId'
  const { told } = await salesOf(`${header}\nCafé,1,110,06141203850011,\n`, '03')
  const stored = await salesOf(
    `${header}\nCafé,1,110,,5b0f6d3e-2a41-4c7e-8f10-93d2a4b6c8e0\n`,
    '03',
  )

  assert.ok(told.length > 0)
  assert.deepEqual(stored.told, [])
})

test('a note, an export and a purchase are read by their own columns', async () => {
  const code = 'A6C1B7F2-3D54-4E0B-9A77-2C5D8E9F0A11'
  const note = await salesOf(
    `documentoRelacionado,descripcion,cantidad,precioUni\n${code},Saco,1,110\n`,
    '05',
  )
  const buyer =
    'Foreign Buyer LLC,98-7654321,US,"100 Street, Miami",2,Importación de alimentos,b@example.com'
  const away = await salesOf(
    `descripcion,cantidad,precioUni,nombre,numDocumento,codPais,complemento,tipoPersona,descActividad,correo,tipoItemExpor\nHoras,40,35,${buyer},2\n`,
    '11',
  )
  const purchase = await salesOf(
    'descripcion,cantidad,precioUni,nombre,numDocumento,departamento,municipio,distrito,complemento,aplicarReteRenta\nArreglo,1,150,Ana Ficticia,00016297-5,6,23,14,Calle,sí\n',
    '14',
  )

  assert.deepEqual([note.told, away.told, purchase.told], [[], [], []])
  assert.equal(away.totals.pagar, '1400')
  assert.equal(purchase.totals.pagar, '135')
})

test('a header with an unknown column, or without a required one, is refused', async () => {
  await assert.rejects(
    salesOf('descripcion,cantidad,precioUni,color\n'),
    /No se conoce la columna color/,
  )
  await assert.rejects(salesOf('descripcion,cantidad\n'), /Falta la columna precioUni/)
})

test('the template of every type is a workbook that reads back, with its columns', async () => {
  for (const [tipoDte, columns] of Object.entries(COLUMNS)) {
    const path = join(folder, `${tipoDte}.xlsx`)
    await writeFile(path, writeTemplate(columns))
    const { header, rows } = await readSheet(path)
    assert.deepEqual(
      header,
      columns.map(({ name }) => name),
      tipoDte,
    )
    assert.equal(rows[0]?.row, 2)
  }
})

test('the request that the columns of a type fill in has only members that the wire takes', () => {
  for (const tipoDte of TIPOS_DTE) {
    const body = Object.keys(
      (dteRequestOf(tipoDte) as unknown as { properties: object }).properties,
    )
    const receptor = [...receptorMembersOf(tipoDte), 'customerId']
    for (const { of, path, name } of COLUMNS[tipoDte]) {
      const [member = '', part = ''] = path.split('.')
      if (of === 'item' || member === 'referencia') continue
      assert.ok(body.includes(member), `${name} of ${tipoDte}`)
      if (member === 'receptor') assert.ok(receptor.includes(part), `${name} of ${tipoDte}`)
    }
  }
})

test('a cell far from the table is refused with its position, without filling the memory', async () => {
  const [column] = COLUMNS['01']
  assert.ok(column)
  const parts = unzipSync(writeTemplate([column]))
  const name = 'xl/worksheets/sheet1.xml'
  const sheet = new TextDecoder().decode(parts[name])
  const far = '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>'
  const bytes = new TextEncoder().encode(sheet.replace('</sheetData>', `${far}</sheetData>`))
  const path = join(folder, 'lejos.xlsx')
  await writeFile(path, zipSync({ ...parts, [name]: bytes }))

  await assert.rejects(readSheet(path), /columna XFD o la fila 1048576/)
})

/** The template of an invoice with another sheet in it. */
async function workbookOf(name: string, sheet: (xml: string) => string): Promise<string> {
  const part = 'xl/worksheets/sheet1.xml'
  const parts = unzipSync(writeTemplate(COLUMNS['01']))
  const xml = sheet(new TextDecoder().decode(parts[part]))
  const path = join(folder, `${name}.xlsx`)
  await writeFile(path, zipSync({ ...parts, [part]: new TextEncoder().encode(xml) }))
  return path
}

const withCell = (cell: string) => (xml: string) =>
  xml.replace('</sheetData>', `<row r="3">${cell}</row></sheetData>`)
const FORMULA = '<f>1/0</f>'

// biome-ignore format: a table
const MISREAD: readonly (readonly [name: string, sheet: (xml: string) => string, says: RegExp])[] = [
  ['combinadas', (xml) => xml.replace('</sheetData>', '</sheetData><mergeCells count="1"><mergeCell ref="A2:A4"/></mergeCells>'), /celdas combinadas \(A2:A4\)/],
  ['error', withCell(`<c r="I3" t="e">${FORMULA}<v>#DIV/0!</v></c>`), /I3 tiene un error/],
  ['sin calcular', withCell(`<c r="I3">${FORMULA}</c>`), /I3 tiene una fórmula sin calcular/],
  ['valor vacío', withCell(`<c r="I3">${FORMULA}<v></v></c>`), /I3 tiene una fórmula sin calcular/],
  ['valor cerrado', withCell(`<c r="I3">${FORMULA}<v/></c>`), /I3 tiene una fórmula sin calcular/],
  ['fecha', withCell('<c r="A3" t="d"><v>2026-05-12</v></c>'), /A3 es una fecha/],
]

for (const [name, sheet, says] of MISREAD) {
  test(`a workbook with something that is read as nothing is refused: ${name}`, async () => {
    const path = await workbookOf(name, sheet)
    await assert.rejects(readSheet(path), says)
  })
}

test('a formula that is computed is its value, and an empty one is an empty cell', async () => {
  const path = await workbookOf(
    'formulas',
    withCell('<c r="C3"><f>1+1</f><v>2</v></c><c r="D3" t="str"><f>A1</f><v></v></c>'),
  )
  const { header, rows } = await readSheet(path)
  assert.deepEqual([header[2], rows[1]?.cells[2], rows[1]?.cells[3]], ['descripcion', '2', ''])
})

test('a NIT that lost its zero is a problem, and one of a stated kind is not', async () => {
  const header = 'descripcion,cantidad,precioUni,nombre,numDocumento,tipoDocumento'
  const { told } = await salesOf(
    `${header}\nCafé,1,5,Ana,6140101900019,\nCafé,1,5,Ana,4182944,\nCafé,1,5,Ana,12345678,37\nCafé,1,5,Ana,41829447,\n`,
  )
  assert.deepEqual(told, ['2 numDocumento', '5 numDocumento'])
})

test('the error of a formula is no description and no amount', async () => {
  for (const error of ['#N/A', '#N/D', '#¡REF!', '#REF!', '#¿NOMBRE?', '#¡DIV/0!', '#VALUE!']) {
    const { problems } = await salesOf(
      `descripcion,cantidad,precioUni,montoDescu\n${error},1,5,\nTaza,1,5,${error}\n#1 en ventas,1,5,\n`,
    )
    const where = problems.map(({ row, column }) => `${row} ${column}`)
    assert.deepEqual(where, ['2 descripcion', '3 montoDescu'], error)
  }
})

test('a table is read in every encoding that spreadsheets write', async () => {
  const text = 'descripcion,cantidad,precioUni\nCafé de altura,1,5\n'
  const path = join(folder, 'letras.csv')
  const encodings = {
    'utf-8': Buffer.from(text),
    'utf-8 with a mark': Buffer.from(`\uFEFF${text}`),
    'windows-1252': Buffer.from(text, 'latin1'),
    'utf-16': Buffer.from(`\uFEFF${text}`, 'utf16le'),
  }
  for (const [name, bytes] of Object.entries(encodings)) {
    await writeFile(path, bytes)
    const { header, rows } = await readSheet(path)
    assert.deepEqual([header[0], rows[0]?.cells[0]], ['descripcion', 'Café de altura'], name)
  }
})

test('an amount that no document can contain is a problem of its cell', async () => {
  for (const amount of ['1e308', '-1e308', '999999999999999', '1e-300']) {
    const { told } = await salesOf(`descripcion,cantidad,precioUni\nCafé,1,${amount}\n`)
    assert.ok(told.length > 0 && told.every((where) => where.startsWith('2 ')), amount)
  }
})

test('the results contain no text that a spreadsheet would evaluate', () => {
  const entry = {
    ...{ referencia: '=1+1', rows: [2], hash: 'x', estado: 'refused', code: 'x' },
    message: '@SUM(A1) "dice"\nmás',
  } as const
  const ledger = { referenciaOf: () => '=1+1', find: () => entry } as unknown as Ledger
  const text = resultsCsv(ledger, [{ rows: [2] } as unknown as Sale])

  assert.match(text, /\r\n2,'=1\+1,no emitido,,,,,"'@SUM\(A1\) ""dice""\nmás"\r\n$/)
})

test('a workbook that inflates to more than 64 MiB is refused, and a broken one too', async () => {
  const bomb = join(folder, 'bomba.xlsx')
  await writeFile(bomb, zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(70 * 1024 * 1024) }))
  const broken = join(folder, 'roto.xlsx')
  await writeFile(broken, Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3]))

  await assert.rejects(readSheet(bomb), /64 MiB/)
  const message = `${broken}: no se puede leer como XLSX. Guárdelo como CSV y repita.`
  await assert.rejects(readSheet(broken), { message })
  await writeFile(broken, zipSync({ 'no hay hojas.xml': Buffer.from('<a/>') }))
  await assert.rejects(readSheet(broken), { message })
})

test('a workbook whose parts cannot be inflated is damaged', async () => {
  const damaged = join(folder, 'cortado.xlsx')
  const bytes = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': Buffer.from('<a/>'.repeat(99)) }))
  bytes.fill(0xff, 60, 70) // behind the head of the first part
  await writeFile(damaged, bytes)

  await assert.rejects(readSheet(damaged), /cortado\.xlsx: está dañado\./)
})

const CAFE = {
  productId: '5b0f6d3e-2a41-4c7e-8f10-93d2a4b6c8e0',
  activo: true,
  codigo: 'CAFE-1',
  descripcion: 'Café de altura, 1 lb',
  precioUni: 5,
  precioConIva: 5.65,
  tipoItem: 1,
  uniMedida: 36,
  tipoVenta: 'exenta',
  tributos: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
} as const
const SIN_PRECIO = { ...CAFE, productId: CAFE.productId.replace(/^5/, '6'), precioConIva: null }
const PRODUCTS = new Map<string, Product>([
  ['CAFE-1', CAFE],
  [CAFE.productId, CAFE],
  ['SIN', SIN_PRECIO],
  ['MALO', { ...CAFE, uniMedida: 77 }],
])

async function completedOf(text: string, tipoDte: '01' | '03' | '14' = '01') {
  const { sales, told } = await salesOf(text, tipoDte)
  const found = sales.map((sale) => completeSale(sale, PRODUCTS))
  const complete = found.flatMap((one) => ('sale' in one ? [one.sale] : []))
  const wrong = found.flatMap((one) => ('problems' in one ? one.problems : []))
  return { complete, wrong, read: told, checked: checkSales(complete, DAY) }
}

test('a row takes its empty cells from its product, at the price of the type', async () => {
  const header = 'producto,cantidad,descripcion,precioUni'
  const { complete } = await completedOf(
    `${header}\nCAFE-1,2,,\n${CAFE.productId.toUpperCase()},1,Café molido,4\n`,
  )
  const purchase = await completedOf('producto,cantidad\nCAFE-1,3\n', '14')
  const [whole, own] = complete.map(({ request }) => linesOfRequest(request)[0])

  assert.deepEqual(whole, {
    codigo: 'CAFE-1',
    descripcion: 'Café de altura, 1 lb',
    tipoItem: 1,
    uniMedida: 36,
    precioUni: 5.65,
    tipoVenta: 'exenta',
    cantidad: 2,
  })
  assert.deepEqual([own?.descripcion, own?.precioUni], ['Café molido', 4])
  const [bought] = purchase.complete.map(({ request }) => linesOfRequest(request)[0])
  assert.deepEqual([bought?.precioUni, bought?.tipoVenta], [5, undefined])
})

test('an unknown product, one without a price and an invalid one are reported with row and column', async () => {
  const { wrong, checked } = await completedOf(
    'referencia,producto,cantidad\nA,CAFE-1,1\nA,NADA,1\nB,SIN,1\nC,MALO,1\n',
  )

  assert.deepEqual(
    [...wrong, ...checked.problems].map(({ row, column }) => `${row} ${column}`),
    ['3 producto', '4 precioUni', '5 producto'],
  )
  assert.match(wrong[0]?.message ?? '', /"NADA"/)
})

test('when its product changes a row keeps its identity and the sent request changes', async () => {
  const text = 'producto,cantidad\nCAFE-1,1\n'
  const { complete } = await completedOf(text)
  const [before] = complete
  assert.ok(before)
  const { sales } = await salesOf(text)
  const [typed] = sales
  assert.ok(typed)
  const dearer = new Map([['CAFE-1', { ...CAFE, precioConIva: 6 }]])
  const after = completeSale(typed, dearer)
  assert.ok('sale' in after)

  assert.equal(after.sale.hash, before.hash)
  assert.notEqual(after.sale.sent, before.sent)
})

test('without a product a row needs a description and a price', async () => {
  const { read } = await completedOf('producto,cantidad,descripcion,precioUni\n,1,,\n')
  assert.deepEqual(read.slice(0, 2), ['2 descripcion', '2 precioUni'])
})
