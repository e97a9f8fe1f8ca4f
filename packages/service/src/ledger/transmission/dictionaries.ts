/**
 * What deflate knows before it reads a document: the members of its type in their order, and words that many
 * documents have. A payload is a third of its size with it than alone.
 *
 * A dictionary is needed for as long as a row names it, which is for ever: none may be changed or removed. A better
 * one gets the next number. payload.test.ts holds the hash of each.
 */

/** The amount in words, the frequent ones last: the nearer, the shorter the reference. */
const WORDS =
  'UN MILLON MILLONES DOSCIENTOS TRESCIENTOS CUATROCIENTOS QUINIENTOS SEISCIENTOS SETECIENTOS OCHOCIENTOS ' +
  'NOVECIENTOS CIEN CIENTO MIL VEINTIUN VEINTIDOS VEINTITRES VEINTICUATRO VEINTICINCO VEINTISEIS VEINTISIETE ' +
  'VEINTIOCHO VEINTINUEVE DIECISEIS DIECISIETE DIECIOCHO DIECINUEVE ONCE DOCE TRECE CATORCE QUINCE DIEZ VEINTE ' +
  'TREINTA Y CUARENTA Y CINCUENTA Y SESENTA Y SETENTA Y OCHENTA Y NOVENTA Y UN DOS TRES CUATRO CINCO SEIS SIETE ' +
  'OCHO NUEVE 00/100 DOLARES'

const identificacion = (version: number, tipoDte: string, last = '') =>
  `{"identificacion":{"version":${version},"ambiente":"00","tipoDte":"${tipoDte}","numeroControl":"DTE-${tipoDte}-M001P001-000000000000000",` +
  '"codigoGeneracion":"-4","tipoModelo":1,"tipoOperacion":1,"tipoContingencia":null,"motivoContin":null,' +
  `"fecEmi":"2026-1","horEmi":"1","tipoMoneda":"USD"${last}}`
const DIRECCION =
  '"direccion":{"departamento":"06","municipio":"23","distrito":"14","complemento":"Colonia Calle Avenida "}'
const NOMBRE = '"nombre":", S.A. de C.V."'
const ACTIVIDAD = '"codActividad":"47","descActividad":"Venta al por menor de otros productos"'
const CORREO = '"correo":"@gmail.com"'
const EMISOR = `"emisor":{"nit":"06140101","nrc":"",${NOMBRE},${ACTIVIDAD},"nombreComercial":"",${DIRECCION},"telefono":"2222",${CORREO}`
const PUNTO = '"codEstable":"M001","codPuntoVenta":"P001"'
const PAGOS =
  '"pagos":[{"codigo":"01","montoPago":0,"referencia":null,"plazo":null,"periodo":null}]'
const IVA = '"tributos":[{"codigo":"20","descripcion":"Impuesto al Valor Agregado 13%","valor":0}]'
const VENTAS = '"ventaNoSuj":0,"ventaExenta":0,"ventaGravada":0'
const TOTALES = '"totalNoSuj":0,"totalExenta":0,"totalGravada":0,"subTotalVentas":0'
const DESCUENTOS =
  '"descuNoSuj":0,"descuExenta":0,"descuGravada":0,"porcentajeDescuento":0,"totalDescu":0'
const LETRAS = '"totalLetras":"CIENTO VEINTE 00/100 DOLARES"'
const END = '"observaciones":null},"apendice":null}'

const FACTURA =
  `${identificacion(2, '01')},"documentoRelacionado":null,${EMISOR},${PUNTO}},` +
  `"receptor":{"tipoDocumento":"13","numDocumento":"0","nrc":null,"nombre":"","codActividad":null,"descActividad":null,${DIRECCION},"telefono":null,${CORREO}},` +
  '"otrosDocumentos":null,"ventaTercero":null,"cuerpoDocumento":[{"numItem":1,"tipoItem":1,"numeroDocumento":null,"cantidad":1,' +
  `"codigo":null,"codTributo":null,"uniMedida":59,"descripcion":"","precioUni":0,"montoDescu":0,${VENTAS},"tributos":null,"psv":0,"noGravado":0,"ivaItem":0},{"numItem":2}],` +
  `"resumen":{${TOTALES},${DESCUENTOS},"tributos":null,"subTotal":0,"ivaRete":0,"montoTotalOperacion":0,"totalNoGravado":0,"totalPagar":0,` +
  `${LETRAS},"totalIva":0,"saldoFavor":0,"condicionOperacion":1,${PAGOS},"numPagoElectronico":null,${END}`

