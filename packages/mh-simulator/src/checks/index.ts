/** Every check of a well-formed, well-signed document, in the ministry's order. */
import type { Check } from './case.ts'
import { checkAmbiente, checkEmisor, checkPuntoDeVenta } from './emisor.ts'
import { checkFechas, checkModelo } from './identificacion.ts'
import { checkCalculoLineas, checkCodigosLineas } from './lineas.ts'
import { checkCodigoGeneracion, checkNumeroControl } from './numeracion.ts'
import { checkPagos } from './pagos.ts'
import { checkEmisorCodes, checkReceptor } from './receptor.ts'
import { checkRelacionados, checkVentaTercero } from './relacionados.ts'
import { checkCalculoResumen, checkTributosResumen } from './resumen.ts'

export const CHECKS: readonly Check[] = [
  checkEmisor,
  checkAmbiente,
  checkPuntoDeVenta,
  checkModelo,
  checkFechas,
  checkCalculoLineas,
  checkTributosResumen,
  checkCalculoResumen,
  checkPagos,
  checkCodigosLineas,
  checkEmisorCodes,
  checkReceptor,
  checkRelacionados,
  checkVentaTercero,
  checkCodigoGeneracion,
  checkNumeroControl,
]
