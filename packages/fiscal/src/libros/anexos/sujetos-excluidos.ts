/** Annex 5 of F-07: purchases from excluded subjects, 13 columns (docs/sources.md#anexos). */
import type { SujetoExcluido } from '../../documento.ts'
import { CERO } from '../../monto.ts'
import { type DocumentoDelMes, isHomologado } from '../documento-del-mes.ts'
import { fecha, importe, nombre, numeroEscrito, sinGuiones } from './celdas.ts'
import type { Costo } from './criterio.ts'

/** The annex's own codes for CAT-022; anything but NIT and DUI is 3. */
const [NIT, DUI, OTRO] = ['1', '2', '3']

function tipoOf(tipoDocumento: string, number: string): string {
  if (tipoDocumento === '13') return DUI
  if (tipoDocumento !== '36') return OTRO
  return isHomologado(number) ? DUI : NIT
}

const NUMERO_MAX = 14

export function lineaDeCompra(one: DocumentoDelMes, costo: Costo): readonly string[] {
  const { identificacion: i, receptor, resumen } = one.documento as SujetoExcluido
  const number = numeroEscrito(receptor.numDocumento).slice(0, NUMERO_MAX)
  return [
    tipoOf(receptor.tipoDocumento, number),
    number,
    nombre(receptor.nombre),
    fecha(i.fecEmi),
    one.selloRecibido ?? '',
    sinGuiones(i.codigoGeneracion),
    importe(resumen.subTotal),
    importe(CERO), // the document's structure has no withheld IVA
    ...[costo.operacion, costo.clasificacion, costo.sector, costo.tipo].map(String),
    '5',
  ]
}
