/** What each column of a spreadsheet is, for which types, and where on the wire its value goes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dteRequestOf, TIPOS_DTE } from '@sello/contract'
import { COLUMNS, type Column } from './columns.ts'
import { likenessToExample } from './example.ts'

type Row = readonly [
  name: string,
  types: string,
  path: string,
  kind: Column['kind'],
  more?: Pick<Column, 'digits' | 'required' | 'fromProduct' | 'example'>,
]

/** `items`: it is of the row's own line, which 07 has among the documents that it retains on. */
// biome-ignore format: a table
const TABLE: readonly Row[] = [
  ['referencia',           '01 03 04 05 06 07 08 09 11 14 15',  'referencia',                                  'text', { example: 'EJEMPLO' }],
  ['producto',             '01 03 04 05 06 11 14 15',           'items.producto',                              'text'],
  ['descripcion',          '01 03 04 05 06 11 14 15',           'items.descripcion',                           'text', { required: true, fromProduct: true, example: 'Ejemplo: esta fila no se emite' }],
  ['cantidad',             '01 03 04 05 06 11 14 15',           'items.cantidad',                              'amount', { required: true, example: '2' }],
  ['precioUni',            '01 03 04 05 06 11 14 15',           'items.precioUni',                             'amount', { required: true, fromProduct: true, example: '5.65' }],
  ['codigo',               '01 03 04 05 06 11 14 15',           'items.codigo',                                'text'],
  ['tipoItem',             '01 03 04 05 06 11 14',              'items.tipoItem',                              'integer', { example: '1' }],
  ['uniMedida',            '01 03 04 05 06 11 14 15',           'items.uniMedida',                             'integer'],
  ['montoDescu',           '01 03 04 05 06 11 14',              'items.montoDescu',                            'amount'],
  ['tipoVenta',            '01 03 04 05 06',                    'items.tipoVenta',                             'text'],
  ['customerId',           '01 03 04 07 08 09 11 14 15',        'receptor.customerId',                         'text'],
  ['nombre',               '01 03 04 07 08 09 11 14 15',        'receptor.nombre',                             'text'],
  ['tipoDocumento',        '01 03 04 07 08 09 11 14 15',        'receptor.tipoDocumento',                      'text', { digits: 2 }],
  ['numDocumento',         '01 03 04 07 08 09 11 14 15',        'receptor.numDocumento',                       'text'],
  ['telefono',             '01 03 04 07 08 09 11 14 15',        'receptor.telefono',                           'text'],
  ['correo',               '01 03 04 07 08 09 11 14 15',        'receptor.correo',                             'text'],
  ['nrc',                  '01 03 04 07 08 09 15',              'receptor.nrc',                                'text'],
  ['codActividad',         '01 03 04 07 08 09 14 15',           'receptor.codActividad',                       'text', { digits: 5 }],
  ['descActividad',        '01 03 04 07 08 09 11 15',           'receptor.descActividad',                      'text'],
  ['departamento',         '01 03 04 07 08 09 14 15',           'receptor.direccion.departamento',             'text', { digits: 2 }],
  ['municipio',            '01 03 04 07 08 09 14 15',           'receptor.direccion.municipio',                'text', { digits: 2 }],
  ['distrito',             '01 03 04 07 08 09 14 15',           'receptor.direccion.distrito',                 'text', { digits: 2 }],
  ['complemento',          '01 03 04 07 08 09 14 15',           'receptor.direccion.complemento',              'text'],
  ['condicionOperacion',   '01 03 05 06 08 11 14',              'condicionOperacion',                          'integer'],
  ['plazo',                '01 03 11 14',                       'plazo',                                       'text', { digits: 2 }],
  ['periodo',              '01 03 11 14',                       'periodo',                                     'integer'],
  ['formaPago',            '01 03 11 14 15',                    'formaPago',                                   'text', { digits: 2 }],
  ['aplicarRetencionIva',  '01 03 05 06',                       'aplicarRetencionIva',                         'boolean'],
  ['observaciones',        '01 03 04 05 06 07 08 09 11 14',     'observaciones',                               'text'],
  ['nombreComercial',      '03 04 07 08 09 11',                 'receptor.nombreComercial',                    'text'],
  ['aplicarPercepcionIva', '03 05 06',                          'aplicarPercepcionIva',                        'boolean'],
  ['bienTitulo',           '04',                                'bienTitulo',                                  'text', { digits: 2, required: true, example: '03' }],
  ['propio',               '04',                                'receptor.propio',                             'boolean'],
  ['documentoRelacionado', '05 06',                             'documentosRelacionados.0.codigoGeneracion',   'text', { required: true }],
  ['documento',            '07',                                'items.tipoDocumento',                         'text', { digits: 2, required: true, example: '03' }],
  ['numeroDocumento',      '07',                                'items.numeroDocumento',                       'text', { required: true, example: 'EJEMPLO' }],
  ['fechaEmision',         '07',                                'items.fechaEmision',                          'text', { required: true, example: '2026-01-31' }],
  ['tipoGeneracion',       '07',                                'items.tipoGeneracion',                        'integer', { example: '1' }],
  ['monto',                '07',                                'items.monto',                                 'amount', { required: true, example: '100' }],
  ['codigoRetencion',      '07',                                'items.codigoRetencion',                       'text', { digits: 2 }],
  ['ivaRetenido',          '07',                                'items.ivaRetenido',                           'amount'],
  ['descripcion',          '07',                                'items.descripcion',                           'text', { example: 'Ejemplo: esta fila no se emite' }],
  ['periodo',              '08',                                'liquidacion.periodo',                         'text', { required: true, example: '2026-01' }],
  ['codDomiciliado',       '08 15',                             'receptor.codDomiciliado',                     'integer'],
  ['desde',                '09',                                'liquidacionContable.desde',                   'text', { required: true, example: '2026-01-01' }],
  ['hasta',                '09',                                'liquidacionContable.hasta',                   'text', { required: true, example: '2026-01-15' }],
  ['codigo',               '09',                                'liquidacionContable.codigo',                  'text'],
  ['cantidadDocumentos',   '09',                                'liquidacionContable.cantidadDocumentos',      'integer'],
  ['valorOperaciones',     '09',                                'liquidacionContable.valorOperaciones',        'amount', { required: true, example: '1130' }],
  ['sinPercepcion',        '09',                                'liquidacionContable.sinPercepcion.monto',     'amount'],
  ['queSinPercepcion',     '09',                                'liquidacionContable.sinPercepcion.descripcion', 'text'],
  ['comision',             '09',                                'liquidacionContable.comision',                'amount'],
  ['porcentajeComision',   '09',                                'liquidacionContable.porcentajeComision',      'amount', { example: '3' }],
  ['responsable',          '09',                                'liquidacionContable.responsable.nombre',      'text', { required: true, example: 'Ejemplo' }],
  ['documentoResponsable', '09',                                'liquidacionContable.responsable.documento',   'text', { required: true, example: '000000000' }],
  ['codEmpleado',          '09',                                'liquidacionContable.responsable.codEmpleado', 'text'],
  ['tipoEstablecimiento',  '09',                                'receptor.tipoEstablecimiento',                'text', { digits: 2 }],
  ['codPais',              '11 15',                             'receptor.codPais',                            'text'],
  ['complemento',          '11',                                'receptor.complemento',                        'text'],
  ['tipoPersona',          '11',                                'receptor.tipoPersona',                        'integer'],
  ['tipoItemExpor',        '11',                                'exportacion.tipoItemExpor',                   'integer'],
  ['recintoFiscal',        '11',                                'exportacion.recintoFiscal',                   'text', { digits: 2 }],
  ['tipoRegimen',          '11',                                'exportacion.tipoRegimen',                     'text'],
  ['regimen',              '11',                                'exportacion.regimen',                         'text'],
  ['incoterms',            '11',                                'exportacion.incoterms',                       'text', { digits: 2 }],
  ['flete',                '11',                                'exportacion.flete',                           'amount'],
  ['seguro',               '11',                                'exportacion.seguro',                          'amount'],
  ['aplicarReteRenta',     '14',                                'aplicarReteRenta',                            'boolean'],
  ['tipoDonacion',         '15',                                'items.tipoDonacion',                          'integer', { required: true, example: '2' }],
  ['depreciacion',         '15',                                'items.depreciacion',                          'amount'],
]

