/** For every row of the rules, by name: a valid document, one change, and the resulting problem. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Broken, withBroken } from '../../test/broken.ts'
import { EMISOR, inputOf } from '../../test/fixtures.ts'
import { REQUESTS } from '../../test/sound-requests.ts'
import { buildDocumento, checkDocumento } from '../build.ts'
import { TRIBUTOS } from '../catalogos/cat-015-tributo.ts'
import { monto } from '../monto.ts'
import type { Factura } from '../tipos/01/estructura.ts'
import type { DteRequest } from '../tipos/index.ts'
import { type Documento, TIPOS } from '../tipos/index.ts'

type Tipo = keyof typeof REQUESTS

type Case = readonly [tipo: Tipo, name: string, field: string, broken: Broken]

const M = monto
const related = (tipoDocumento: string) => [
  { tipoDocumento, tipoGeneracion: 1, numeroDocumento: '4815', fechaEmision: '2026-10-02' },
]
/** A remission of what an export sold. */
const DE_11 = { documentoRelacionado: related('11') }
const CREDITO = { codigo: '13', montoPago: M(116.5), referencia: null, plazo: '01', periodo: 30 }

// biome-ignore format: a table
const CASES: readonly Case[] = [
  ['01', 'numeroControl de la serie del emisor', 'identificacion.numeroControl', { 'identificacion.numeroControl': 'DTE-01-M001P002-000000000000001' }],
  ['01', 'tipo de contingencia solo en contingencia', 'identificacion.tipoContingencia', { 'identificacion.tipoContingencia': 1 }],
  ['01', 'tipo de contingencia solo en contingencia', 'identificacion.tipoContingencia', { 'identificacion.tipoOperacion': 2, 'identificacion.tipoModelo': 2 }],
  ['01', 'modelo diferido en contingencia', 'identificacion.tipoModelo', { 'identificacion.tipoOperacion': 2, 'identificacion.tipoContingencia': 1 }],
  ['01', 'motivo escrito de la contingencia', 'identificacion.motivoContin', { 'identificacion.tipoOperacion': 2, 'identificacion.tipoModelo': 2, 'identificacion.tipoContingencia': 5 }],
  ['01', 'forma del NIT', 'emisor.nit', { 'emisor.nit': '0614-1' }],
  ['01', 'forma del NRC', 'emisor.nrc', { 'emisor.nrc': '12-3' }],
  ['01', 'actividad del catálogo', 'emisor.codActividad', { 'emisor.codActividad': '00001' }],
  ['01', 'forma del correo', 'emisor.correo', { 'emisor.correo': 'nadie@localhost' }],
  ['01', 'teléfono con dígitos', 'emisor.telefono', { 'emisor.telefono': 'no tiene' }],
  ['01', 'dirección de un contribuyente del país', 'receptor.direccion.departamento', { 'receptor.direccion': { departamento: '00', municipio: '00', distrito: '00', complemento: 'X' } }],
  ['03', 'dirección de un contribuyente del país', 'receptor.direccion.departamento', { 'receptor.direccion': { departamento: '00', municipio: '00', distrito: '00', complemento: 'X' } }],
  ['01', 'el tercero distinto del emisor', 'ventaTercero.nit', { 'ventaTercero.nit': '06140101900019' }],
  ['03', 'el receptor distinto del emisor', 'receptor.nit', { 'receptor.nit': '06140101900019' }],
  ['14', 'el sujeto excluido distinto del emisor', 'receptor.numDocumento', { 'receptor.tipoDocumento': '36', 'receptor.numDocumento': '06140101900019' }],
  ['01', 'código del establecimiento', 'emisor.codEstable', { 'emisor.codEstable': '0001' }],
  ['01', 'código del punto de venta', 'emisor.codPuntoVenta', { 'emisor.codPuntoVenta': '1' }],
  ['01', 'departamento del catálogo', 'emisor.direccion.departamento', { 'emisor.direccion.departamento': '15' }],
  ['01', 'municipio de su departamento', 'receptor.direccion.municipio', { 'receptor.direccion.municipio': '13' }],
  ['01', 'distrito de su municipio', 'receptor.direccion.distrito', { 'receptor.direccion.distrito': '01' }],
  ['01', 'receptor desde el monto legal', 'receptor', { receptor: null, 'resumen.montoTotalOperacion': M(1095) }],
  ['01', 'nombre del receptor desde el monto legal', 'receptor.nombre', { 'receptor.nombre': null, 'resumen.montoTotalOperacion': M(1095) }],
  ['01', 'documento del receptor desde el monto legal', 'receptor.numDocumento', { 'receptor.tipoDocumento': null, 'receptor.numDocumento': null, 'resumen.montoTotalOperacion': M(1095) }],
  ['01', 'receptor que retiene', 'receptor', { receptor: null, 'resumen.ivaRete': M(0.88) }],
  ['01', 'documento del receptor que retiene', 'receptor.numDocumento', { 'receptor.tipoDocumento': null, 'receptor.numDocumento': null, 'resumen.ivaRete': M(0.88) }],
  ['01', 'tipo de documento del catálogo', 'receptor.tipoDocumento', { 'receptor.tipoDocumento': '14' }],
  ['01', 'número del tipo de documento', 'receptor.numDocumento', { 'receptor.numDocumento': null }],
  ['01', 'forma del NIT del receptor', 'receptor.numDocumento', { 'receptor.tipoDocumento': '36', 'receptor.numDocumento': '0614101' }],
  ['01', 'forma del DUI del receptor', 'receptor.numDocumento', { 'receptor.numDocumento': '0001629-75' }],
  ['01', 'dígito verificador del DUI del receptor', 'receptor.numDocumento', { 'receptor.numDocumento': '000162970' }],
  ['01', 'domicilio del tercero del catálogo', 'ventaTercero.codDomiciliado', { 'ventaTercero.codDomiciliado': 3 }],
  ['01', 'NIT del tercero domiciliado', 'ventaTercero.nit', { 'ventaTercero.nit': 'P-1' }],
  ['01', 'tipo de documento del que una venta viene', 'documentoRelacionado[0].tipoDocumento', { 'documentoRelacionado.0.tipoDocumento': '03' }],
  ['01', 'orígenes de un solo tipo', 'documentoRelacionado[1].tipoDocumento', { 'documentoRelacionado.1.tipoDocumento': '08' }],
  ['01', 'origen una sola vez', 'documentoRelacionado[1].numeroDocumento', { 'documentoRelacionado.1.numeroDocumento': '4815' }],
  ['01', 'tipo de generación del catálogo', 'documentoRelacionado[0].tipoGeneracion', { 'documentoRelacionado.0.tipoGeneracion': 3 }],
  ['01', 'número del documento electrónico relacionado', 'documentoRelacionado[0].numeroDocumento', { 'documentoRelacionado.0.tipoGeneracion': 2 }],
  ['01', 'origen anterior a la venta', 'documentoRelacionado[0].fechaEmision', { 'documentoRelacionado.0.fechaEmision': '2026-10-06' }],
  ['11', 'el tercero distinto del emisor', 'compraTercero.numDocumento', { ventaTercero: null, compraTercero: { numDocumento: '06140101900019', nombre: 'YO' } }],
  ['01', 'tipo de ítem del catálogo', 'cuerpoDocumento[0].tipoItem', { 'cuerpoDocumento.0.tipoItem': 5 }],
  ['01', 'unidad de medida del catálogo', 'cuerpoDocumento[0].uniMedida', { 'cuerpoDocumento.0.uniMedida': 98 }],
  ['01', 'precio no negativo', 'cuerpoDocumento[0].precioUni', { 'cuerpoDocumento.0.precioUni': M(-1) }],
  ['01', 'descuento dentro del importe de la línea', 'cuerpoDocumento[1].montoDescu', { 'cuerpoDocumento.1.montoDescu': M(10.01) }],
  ['01', 'una sola clase de venta por línea', 'cuerpoDocumento[0]', { 'cuerpoDocumento.0.ventaExenta': M(1) }],
  ['01', 'importe de la línea', 'cuerpoDocumento[0]', { 'cuerpoDocumento.0.ventaGravada': M(100.02) }],
  ['01', 'cargo o abono con cantidad 1', 'cuerpoDocumento[3].cantidad', { 'cuerpoDocumento.3.cantidad': M(2) }],
  ['01', 'cargo o abono con unidad 99', 'cuerpoDocumento[3].uniMedida', { 'cuerpoDocumento.3.uniMedida': 59 }],
  ['01', 'cargo o abono sin precio', 'cuerpoDocumento[3].precioUni', { 'cuerpoDocumento.3.precioUni': M(1.5) }],
  ['01', 'cargo o abono sin descuento', 'cuerpoDocumento[3].montoDescu', { 'cuerpoDocumento.3.montoDescu': M(0.5) }],
  ['01', 'cargo o abono sin tributos', 'cuerpoDocumento[3].tributos', { 'cuerpoDocumento.3.tributos': ['D1'] }],
  ['01', 'alguna línea con venta', 'cuerpoDocumento', { 'cuerpoDocumento.0.ventaGravada': M(0), 'cuerpoDocumento.1.ventaExenta': M(0), 'cuerpoDocumento.2.ventaNoSuj': M(0) }],
  ['01', 'totalNoSuj calculado', 'resumen.totalNoSuj', { 'resumen.totalNoSuj': M(5.02) }],
  ['01', 'totalExenta calculado', 'resumen.totalExenta', { 'resumen.totalExenta': M(9.98) }],
  ['01', 'totalGravada calculado', 'resumen.totalGravada', { 'resumen.totalGravada': M(100.02) }],
  ['01', 'totalNoGravado calculado', 'resumen.totalNoGravado', { 'resumen.totalNoGravado': M(-1.5) }],
  ['01', 'subTotalVentas calculado', 'resumen.subTotalVentas', { 'resumen.subTotalVentas': M(115.5) }],
  ['01', 'totalDescu calculado', 'resumen.totalDescu', { 'resumen.totalDescu': M(0) }],
  ['01', 'subTotal calculado', 'resumen.subTotal', { 'resumen.subTotal': M(114) }],
  ['01', 'descuento global a ventas no sujetas dentro de su base', 'resumen.descuNoSuj', { 'resumen.descuNoSuj': M(5.01) }],
  ['01', 'descuento global a ventas exentas dentro de su base', 'resumen.descuExenta', { 'resumen.descuExenta': M(10.01) }],
  ['01', 'descuento global a ventas gravadas dentro de su base', 'resumen.descuGravada', { 'resumen.descuGravada': M(100.01) }],
  ['01', 'forma de pago del catálogo', 'resumen.pagos[0].codigo', { 'resumen.pagos.0.codigo': '06' }],
  ['01', 'plazo del catálogo', 'resumen.pagos[0].plazo', { 'resumen.pagos.0': { ...CREDITO, plazo: '04' }, 'resumen.condicionOperacion': 2 }],
  ['01', 'periodo entero', 'resumen.pagos[0].periodo', { 'resumen.pagos.0': { ...CREDITO, periodo: 1.5 }, 'resumen.condicionOperacion': 2 }],
  ['01', 'plazo según la condición', 'resumen.pagos[0].plazo', { 'resumen.pagos.0.plazo': '01' }],
  ['01', 'periodo según la condición', 'resumen.pagos[0].periodo', { 'resumen.pagos.0': { ...CREDITO, periodo: null }, 'resumen.condicionOperacion': 2 }],
  ['01', 'plazo y periodo juntos', 'resumen.pagos[0].periodo', { 'resumen.pagos.0': { ...CREDITO, periodo: null }, 'resumen.condicionOperacion': 3 }],
  ['01', 'efectivo sin referencia', 'resumen.pagos[0].referencia', { 'resumen.pagos.0.referencia': '123' }],
  ['01', 'condición del catálogo', 'resumen.condicionOperacion', { 'resumen.condicionOperacion': 4 }],
  ['01', 'contado cuando no hay nada que pagar', 'resumen.condicionOperacion', { 'resumen.totalPagar': M(0), 'resumen.condicionOperacion': 2 }],
  ['01', 'saldo a favor con forma de pago 99', 'resumen.pagos', { 'resumen.saldoFavor': M(-1) }],
  ['01', 'los pagos suman el total', 'resumen.pagos', { 'resumen.pagos.0.montoPago': M(116.49) }],
  ['01', 'pago mixto con parte al contado y parte a crédito', 'resumen.pagos', { 'resumen.condicionOperacion': 3 }],
  ['01', 'texto legible', 'emisor.nombre', { 'emisor.nombre': 'A\u0000' }],
  ['01', 'texto legible', 'cuerpoDocumento[1].descripcion', { 'cuerpoDocumento.1.descripcion': '\udc00' }],
  ['01', 'sin IVA entre los tributos de la línea', 'cuerpoDocumento[0].tributos', { 'cuerpoDocumento.0.tributos': ['20'] }],
  ['01', 'IVA de la línea', 'cuerpoDocumento[0].ivaItem', { 'cuerpoDocumento.0.ivaItem': M(13) }],
  ['01', 'montoTotalOperacion calculado', 'resumen.montoTotalOperacion', { 'resumen.montoTotalOperacion': M(115.02) }],
  ['01', 'totalPagar calculado', 'resumen.totalPagar', { 'resumen.totalPagar': M(116.52) }],
  ['01', 'totalIva calculado', 'resumen.totalIva', { 'resumen.totalIva': M(11.52) }],
  ['01', 'retención del 1 %', 'resumen.ivaRete', { 'resumen.ivaRete': M(1) }],
  ['03', 'receptor completo: nit', 'receptor.nit', { 'receptor.nit': null }],
  ['03', 'receptor completo: nrc', 'receptor.nrc', { 'receptor.nrc': null }],
  ['03', 'receptor completo: nombre', 'receptor.nombre', { 'receptor.nombre': '' }],
  ['03', 'receptor completo: codActividad', 'receptor.codActividad', { 'receptor.codActividad': null }],
  ['03', 'receptor completo: direccion', 'receptor.direccion', { 'receptor.direccion': null }],
  ['03', 'receptor completo: correo', 'receptor.correo', { 'receptor.correo': null }],
  ['03', 'IVA listado en las líneas gravadas', 'cuerpoDocumento[0].tributos', { 'cuerpoDocumento.0.tributos': null }],
  ['03', 'IVA listado en las líneas gravadas', 'cuerpoDocumento[1].tributos', { 'cuerpoDocumento.1.tributos': ['20'] }],
  ['03', 'montoTotalOperacion calculado', 'resumen.montoTotalOperacion', { 'resumen.montoTotalOperacion': M(129) }],
  ['03', 'IVA del resumen', 'resumen.tributos', { 'resumen.tributos.0.valor': M(12.98) }],
  ['03', 'totalPagar calculado', 'resumen.totalPagar', { 'resumen.totalPagar': M(129.48) }],
  ['03', 'retención del 1 %', 'resumen.ivaRete', { 'resumen.ivaRete': M(1.13) }],
  ['03', 'percepción del 1 %', 'resumen.ivaPerci', { 'resumen.ivaPerci': M(0.5) }],
  ['01', 'tributo del catálogo', 'cuerpoDocumento[0].tributos', { 'cuerpoDocumento.0.tributos': ['XX'] }],
  ['01', 'tributo del catálogo', 'cuerpoDocumento[0].tributos', { 'cuerpoDocumento.0.tributos': ['A8'] }],
  ['01', 'tributo con monto conocido', 'cuerpoDocumento[0].tributos', { 'cuerpoDocumento.0.tributos': ['D5'] }],
  ['03', 'tributo con monto conocido', 'cuerpoDocumento[0].tributos', { 'cuerpoDocumento.0.tributos': ['20', 'D4'] }],
  ['03', 'tributo que el tipo de documento lleva', 'cuerpoDocumento[0].tributos', { 'cuerpoDocumento.0.tributos': ['20', 'C3'] }],
  ['11', 'tributo que el tipo de documento lleva', 'cuerpoDocumento[0].tributos', { 'cuerpoDocumento.0.tributos': ['C3', '59'] }],
  ['11', 'tributo que el tipo de documento lleva', 'cuerpoDocumento[0].tributos', { 'cuerpoDocumento.0.tributos': ['C3', '20'] }],
  ['01', 'galones en FOVIAL y COTRANS', 'cuerpoDocumento[0].uniMedida', { 'cuerpoDocumento.0.tributos': ['C8'] }],
  ['01', 'codTributo del catálogo', 'cuerpoDocumento[0].codTributo', { 'cuerpoDocumento.0.codTributo': '59' }],
  ['01', 'codTributo del catálogo', 'cuerpoDocumento[0].codTributo', { 'cuerpoDocumento.0.codTributo': 'D4' }],
  ['01', 'tipo de ítem del catálogo', 'cuerpoDocumento[0].tipoItem', { 'cuerpoDocumento.0.codTributo': 'A8' }],
  ['03', 'línea de tributo con cantidad 1', 'cuerpoDocumento[0].cantidad', { 'cuerpoDocumento.0.codTributo': 'A8' }],
  ['03', 'línea de tributo con unidad 99', 'cuerpoDocumento[0].uniMedida', { 'cuerpoDocumento.0.codTributo': 'A8' }],
  ['01', 'línea de tributo gravada', 'cuerpoDocumento[1]', { 'cuerpoDocumento.1.codTributo': 'A8' }],
  ['03', 'línea de tributo sin otros tributos', 'cuerpoDocumento[0].tributos', { 'cuerpoDocumento.0.codTributo': 'A8', 'cuerpoDocumento.0.tributos': ['20', '59'] }],
  ['11', 'línea de tributo sin otros tributos', 'cuerpoDocumento[0].tributos', { 'cuerpoDocumento.0.codTributo': 'A8', 'cuerpoDocumento.0.tributos': ['C6'] }],
  ['01', 'cargo o abono sin codTributo', 'cuerpoDocumento[3].codTributo', { 'cuerpoDocumento.3.codTributo': 'A8' }],
  ['01', 'una fila por tributo listado', 'resumen.tributos', { 'cuerpoDocumento.0.tributos': ['C5'] }],
  ['03', 'una fila por tributo listado', 'resumen.tributos', { 'resumen.tributos.0.codigo': '58' }],
  ['03', 'nombre del tributo', 'resumen.tributos', { 'resumen.tributos.0.descripcion': 'IVA' }],
  ['01', 'valor del tributo', 'resumen.tributos', { 'cuerpoDocumento.0.tributos': ['71'], 'resumen.tributos': [{ codigo: '71', descripcion: TRIBUTOS['71'].nombre, valor: M(28.02) }] }],
  ['11', 'valor del tributo', 'resumen.tributos', { 'resumen.tributos.0.valor': M(13) }],
  ['11', 'receptor completo: nombre', 'receptor.nombre', { 'receptor.nombre': null }],
  ['11', 'receptor completo: numDocumento', 'receptor.numDocumento', { 'receptor.numDocumento': '' }],
  ['11', 'receptor completo: descActividad', 'receptor.descActividad', { 'receptor.descActividad': null }],
  ['11', 'receptor completo: codPais', 'receptor.codPais', { 'receptor.codPais': null }],
  ['11', 'receptor completo: complemento', 'receptor.complemento', { 'receptor.complemento': null }],
  ['11', 'receptor completo: tipoPersona', 'receptor.tipoPersona', { 'receptor.tipoPersona': null }],
  ['11', 'receptor completo: correo', 'receptor.correo', { 'receptor.correo': null }],
  ['11', 'país del catálogo', 'receptor.codPais', { 'receptor.codPais': 'USA' }],
  ['11', 'tipo de persona del catálogo', 'receptor.tipoPersona', { 'receptor.tipoPersona': 3 }],
  ['11', 'exportación de bienes o de servicios', 'emisor.tipoItemExpor', { 'emisor.tipoItemExpor': 3 }],
  ['11', 'recintoFiscal en la exportación de bienes', 'emisor.recintoFiscal', { 'emisor.recintoFiscal': null }],
  ['11', 'recintoFiscal ajeno a la exportación de servicios', 'emisor.recintoFiscal', { 'emisor.tipoItemExpor': 2 }],
  ['11', 'recintoFiscal del catálogo', 'emisor.recintoFiscal', { 'emisor.recintoFiscal': '13' }],
  ['11', 'tipoRegimen en la exportación de bienes', 'emisor.tipoRegimen', { 'emisor.tipoRegimen': null }],
  ['11', 'tipoRegimen ajeno a la exportación de servicios', 'emisor.tipoRegimen', { 'emisor.tipoItemExpor': 2 }],
  ['11', 'tipoRegimen del catálogo', 'emisor.tipoRegimen', { 'emisor.tipoRegimen': 'EX-4' }],
  ['11', 'regimen en la exportación de bienes', 'emisor.regimen', { 'emisor.regimen': null }],
  ['11', 'regimen ajeno a la exportación de servicios', 'emisor.regimen', { 'emisor.tipoItemExpor': 2 }],
  ['11', 'regimen del catálogo', 'emisor.regimen', { 'emisor.regimen': 'EX-1.1000.000' }],
  ['11', 'régimen de su tipo', 'emisor.regimen', { 'emisor.regimen': '2100.000' }],
  ['11', 'comprador en el país solo por zona franca', 'receptor.codPais', { 'receptor.codPais': 'SV' }],
  ['11', 'bienes o servicios como la exportación', 'cuerpoDocumento[0].tipoItem', { 'cuerpoDocumento.0.tipoItem': 2 }],
  ['11', 'incoterms en la exportación de bienes', 'resumen.codIncoterms', { 'resumen.codIncoterms': null }],
  ['11', 'incoterms ajeno a la exportación de servicios', 'resumen.codIncoterms', { 'emisor.tipoItemExpor': 2 }],
  ['11', 'incoterms del catálogo', 'resumen.codIncoterms', { 'resumen.codIncoterms': '12' }],
  ['11', 'nombre del incoterms', 'resumen.descIncoterms', { 'resumen.descIncoterms': 'CIF' }],
  ['11', 'por cuenta de un solo tercero', 'compraTercero', { compraTercero: { numDocumento: 'A1', nombre: 'B' } }],
  ['11', 'bienes y servicios en líneas separadas', 'cuerpoDocumento[0].tipoItem', { 'cuerpoDocumento.0.tipoItem': 3 }],
  ['11', 'IVA de exportación en las líneas vendidas', 'cuerpoDocumento[0].tributos', { 'cuerpoDocumento.0.tributos': null }],
  ['11', 'alguna línea con venta', 'cuerpoDocumento', { 'cuerpoDocumento.0.ventaGravada': M(0) }],
  ['11', 'importe de la línea', 'cuerpoDocumento[0]', { 'cuerpoDocumento.0.ventaGravada': M(100.02) }],
  ['11', 'totalGravada calculado', 'resumen.totalGravada', { 'resumen.totalGravada': M(100.02) }],
  ['11', 'totalNoGravado calculado', 'resumen.totalNoGravado', { 'resumen.totalNoGravado': M(0) }],
  ['11', 'totalDescu calculado', 'resumen.totalDescu', { 'resumen.totalDescu': M(0) }],
  ['11', 'descuento global a ventas gravadas dentro de su base', 'resumen.descuGravada', { 'resumen.descuGravada': M(100.01) }],
  ['11', 'montoTotalOperacion calculado', 'resumen.montoTotalOperacion', { 'resumen.montoTotalOperacion': M(100) }],
  ['11', 'totalPagar calculado', 'resumen.totalPagar', { 'resumen.totalPagar': M(110.5) }],
  ['11', 'saldoFavor calculado', 'resumen.saldoFavor', { 'resumen.saldoFavor': M(1) }],
  ['04', 'receptor completo: numDocumento', 'receptor.numDocumento', { 'receptor.numDocumento': null }],
  ['04', 'receptor completo: nombre', 'receptor.nombre', { 'receptor.nombre': null }],
  ['04', 'receptor completo: codActividad', 'receptor.codActividad', { 'receptor.codActividad': null }],
  ['04', 'título de los bienes del catálogo', 'receptor.bienTitulo', { 'receptor.bienTitulo': '06' }],
  ['04', 'título de lo que va a un lugar propio', 'receptor.bienTitulo', { 'receptor.numDocumento': EMISOR.nit }],
  ['04', 'tipo de documento del que una venta viene', 'documentoRelacionado[0].tipoDocumento', { documentoRelacionado: related('14') }],
  ['04', 'remisión de una exportación sin líneas de tributo', 'cuerpoDocumento[0].codTributo', { ...DE_11, 'cuerpoDocumento.0.codTributo': 'A8' }],
  ['04', 'bienes o servicios de la exportación que se remite', 'cuerpoDocumento[0].tipoItem', { ...DE_11, 'cuerpoDocumento.0.tipoItem': 3 }],
  ['04', 'venta gravada de la exportación que se remite', 'cuerpoDocumento[1].tipoVenta', DE_11],
  ['04', 'tributo C3 en la remisión de una exportación', 'cuerpoDocumento[0].tributos', DE_11],
  ['04', 'tributo que el tipo de documento lleva', 'cuerpoDocumento[0].tributos', { 'cuerpoDocumento.0.tributos': ['20', 'C3'] }],
  ['04', 'IVA listado en las líneas gravadas', 'cuerpoDocumento[1].tributos', { 'cuerpoDocumento.1.tributos': ['20'] }],
  ['04', 'IVA del resumen', 'resumen.tributos', { 'resumen.tributos.0.valor': M(13) }],
  ['04', 'una sola clase de venta por línea', 'cuerpoDocumento[0]', { 'cuerpoDocumento.0.ventaExenta': M(1) }],
  ['04', 'totalGravada calculado', 'resumen.totalGravada', { 'resumen.totalGravada': M(100.02) }],
  ['04', 'totalDescu calculado', 'resumen.totalDescu', { 'resumen.totalDescu': M(2) }],
  ['04', 'descuento global a ventas gravadas dentro de su base', 'resumen.descuGravada', { 'resumen.descuGravada': M(100.01) }],
  ['04', 'montoTotalOperacion calculado', 'resumen.montoTotalOperacion', { 'resumen.montoTotalOperacion': M(100) }],
  ['07', 'receptor completo: numDocumento', 'receptor.numDocumento', { 'receptor.numDocumento': null }],
  ['07', 'receptor completo: nombre', 'receptor.nombre', { 'receptor.nombre': null }],
  ['07', 'receptor completo: codActividad', 'receptor.codActividad', { 'receptor.codActividad': null }],
  ['07', 'receptor completo: direccion', 'receptor.direccion', { 'receptor.direccion': null }],
  ['07', 'el proveedor distinto del emisor', 'receptor.numDocumento', { 'receptor.numDocumento': '06140101900019' }],
  ['07', 'forma del NRC', 'receptor.nrc', { 'receptor.nrc': '12-3' }],
  ['07', 'tipo de documento sobre el que se retiene', 'cuerpoDocumento[0].tipoDte', { 'cuerpoDocumento.0.tipoDte': '05' }],
  ['07', 'documentos de un solo tipo', 'cuerpoDocumento[1].tipoDte', { 'cuerpoDocumento.1.tipoDte': '01' }],
  ['07', 'tipo de generación del catálogo', 'cuerpoDocumento[0].tipoGeneracion', { 'cuerpoDocumento.0.tipoGeneracion': 3 }],
  ['07', 'código del documento electrónico sobre el que se retiene', 'cuerpoDocumento[0].numeroDocumento', { 'cuerpoDocumento.0.tipoGeneracion': 2 }],
  ['07', 'número del documento físico', 'cuerpoDocumento[0].numeroDocumento', { 'cuerpoDocumento.0.numeroDocumento': '123456789012345678901' }],
  ['07', 'documento una sola vez', 'cuerpoDocumento[1].numeroDocumento', { 'cuerpoDocumento.1.numeroDocumento': '4815' }],
  ['07', 'documento anterior a la retención', 'cuerpoDocumento[0].fechaEmision', { 'cuerpoDocumento.0.fechaEmision': '2026-10-06' }],
  ['07', 'monto sujeto a retención', 'cuerpoDocumento[0].montoSujetoGrav', { 'cuerpoDocumento.0.montoSujetoGrav': M(0) }],
  ['07', 'código de retención del catálogo', 'cuerpoDocumento[0].codigoRetencionMH', { 'cuerpoDocumento.0.codigoRetencionMH': '23' }],
  ['07', 'retención de un caso especial', 'cuerpoDocumento[0].ivaRetenido', { 'cuerpoDocumento.0.codigoRetencionMH': 'C9', 'cuerpoDocumento.0.ivaRetenido': M(200.01) }],
  ['07', 'retención de un caso especial', 'cuerpoDocumento[0].ivaRetenido', { 'cuerpoDocumento.0.codigoRetencionMH': 'C9', 'cuerpoDocumento.0.ivaRetenido': M(0) }],
  ['07', 'IVA retenido de al menos un centavo', 'cuerpoDocumento[0].montoSujetoGrav', { 'cuerpoDocumento.0.montoSujetoGrav': M(0.49) }],
  ['07', 'IVA retenido según su código', 'cuerpoDocumento[0].ivaRetenido', { 'cuerpoDocumento.0.ivaRetenido': M(2.02) }],
  ['07', 'totalSujetoRetencion calculado', 'resumen.totalSujetoRetencion', { 'resumen.totalSujetoRetencion': M(499.98) }],
  ['07', 'totalIva calculado', 'resumen.totalIva', { 'resumen.totalIva': M(41) }],
  ['07', 'totalIvaRetenido calculado', 'resumen.totalIvaRetenido', { 'resumen.totalIvaRetenido': M(40.98) }],
  ['15', 'receptor completo: numDocumento', 'receptor.numDocumento', { 'receptor.numDocumento': null }],
  ['15', 'receptor completo: nombre', 'receptor.nombre', { 'receptor.nombre': null }],
  ['15', 'receptor completo: codPais', 'receptor.codPais', { 'receptor.codPais': null }],
  ['15', 'identidad del donante', 'receptor.numDocumento', { 'receptor.tipoDocumento': '37', 'receptor.numDocumento': 'SIN-DOCUMENTO' }],
  ['15', 'el donante distinto del emisor', 'receptor.numDocumento', { 'receptor.tipoDocumento': '36', 'receptor.numDocumento': EMISOR.nit }],
  ['15', 'domicilio del donante del catálogo', 'receptor.codDomiciliado', { 'receptor.codDomiciliado': 3 }],
  ['15', 'donante domiciliado en el país', 'receptor.codPais', { 'receptor.codPais': 'GT' }],
  ['15', 'dirección de un donante domiciliado', 'receptor.direccion', { 'receptor.direccion': null }],
  ['15', 'donante de fuera sin dirección del país', 'receptor.direccion', { 'receptor.codDomiciliado': 2 }],
  ['15', 'tipo de donación del catálogo', 'cuerpoDocumento[0].tipoDonacion', { 'cuerpoDocumento.0.tipoDonacion': 4 }],
  ['15', 'unidad de medida de los bienes donados', 'cuerpoDocumento[0].uniMedida', { 'cuerpoDocumento.0.uniMedida': 98 }],
  ['15', 'efectivo con cantidad 1', 'cuerpoDocumento[1].cantidad', { 'cuerpoDocumento.1.cantidad': M(2) }],
  ['15', 'unidad 99 de lo que no es un bien', 'cuerpoDocumento[1].uniMedida', { 'cuerpoDocumento.1.uniMedida': 59 }],
  ['15', 'depreciación solo de bienes', 'cuerpoDocumento[1].tipoDepreciacion', { 'cuerpoDocumento.1.tipoDepreciacion': M(1) }],
  ['08', 'receptor completo: numDocumento', 'receptor.numDocumento', { 'receptor.numDocumento': null }],
  ['08', 'receptor completo: nombre', 'receptor.nombre', { 'receptor.nombre': null }],
  ['08', 'receptor completo: codActividad', 'receptor.codActividad', { 'receptor.codActividad': null }],
  ['08', 'receptor completo: direccion', 'receptor.direccion', { 'receptor.direccion': null }],
  ['08', 'el mandante distinto del emisor', 'receptor.numDocumento', { 'receptor.numDocumento': '06140101900019' }],
  ['08', 'domicilio del mandante del catálogo', 'receptor.codDomiciliado', { 'receptor.codDomiciliado': 3 }],
  ['08', 'tipo de documento que se liquida', 'cuerpoDocumento[0].tipoDte', { 'cuerpoDocumento.0.tipoDte': '07' }],
  ['08', 'documento una sola vez, o también como invalidado', 'cuerpoDocumento[2].numeroDocumento', { 'cuerpoDocumento.2.numeroDocumento': '4815' }],
  ['08', 'documento anterior a la liquidación', 'cuerpoDocumento[0].fechaEmision', { 'cuerpoDocumento.0.fechaEmision': '2026-10-06' }],
  ['08', 'todo un documento suma o resta', 'cuerpoDocumento[0].ventaGravada', { 'cuerpoDocumento.0.ventaExenta': M(-1) }],
  ['08', 'exportaciones de una exportación', 'cuerpoDocumento[0].exportaciones', { 'cuerpoDocumento.0.exportaciones': M(1) }],
  ['08', 'una exportación sin ventas internas', 'cuerpoDocumento[2].ventaGravada', { 'cuerpoDocumento.2.ventaGravada': M(1) }],
  ['08', 'IVA de lo gravado que se liquida', 'cuerpoDocumento[0].ivaItem', { 'cuerpoDocumento.0.ivaItem': M(64.98) }],
  ['08', 'tributos de la primera sección en la liquidación', 'cuerpoDocumento[0].tributos', { 'cuerpoDocumento.0.tributos': ['20', 'A8'] }],
  ['08', 'totalNoSuj calculado', 'resumen.totalNoSuj', { 'resumen.totalNoSuj': M(1) }],
  ['08', 'totalExenta calculado', 'resumen.totalExenta', { 'resumen.totalExenta': M(1) }],
  ['08', 'totalGravada calculado', 'resumen.totalGravada', { 'resumen.totalGravada': M(500) }],
  ['08', 'exportacion calculado', 'resumen.exportacion', { 'resumen.exportacion': M(0) }],
  ['08', 'subTotalVentas calculado', 'resumen.subTotalVentas', { 'resumen.subTotalVentas': M(450) }],
  ['08', 'tributos de las líneas de la liquidación', 'resumen.tributos', { 'cuerpoDocumento.2.tributos': null }],
  ['08', 'IVA de la liquidación', 'resumen.tributos', { 'resumen.tributos.0.valor': M(65) }],
  ['08', 'montoTotalOperacion calculado', 'resumen.montoTotalOperacion', { 'resumen.montoTotalOperacion': M(750) }],
  ['08', 'total calculado', 'resumen.total', { 'resumen.total': M(808.5) }],
  ['08', 'total de la liquidación no negativo', 'resumen.total', { 'resumen.total': M(-1) }],
  ['08', 'condición de la operación del catálogo', 'resumen.condicionOperacion', { 'resumen.condicionOperacion': 4 }],
  ['09', 'receptor completo: nit', 'receptor.nit', { 'receptor.nit': null }],
  ['09', 'receptor completo: nombre', 'receptor.nombre', { 'receptor.nombre': null }],
  ['09', 'receptor completo: codActividad', 'receptor.codActividad', { 'receptor.codActividad': null }],
  ['09', 'receptor completo: tipoEstablecimiento', 'receptor.tipoEstablecimiento', { 'receptor.tipoEstablecimiento': null }],
  ['09', 'receptor completo: correo', 'receptor.correo', { 'receptor.correo': null }],
  ['09', 'el afiliado distinto del emisor', 'receptor.nit', { 'receptor.nit': '06140101900019' }],
  ['09', 'tipo de establecimiento del catálogo', 'receptor.tipoEstablecimiento', { 'receptor.tipoEstablecimiento': '03' }],
  ['09', 'fin de la liquidación después de su inicio', 'cuerpoDocumento.periodoLiquidacionFechaFin', { 'cuerpoDocumento.periodoLiquidacionFechaFin': '2026-09-30' }],
  ['09', 'liquidación dentro de un período tributario', 'cuerpoDocumento.periodoLiquidacionFechaFin', { 'cuerpoDocumento.periodoLiquidacionFechaInicio': '2026-09-30' }],
  ['09', 'liquidación de lo ya operado', 'cuerpoDocumento.periodoLiquidacionFechaInicio', { 'cuerpoDocumento.periodoLiquidacionFechaInicio': '2026-10-06', 'cuerpoDocumento.periodoLiquidacionFechaFin': '2026-10-06' }],
  ['09', 'valor de las operaciones', 'cuerpoDocumento.valorOperaciones', { 'cuerpoDocumento.valorOperaciones': M(0) }],
  ['09', 'algo sujeto a percepción', 'cuerpoDocumento.montoSinPercepcion', { 'cuerpoDocumento.montoSinPercepcion': M(11300) }],
  ['09', 'descripción de lo que no se sujeta a percepción', 'cuerpoDocumento.descripSinPercepcion', { 'cuerpoDocumento.descripSinPercepcion': null }],
  ['09', 'descripción solo con su monto', 'cuerpoDocumento.montoSinPercepcion', { 'cuerpoDocumento.montoSinPercepcion': M(0) }],
  ['09', 'IVA percibido de al menos un centavo', 'cuerpoDocumento.valorOperaciones', { 'cuerpoDocumento.ivaPercibido': M(0) }],
  ['09', 'líquido a pagar mayor que 0', 'cuerpoDocumento.comision', { 'cuerpoDocumento.liquidoApagar': M(0) }],
  ['09', 'subTotal calculado', 'cuerpoDocumento.subTotal', { 'cuerpoDocumento.subTotal': M(11000.02) }],
  ['09', 'montoSujetoPercepcion calculado', 'cuerpoDocumento.montoSujetoPercepcion', { 'cuerpoDocumento.montoSujetoPercepcion': M(11000) }],
  ['09', 'iva calculado', 'cuerpoDocumento.iva', { 'cuerpoDocumento.iva': M(1430) }],
  ['09', 'ivaPercibido calculado', 'cuerpoDocumento.ivaPercibido', { 'cuerpoDocumento.ivaPercibido': M(220) }],
  ['09', 'ivaComision calculado', 'cuerpoDocumento.ivaComision', { 'cuerpoDocumento.ivaComision': M(39) }],
  ['09', 'liquidoApagar calculado', 'cuerpoDocumento.liquidoApagar', { 'cuerpoDocumento.liquidoApagar': M(10422.24) }],
  ['09', 'responsable de la liquidación', 'extension.nombEntrega', { 'extension.nombEntrega': ' ' }],
  ['09', 'documento del responsable de la liquidación', 'extension.docuEntrega', { 'extension.docuEntrega': '' }],
  ['15', 'depreciación dentro del valor', 'cuerpoDocumento[0].tipoDepreciacion', { 'cuerpoDocumento.0.tipoDepreciacion': M(102.01) }],
  ['15', 'valor de la donación', 'cuerpoDocumento[0].valor', { 'cuerpoDocumento.0.valor': M(100.02) }],
  ['15', 'alguna línea con valor', 'cuerpoDocumento', { 'cuerpoDocumento.0.valor': M(0), 'cuerpoDocumento.1.valor': M(0) }],
  ['15', 'valorTotal calculado', 'resumen.valorTotal', { 'resumen.valorTotal': M(149.98) }],
  ['15', 'pagos de lo que se da en efectivo', 'resumen.pagos', { 'resumen.pagos.0.montoPago': M(150) }],
  ['15', 'pagos de lo que se da en efectivo', 'resumen.pagos', { 'resumen.pagos': null }],
  ['15', 'efectivo sin referencia', 'resumen.pagos[0].referencia', { 'resumen.pagos.0.referencia': 'R' }],
  ['14', 'receptor completo: numDocumento', 'receptor.numDocumento', { 'receptor.numDocumento': null }],
  ['14', 'receptor completo: nombre', 'receptor.nombre', { 'receptor.nombre': null }],
  ['14', 'receptor completo: direccion', 'receptor.direccion', { 'receptor.direccion': null }],
  ['14', 'dígito verificador del DUI del receptor', 'receptor.numDocumento', { 'receptor.numDocumento': '000162970' }],
  ['14', 'actividad del catálogo', 'receptor.codActividad', { 'receptor.codActividad': '00001' }],
  ['14', 'tipo de ítem del catálogo', 'cuerpoDocumento[0].tipoItem', { 'cuerpoDocumento.0.tipoItem': 4 }],
  ['14', 'unidad de medida del catálogo', 'cuerpoDocumento[0].uniMedida', { 'cuerpoDocumento.0.uniMedida': 100 }],
  ['14', 'importe de la línea', 'cuerpoDocumento[0]', { 'cuerpoDocumento.0.compra': M(100.02) }],
  ['14', 'totalCompra calculado', 'resumen.totalCompra', { 'resumen.totalCompra': M(149) }],
  ['14', 'totalDescu calculado', 'resumen.totalDescu', { 'resumen.totalDescu': M(15) }],
  ['14', 'descuento global a la compra dentro de su base', 'resumen.descu', { 'resumen.descu': M(150.01) }],
  ['14', 'subTotal calculado', 'resumen.subTotal', { 'resumen.subTotal': M(150) }],
  ['14', 'retención de renta del 10 %', 'resumen.reteRenta', { 'resumen.reteRenta': M(5) }],
  ['14', 'totalPagar calculado', 'resumen.totalPagar', { 'resumen.totalPagar': M(135) }],
  ['14', 'los pagos suman el total', 'resumen.pagos', { 'resumen.pagos.0.montoPago': M(1) }],
  ['14', 'periodo entero', 'resumen.pagos[0].periodo', { 'resumen.pagos.0': { ...CREDITO, montoPago: M(130.5), periodo: 0 }, 'resumen.condicionOperacion': 2 }],
]

