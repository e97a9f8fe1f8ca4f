/** The law as data and pure functions. No I/O, no clock, no randomness. */
export {
  type BuildInput,
  type Built,
  buildDocumento,
  type Contingencia,
  checkDocumento,
  serialise,
} from './build.ts'
export { canonical } from './canonical.ts'
export * from './catalogos/index.ts'
export {
  MONTO_CON_RECEPTOR_IDENTIFICADO,
  MONTO_TOTAL_OPERACION_BRUTO,
  NETO_MINIMO,
  TOLERANCIA,
} from './criterios.ts'
export type {
  CodigoAmbiente,
  CreditoFiscal,
  Documento,
  Emisor,
  Factura,
  Plain,
} from './documento.ts'
export { enLetras } from './en-letras.ts'
export {
  CERO,
  decimalsOf,
  fractionOf,
  type Monto,
  minus,
  monto,
  plus,
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
export type {
  DireccionRequest,
  DteRequest,
  ItemRequest,
  PagoRequest,
  ReceptorRequest,
} from './request.ts'
export { isCorreo } from './rules/correo.ts'
export { duiCheckDigit, isDui, isNit, isNrc } from './rules/identidad.ts'
export { TIPOS, type TipoDte } from './tipos/index.ts'
export type { Member, TipoDef, Version } from './tipos/tipo.ts'
export { type Totales, totales } from './totales.ts'
