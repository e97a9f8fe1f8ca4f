/** A problem of a document names the member of the request that its author corrects. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DteRequest } from './index.ts'
import { requestPath } from './request-path.ts'

/** Has every part, so that each path leads to its end. */
const FULL = {
  tipoDte: '01',
  receptor: { nombre: 'x', tipoDocumento: '13' },
  items: [{ descripcion: 'x' }, { descripcion: 'y' }],
  descuentos: {},
  exportacion: {},
  pagos: [{}, {}],
  origenes: [{}],
  otrosDocumentos: [{ transporte: { conductor: {} } }],
}
const pathOf = (field: string, changes: object = {}) => {
  const asked = { ...FULL, ...changes } as unknown as DteRequest
  return requestPath(field, { asked, completed: asked } as never)
}

// biome-ignore format: a table
const PATHS: readonly (readonly [field: string, path: string])[] = [
  ['cuerpoDocumento[1].ivaRete',             'aplicarRetencionIva'],
  ['cuerpoDocumento[1].ivaPerci',            'aplicarPercepcionIva'],
  ['cuerpoDocumento[1].ventaGravada',        'items[1]'],
  ['cuerpoDocumento[1].compra',              'items[1]'],
  ['cuerpoDocumento[1].valor',               'items[1]'],
  ['cuerpoDocumento[1].ivaItem',             'items[1]'],
  ['cuerpoDocumento[1].totalIva',            'items[1]'],
  ['cuerpoDocumento[1].numItem',             'items[1]'],
  ['cuerpoDocumento[1].psv',                 'items[1]'],
  ['cuerpoDocumento[1].tributos[2]',         'items[1].tributos'],
  ['cuerpoDocumento[1].valorUni',            'items[1].precioUni'],
  ['cuerpoDocumento[1].tipoDepreciacion',    'items[1].depreciacion'],
  ['cuerpoDocumento[1].cantidad',            'items[1].cantidad'],
  ['cuerpoDocumento',                        'items'],
  ['resumen.descuNoSuj',                     'descuentos.noSujetas'],
  ['resumen.descuExenta',                    'descuentos.exentas'],
  ['resumen.descuGravada',                   'descuentos.gravadas'],
  ['resumen.descu',                          'descuento'],
  ['resumen.totalNoOnerosas',                'exportacion.totalNoOnerosas'],
  ['resumen.flete',                          'exportacion.flete'],
  ['resumen.seguro',                         'exportacion.seguro'],
  ['resumen.codIncoterms',                   'exportacion.incoterms'],
  ['resumen.descIncoterms',                  'exportacion.incoterms'],
  ['resumen.ivaRete',                        'aplicarRetencionIva'],
  ['resumen.codigoRetencionMH',              'aplicarRetencionIva'],
  ['resumen.ivaPerci',                       'aplicarPercepcionIva'],
  ['resumen.reteRenta',                      'aplicarReteRenta'],
  ['resumen.pagos',                          'pagos'],
  ['resumen.condicionOperacion',             'condicionOperacion'],
  ['resumen.observaciones',                  'observaciones'],
  ['resumen.numPagoElectronico',             'numPagoElectronico'],
  ['resumen.totalPagar',                     'items'],
  ['resumen',                                'items'],
  ['emisor.tipoItemExpor',                   'exportacion.tipoItemExpor'],
  ['emisor.recintoFiscal',                   'exportacion.recintoFiscal'],
  ['emisor.tipoRegimen',                     'exportacion.tipoRegimen'],
  ['emisor.regimen',                         'exportacion.regimen'],
  ['receptor.nit',                           'receptor.numDocumento'],
  ['receptor.bienTitulo',                    'bienTitulo'],
  ['receptor.correo',                        'receptor.correo'],
  ['documentoRelacionado',                   'origenes'],
  ['documentoRelacionado[0].numeroDocumento', 'origenes[0].numeroDocumento'],
  ['documentoRelacionado[0]',                'origenes[0]'],
  ['otrosDocumentos[0].placaTrans',          'otrosDocumentos[0].transporte.placa'],
  ['otrosDocumentos[0].modoTransp',          'otrosDocumentos[0].transporte.modo'],
  ['otrosDocumentos[0].numConductor',        'otrosDocumentos[0].transporte.conductor.documento'],
  ['otrosDocumentos[0].nombreConductor',     'otrosDocumentos[0].transporte.conductor.nombre'],
  ['identificacion.fusion',                  'fusion'],
  ['apendice',                               'apendice'],
]