const CREDITO_FISCAL =
  `${identificacion(4, '03')},"documentoRelacionado":null,${EMISOR},${PUNTO}},` +
  `"receptor":{"nit":"0614","nrc":"",${NOMBRE},${ACTIVIDAD},"nombreComercial":null,${DIRECCION},"telefono":"2",${CORREO}},` +
  '"otrosDocumentos":null,"ventaTercero":null,"cuerpoDocumento":[{"numItem":1,"tipoItem":1,"numeroDocumento":null,"codigo":null,"codTributo":null,' +
  `"descripcion":"","cantidad":1,"uniMedida":59,"precioUni":0,"montoDescu":0,${VENTAS},"tributos":["20"],"psv":0,"noGravado":0},{"numItem":2}],` +
  `"resumen":{${TOTALES},${DESCUENTOS},${IVA},"subTotal":0,"ivaPerci":0,"ivaRete":0,"montoTotalOperacion":0,"totalNoGravado":0,"totalPagar":0,` +
  `${LETRAS},"saldoFavor":0,"condicionOperacion":1,${PAGOS},"numPagoElectronico":null,${END}`

const nota = (tipoDte: string, iva: string, end: string) =>
  `${identificacion(4, tipoDte, ',"fusion":null')},"documentoRelacionado":[{"tipoDocumento":"03","tipoGeneracion":2,"numeroDocumento":"-4","fechaEmision":"2026-1"}],${EMISOR}},` +
  `"receptor":{"tipoDocumento":"36","numDocumento":"0614","nrc":"",${NOMBRE},${ACTIVIDAD},"nombreComercial":null,${DIRECCION},"telefono":null,${CORREO}},` +
  '"ventaTercero":null,"cuerpoDocumento":[{"numItem":1,"tipoItem":1,"numeroDocumento":"-4","cantidad":1,"codigo":null,"codTributo":null,"uniMedida":59,' +
  `"descripcion":"","precioUni":0,"montoDescu":0,${VENTAS},"tributos":["20"],"noGravado":0,"ivaPerci":0,"totalIva":0,"ivaRete":0},{"numItem":2}],` +
  `"resumen":{${TOTALES},"totalDescu":0,${IVA},${iva},"totalNoGravado":0,"totalPagar":0,${LETRAS},"condicionOperacion":1,${end},"codigoRetencionMH":null},"apendice":null}`

const NOTA_CREDITO = nota(
  '05',
  '"montoTotalOperacion":0,"ivaPerci":0,"totalIva":0,"ivaRete":0',
  '"observaciones":null',
)
const NOTA_DEBITO = nota(
  '06',
  '"ivaPerci":0,"totalIva":0,"ivaRete":0,"montoTotalOperacion":0',
  '"numPagoElectronico":null,"observaciones":null',
)

