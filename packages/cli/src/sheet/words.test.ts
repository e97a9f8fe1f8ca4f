/** What a person is told of a file of sales: every sentence in its place, with the row and the column that it is about. */
import assert from 'node:assert/strict'
import { truncate, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { TipoDte } from '@sello/fiscal'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { createFolder, type Folder } from '../../test/cli.ts'
import { ioOf } from '../../test/io.ts'
import { type TestSheet, workbook } from '../../test/workbook.ts'
import { checkFile, refuseRows } from './check-file.ts'
import { findMisread } from './misread.ts'
import { completeSale } from './products.ts'
import { readSheet } from './read.ts'
import { readSales, type Sale } from './sales.ts'
import { differenceOf } from './same-sale.ts'
import { findWarnings } from './warnings.ts'
import { refusalWithoutReferencia } from './without-referencia.ts'

let folder: Folder
before(async () => {
  folder = await createFolder()
})
after(() => folder.remove())

async function readOf(content: string | Uint8Array, tipoDte: TipoDte = '01') {
  const path = folder.in('ventas')
  await writeFile(path, content)
  const sheet = await readSheet(path)
  return { sheet, ...readSales(tipoDte, sheet) }
}
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: Error) => error.message.replace(folder.in('ventas'), 'ventas'),
  )

const HEAD = 'referencia,descripcion,cantidad,precioUni'
const OF_01 =
  'referencia, producto, descripcion, cantidad, precioUni, codigo, tipoItem, uniMedida, montoDescu, tipoVenta, customerId, nombre, tipoDocumento, numDocumento, telefono, correo, nrc, codActividad, descActividad, departamento, municipio, distrito, complemento, condicionOperacion, plazo, periodo, formaPago, aplicarRetencionIva, observaciones'
const DATED =
  ' No hay columna de fecha: cada documento lleva la del momento en que se emite. Si estas ventas son de otros días, es probable que ya tengan su documento y no deban emitirse aquí; si son de hoy, quite la columna.'

// biome-ignore format: a table
const NOT_READ: readonly (readonly [text: string, says: string])[] = [
  ['\n\n',                             'ventas: está vacío. La primera fila nombra las columnas.'],
  ['a,"b',                             'ventas: no es CSV ni XLSX: línea 1, se abren comillas y no se cierran.'],
  ['a,b\n"x"y,1',                      'ventas: no es CSV ni XLSX: línea 2, hay texto después de unas comillas que cierran.'],
  [`${HEAD},color,`,                   `No se conoce la columna color, (sin nombre). Las de tipo 01: ${OF_01}.`],
  [`${HEAD},Fecha`,                    `No se conoce la columna Fecha. Las de tipo 01: ${OF_01}.${DATED}`],
  [`día,${HEAD}`,                      `No se conoce la columna día. Las de tipo 01: ${OF_01}.${DATED}`],
  [`${HEAD},Mes`,                      `No se conoce la columna Mes. Las de tipo 01: ${OF_01}.${DATED}`],
  [`${HEAD},año`,                      `No se conoce la columna año. Las de tipo 01: ${OF_01}.${DATED}`],
  [`${HEAD},Date of sale`,             `No se conoce la columna Date of sale. Las de tipo 01: ${OF_01}.${DATED}`],
  [`${HEAD},Con fecha`,                `No se conoce la columna Con fecha. Las de tipo 01: ${OF_01}.`],
  [`${HEAD},Cantidad,REFERENCIA`,      'La columna Cantidad, REFERENCIA está dos veces.'],
  ['referencia,codigo',                'Falta la columna descripcion, cantidad, precioUni. Vea: sello template 01'],
  ['referencia,producto',              'Falta la columna cantidad. Vea: sello template 01'],
]

for (const [text, says] of NOT_READ) {
  test(`a file is not read: ${says.slice(0, 60)}`, async () => {
    assert.equal(await messageOf(readOf(text)), says)
  })
}

