/** Annex 2 of F-07: sales to final consumers, 23 columns, one line per day and type (docs/sources.md#anexos). */
import { CERO, type Monto } from '../../monto.ts'
import { sumOf } from '../libro.ts'
import type { Grupo } from '../mes.ts'
import { CLASE_DTE, fecha, importe, sinGuiones } from './celdas.ts'
import type { Ingreso } from './criterio.ts'

const NO_APLICA = 'N/A'

export function lineaDelDia(grupo: Grupo, ingreso: Ingreso): readonly string[] {
  const amounts = importesDe(grupo)
  return [
    fecha(grupo.fecha),
    CLASE_DTE,
    grupo.tipoDte,
    ...[NO_APLICA, NO_APLICA, NO_APLICA, NO_APLICA],
    sinGuiones(grupo.primero),
    sinGuiones(grupo.ultimo),
    '',
    ...amounts.map(importe),
    importe(sumOf(amounts)),
    String(ingreso.operacion),
    String(ingreso.ingreso),
    '2',
  ]
}

/** Returns took more than the day sold. */
export const isNegative = (grupo: Grupo): boolean => importesDe(grupo).some((m) => m < CERO)

/** Columns K to S. */
function importesDe({ columnas: c }: Grupo): readonly Monto[] {
  return [
    c.exentas,
    CERO, // exempt outside the proration: a document does not say it
    c.noSujetas,
    c.gravadas,
    c.aCentroamerica,
    c.aOtros,
    c.servicios,
    c.zonasFrancas,
    c.tercerosNoDomiciliados,
  ]
}