const EXPORTACION =
  `${identificacion(3, '11')},"documentoRelacionado":null,${EMISOR},${PUNTO},"tipoItemExpor":1,"recintoFiscal":"0","tipoRegimen":"EX-1","regimen":"1000.000"},` +
  '"receptor":{"nombre":"","tipoDocumento":"37","numDocumento":"","descActividad":"","nombreComercial":null,"codPais":"US","nombrePais":"Estados Unidos",' +
  `"complemento":"","tipoPersona":2,"telefono":null,${CORREO}},"otrosDocumentos":null,"ventaTercero":null,"compraTercero":null,` +
  '"cuerpoDocumento":[{"numItem":1,"tipoItem":1,"numeroDocumento":null,"cantidad":1,"codigo":null,"codTributo":null,"uniMedida":59,"descripcion":"","precioUni":0,"montoDescu":0,' +
  '"ventaGravada":0,"tributos":["C3"],"noGravado":0},{"numItem":2}],"resumen":{"totalGravada":0,"descuGravada":0,"porcentajeDescuento":0,"totalDescu":0,"seguro":0,"flete":0,' +
  '"tributos":[{"codigo":"C3","descripcion":"Impuesto al Valor Agregado (exportaciones) 0%","valor":0}],"montoTotalOperacion":0,"totalNoGravado":0,"totalNoOnerosas":0,"totalPagar":0,' +
  `${LETRAS},"saldoFavor":0,"condicionOperacion":1,${PAGOS},"codIncoterms":"09","descIncoterms":"FOB-Libre a bordo","numPagoElectronico":null,${END}`

const SUJETO_EXCLUIDO =
  `${identificacion(2, '14')},"emisor":{"nit":"06140101","nrc":"",${NOMBRE},${ACTIVIDAD},${DIRECCION},"telefono":"2222",${PUNTO},${CORREO}},` +
  `"receptor":{"tipoDocumento":"13","numDocumento":"0","nombre":"","codActividad":null,"descActividad":null,${DIRECCION},"telefono":null,"correo":null},` +
  '"cuerpoDocumento":[{"numItem":1,"tipoItem":1,"cantidad":1,"codigo":null,"uniMedida":59,"descripcion":"","precioUni":0,"montoDescu":0,"compra":0},{"numItem":2}],' +
  `"resumen":{"totalCompra":0,"descu":0,"totalDescu":0,"subTotal":0,"reteRenta":0,"totalPagar":0,${LETRAS},"condicionOperacion":1,${PAGOS},${END}`

const RETENCION =
  `${identificacion(2, '07', ',"fusion":null')},${EMISOR},${PUNTO}},` +
  `"receptor":{"tipoDocumento":"36","numDocumento":"0614","nrc":"",${NOMBRE},${ACTIVIDAD},"nombreComercial":null,${DIRECCION},"telefono":null,${CORREO}},` +
  '"cuerpoDocumento":[{"numItem":1,"tipoDte":"03","tipoGeneracion":2,"numeroDocumento":"-4","fechaEmision":"2026-1","montoSujetoGrav":0,"codigoRetencionMH":"22","ivaRetenido":0,"descripcion":null},{"numItem":2}],' +
  `"resumen":{"totalSujetoRetencion":0,"totalIva":0,"totalIvaRetenido":0,${LETRAS},${END}`

const REMISION =
  `${identificacion(4, '04')},"documentoRelacionado":null,${EMISOR},${PUNTO}},` +
  `"receptor":{"tipoDocumento":"36","numDocumento":"0614","nrc":"",${NOMBRE},${ACTIVIDAD},"nombreComercial":null,${DIRECCION},"telefono":null,${CORREO},"bienTitulo":"04"},` +
  '"ventaTercero":null,"cuerpoDocumento":[{"numItem":1,"tipoItem":1,"numeroDocumento":null,"codigo":null,"codTributo":null,' +
  `"descripcion":"","cantidad":1,"uniMedida":59,"precioUni":0,"montoDescu":0,${VENTAS},"tributos":["20"]},{"numItem":2}],` +
  `"resumen":{${TOTALES},${DESCUENTOS},${IVA},"subTotal":0,"montoTotalOperacion":0,${LETRAS},${END}`