test('a file of more than 64 MiB is not read', async () => {
  await writeFile(folder.in('ventas'), '')
  await truncate(folder.in('ventas'), 64 * 1024 * 1024 + 1)
  const says = 'ventas: pasa de 64 MiB. Repártalo en varios archivos.'
  assert.equal(await messageOf(readSheet(folder.in('ventas'))), says)
})

// biome-ignore format: a table
const ROWS: readonly (readonly [tipoDte: TipoDte, text: string, says: readonly string[]])[] = [
  ['01', `${HEAD}\nA,,1,1\nB,Pan,,`, ['2 descripcion: falta y es obligatoria.', '3 cantidad: falta y es obligatoria.', '3 precioUni: falta y es obligatoria.']],
  ['01', `${HEAD}\nA,Pan,1,1,x`,     ['2 null: tiene más celdas que columnas.']],
  ['01', `${HEAD}\nA,Pan,1,1,,`,     []],
  ['01', `${HEAD}\nEJEMPLO,Pan,1,1`, ['2 null: tiene la referencia o la descripción del ejemplo de la plantilla, y lo demás es distinto. Si es una venta, escriba las suyas; si no, borre la fila.']],
  ['01', `${HEAD},nombre\nA,Pan,1,1,Ana\nA,Sal,1,1,\nA,Té,1,1,Eva`, ['4 nombre: no es lo que dice la fila 2, que es del mismo documento.']],
  ['01', `${HEAD},numDocumento\nA,Pan,1,1,12345678`, ['2 numDocumento: "12345678" parece un NIT o un DUI que la hoja de cálculo cambió: quita los ceros de la izquierda. Escríbalo con guiones, o dé a la columna formato de texto, o diga su tipoDocumento.']],
  ['11', `${HEAD},numDocumento\nA,Pan,1,1,12345678`, []],
  ['08', 'referencia,periodo\nA,2026-01\nA,2026-01', ['3 referencia: es la de la fila 2, y cada fila es un documento.']],
]

for (const [tipoDte, text, says] of ROWS) {
  test(`a row of ${tipoDte} is told: ${says[0] ?? `nothing of ${text}`}`, async () => {
    const { problems } = await readOf(text, tipoDte)
    assert.deepEqual(
      problems.map(({ row, column, message }) => `${row} ${column}: ${message}`),
      says,
    )
  })
}

const CELL = '<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>'
// biome-ignore format: a table
const MISREAD: readonly (readonly [xml: string, says: string | null])[] = [
  ['<mergeCells><mergeCell ref="A1:B1"/></mergeCells>', 'tiene celdas combinadas (A1:B1). Sepárelas y escriba el valor en cada una.'],
  [CELL,                                     'B2 tiene un error de la hoja de cálculo. Corrija la fórmula o escriba el valor.'],
  [CELL.replace(' r="B2"', ''),              'una celda tiene un error de la hoja de cálculo. Corrija la fórmula o escriba el valor.'],
  ['<c r="C3"><f>A1</f></c>',                'C3 tiene una fórmula sin calcular. Abra el archivo en la hoja de cálculo, guárdelo y repita.'],
  ['<c r="C3" t="str"><f>A1</f></c>',        'C3 tiene una fórmula sin calcular. Abra el archivo en la hoja de cálculo, guárdelo y repita.'],
  ['<c r="C3" t="str"><f>A1</f><v></v></c>', null],
  ['<c r="C3"><f>A1</f><v>1</v></c>',        null],
  ['<c r="C3"/><c r="C4"><v>1</v></c>',      null],
]

test('a cell that would be read as something else is told with what to do', () => {
  for (const [xml, says] of MISREAD) assert.equal(findMisread(xml), says, xml)
})

async function warningsOf(content: string | Uint8Array) {
  const { sheet, sales, examples } = await readOf(content)
  return findWarnings({ sheet, pending: sales, examples }).map(
    ({ aviso, mensaje, pregunta }) => `${aviso}: ${mensaje} ${pregunta ?? '–'}`,
  )
}
const EXAMPLE = 'EJEMPLO,Ejemplo: esta fila no se emite,2,5.65'
const HIDDEN =
  'Si no debe emitirse, muéstrelo y bórrelo: lo que solo se oculta o se filtra sigue en el archivo. ¿Emitir también lo que está oculto?'
