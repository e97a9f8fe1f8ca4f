/** Every check of a well-formed document with a valid signature, in the ministry's order, with its name. */
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

export interface NamedCheck {
  readonly name: string
  /** What it asks, in Spanish, for who looks at a document in the simulator's page. */
  readonly what: string
  readonly check: Check
}

// biome-ignore format: a table
export const CHECKS: readonly NamedCheck[] = [
  { name: 'emisor',           check: checkEmisor,           what: 'El emisor es quien inició la sesión, y está activo' },
  { name: 'ambiente',         check: checkAmbiente,         what: 'El ambiente es uno que se recibe aquí' },
  { name: 'puntoDeVenta',     check: checkPuntoDeVenta,     what: 'El establecimiento y el punto de venta están registrados y son los del número de control' },
  { name: 'modelo',           check: checkModelo,           what: 'El modelo y la operación concuerdan; uno en contingencia está en un evento sellado' },
  { name: 'fechas',           check: checkFechas,           what: 'La fecha y la hora de emisión están permitidas' },
  { name: 'calculoLineas',    check: checkCalculoLineas,    what: 'Cada línea está bien calculada' },
  { name: 'propios',          check: checkPropios,          what: 'Cumple lo que solo se pide a este tipo de documento' },
  { name: 'tributosResumen',  check: checkTributosResumen,  what: 'Los tributos del resumen son los de las líneas' },
  { name: 'calculoResumen',   check: checkCalculoResumen,   what: 'El resumen es la suma de las líneas' },
  { name: 'pagos',            check: checkPagos,            what: 'Los pagos y la condición de la operación concuerdan con el total' },
  { name: 'codigosLineas',    check: checkCodigosLineas,    what: 'Los códigos de las líneas están en sus catálogos' },
  { name: 'emisorCodigos',    check: checkEmisorCodes,      what: 'Los datos y códigos del emisor son válidos' },
  { name: 'receptor',         check: checkReceptor,         what: 'Los datos y códigos del receptor son válidos' },
  { name: 'relacionados',     check: checkRelacionados,     what: 'Los documentos relacionados existen, valen y son de las mismas partes' },
  { name: 'numeroDocumento',  check: checkNumeroDocumento,  what: 'Cada línea nombra un documento de la lista de relacionados' },
  { name: 'ventaTercero',     check: checkVentaTercero,     what: 'La venta por cuenta de terceros está completa' },
  { name: 'proporcion',       check: checkProporcion,       what: 'Lo que una nota retiene o percibe guarda la proporción de su documento' },
  { name: 'creditos',         check: checkCreditos,         what: 'Las notas de crédito no pasan de lo que dice su documento' },
  { name: 'codigoGeneracion', check: checkCodigoGeneracion, what: 'El código de generación es nuevo' },
  { name: 'numeroControl',    check: checkNumeroControl,    what: 'El número de control es nuevo en el año' },
]
