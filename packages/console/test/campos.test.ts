/** Each word of the wire as the screen says it, and each problem at its field. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { enPalabras, markIssues } from '../src/emitir/campos.ts'

/** `el` after `de` and `a` is one word with them. */
// biome-ignore format: a table
const LABELS: readonly (readonly [label: string, members: string])[] = [
  ['el número de documento',                      'numDocumento'],
  ['el tipo de documento',                        'tipoDocumento tipoDte'],
  ['el NRC',                                      'nrc'],
  ['el NIT',                                      'nit'],
  ['el nombre',                                   'nombre'],
  ['la actividad',                                'codActividad descActividad'],
  ['el nombre comercial',                         'nombreComercial'],
  ['la dirección',                                'direccion'],
  ['el departamento',                             'departamento'],
  ['el municipio',                                'municipio'],
  ['el distrito',                                 'distrito'],
  ['la calle y número',                           'complemento'],
  ['el teléfono',                                 'telefono'],
  ['el correo',                                   'correo'],
  ['el país',                                     'codPais nombrePais'],
  ['el tipo de persona',                          'tipoPersona'],
  ['el cliente',                                  'receptor customerId'],
  ['la descripción',                              'descripcion'],
  ['la cantidad',                                 'cantidad'],
  ['el precio',                                   'precioUni'],
  ['el descuento',                                'montoDescu'],
  ['la venta',                                    'tipoVenta'],
  ['la unidad',                                   'uniMedida'],
  ['el tipo de línea',                            'tipoItem'],
  ['los tributos',                                'tributos'],
  ['el tributo',                                  'codTributo'],
  ['el cargo o abono',                            'noGravado'],
  ['el documento que ajusta',                     'numeroDocumento documentosRelacionados documentoRelacionado'],
  ['la condición',                                'condicionOperacion'],
  ['el plazo',                                    'plazo'],
  ['el número de plazos',                         'periodo'],
  ['la forma de pago',                            'formaPago'],
  ['los pagos',                                   'pagos'],
  ['el monto del pago',                           'montoPago'],
  ['la referencia',                               'referencia'],
  ['el descuento global',                         'descuentos descuento descuGravada descu porcentajeDescuento'],
  ['las observaciones',                           'observaciones'],
  ['la retención de IVA',                         'aplicarRetencionIva ivaRete'],
  ['la percepción de IVA',                        'aplicarPercepcionIva ivaPerci'],
  ['la retención de renta',                       'aplicarReteRenta reteRenta'],
  ['los datos de exportación',                    'exportacion'],
  ['bienes o servicios',                          'tipoItemExpor'],
  ['el recinto',                                  'recintoFiscal'],
  ['el tipo de régimen',                          'tipoRegimen'],
  ['el régimen',                                  'regimen'],
  ['el INCOTERM',                                 'incoterms codIncoterms'],
  ['el flete',                                    'flete'],
  ['el seguro',                                   'seguro'],
  ['las líneas',                                  'items cuerpoDocumento'],
  ['el número de pago electrónico',               'numPagoElectronico'],
  ['el apéndice',                                 'apendice'],
  ['la venta por cuenta de terceros',             'ventaTercero'],
  ['el código',                                   'codigo codigoGeneracion'],
  ['la fecha',                                    'fechaEmision fecEmi'],
  ['el importe',                                  'ventaGravada ventaExenta ventaNoSuj'],
  ['el total',                                    'totalPagar'],
  ['el documento que corrige',                    'corrige'],
  ['el producto',                                 'productId'],
  ['la compra por cuenta de terceros',            'compraTercero'],
  ['los documentos asociados',                    'otrosDocumentos'],
  ['el documento de origen',                      'origenes'],
  ['la empresa absorbida',                        'fusion'],
  ['el valor de lo que sale sin pago',            'totalNoOnerosas'],
  ['la clase de documento',                       'codDocAsociado'],
  ['qué documento es',                            'descDocumento'],
  ['de qué trata',                                'detalleDocumento'],
  ['los datos del médico',                        'medico'],
  ['el documento del médico',                     'docIdentificacion'],
  ['el servicio médico',                          'tipoServicio'],
  ['los datos del transporte',                    'transporte'],
  ['la placa',                                    'placa'],
  ['quien conduce',                               'conductor'],
  ['si está domiciliado',                         'codDomiciliado'],
  ['si es electrónico o de papel',                'tipoGeneracion'],
  ['la etiqueta',                                 'etiqueta'],
  ['el nombre del dato',                          'campo'],
  ['el total del IVA',                            'totalIva'],
  ['las ventas exentas',                          'totalExenta'],
  ['las ventas no sujetas',                       'totalNoSuj'],
  ['el total de la compra',                       'totalCompra'],
  ['el subtotal',                                 'subTotal'],
  ['la suma de las ventas',                       'subTotalVentas'],
  ['el monto total de la operación',              'montoTotalOperacion'],
  ['los descuentos',                              'totalDescu'],
  ['el descuento a lo exento',                    'descuExenta'],
  ['el descuento a lo no sujeto',                 'descuNoSuj'],
  ['el saldo a favor',                            'saldoFavor'],
  ['el total en letras',                          'totalLetras'],
  ['el documento que reemplaza',                  'codigoGeneracionReemplazo'],
  ['el número de control',                        'numeroControl'],
  ['el número de la línea',                       'numItem'],
  ['la hora',                                     'horEmi'],
  ['el sello',                                    'selloRecibido'],
  ['el código de la retención',                   'codigoRetencionMH'],
  ['el título',                                   'bienTitulo'],
  ['la clase',                                    'tipoDonacion'],
  ['la depreciación',                             'depreciacion tipoDepreciacion'],
  ['el valor unitario',                           'valorUni'],
  ['el monto sin IVA',                            'montoSujetoGrav'],
  ['el IVA retenido',                             'ivaRetenido totalIvaRetenido'],
  ['la retención',                                'codigoRetencion'],
  ['el total donado',                             'valorTotal'],
  ['el establecimiento',                          'tipoEstablecimiento codEstable'],
  ['lo que se liquida',                           'liquidacionContable liquidacion'],
  ['lo pagado con tarjetas',                      'valorOperaciones'],
  ['lo que no se sujeta a percepción',            'montoSinPercepcion sinPercepcion'],
  ['la comisión',                                 'porcentComision porcentajeComision'],
  ['el IVA de la comisión',                       'ivaComision'],
  ['el IVA percibido',                            'ivaPercibido'],
  ['el líquido a pagar',                          'liquidoApagar'],
  ['el monto sujeto a percepción',                'montoSujetoPercepcion'],
  ['los comprobantes',                            'cantidadDocumentos'],
  ['el código de empleado',                       'codEmpleado'],
  ['el IVA',                                      'ivaItem'],
  ['lo exportado',                                'exportaciones'],
  ['el responsable',                              'nombEntrega'],
  ['su documento',                                'docuEntrega'],
  ['el monto sujeto a retención',                 'totalSujetoRetencion'],
  ['el punto de venta',                           'codPuntoVenta'],
  ['las ventas gravadas',                         'totalGravada'],
  ['los cargos y abonos',                         'totalNoGravado'],
]