const DATA = [HEAD.split(','), ...['A', 'B', 'C'].map((one, n) => [one, 'Pan', '1', `${n + 1}`])]
const sheetOf = (more: Partial<TestSheet> = {}, ...others: TestSheet[]) =>
  workbook([{ name: 'Ventas', rows: DATA, ...more }, ...others])

/** As some programs save it. */
function fromTheRoot(bytes: Uint8Array): Uint8Array {
  const name = 'xl/_rels/workbook.xml.rels'
  const parts = unzipSync(bytes)
  const relations = strFromU8(parts[name] as Uint8Array)
  const changed = relations.replaceAll('Target="worksheets', 'Target="/xl/worksheets')
  assert.notEqual(changed, relations)
  return zipSync({ ...parts, [name]: strToU8(changed) })
}

// biome-ignore format: a table
const WARNED: readonly (readonly [what: string, content: () => string | Uint8Array, says: readonly string[]])[] = [
  ['one example', () => `${HEAD}\n${EXAMPLE}`, ['ejemplo: Fila 2: es el ejemplo de la plantilla y no se emite. –']],
  ['two examples', () => `${HEAD}\n${EXAMPLE}\n${EXAMPLE}`, ['ejemplo: Filas 2 y 3: son el ejemplo de la plantilla y no se emiten. –']],
  ['nothing', () => sheetOf(), []],
  ['another sheet', () => sheetOf({}, { name: 'Otra', rows: [['x']] }), ['hojas: El archivo tiene datos en otra hoja: «Otra» (1 fila). Solo se emite la primera, «Ventas»; lo demás no se lee. ¿Emitir solo la hoja «Ventas»?']],
  ['other sheets', () => sheetOf({}, { name: 'Otra', rows: [['x']] }, { name: 'Tres', rows: [['x'], [''], ['y']] }), ['hojas: El archivo tiene datos en otras hojas: «Otra» (1 fila), «Tres» (2 filas). Solo se emite la primera, «Ventas»; lo demás no se lee. ¿Emitir solo la hoja «Ventas»?']],
  ['a hidden sheet', () => sheetOf({ state: 'hidden' }, { name: 'Nada', rows: [] }), [`ocultas: La hoja que se lee, «Ventas», está oculta. ${HIDDEN}`]],
  ['a hidden row of a sheet that is named from the root', () => fromTheRoot(sheetOf({ hiddenRows: [3] })), [`ocultas: Fila 3: está oculta y se emitiría con las demás. ${HIDDEN}`]],
  ['a hidden row', () => sheetOf({ hiddenRows: [3] }), [`ocultas: Fila 3: está oculta y se emitiría con las demás. ${HIDDEN}`]],
  ['hidden rows and columns', () => sheetOf({ hiddenRows: [2, 3], hiddenColumns: [0, 3] }), [`ocultas: Filas 2 y 3: están ocultas y se emitirían con las demás. Hay columnas ocultas con valores que se emitirían: referencia (columna A), precioUni (columna D). ${HIDDEN}`]],
  ['equal lines', () => `${HEAD}\nA,Pan,1,1\nA,Pan,1,1`, ['iguales: Filas 2 y 3: se repiten con la misma referencia, y serían líneas iguales de un mismo documento. Si son ventas distintas, cada una lleva su referencia; si una se pegó dos veces, bórrela. ¿Emitir las líneas iguales?']],
  ['equal sales', () => `${HEAD}\n,Pan,1,1\n,Pan,1,1`, ['iguales: Filas 2 y 3: son ventas iguales, sin referencia que las distinga o para el mismo comprador, y cada una sería un documento. Si alguna se pegó dos veces, bórrela. ¿Emitir las ventas iguales?']],
  ['ordinary sales', () => `${HEAD}\nA,Pan,1,1\nB,Pan,1,1`, ['iguales: Filas 2 y 3: son ventas que solo se distinguen por su referencia, y cada una se emite. –']],
]

