/** Annex 1 of F-07: sales to taxpayers, 20 columns, one line per document (docs/sources.md#anexos). */
import { CERO } from '../../monto.ts'
import {
  contribuyenteOf,
  type DocumentoDelMes,
  montosOf,
  sumOf,
  terceroOf,
  tipoOf,
} from '../documento-del-mes.ts'
import { CLASE_DTE, fecha, importe, nombre, sinGuiones } from './celdas.ts'
import type { Ingreso } from './criterio.ts'

export function lineaDeContribuyente(one: DocumentoDelMes, ingreso: Ingreso): readonly string[] {
  const { identificacion: i } = one.documento
  const buyer = contribuyenteOf(one.documento)
  const { exentas, noSujetas, gravadas, iva } = montosOf(one.documento)
  const propio = terceroOf(one.documento) === null
  return [
    fecha(i.fecEmi),
    CLASE_DTE,
    tipoOf(one),
    sinGuiones(i.numeroControl),
    one.selloRecibido ?? '',
    sinGuiones(i.codigoGeneracion),
    '',
    buyer.nit ?? '',
    nombre(buyer.nombre),
    importe(exentas),
    importe(noSujetas),
    importe(propio ? gravadas : CERO),
    importe(propio ? iva : CERO),
    importe(propio ? CERO : gravadas),
    importe(propio ? CERO : iva),
    importe(sumOf([exentas, noSujetas, gravadas, iva])),
    buyer.dui ?? '',
    String(ingreso.operacion),
    String(ingreso.ingreso),
    '1',
  ]
}
