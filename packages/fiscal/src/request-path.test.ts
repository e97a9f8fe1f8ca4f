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
  ['cuerpoDocumento[1].ivaItem',             'items[1]'],
  ['cuerpoDocumento[1].numItem',             'items[1]'],
  ['cuerpoDocumento[1].psv',                 'items[1]'],
  ['cuerpoDocumento[1].tributos[2]',         'items[1].tributos'],
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