for (const [what, content, says] of WARNED) {
  test(`before anything is issued a file is told to have ${what}`, async () => {
    assert.deepEqual(await warningsOf(content()), says)
  })
}

test('rows without a referencia are refused with what may happen and what to do', async () => {
  const { sales } = await readOf(`${HEAD}\n,Pan,1,1\nA,Pan,1,2\n,Pan,1,3`)
  const said = (some: readonly Sale[], isAllowed?: boolean) =>
    refusalWithoutReferencia(some, isAllowed)
  const told = (them: string, rows: string) => [
    `Falta la referencia en ${them} ${rows}.`,
    `Por ella se sabe que una venta ya se emitió: sin ella, una copia de este archivo ${them} emitiría otra vez.`,
    'Escriba en cada fila el número de su venta (el del pedido, el del tiquete); las filas de un mismo documento llevan la misma.',
    `Si no hay tal número y nadie ${them} ha emitido, repita con --without-reference. Después no copie el archivo, no lo ordene ni le quite filas, y guarde a su lado el libro (.sello.jsonl), donde se anota lo emitido.`,
  ]
  assert.deepEqual(said(sales), told('las', 'filas 2 y 4'))
  assert.deepEqual(said(sales.slice(0, 1)), told('la', 'fila 2'))
  assert.deepEqual([said(sales, true), said(sales.slice(1, 2))], [null, null])
})

test('problems are told in the order of the rows, fifty at most, and then how many more', () => {
  const problemAt = (row: number, column: string | null = 'x') => ({ row, column, message: 'No.' })
  const refusal = (count: number) => () =>
    refuseRows(
      'a.csv',
      Array.from({ length: count }, (_, n) => problemAt(count - n)),
      ['Más.'],
    )
  assert.throws(refusal(0), { message: 'a.csv: no se emitió nada.\nMás.' })
  assert.throws(refusal(1), {
    message: 'a.csv: un problema; no se emitió nada.\nfila 1, x: No.\nMás.',
  })
  const whole = () => refuseRows('a.csv', [problemAt(2, null)], [])
  assert.throws(whole, { message: 'a.csv: un problema; no se emitió nada.\nfila 2: No.' })
  for (const [count, more] of [
    [50, ''],
    [51, '… y 1 más.\n'],
    [120, '… y 70 más.\n'],
  ] as const) {
    const shown = Array.from({ length: 50 }, (_, n) => `fila ${n + 1}, x: No.\n`).join('')
    const message = `a.csv: ${count} problemas; no se emitió nada.\n${shown}${more}Más.`
    assert.throws(refusal(count), { message })
  }
})

test('a product that cannot complete a row is told with its name and where to look', async () => {
  const { sales } = await readOf('referencia,producto,cantidad\nA,NADA,1\nA,SIN,1')
  const product = {
    productId: 'p',
    codigo: 'SIN',
    descripcion: 'Sin',
    precioUni: null,
    precioConIva: null,
  }
  const found = completeSale(sales[0] as Sale, new Map([['SIN', product as never]]))
  assert.deepEqual('problems' in found && found.problems, [
    {
      row: 2,
      column: 'producto',
      message:
        'no hay un producto activo con el código o el productId "NADA". Vea: sello products list',
    },
    {
      row: 3,
      column: 'precioUni',
      message:
        'falta, y el producto "SIN" no tiene precioConIva: escríbalo en la celda o en el producto.',
    },
  ])
})

