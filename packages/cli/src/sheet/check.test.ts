/** Which cell each problem of a sale is about, and the totals of those that have none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TipoDte } from '@sello/contract'
import { checkSales } from './check.ts'
import { readSales } from './sales.ts'

const DAY = { fecEmi: '2026-10-05', horEmi: '10:00:00' }

function checked(tipoDte: TipoDte, header: string, ...rows: readonly string[]) {
  const sheet = {
    header: header.split(','),
    rows: rows.map((text, at) => ({ row: at + 2, cells: text.split(',') })),
    around: null,
  }
  const { sales, problems } = readSales(tipoDte, sheet)
  assert.deepEqual(problems, [], 'every cell is read')
  return { sales, ...checkSales(sales, DAY) }
}

const LINE = 'referencia,descripcion,cantidad,precioUni'
const BUYER =
  'nombre,numDocumento,nrc,codActividad,departamento,municipio,distrito,complemento,correo'
const ANA = 'Ana,0614-121285-001-7,7654321,46900,06,23,14,Calle 1,a@example.com'
const LISTED =
  'documento,numeroDocumento,fechaEmision,tipoGeneracion,monto,codigoRetencion,ivaRetenido'
const CARDS =
  'desde,hasta,codigo,cantidadDocumentos,valorOperaciones,sinPercepcion,queSinPercepcion,comision,porcentajeComision,responsable,documentoResponsable,codEmpleado'
const EXPORT =
  'nombre,numDocumento,codPais,complemento,tipoPersona,descActividad,correo,tipoItem,tipoItemExpor,recintoFiscal,tipoRegimen,regimen,incoterms,flete,seguro'
const ABROAD = 'Ana,1,US,Street,1,Software,a@example.com'
const long = (length: number) => 'x'.repeat(length)

// biome-ignore format: a table
const PROBLEMS: readonly (readonly [tipoDte: TipoDte, header: string, row: string, columns: readonly (string | null)[]])[] = [
  ['01', `${LINE},uniMedida,tipoItem`,             'A,Pan,1,1,1000,7',             ['tipoItem', 'uniMedida']],
  ['01', `${LINE},montoDescu`,                     'A,Pan,1,1,9',                  ['montoDescu']],
  ['01', LINE,                                     'A,Pan,1,2000',                 ['receptor']],
  ['01', LINE,                                     'A,Pan,1e300,1e300',            ['cantidad', 'precioUni']],
  ['01', `${LINE},nombre,correo,telefono,numDocumento,tipoDocumento,departamento,municipio,distrito,complemento`, 'A,Pan,1,2,Ana,no,1,12-3,99,06,23,14,', ['tipoDocumento', 'correo', 'telefono', 'complemento']],
  ['03', `${LINE},${BUYER}`,                       'A,Pan,1,2,,,,,,,,,',           ['numDocumento', 'nrc', 'nombre', 'codActividad', 'departamento', 'correo']],
  ['03', `${LINE},${BUYER}`,                       'A,Pan,1,2,Ana,0614-121285-001-7,1,1,6,99,99,,x', ['nrc', 'codActividad', 'correo', 'municipio', 'complemento']],
  ['03', `${LINE},${BUYER}`,                       `A,Pan,1,2,${ANA.replace('0614-121285-001-7', '0614-010190-001-9')}`, []],
  ['03', `${LINE},customerId`,                     'A,Pan,0,2,5b0f6d3e-2a41-4c7e-8f10-93d2a4b6c8e0', ['cantidad']],
  ['04', `${LINE},bienTitulo,${BUYER}`,            `A,Pan,1,2,09,${ANA}`,          ['bienTitulo']],
  ['05', `documentoRelacionado,${LINE}`,           'C,A,Pan,1,2',                  []],
  ['05', `documentoRelacionado,${LINE}`,           'C,A,Pan,0,2',                  ['cantidad']],
  ['07', `referencia,${LISTED},${BUYER}`,          `A,99,A1,2027-01-05,5,-5,99,,${ANA}`, ['documento', 'tipoGeneracion', 'fechaEmision', 'monto', 'codigoRetencion']],
  ['07', `referencia,${LISTED},${BUYER}`,          `A,03,A1,2026-01-05,1,5,22,9,${ANA}`, ['ivaRetenido']],
  ['08', `referencia,periodo,${BUYER}`,            `A,2026-09,${ANA}`,             []],
  ['08', `referencia,periodo,${BUYER}`,            `A,2026-09,${ANA.replace('7654321', '1')}`, ['nrc']],
  ['09', `referencia,${CARDS},tipoEstablecimiento,${BUYER}`, `A,2026-10-09,2026-10-01,${long(99)},-1,-1,-1,${long(101)},-1,3,${long(101)},${long(26)},${long(16)},02,${ANA}`,
    ['hasta', 'desde', 'valorOperaciones', 'sinPercepcion', 'codigo', 'cantidadDocumentos', 'queSinPercepcion', 'comision', 'responsable', 'documentoResponsable', 'codEmpleado']],
  ['11', `${LINE},${EXPORT}`, 'A,Pan,1,2,Ana,1,ZZ,,7,,no,1,1,,,,,,',                                     ['descActividad', 'complemento', 'codPais', 'tipoPersona', 'correo', 'recintoFiscal', 'tipoRegimen', 'regimen', 'incoterms']],
  ['11', `${LINE},${EXPORT}`, `A,Pan,1,2,${ABROAD},1,1,02,EX-1,1000.000,09,,`,  []],
  ['11', `${LINE},${EXPORT}`, `A,Pan,1,2,${ABROAD},1,9,02,EX-1,1000.000,09,,`,  ['tipoItemExpor']],
  ['11', `${LINE},${EXPORT}`, `A,Pan,1,2,${ABROAD},1,1,13,EX-1,1000.000,09,,`,  ['recintoFiscal']],
  ['11', `${LINE},${EXPORT}`, `A,Pan,1,2,${ABROAD},1,1,02,EX-9,1000.000,09,,`,  ['tipoRegimen']],
  ['11', `${LINE},${EXPORT}`, `A,Pan,1,2,${ABROAD},1,1,02,EX-1,7,09,,`,         ['regimen']],
  ['11', `${LINE},${EXPORT}`, `A,Pan,1,2,${ABROAD},1,1,02,EX-1,1000.000,99,,`,    ['incoterms']],
  ['11', `${LINE},${EXPORT}`, `A,Pan,1,2,${ABROAD},1,1,02,EX-1,1000.000,09,-1,-1`, ['seguro', 'flete']],
  ['11', `${LINE},${EXPORT}`, `A,Pan,1,2,${ABROAD},1,1,13,EX-1,1000.000,99,-1,`, ['recintoFiscal', 'incoterms', 'flete']],
  ['14', `${LINE},nombre,numDocumento,departamento,municipio,distrito,complemento`, 'A,Pan,0,0,Ana,00016297-6,99,23,14,Calle', ['numDocumento', 'departamento', 'cantidad']],
  ['15', `${LINE},tipoDonacion,depreciacion,nombre,numDocumento`, 'A,Pan,1,2,9,-5,Ana,00016297-5', ['departamento', 'tipoDonacion', 'depreciacion']],
]
for (const [tipoDte, header, row, columns] of PROBLEMS) {
  test(`a row of ${tipoDte}, ${row.slice(0, 50)}, is told by its columns: ${columns.join(', ')}`, () => {
    const { problems } = checked(tipoDte, header, row)
    assert.deepEqual([...new Set(problems.map(({ column }) => column))], columns)
    for (const problem of problems) assert.equal(problem.row, 2)
  })
}

test('a problem of a line is of its row, and what says the name of its member twice says it once', () => {
  const { problems, totals, totalPagar } = checked('01', LINE, 'A,Pan,1,1', 'A,Sal,0,1', 'B,Té,1,2')
  const [first, ...others] = problems
  assert.deepEqual(first, { row: 3, column: 'cantidad', message: 'debe ser mayor que 0.' })
  assert.deepEqual([others, totalPagar.size], [[], 1])
  assert.deepEqual([totals.documentos, totals.pagar], [2, '2'])
})

test('a blank cell of an address is told as blank', () => {
  const { problems } = checked('03', `${LINE},${BUYER}`, `A,Pan,1,2,${ANA.replace('23', '')}`)
  assert.deepEqual(problems, [
    {
      ...{ row: 2, column: 'municipio' },
      message:
        'El municipio "" no existe en el departamento 06; use un código de CAT-013 de ese departamento.',
    },
  ])
})

test('the totals are of the sales without a problem, each in its own sum', () => {
  const header = `${LINE},tipoVenta`
  const { sales, totals, totalPagar } = checked(
    ...(['01', header] as const),
    ...['A,Pan,2,1.13,', 'A,Sal,1,3,exenta', 'B,Té,1,5,no_sujeta', 'C,Ron,1,11.3,gravada'],
    'D,Mal,0,7,',
  )
  assert.deepEqual(totals, {
    ...{ documentos: 4, gravado: '13.56', exento: '3', noSujeto: '5', iva: '1.56', pagar: '21.56' },
  })
  assert.deepEqual(
    sales.map((sale) => totalPagar.get(sale)),
    ['5.26', '5', '11.3', undefined],
  )
})

test('what the service gathers has no total of its own', () => {
  const { sales, totalPagar } = checked('08', `referencia,periodo,${BUYER}`, `A,2026-09,${ANA}`)
  assert.deepEqual([sales.length, totalPagar.size], [1, 0])
})
