/** The law as data and pure functions. No I/O, no clock, no randomness. */

export {
  type Acreditable,
  type Acreditado,
  acreditable,
  acreditadoPor,
  acreditar,
  type Exceso,
  type Fino,
  type Gravado,
  NADA_ACREDITADO,
  type Saldo,
  type Ventas,
  valorDeGravamen,
} from './acreditable.ts'
export { AUTORIZACIONES, type Autorizacion } from './autorizaciones.ts'
export {
  avisosDe,
  type BuildInput,
  type Built,
  buildDocumento,
  type Contingencia,
  checkDocumento,
  nitDelEmisor,
  serialise,
} from './build.ts'
export { canonical } from './canonical.ts'
export * from './catalogos/index.ts'
export {
  BASE_PERCEPCION_09,
  COMISION_09,
  DIAS_04,
  FILA_IVA_17,
  IVA_PERCIBIDO_08,
  LINEAS_17,
  LIQUIDO_09,
  MESES_PARA_UNA_NOTA,
  MONTO_CON_RECEPTOR_IDENTIFICADO,
  MONTO_TOTAL_OPERACION_BRUTO,
  NETO_MINIMO,
  PAGOS_15_MIXTO,
  RETENCION_07_DE_14,
  RETENCION_C9,
  RETORNO_SIN_HACIENDA,
  TERMINO_04,
  TIPO_FVS_17,
  TOLERANCIA,
  TOTAL_IVA_07,
  VALOR_INFORMATIVO,
} from './criterios.ts'
export { type LineaDe, lineasDe, resumenDe } from './cuerpo.ts'
export type { CodigoAmbiente, Emisor, Plain } from './documento.ts'
export { enLetras } from './en-letras.ts'
export * from './eventos/index.ts'
export { centavosDe, mensajeDeExceso } from './exceso.ts'
export {
  type Explicacion,
  type ExplicacionDeLinea,
  explain,
} from './explicacion/explain.ts'
export type { Entrada, Explicado } from './explicacion/explicado.ts'
export {
  ANEXOS,
  type Anexo,
  type ArchivoDeAnexo,
  anexo,
  anexos,
  type ResumenDeAnexo,
} from './libros/anexos/anexo.ts'
export {
  type Costo,
  type Criterio,
  INGRESOS,
  type Ingreso,
  isCosto,
  OPERACIONES,
} from './libros/anexos/criterio.ts'
export {
  asientoDe,
  asientoDeRetorno,
  type DocumentoDelMes,
  type RetornoDelMes,
} from './libros/asiento.ts'
export { filasDe, type Libros, libros } from './libros/libros.ts'
export { type Mes, type MesAbierto, mesOf, openMes } from './libros/mes.ts'
export { importesALiquidar, importesDeRetornoALiquidar } from './liquidable.ts'
export {
  CERO,
  decimalsOf,
  fractionOf,
  type Monto,
  minus,
  monto,
  parseMonto,
  plus,
  positivePart,
  readMonto,
  round,
  sum,
  times,
  toNumber,
  toText,
} from './monto.ts'
export { numberDocumento } from './number.ts'
export {
  COD_ESTABLE,
  COD_PUNTO_VENTA,
  formatNumeroControl,
  type Serie,
  STAND_IN_CODIGO_GENERACION,
  standInNumeroControl,
} from './numero-control.ts'
export type { Problem } from './problem.ts'
export {
  readDocumento,
  readEventoDeInvalidacion,
  readEventoDeOperaciones,
  readEventoDeRetorno,
} from './read-documento.ts'
export { ELECTRONICO } from './relacionado.ts'
export type {
  DireccionRequest,
  DocumentoRelacionadoRequest,
  ExportacionRequest,
  ItemRequest,
  PagoRequest,
  ReceptorRequest,
} from './request.ts'
export { type RequestProblem, requestPath, toRequestProblems } from './request-path.ts'
export { isCorreo } from './rules/correo.ts'
export { duiCheckDigit, isDui, isNit, isNrc } from './rules/identidad.ts'
export { checkReceptor, type Receptor, toReceptor } from './rules/receptor.ts'
export { findFault, normaliseTexts, type TextProblem } from './texts.ts'
export type { CreditoFiscal } from './tipos/03/estructura.ts'
export type { NotaDeRemision } from './tipos/04/estructura.ts'
export type { NotaCredito } from './tipos/05/estructura.ts'
export type { Retencion } from './tipos/07/estructura.ts'
export type { Liquidacion } from './tipos/08/estructura.ts'
export type { DocumentoContable } from './tipos/09/estructura.ts'
export type { Donacion } from './tipos/15/estructura.ts'
export type { Centavos, Gravamen } from './tipos/centavos.ts'
export {
  type Documento,
  type DteRequest,
  isAjustable,
  isCredito,
  isNota,
  TIPOS,
  type TipoDte,
  tipoOf,
} from './tipos/index.ts'
export { hasInReceptor } from './tipos/receptor.ts'
export type { ItemMember, Member, TipoDef, Version } from './tipos/tipo.ts'
export { type Totales, totales } from './totales.ts'
export type { Resolucion, UnoPorCiento } from './venta.ts'
