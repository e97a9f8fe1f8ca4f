/** Annex 1 of F-07: sales to taxpayers, 20 columns, one line per document (docs/sources.md#anexos). */
import { CERO } from '../../monto.ts'
import type { Asiento } from '../asiento.ts'
import { sumOf } from '../libro.ts'
import { CLASE_DTE, fecha, importe, nombre, sinGuiones } from './celdas.ts'
import type { Ingreso } from './criterio.ts'

/** Positive for a credit note too: the form subtracts them. */
export function lineaDeContribuyente(one: Asiento, ingreso: Ingreso): readonly string[] {
  const { exentas, noSujetas, gravadas, iva } = one.montos
  const ventas = sumOf([exentas, noSujetas, gravadas])
  const own = one.tercero ? [CERO, CERO, CERO, CERO] : [exentas, noSujetas, gravadas, iva]
  const ofTerceros = one.tercero ? [ventas, iva] : [CERO, CERO]
  return [
    fecha(one.fecha),
    CLASE_DTE,
    one.tipoDte,
    sinGuiones(one.numeroControl),
    one.selloRecibido ?? '',
    sinGuiones(one.codigoGeneracion),
    '',
    one.persona.nit ?? '',
    nombre(one.persona.nombre),
    ...[...own, ...ofTerceros].map(importe),
    importe(sumOf([ventas, iva])),
    one.persona.dui ?? '',
    String(ingreso.operacion),
    String(ingreso.ingreso),
    '1',
  ]
}