test('each member of the wire has the label of its field, also of one in a list', () => {
  for (const [label, members] of LABELS) {
    for (const member of members.split(' ')) {
      assert.equal(enPalabras(`pagos[0].${member} falta.`), `El pago 1, ${label}, falta.`)
      if (!/[A-Z]/.test(member) && member !== 'depreciacion') continue
      const said = label.charAt(0).toUpperCase() + label.slice(1)
      assert.equal(enPalabras(`${member} falta.`), `${said} falta.`)
    }
  }
})

// biome-ignore format: a table
const SAID: readonly (readonly [message: string, said: string])[] = [
  ['pagos[0] sobra.',                                     'El pago 1 sobra.'],
  ['resumen.pagos[1].montoPago falta.',                   'El pago 2, el monto del pago, falta.'],
  ['origenes[0] sobra.',                                  'El origen 1 sobra.'],
  ['otrosDocumentos[2] sobra.',                           'El documento asociado 3 sobra.'],
  ['documentosRelacionados[0] sobra.',                    'El documento que ajusta 1 sobra.'],
  ['documentoRelacionado[0] sobra.',                      'El documento que ajusta 1 sobra.'],
  ['apendice[0].etiqueta falta.',                         'El apéndice falta.'],
  ['items[0].cantidad falta.',                            'Línea 1: cantidad falta.'],
  ['cuerpoDocumento[1] sobra.',                           'Línea 2:  sobra.'],
  ['Quite uno de el total.',                              'Quite uno del total.'],
  ['Lea `descripcionMsg` y `observaciones`.',             'Lea lo que dijo Hacienda.'],
  ['Vea `observaciones`: nombra los campos.',             'Lo que dijo Hacienda nombra los campos.'],
  ['Repita, con otra Idempotency-Key.',                   'Repita.'],
  ['Falta; solo un cargo o abono (noGravado) va sin él.', 'Falta.'],
  ['Falta: escriba bienTitulo 04, o 05 (otros).',         'Falta: elija «Traslado» u «Otro».'],
  ['Con el código C9 escriba en ivaRetenido lo retenido.','Escriba lo retenido.'],
  ['Nombre uno, y uno en papel con tipoGeneracion 1.',    'Nombre uno, y uno en papel, por su número de hasta 20 letras y dígitos.'],
  ['Falta: escriba comision (0 si no se cobra) o porcentajeComision, del que se calcula.', 'Falta: escriba un monto (0 si no se cobra) o un porcentaje, como 3%.'],
  ['Diga qué es en sinPercepcion.descripcion.',           'Diga qué es al lado de su monto.'],
  ['Escríbalo, o quite sinPercepcion.',                   'Escríbalo, o quite la descripción.'],
  ['Es de aquí: nómbrelo por su codigoGeneracion, y sus montos se toman de él.', 'Es de aquí: quítelo, y agréguelo con «Traer lo vendido».'],
  ['Falta el tercero(ventaTercero).',                     'Falta el tercero.'],
  ['Está vigente; quite invalidado.',                     'Está vigente: diga que no está invalidado.'],
  ['Escriba lo que se dona en tipoDonacion: 1, 2 o 3.',   'Elija si es efectivo, un bien o un servicio.'],
  ['Falta. Regístrela con "sello company authorize --resolution".', 'Falta. Regístrela en Ajustes, Empresa.'],
  ['El país no existe; use un código de dos letras de CAT-020, por ejemplo US en codPais.', 'El país no existe; elija de la lista.'],
  ['No existe en el departamento 06.',                    'No existe en el departamento 06.'],
  ['Quite el tipoVenta.',                                 'Quite la venta.'],
  ['Escriba su numDocumento.',                            'Escriba su número de documento.'],
  ['Escriba su horEmi y su ventaTercero.',                'Escriba su hora y su venta por cuenta de terceros.'],
  ['Quite su totalExenta.',                               'Quite sus ventas exentas.'],
  ['Falta uno de totalPagar y otro totalIva a totalPagar.', 'Falta uno del total y otro total del IVA al total.'],
  ['Uno de CAT-014 (CAT-014).',                           'Uno del catálogo.'],
]

