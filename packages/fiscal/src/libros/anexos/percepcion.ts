/** Annex 9 of F-07: the 1 % that we perceived, 10 columns (docs/sources.md#anexos). */
import type { Asiento } from '../asiento.ts'
import { fecha, importe, sinGuiones } from './celdas.ts'

export function lineaDePercepcion(one: Asiento): readonly string[] {
  return [
    one.persona.nit ?? '',
    fecha(one.fecha),
    one.tipoDte,
    sinGuiones(one.numeroControl),
    one.selloRecibido ?? '',
    sinGuiones(one.codigoGeneracion),
    importe(one.percibido.base),
    importe(one.percibido.monto),
    one.persona.dui ?? '',
    '9',
  ]
}
