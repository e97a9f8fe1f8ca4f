/** Annex 5 of F-07: purchases from excluded subjects, 13 columns (docs/sources.md#anexos). */
import { CERO, type Monto, plus } from '../../monto.ts'
import { type Asiento, isHomologado } from '../asiento.ts'
import { fecha, importe, nombre, numeroEscrito, sinGuiones } from './celdas.ts'
import type { Costo } from './criterio.ts'

/** A purchase, and what is left of it after the month's returns. */
export interface Compra {
  readonly de: Asiento
  readonly monto: Monto
}

export interface Compras {
  /** Those of which something is left. */
  readonly lineas: readonly Compra[]
  /** What the month's returns took from purchases of other months: the annex has no line to subtract it from. */
  readonly deOtrosMeses: Monto
}

/** The annex takes no negative line, so that a return lowers the line of its purchase. */
export function comprasDe(sealed: readonly Asiento[]): Compras {
  const left = new Map(
    sealed
      .filter(({ devuelve }) => devuelve === null)
      .map((de) => [de.codigoGeneracion, { de, monto: de.compra.monto }]),
  )
  let deOtrosMeses = CERO
  for (const { devuelve, compra } of sealed) {
    if (devuelve === null) continue
    const of = left.get(devuelve)
    if (of) left.set(devuelve, { ...of, monto: plus(of.monto, compra.monto) })
    else deOtrosMeses = plus(deOtrosMeses, compra.monto)
  }
  return { lineas: [...left.values()].filter(({ monto }) => monto > CERO), deOtrosMeses }
}

/** The annex's own codes for CAT-022; anything but NIT and DUI is 3. */
const [NIT, DUI, OTRO] = ['1', '2', '3']

function tipoOf(tipoDocumento: string, number: string): string {
  if (tipoDocumento === '13') return DUI
  if (tipoDocumento !== '36') return OTRO
  return isHomologado(number) ? DUI : NIT
}

const NUMERO_MAX = 14

export function lineaDeCompra({ de, monto }: Compra, costo: Costo): readonly string[] {
  const number = numeroEscrito(de.persona.numDocumento).slice(0, NUMERO_MAX)
  return [
    tipoOf(de.persona.tipoDocumento, number),
    number,
    nombre(de.persona.nombre),
    fecha(de.fecha),
    de.selloRecibido ?? '',
    sinGuiones(de.codigoGeneracion),
    importe(monto),
    importe(CERO), // the document's structure has no withheld IVA
    ...[costo.operacion, costo.clasificacion, costo.sector, costo.tipo].map(String),
    '5',
  ]
}