test('what a program would do is said as a person does it', () => {
  for (const [message, said] of SAID) assert.equal(enPalabras(message), said)
})

test('no message of a rejected example has two articles', async () => {
  const examples = new URL('../../fiscal/examples/', import.meta.url)
  const names = (await readdir(examples, { recursive: true })).filter((name) =>
    /^\d\d\/rejected\/.*\.problems\.json$/.test(name),
  )
  assert.ok(names.length > 50)
  for (const name of names) {
    const issues = JSON.parse(await readFile(new URL(name, examples), 'utf8')) as {
      message: string
    }[]
    for (const { message } of issues) {
      assert.doesNotMatch(
        enPalabras(message),
        /\b(el|la|las|los|del|al|su|un|una|de el) (el|la|las|los)\b/i,
        name,
      )
    }
  }
})

// biome-ignore format: a table
const PLACES: readonly (readonly [field: string, at: string, clase?: 'venta' | 'donacion' | 'retencion' | 'liquidacion'])[] = [
  ['items',                                 'items'],
  ['cuerpoDocumento',                       'items'],
  ['items[9].cantidad',                     'items'],
  ['items[0]',                              'linea/a/descripcion'],
  ['cuerpoDocumento[1].cantidad',           'linea/b/cantidad'],
  ['items[0].precioUni',                    'linea/a/precio'],
  ['items[0].montoDescu',                   'linea/a/descuento'],
  ['items[0].tipoVenta',                    'linea/a/venta'],
  ['items[0].noGravado',                    'linea/a/precio'],
  ['items[0].codigo',                       'linea/a/descripcion'],
  ['items[0].uniMedida',                    'linea/a/cantidad'],
  ['items[0].tributos[0]',                  'linea/a/venta'],
  ['items[0].codTributo',                   'linea/a/venta'],
  ['items[0].otro',                         'linea/a/descripcion'],
  ['items[0].tipoDonacion',                 'linea/a/donacion', 'donacion'],
  ['cuerpoDocumento[0].valorUni',           'linea/a/precio', 'donacion'],
  ['cuerpoDocumento[0].valor',              'linea/a/precio', 'donacion'],
  ['items[0].depreciacion',                 'linea/a/depreciacion', 'donacion'],
  ['cuerpoDocumento[0].tipoDepreciacion',   'linea/a/depreciacion', 'donacion'],
  ['retencion',                             'items', 'retencion'],
  ['retencion.documentos[0].monto',         'linea/a/precio', 'retencion'],
  ['cuerpoDocumento[0].montoSujetoGrav',    'linea/a/precio', 'retencion'],
  ['retencion.documentos[0].fechaEmision',  'linea/a/fecha', 'retencion'],
  ['retencion.documentos[0].codigoRetencion', 'linea/a/retencion', 'retencion'],
  ['cuerpoDocumento[0].codigoRetencionMH',  'linea/a/retencion', 'retencion'],
  ['retencion.documentos[0].ivaRetenido',   'linea/a/retenido', 'retencion'],
  ['retencion.documentos[0].descripcion',   'linea/a/numero', 'retencion'],
  ['retencion.documentos[0].numeroDocumento', 'linea/a/numero', 'retencion'],
  ['liquidacion.periodo',                   'mes', 'liquidacion'],
  ['liquidacion',                           'items', 'liquidacion'],
  ['liquidacion.documentos[0].tipoDocumento', 'linea/a/tipo', 'liquidacion'],
  ['cuerpoDocumento[0].tipoDte',            'linea/a/tipo', 'liquidacion'],
  ['liquidacion.documentos[0].fechaEmision', 'linea/a/fecha', 'liquidacion'],
  ['liquidacion.documentos[0].ventaGravada', 'linea/a/precio', 'liquidacion'],
  ['liquidacion.documentos[0].ventaExenta', 'linea/a/precio', 'liquidacion'],
  ['liquidacion.documentos[0].ventaNoSuj',  'linea/a/precio', 'liquidacion'],
  ['cuerpoDocumento[0].exportaciones',      'linea/a/precio', 'liquidacion'],
  ['cuerpoDocumento[0].ivaItem',            'linea/a/precio', 'liquidacion'],
  ['liquidacion.documentos[0].ivaPercibido', 'linea/a/precio', 'liquidacion'],
  ['cuerpoDocumento[0].tributos',           'linea/a/precio', 'liquidacion'],
  ['liquidacion.documentos[0].numeroDocumento', 'linea/a/numero', 'liquidacion'],
  ['liquidacionContable.responsable.nombre', 'liquidacionContable.responsable.nombre'],
  ['receptor',                              'receptor'],
  ['receptor.nit',                          'receptor.numDocumento'],
  ['sujetoExcluido.nombre',                 'receptor.nombre'],
  ['receptor.direccion.municipio',          'receptor.municipio'],
  ['receptor.bienTitulo',                   'bienTitulo'],
  ['otrosDocumentos',                       'resolucion'],
  ['documentoRelacionado[0].numeroDocumento', 'documentosRelacionados'],
  ['emisor.recintoFiscal',                  'exportacion.recintoFiscal'],
  ['emisor.tipoRegimen',                    'exportacion.tipoRegimen'],
  ['emisor.regimen',                        'exportacion.regimen'],
  ['emisor.tipoItemExpor',                  'exportacion.tipoItemExpor'],
  ['resumen.codIncoterms',                  'exportacion.incoterms'],
  ['resumen.descIncoterms',                 'exportacion.incoterms'],
  ['resumen.flete',                         'exportacion.flete'],
  ['resumen.seguro',                        'exportacion.seguro'],
  ['resumen.totalNoOnerosas',               'exportacion.totalNoOnerosas'],
  ['exportacion',                           'exportacion'],
  ['identificacion.fusion',                 'fusion'],
  ['otrosDocumentos[0].placaTrans',         'otrosDocumentos[0].transporte.placa'],
  ['otrosDocumentos[0].modoTransp',         'otrosDocumentos[0].transporte.modo'],
  ['otrosDocumentos[0].numConductor',       'otrosDocumentos[0].transporte.conductor.documento'],
  ['otrosDocumentos[0].nombreConductor',    'otrosDocumentos[0].transporte.conductor.nombre'],
  ['ventaTercero.nit',                      'ventaTercero.nit'],
  ['compraTercero.nombre',                  'compraTercero.nombre'],
  ['origenes[0].codigoGeneracion',          'origenes[0].codigoGeneracion'],
  ['apendice[0].campo',                     'apendice[0].campo'],
  ['resumen.ivaRete',                       'aplicarRetencionIva'],
  ['resumen.ivaPerci',                      'aplicarPercepcionIva'],
  ['resumen.reteRenta',                     'aplicarReteRenta'],
  ['resumen.descuGravada',                  'descuentos'],
  ['resumen.descu',                         'descuento'],
  ['resumen.pagos[0].plazo',                'plazo'],
  ['resumen.pagos[0].periodo',              'periodo'],
  ['resumen.pagos[0].codigo',               'formaPago'],
  ['resumen.pagos[1].codigo',               'pagos'],
  ['resumen.totalPagar',                    'totalPagar'],
  ['extension.nombEntrega',                 'nombEntrega'],
]