for (const [tipoDte, name, field, broken] of CASES) {
  test(`${tipoDte} refuses ${field} by "${name}"`, () => {
    const documento = withBroken(sound(tipoDte), broken)
    const { rule } = rowsOf(tipoDte).find((row) => row.name === name) ?? { rule: undefined }
    const problems = checkDocumento(documento).filter((p) => p.field === field && p.rule === rule)
    assert.equal(problems.length, 1, JSON.stringify(checkDocumento(documento)))
    assert.match(problems[0]?.message ?? '', /[.]$/)
  })
}

for (const tipoDte of Object.keys(REQUESTS) as Tipo[]) {
  test(`the valid document of ${tipoDte} breaks no rule`, () => {
    assert.deepEqual(checkDocumento(sound(tipoDte)), [])
  })
}

test('every row of the rules has a case here', () => {
  const rows = new Set((Object.keys(REQUESTS) as Tipo[]).flatMap(rowsOf).map(({ name }) => name))
  const tested = new Set<string>(CASES.map(([, name]) => name))
  assert.deepEqual(
    [...rows].filter((name) => !tested.has(name)),
    [],
  )
})

test('the 1 % applies from 100.00 net on, which is 113.00 with IVA', () => {
  const request = with01({ items: [gravada(113)], aplicarRetencionIva: true })
  const { documento, problems } = buildDocumento(inputOf(request))
  assert.deepEqual(problems, [])
  assert.equal((documento as Factura).resumen.ivaRete, monto(1))
})

