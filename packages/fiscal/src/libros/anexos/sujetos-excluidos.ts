/** Annex 5 of F-07: purchases from excluded subjects, 13 columns (docs/sources.md#anexos). */
import type { SujetoExcluido } from '../../documento.ts'
import { CERO } from '../../monto.ts'
import type { DocumentoDelMes } from '../documento-del-mes.ts'
import type { Costo } from './anexo.ts'
import { fecha, importe, nombre, sinGuiones } from './celdas.ts'

/** CAT-022 to the annex's own codes; anything but NIT and DUI is 3. */
const TIPO: Readonly<Record<string, string>> = { '36': '1', '13': '2' }
const OTRO = '3'
const NUMERO_MAX = 14

export function lineaDeCompra(one: DocumentoDelMes, costo: Costo): readonly string[] {
  const { identificacion: i, receptor, resumen } = one.documento as SujetoExcluido
  return [
    TIPO[receptor.tipoDocumento] ?? OTRO,
    sinGuiones(receptor.numDocumento).slice(0, NUMERO_MAX),
    nombre(receptor.nombre),
    fecha(i.fecEmi),
    one.selloRecibido ?? '',
    sinGuiones(i.codigoGeneracion),
    importe(resumen.subTotal),
    importe(CERO), // the document's structure holds no IVA that was withheld
    ...[costo.operacion, costo.clasificacion, costo.sector, costo.tipo].map(String),
    '5',
  ]
}