test('a row that names no product is sent as it says, beside one that is completed', async () => {
  const { sales } = await readOf(
    'referencia,producto,descripcion,cantidad,precioUni\nA,P-1,,2,\nA,,Sal,1,3',
  )
  const stored = { productId: 'p', codigo: 'P-1', descripcion: 'Pan', precioConIva: 1.5 }
  const found = completeSale(sales[0] as Sale, new Map([['P-1', stored as never]]))
  assert.ok('sale' in found)
  assert.deepEqual(JSON.parse(JSON.stringify(found.sale.request)), {
    tipoDte: '01',
    items: [
      { codigo: 'P-1', descripcion: 'Pan', precioUni: 1.5, cantidad: 2 },
      { descripcion: 'Sal', cantidad: 1, precioUni: 3 },
    ],
  })
  assert.deepEqual(
    found.sale.filled.map((names) => names.has('descripcion')),
    [true, false],
  )
})

test('what the service gathers is checked without a line, and asks nobody for products', async () => {
  await writeFile(folder.in('ventas'), `referencia,periodo,${TAXPAYER}\nA,2026-09,${ANA}`)
  const { checked, connection, pending } = await checkFile(ioOf().io, folder.in('ventas'), {
    tipoDte: '08',
  })
  assert.deepEqual([checked.problems, connection, pending.length], [[], null, 1])
})

test('a file without a sale is refused, and what is to decide is told with what is wrong', async () => {
  const path = folder.in('ventas')
  const messageFor = async (text: string) => {
    await writeFile(path, text)
    return messageOf(checkFile(ioOf().io, path, { tipoDte: '01' }))
  }
  assert.equal(await messageFor(HEAD), 'ventas: no tiene ninguna venta.')
  assert.equal(
    await messageFor(`${HEAD}\n${EXAMPLE}\n${EXAMPLE}`),
    'ventas: no tiene ninguna venta, solo el ejemplo de la plantilla (filas 2 y 3), que no se emite. Escriba las suyas debajo del encabezado.',
  )
  assert.deepEqual(
    (await messageFor(`${HEAD}\nA,Pan,1,1\nA,Pan,1,1\nB,Té,1,1\nC,Té,1,1\nD,Sal,0,1`)).split('\n'),
    [
      'ventas: un problema; no se emitió nada.',
      'fila 6, cantidad: debe ser mayor que 0.',
      'Filas 2 y 3: se repiten con la misma referencia, y serían líneas iguales de un mismo documento. Si son ventas distintas, cada una lleva su referencia; si una se pegó dos veces, bórrela.',
    ],
  )
})

type Found = Parameters<typeof differenceOf>[0]
const LINE = { descripcion: 'Pan', cantidad: 1, precioUni: 2 }
const FOUND = {
  ...{ estado: 'sellado', tipoDte: '01', totales: { totalPagar: 2 } },
  ...{ documento: { cuerpoDocumento: [LINE] }, receptor: null },
} as unknown as Found
// biome-ignore format: a table
const DIFFERENCES: readonly (readonly [found: object, says: string | null])[] = [
  [{}, null],
  [{ documento: { cuerpoDocumento: [{ ...LINE, descripcion: 'P-A n' }] } }, null],
  [{ tipoDte: '03' },                      'es de tipo 03'],
  [{ totales: { totalPagar: 2.5 } },       'su total es $2.50'],
  [{ totales: null },                      'su total es $?'],
  [{ documento: null },                    'sus líneas dicen otra cosa'],
  [{ documento: { cuerpoDocumento: [LINE, LINE] } }, 'sus líneas dicen otra cosa'],
  [{ documento: { cuerpoDocumento: [{ ...LINE, descripcion: 'Sal' }] } }, 'sus líneas dicen otra cosa'],
  [{ documento: { cuerpoDocumento: [{ ...LINE, cantidad: 2 }] } },   'sus líneas dicen otra cosa'],
  [{ documento: { cuerpoDocumento: [{ ...LINE, precioUni: 1 }] } },  'sus líneas dicen otra cosa'],
  [{ estado: 'invalidado' },               'está invalidado'],
]