test('members of another type and missing members are named', () => {
  const request = { ...REQUESTS['01'], aplicarPercepcionIva: true }
  assert.deepEqual(fieldsOf(request), ['aplicarPercepcionIva'])
  const { receptor: _, ...anonymous } = REQUESTS['03']
  assert.equal(fieldsOf(anonymous)[0], 'receptor')
})

test('item members of another type are named', () => {
  const item = { ...gravada(5), tipoVenta: 'gravada', noGravado: 0, tributos: [] } as const
  const request = { ...REQUESTS['14'], items: [item], aplicarReteRenta: false, descuento: 0 }
  assert.deepEqual(fieldsOf(request), [
    'cuerpoDocumento[0].tipoVenta',
    'cuerpoDocumento[0].noGravado',
    'cuerpoDocumento[0].tributos',
  ])
})

test('goods go to a buyer in the country by a regime or a customs office of a free zone', () => {
  const { receptor, exportacion } = REQUESTS['11']
  const fieldsFor = (more: object) =>
    fieldsOf({
      ...REQUESTS['11'],
      receptor: { ...receptor, codPais: 'SV', nombrePais: null },
      exportacion: { ...exportacion, ...more },
    } as DteRequest)
  assert.deepEqual(fieldsFor({}), ['receptor.codPais'])
  assert.deepEqual(fieldsFor({ recintoFiscal: '18' }), [])
  assert.deepEqual(fieldsFor({ tipoRegimen: 'EX-2', regimen: '2100.065' }), [])
})

test('an issuer invoices what it takes for its own use to itself', () => {
  const receptor = { nombre: EMISOR.nombre, tipoDocumento: '36', numDocumento: EMISOR.nit }
  assert.deepEqual(fieldsOf(with01({ receptor })), [])
})

function gravada(precioUni: number) {
  return { descripcion: 'Silla', cantidad: 1, precioUni }
}

function with01(changes: Partial<DteRequest>): DteRequest {
  return { ...REQUESTS['01'], ...changes }
}

function fieldsOf(request: DteRequest): string[] {
  return buildDocumento(inputOf(request)).problems.map(({ field }) => field)
}

function rowsOf(tipoDte: Tipo) {
  return TIPOS[tipoDte].rules.flatMap(({ rows }) => rows)
}

function sound(tipoDte: Tipo): Documento {
  return buildDocumento(inputOf(REQUESTS[tipoDte])).documento
}
