/** Annex 2 of F-07: sales to final consumers, 23 columns, one line per day and type (docs/sources.md#anexos). */
import type { FacturaExportacion } from '../../documento.ts'
import { CERO, type Monto } from '../../monto.ts'
import { type DocumentoDelMes, montosOf, sumOf, terceroOf, tipoOf } from '../documento-del-mes.ts'
import { CLASE_DTE, fecha, importe, sinGuiones } from './celdas.ts'
import type { Ingreso } from './criterio.ts'

/** CAT-020: Guatemala, Honduras, Nicaragua, Costa Rica; Panama is not in the manual's list. */
const CENTROAMERICA: ReadonlySet<string> = new Set(['GT', 'HN', 'NI', 'CR'])
const EL_SALVADOR = 'SV'
const SERVICIOS = 2
const EXPORTACION = '11'
const NO_APLICA = 'N/A'

/** `group`: the documents of one day and type, ordered by time. */
export function lineaDelDia(
  group: readonly [DocumentoDelMes, ...DocumentoDelMes[]],
  ingreso: Ingreso,
): readonly string[] {
  const [first] = group
  const last = group.at(-1) ?? first
  const sums = group.map(columnasDe)
  const sum = (column: keyof Columnas) => sumOf(sums.map((one) => one[column]))
  const amounts = COLUMNAS.map(sum)
  return [
    fecha(first.documento.identificacion.fecEmi),
    CLASE_DTE,
    tipoOf(first),
    ...[NO_APLICA, NO_APLICA, NO_APLICA, NO_APLICA],
    sinGuiones(first.documento.identificacion.codigoGeneracion),
    sinGuiones(last.documento.identificacion.codigoGeneracion),
    '',
    ...amounts.map(importe),
    importe(sumOf(amounts)),
    String(ingreso.operacion),
    String(ingreso.ingreso),
    '2',
  ]
}

/** Columns K to S. */
const COLUMNAS = [
  'exentas',
  'sinProporcionalidad',
  'noSujetas',
  'gravadas',
  'aCentroamerica',
  'aOtros',
  'servicios',
  'zonasFrancas',
  'deTerceros',
] as const
type Columnas = Readonly<Record<(typeof COLUMNAS)[number], Monto>>

const NADA: Columnas = {
  exentas: CERO,
  sinProporcionalidad: CERO,
  noSujetas: CERO,
  gravadas: CERO,
  aCentroamerica: CERO,
  aOtros: CERO,
  servicios: CERO,
  zonasFrancas: CERO,
  deTerceros: CERO,
}

function columnasDe(one: DocumentoDelMes): Columnas {
  const { exentas, noSujetas, gravadas } = montosOf(one.documento)
  const column = columnOf(one)
  return Object.assign({}, NADA, { exentas, noSujetas, [column]: gravadas })
}

/** The column of a document's taxed amount. */
function columnOf(one: DocumentoDelMes): keyof Columnas {
  if (terceroOf(one.documento)) return 'deTerceros'
  if (tipoOf(one) !== EXPORTACION) return 'gravadas'
  const { emisor, receptor } = one.documento as FacturaExportacion
  if (emisor.tipoItemExpor === SERVICIOS) return 'servicios'
  if (receptor.codPais === EL_SALVADOR) return 'zonasFrancas' // nobody else in the country buys by export
  return CENTROAMERICA.has(receptor.codPais) ? 'aCentroamerica' : 'aOtros'
}