test('a document under the referencia of a row is the same sale, or it is told what differs', async () => {
  const { sales } = await readOf(`${HEAD}\nA,Pan,1,2`)
  const sale = sales[0] as Sale
  for (const [of, says] of DIFFERENCES) {
    assert.equal(differenceOf({ ...FOUND, ...of } as Found, sale, '2'), says, JSON.stringify(of))
  }
  assert.equal(differenceOf(FOUND, sale, null), 'su total es $2.00')
  const named = await readOf(`${HEAD},nombre,numDocumento\nA,Pan,1,2,Ana Paz,016-1`)
  const buyer = (receptor: object | null) =>
    differenceOf({ ...FOUND, receptor } as Found, named.sales[0] as Sale, '2')
  assert.equal(buyer({ nombre: 'ANA  PAZ', numDocumento: '0161' }), null)
  assert.equal(buyer({ nombre: 'Ana Paz', numDocumento: '0162' }), 'es de otro comprador')
  assert.equal(buyer({ nombre: 'Eva', numDocumento: '0161' }), 'es de otro comprador')
  assert.equal(buyer(null), 'es de otro comprador')
})

const TAXPAYER =
  'nombre,numDocumento,nrc,codActividad,departamento,municipio,distrito,complemento,correo'
const ANA = 'Ana,0614-121285-001-7,7654321,46900,06,23,14,Calle 1,a@example.com'
const RECORD = {
  ...{ periodoLiquidacionFechaInicio: '2026-09-01', periodoLiquidacionFechaFin: '2026-09-30' },
  ...{ codLiquidacion: 'L1', valorOperaciones: 113 },
}
const LISTED = { descripcion: 'Harina', numeroDocumento: 'A-1' }

test('what has no lines of articles is the same by what it is of: a period, or a document', async () => {
  const saleOf = async (tipoDte: TipoDte, header: string, row: string) => {
    const { sales, problems } = await readOf(`${header},${TAXPAYER}\n${row},${ANA}`, tipoDte)
    assert.deepEqual(problems, [])
    return sales[0] as Sale
  }
  const cards =
    'referencia,desde,hasta,codigo,cantidadDocumentos,valorOperaciones,porcentajeComision,responsable,documentoResponsable'
  const of = 'A,2026-09-01,2026-09-30,L-1,1,113,3,Ana,00016297-5'
  const goods =
    'referencia,documento,numeroDocumento,fechaEmision,tipoGeneracion,monto,codigoRetencion,descripcion'
  const listed = 'A,03,A1,2026-01-05,1,5,22,Harina'
  const receptor = { nombre: 'Ana', numDocumento: '06141212850017' }
  const nine = await saleOf('09', cards, of)
  // biome-ignore format: a table
  const found: readonly (readonly [sale: Sale, cuerpoDocumento: unknown, says: string | null])[] = [
    [nine,                                              RECORD,                       null],
    [await saleOf('09', cards, of.replace('L-1', '')),  { ...RECORD, codLiquidacion: null }, null],
    ...[{ periodoLiquidacionFechaInicio: '2026-09-02' }, { periodoLiquidacionFechaFin: '2026-09-29' }, { codLiquidacion: 'L2' }, { codLiquidacion: null }, { valorOperaciones: 114 }]
      .map((other) => [nine, { ...RECORD, ...other }, 'sus líneas dicen otra cosa'] as const),
    [await saleOf('08', 'referencia,periodo', 'A,2026-09'), [{ numItem: 1 }],          null],
    [await saleOf('07', goods, listed),                 [LISTED],                     null],
    [await saleOf('07', goods, listed),                 [{ ...LISTED, numeroDocumento: 'A-2' }], 'sus líneas dicen otra cosa'],
    [await saleOf('07', goods, listed),                 [{ ...LISTED, numeroDocumento: null }],  'sus líneas dicen otra cosa'],
  ]
  for (const [sale, cuerpoDocumento, says] of found) {
    const { tipoDte } = sale.request
    const other = { ...FOUND, tipoDte, documento: { cuerpoDocumento }, receptor } as Found
    assert.equal(differenceOf(other, sale, '2'), says, JSON.stringify(cuerpoDocumento))
  }
})
