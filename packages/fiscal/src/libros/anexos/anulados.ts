/** Invalidated documents: 10 columns and no annex number (docs/sources.md#anexos). */
import type { Asiento } from '../asiento.ts'
import { CLASE_DTE, sinGuiones } from './celdas.ts'

/** An electronic document that was invalidated. */
const INVALIDADO = 'D'

export function lineaDeAnulado(one: Asiento): readonly string[] {
  return [
    sinGuiones(one.numeroControl),
    CLASE_DTE,
    ...['0', '0'],
    one.tipoDte,
    INVALIDADO,
    one.selloRecibido ?? '',
    ...['0', '0'],
    one.codigoGeneracion,
  ]
}
