/** Every check of a well-formed document with a valid signature, in the ministry's order. */
import { type Check, firstOf } from './case.ts'
import { checkAmbiente, checkEmisor, checkPuntoDeVenta } from './emisor.ts'
import { checkFechas, checkModelo } from './identificacion.ts'
import { checkCalculoLineas, checkCodigosLineas } from './lineas.ts'
import { checkCodigoGeneracion, checkNumeroControl } from './numeracion.ts'
import { checkCreditos, checkProporcion } from './origen.ts'
import { checkPagos } from './pagos.ts'
import { checkEmisorCodes, checkReceptor } from './receptor.ts'
import { checkNumeroDocumento, checkRelacionados, checkVentaTercero } from './relacionados.ts'
import { checkCalculoResumen, checkTributosResumen } from './resumen.ts'

/** Checks of one document type. */
const checkPropios: Check = (subject) => firstOf(subject.tipo.propios, (check) => check(subject))

export const CHECKS: readonly Check[] = [
  checkEmisor,
  checkAmbiente,
  checkPuntoDeVenta,
  checkModelo,
  checkFechas,
  checkCalculoLineas,
  checkPropios,
  checkTributosResumen,
  checkCalculoResumen,
  checkPagos,
  checkCodigosLineas,
  checkEmisorCodes,
  checkReceptor,
  checkRelacionados,
  checkNumeroDocumento,
  checkVentaTercero,
  checkProporcion,
  checkCreditos,
  checkCodigoGeneracion,
  checkNumeroControl,
]