for (const [field, at, clase] of PLACES) {
  test(`a problem of ${field}${clase ? ` of a ${clase}` : ''} is marked at ${at}`, () => {
    assert.deepEqual(markIssues([{ field, message: 'No vale.' } as never], ['a', 'b'], clase), [
      { at, message: 'No vale.' },
    ])
  })
}

/** Each has a place of its own, which nothing that merely begins or ends alike has. */
const WHOLE = [
  ...['liquidacion.periodo', 'receptor.bienTitulo', 'otrosDocumentos', 'receptor.nit'],
  ...['emisor.recintoFiscal', 'emisor.tipoItemExpor', 'resumen.codIncoterms', 'resumen.flete'],
  ...['identificacion.fusion', 'otrosDocumentos[0].placaTrans', 'otrosDocumentos[0].modoTransp'],
  ...['otrosDocumentos[0].numConductor', 'otrosDocumentos[0].nombreConductor', 'resumen.ivaRete'],
  ...['resumen.ivaPerci', 'resumen.reteRenta', 'resumen.descuGravada', 'resumen.descu'],
  ...['resumen.pagos[0].plazo', 'resumen.pagos[0].codigo'],
]

test('a place is of its whole path', () => {
  const at = (field: string) => markIssues([{ field, message: 'x' } as never], ['a'])[0]?.at ?? ''
  for (const field of WHOLE) {
    assert.ok(!at(`${field}Otro`).startsWith(at(field)), field)
    assert.equal(at(`otro.${field}`), 'otro', field)
  }
})

test('of several problems of one field the first is marked', () => {
  const issues = ['resumen.flete', 'exportacion.flete', 'receptor.nrc'].map(
    (field, n) => ({ field, message: `${n}` }) as never,
  )
  assert.deepEqual(markIssues(issues, []), [
    { at: 'exportacion.flete', message: '0' },
    { at: 'receptor.nrc', message: '2' },
  ])
})
