/** Annexes 10 and 12 of F-07: the 1 % and the 13 % that we retained, 10 columns (docs/sources.md#anexos). */
import { parte, roundExacto } from '../../exacto.ts'
import { IVA, UNO_POR_CIENTO } from '../../tasas.ts'
import type { Asiento, Retenido } from '../asiento.ts'
import { fecha, importe, sinGuiones } from './celdas.ts'

type AnexoDeRetencion = '10' | '12'

const DE_CODIGO: ReadonlyMap<string, AnexoDeRetencion> = new Map([
  ['22', '10'],
  ['C4', '12'],
])

/** One line for each document, with all that it retained at the annex's rate. */
export function lineasDeRetencion(
  all: readonly Asiento[],
  anexo: AnexoDeRetencion,
): readonly (readonly string[])[] {
  return all.flatMap((one) =>
    one.retenido
      .filter((retenido) => anexoDe(retenido) === anexo)
      .map((retenido) => lineaDe(one, retenido, anexo)),
  )
}

/** What is at neither rate. */
export function sinTasa({ retenido }: Asiento): readonly Retenido[] {
  return retenido.filter((one) => anexoDe(one) === null)
}

/** A special case (C9) by its rate: the manual of the annexes names no such code. */
function anexoDe({ codigo, base, monto }: Retenido): AnexoDeRetencion | null {
  const known = DE_CODIGO.get(codigo)
  if (known) return known
  if (monto === roundExacto(parte(base, UNO_POR_CIENTO), 2)) return '10'
  return monto === roundExacto(parte(base, IVA), 2) ? '12' : null
}

/** Annex 12 has the seal and the control number the other way round. */
function lineaDe(one: Asiento, { base, monto }: Retenido, anexo: AnexoDeRetencion) {
  const numbers = [sinGuiones(one.numeroControl), one.selloRecibido ?? '']
  return [
    one.persona.nit ?? '',
    fecha(one.fecha),
    one.tipoDte,
    ...(anexo === '12' ? numbers.toReversed() : numbers),
    sinGuiones(one.codigoGeneracion),
    importe(base),
    importe(monto),
    one.persona.dui ?? '',
    anexo,
  ]
}