const DONACION =
  `${identificacion(2, '15').replace('"tipoContingencia":null,"motivoContin":null,', '')},"emisor":{"tipoDocumento":"36","numDocumento":"06140101","nrc":"",${NOMBRE},${ACTIVIDAD},"nombreComercial":"",${DIRECCION},"telefono":"2222",${CORREO},${PUNTO}},` +
  `"receptor":{"tipoDocumento":"13","numDocumento":"0","nrc":null,"nombre":"","codActividad":null,"descActividad":null,${DIRECCION},"telefono":null,${CORREO},"codDomiciliado":1,"codPais":"SV"},` +
  '"otrosDocumentos":[{"codDocAsociado":1,"descDocumento":"Resolución","detalleDocumento":"Resolución que califica para recibir donaciones, Ley de Impuesto sobre la Renta, art. 6"}],' +
  '"cuerpoDocumento":[{"numItem":1,"tipoDonacion":1,"cantidad":1,"codigo":null,"uniMedida":99,"descripcion":"Donación en efectivo","tipoDepreciacion":0,"valorUni":0,"valor":0},{"numItem":2}],' +
  `"resumen":{"valorTotal":0,${LETRAS},"pagos":[{"codigo":"01","montoPago":0,"referencia":null}]},"apendice":null}`

const EN_UN_PASO = '"tipoContingencia":null,"motivoContin":null,'

const CONTABLE =
  `${identificacion(2, '09').replace(EN_UN_PASO, '')},"emisor":{"nit":"06140101","nrc":"",${NOMBRE},"codActividad":"64","descActividad":"Instituciones emisoras de tarjetas de crédito y otros","nombreComercial":"","telefono":"2222",${CORREO},${DIRECCION},${PUNTO}},` +
  `"receptor":{"nit":"0614","nrc":"",${NOMBRE},${ACTIVIDAD},"nombreComercial":null,"tipoEstablecimiento":"02",${DIRECCION},"telefono":null,${CORREO}},` +
  '"cuerpoDocumento":{"periodoLiquidacionFechaInicio":"2026-10-01","periodoLiquidacionFechaFin":"2026-10-0","codLiquidacion":null,"cantidadDoc":null,"valorOperaciones":1,"montoSinPercepcion":0,"descripSinPercepcion":null,' +
  `"subTotal":1,"iva":1,"montoSujetoPercepcion":1,"ivaPercibido":1,"comision":0,"porcentComision":3,"ivaComision":0,"liquidoApagar":1,${LETRAS},"observaciones":null},` +
  '"extension":{"nombEntrega":"","docuEntrega":"0","codEmpleado":null},"apendice":null}'

const LIQUIDACION =
  `${identificacion(2, '08', ',"fusion":null').replace(EN_UN_PASO, '')},${EMISOR},${PUNTO}},` +
  `"receptor":{"tipoDocumento":"36","numDocumento":"0614","codDomiciliado":1,"nrc":"",${NOMBRE},${ACTIVIDAD},"nombreComercial":null,${DIRECCION},"telefono":null,${CORREO}},` +
  `"cuerpoDocumento":[{"numItem":1,"tipoDte":"01","tipoGeneracion":2,"numeroDocumento":"-4","fechaEmision":"2026-1",${VENTAS},"exportaciones":0,"tributos":["20"],"ivaItem":0,"observaciones":null},{"numItem":2}],` +
  `"resumen":{"totalNoSuj":0,"totalExenta":0,"totalGravada":0,"exportacion":0,"subTotalVentas":0,${IVA},"montoTotalOperacion":0,"ivaPerci":0,"total":0,${LETRAS},"condicionOperacion":1,${END}`

const of = (text: string) => Buffer.from(WORDS + text)

/** By the number that a row names. */
export const DICTIONARIES: ReadonlyMap<number, Buffer> = new Map([
  [1, of(FACTURA)],
  [2, of(CREDITO_FISCAL)],
  [3, of(NOTA_CREDITO)],
  [4, of(NOTA_DEBITO)],
  [5, of(EXPORTACION)],
  [6, of(SUJETO_EXCLUIDO)],
  [7, of(RETENCION)],
  [8, of(REMISION)],
  [9, of(DONACION)],
  [10, of(CONTABLE)],
  [11, of(LIQUIDACION)],
])

/** The number of the dictionary that documents of a type are written with now. */
export const DICTIONARY_OF = {
  '01': 1,
  '03': 2,
  '04': 8,
  '05': 3,
  '06': 4,
  '07': 7,
  '08': 11,
  '09': 10,
  '11': 5,
  '14': 6,
  '15': 9,
} as const
