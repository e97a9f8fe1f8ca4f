/** Invalidated documents: 10 columns and no annex number (docs/sources.md#anexos). */
import { type DocumentoDelMes, tipoOf } from '../documento-del-mes.ts'
import { CLASE_DTE, sinGuiones } from './celdas.ts'

/** An electronic document that was invalidated. */
const INVALIDADO = 'D'

export function lineaDeAnulado(one: DocumentoDelMes): readonly string[] {
  const { numeroControl, codigoGeneracion } = one.documento.identificacion
  return [
    sinGuiones(numeroControl),
    CLASE_DTE,
    ...['0', '0'],
    tipoOf(one),
    INVALIDADO,
    one.selloRecibido ?? '',
    ...['0', '0'],
    codigoGeneracion,
  ]
}