for (const [field, path] of PATHS) {
  test(`${field} of a document is ${path} of its request`, () => {
    assert.equal(pathOf(field), path)
  })
}

/** What has no lines of its own but a member in their place, and the paths below it. */
// biome-ignore format: a table
const OWN: Readonly<Record<string, readonly (readonly [field: string, path: string])[]>> = {
  retencion: [
    ['cuerpoDocumento[0].tipoDte',           'documentos[0].codigoGeneracion'],
    ['cuerpoDocumento[0].fechaEmision',      'documentos[0].codigoGeneracion'],
    ['cuerpoDocumento[1].tipoDte',           'documentos[1].tipoDocumento'],
    ['cuerpoDocumento[1].tipoGeneracion',    'documentos[1].tipoGeneracion'],
    ['cuerpoDocumento[1].numeroDocumento',   'documentos[1].numeroDocumento'],
    ['cuerpoDocumento[1].fechaEmision',      'documentos[1].fechaEmision'],
    ['cuerpoDocumento[1].montoSujetoGrav',   'documentos[1].monto'],
    ['cuerpoDocumento[1].codigoRetencionMH', 'documentos[1].codigoRetencion'],
    ['cuerpoDocumento[1].descripcion',       'documentos[1].descripcion'],
    ['cuerpoDocumento[1]',                   'documentos[1]'],
    ['cuerpoDocumento',                      'documentos'],
    ['resumen.totalIva',                     'documentos'],
  ],
  liquidacion: [
    ['cuerpoDocumento[0].tipoDte',           'documentos[0].codigoGeneracion'],
    ['cuerpoDocumento[0].fechaEmision',      'documentos[0].codigoGeneracion'],
    ['cuerpoDocumento[1].tipoDte',           'documentos[1].tipoDocumento'],
    ['cuerpoDocumento[1].tipoGeneracion',    'documentos[1].tipoGeneracion'],
    ['cuerpoDocumento[1].numeroDocumento',   'documentos[1].numeroDocumento'],
    ['cuerpoDocumento[1].fechaEmision',      'documentos[1].fechaEmision'],
    ['cuerpoDocumento[1].ivaItem',           'documentos[1].ventaGravada'],
    ['cuerpoDocumento[1].exportaciones',     'documentos[1].exportaciones'],
    ['cuerpoDocumento[1]',                   'documentos[1]'],
    ['cuerpoDocumento',                      'documentos'],
    ['resumen.total',                        'documentos'],
  ],
  liquidacionContable: [
    ['cuerpoDocumento.periodoLiquidacionFechaInicio', 'desde'],
    ['cuerpoDocumento.periodoLiquidacionFechaFin',    'hasta'],
    ['cuerpoDocumento.codLiquidacion',       'codigo'],
    ['cuerpoDocumento.cantidadDoc',          'cantidadDocumentos'],
    ['cuerpoDocumento.montoSinPercepcion',   'sinPercepcion.monto'],
    ['cuerpoDocumento.descripSinPercepcion', 'sinPercepcion.descripcion'],
    ['cuerpoDocumento.comision',             'comision'],
    ['cuerpoDocumento.ivaComision',          'comision'],
    ['cuerpoDocumento.porcentComision',      'porcentajeComision'],
    ['cuerpoDocumento.liquidoApagar',        'valorOperaciones'],
    ['cuerpoDocumento',                      'valorOperaciones'],
    ['extension.nombEntrega',                'responsable.nombre'],
    ['extension.docuEntrega',                'responsable.documento'],
    ['extension.codEmpleado',                'responsable.codEmpleado'],
  ],
}
const PARTS = {
  documentos: [{ codigoGeneracion: 'x' }, { tipoDocumento: '03' }],
  ...{ sinPercepcion: {}, responsable: {} },
}

