/** Annexes 9 and 11 of F-07: the 1 % and the 2 % that we perceived (docs/sources.md#anexos). */
import type { Asiento } from '../asiento.ts'
import { fecha, importe, sinGuiones } from './celdas.ts'

/** 10 columns. */
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

/** 9 columns: all documents are of one type. */
export function lineaDeLiquidacion(one: Asiento): readonly string[] {
  return [
    one.persona.nit ?? '',
    fecha(one.fecha),
    sinGuiones(one.numeroControl),
    one.selloRecibido ?? '',
    sinGuiones(one.codigoGeneracion),
    importe(one.percibidoDelDos.base),
    importe(one.percibidoDelDos.monto),
    one.persona.dui ?? '',
    '11',
  ]
}