const placeOf = ({ of, path }: Column) => (of === 'item' ? `items.${path}` : path)

test('each type has its columns, and each column its place, its kind and its example', () => {
  const all = TIPOS_DTE.flatMap((tipoDte) =>
    COLUMNS[tipoDte].map((column) => {
      const { name, kind, digits, required, fromProduct, example } = column
      return `${tipoDte} ${JSON.stringify([name, placeOf(column), kind, { digits, required, fromProduct, example }])}`
    }),
  )
  const wanted = TABLE.flatMap(([name, types, path, kind, more = {}]) => {
    const { digits, required, fromProduct, example } = more
    return types
      .split(' ')
      .map(
        (tipoDte) =>
          `${tipoDte} ${JSON.stringify([name, path, kind, { digits, required, fromProduct, example }])}`,
      )
  })
  assert.deepEqual(all.toSorted(), wanted.toSorted())
})

interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

const TYPE_OF = {
  text: 'string',
  amount: 'number',
  integer: 'integer',
  boolean: 'boolean',
} as const

test('the wire takes each value at its place, as what it is', () => {
  for (const tipoDte of TIPOS_DTE) {
    const lines = tipoDte === '07' ? 'retencion.documentos' : 'items'
    for (const column of COLUMNS[tipoDte]) {
      if (column.name === 'producto') continue // becomes the line's members before it is sent
      const path = column.of === 'item' ? `${lines}.0.${column.path}` : column.path
      let at: Schema | undefined = dteRequestOf(tipoDte) as Schema
      for (const part of path.split('.')) at = part === '0' ? at?.items : at?.properties?.[part]
      const types = [at?.type ?? []].flat()
      assert.ok(types.includes(TYPE_OF[column.kind]), `${column.name} of ${tipoDte}: ${types}`)
    }
  }
})

test('the example of a template is known as one wherever it has a description', () => {
  for (const tipoDte of TIPOS_DTE) {
    const columns = COLUMNS[tipoDte]
    if (!columns.some(({ name }) => name === 'descripcion')) continue
    const cells = columns.map(({ example = '' }) => example)
    assert.equal(likenessToExample(cells, columns), 'whole', tipoDte)
  }
})
