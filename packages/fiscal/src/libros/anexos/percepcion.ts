/** Annex 9 of F-07: the 1 % that we perceived, 10 columns (docs/sources.md#anexos). */
import type { CreditoFiscal, Nota } from '../../documento.ts'
import { CERO, type Monto } from '../../monto.ts'
import {
  contribuyenteOf,
  type DocumentoDelMes,
  montosOf,
  sumOf,
  tipoOf,
} from '../documento-del-mes.ts'
import { fecha, importe, sinGuiones } from './celdas.ts'

export function lineaDePercepcion(one: DocumentoDelMes): readonly string[] {
  const { identificacion: i } = one.documento
  const { nit, dui } = contribuyenteOf(one.documento)
  return [
    nit ?? '',
    fecha(i.fecEmi),
    tipoOf(one),
    sinGuiones(i.numeroControl),
    one.selloRecibido ?? '',
    sinGuiones(i.codigoGeneracion),
    importe(baseOf(one)),
    importe(percibidoOf(one)),
    dui ?? '',
    '9',
  ]
}

/** Zero: nothing was perceived, and the annex has no line for it. */
export function percibidoOf({ documento }: DocumentoDelMes): Monto {
  return (documento.resumen as { readonly ivaPerci?: Monto }).ivaPerci ?? CERO
}

/** For a note, the lines with perception, since it may also adjust documents without it. */
function baseOf({ documento }: DocumentoDelMes): Monto {
  if (documento.identificacion.tipoDte === '03')
    return montosOf(documento as CreditoFiscal).gravadas
  const { cuerpoDocumento } = documento as Nota
  const perceived = cuerpoDocumento.filter(({ ivaPerci }) => ivaPerci > CERO)
  return sumOf(perceived.map(({ ventaGravada }) => ventaGravada))
}
