/** What a recovered liquidation (08) lists, so that no other lists it again. */
import { type Documento, type Liquidacion, lineasDe, TIPOS } from '@sello/fiscal'
import type { Listado } from '../../ledger/documents/tercero.ts'

/** 05 and the return event (18) take back unless they were invalidated. */
const QUE_RESTAN: ReadonlySet<string> = new Set(['05', '18'])

export function listedBy(documento: Documento): readonly Listado[] {
  if (TIPOS[documento.identificacion.tipoDte].members.liquidacion !== 'required') return []
  return lineasDe(documento as Liquidacion).map((linea) => {
    const { tipoDte, ventaNoSuj, ventaExenta, ventaGravada, exportaciones } = linea
    const takesBack = [ventaNoSuj, ventaExenta, ventaGravada, exportaciones].some((m) => m < 0n)
    const isSome = [ventaNoSuj, ventaExenta, ventaGravada, exportaciones].some((m) => m !== 0n)
    const invalidado = isSome && takesBack !== QUE_RESTAN.has(tipoDte)
    return { tipoDte, numero: linea.numeroDocumento, invalidado }
  })
}