for (const [member, paths] of Object.entries(OWN)) {
  test(`of a request with ${member} each problem is told at a member of it`, () => {
    const said = paths.map(([field]) => [field, pathOf(field, { [member]: PARTS })])
    assert.deepEqual(
      said,
      paths.map(([field, path]) => [field, `${member}.${path}`]),
    )
  })
}

test('what such a request states beside that member is told there', () => {
  const of = (member: string, field: string) => pathOf(field, { [member]: PARTS })
  assert.equal(of('retencion', 'resumen.observaciones'), 'observaciones')
  assert.equal(of('liquidacion', 'resumen.observaciones'), 'observaciones')
  assert.equal(of('liquidacion', 'resumen.condicionOperacion'), 'condicionOperacion')
  assert.equal(of('liquidacionContable', 'cuerpoDocumento.observaciones'), 'observaciones')
  assert.equal(of('liquidacionContable', 'receptor.nit'), 'receptor.numDocumento')
})

test('a commission is told at its percentage, if the request states only that', () => {
  const of = (liquidacionContable: object) =>
    pathOf('cuerpoDocumento.ivaComision', { liquidacionContable })
  assert.equal(of({ porcentajeComision: 3 }), 'liquidacionContable.porcentajeComision')
  assert.equal(
    of({ comision: null, porcentajeComision: 3 }),
    'liquidacionContable.porcentajeComision',
  )
  assert.equal(of({ comision: 5, porcentajeComision: 3 }), 'liquidacionContable.comision')
  assert.equal(of({ comision: null, porcentajeComision: null }), 'liquidacionContable.comision')
})

test('of several payments each is named, and of a single one the member of the request', () => {
  for (const [member, single] of [
    ['codigo', 'formaPago'],
    ['plazo', 'plazo'],
    ['periodo', 'periodo'],
    ['montoPago', 'items'],
    ['referencia', 'pagos'],
  ] as const) {
    assert.equal(pathOf(`resumen.pagos[1].${member}`), `pagos[1].${member}`)
    assert.equal(pathOf(`resumen.pagos[0].${member}`, { pagos: undefined }), single)
  }
})

test('a note names the documents that it adjusts: our own by their code, others by each member', () => {
  const documentosRelacionados = [{ codigoGeneracion: 'x' }, { tipoDocumento: '03' }]
  const nota = { tipoDte: '05', documentosRelacionados }
  assert.equal(pathOf('documentoRelacionado', nota), 'documentosRelacionados')
  assert.equal(
    pathOf('documentoRelacionado[0].fechaEmision', nota),
    'documentosRelacionados[0].codigoGeneracion',
  )
  assert.equal(
    pathOf('documentoRelacionado[1].fechaEmision', nota),
    'documentosRelacionados[1].fechaEmision',
  )
})

test('of a part that is missing the outermost is named', () => {
  assert.equal(pathOf('receptor.correo', { receptor: undefined }), 'receptor')
  assert.equal(pathOf('resumen.flete', { exportacion: undefined }), 'exportacion')
  assert.equal(pathOf('cuerpoDocumento[7].cantidad'), 'items[7]')
})

test('what came from a stored customer or product is named by it, unless the request states it', () => {
  const asked = {
    ...FULL,
    receptor: { customerId: 'c', correo: 'x' },
    items: [{ productId: 'p', cantidad: 1 }, { cantidad: 1 }],
  }
  const completed = {
    ...asked,
    receptor: { correo: 'x', telefono: '2' },
    items: [
      { cantidad: 1, descripcion: 'x' },
      { cantidad: 1, descripcion: 'y' },
    ],
  }
  const of = (field: string) => requestPath(field, { asked, completed } as never)
  assert.equal(of('receptor.telefono'), 'receptor.customerId')
  assert.equal(of('receptor.correo'), 'receptor.correo')
  assert.equal(of('receptor.nombre'), 'receptor.nombre', 'the customer lacks it')
  assert.equal(of('cuerpoDocumento[0].descripcion'), 'items[0].productId')
  assert.equal(of('cuerpoDocumento[0].cantidad'), 'items[0].cantidad')
  assert.equal(of('cuerpoDocumento[0].codigo'), 'items[0].codigo', 'the product lacks it')
  assert.equal(of('cuerpoDocumento[1].descripcion'), 'items[1].descripcion')
})
