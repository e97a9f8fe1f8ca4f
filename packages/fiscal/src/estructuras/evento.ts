/** Shared by the structures of the events. An event states the codes that the ministry assigned. */
import { CODIGO_GENERACION, emisor, HORA } from './comun.ts'
import { fecha, nullable, oneOf, pattern, text } from './schema.ts'

export const codigoGeneracion = pattern(CODIGO_GENERACION, 36)
export const hora = pattern(HORA, 8)
export const ambiente = oneOf(['00', '01'])
export { fecha }

const { nit, nombre } = emisor.properties
export const nitEmisor = nit
export const nombreEmisor = nombre
export const telefonoEmisor = text(8, 30)
export const correoEmisor = text(1, 100)

/** The establishment by the ministry's codes, and by the taxpayer's own. */
export const establecimiento = {
  codEstableMH: text(4, 4),
  codEstable: nullable(text(1, 10)),
  codPuntoVentaMH: text(4, 4),
  codPuntoVenta: nullable(text(1, 15)),
}
