/**
 * Codes and numbers are unique. Only sealed documents count: a rejected one does not exist, so its code
 * and its number may be used again.
 */
import { refusal } from '../codes.ts'
import type { NumberKey } from '../world/ledger.ts'
import type { Case, Check } from './case.ts'

export const checkCodigoGeneracion: Check = ({ documento, ledger }) => {
  const { codigoGeneracion } = documento.identificacion
  const taken = ledger.isSealed(codigoGeneracion)
  return taken ? refusal('004', 'identificacion.codigoGeneracion') : null
}

export const checkNumeroControl: Check = (subject) => {
  const { numeroControl } = subject.documento.identificacion
  if (/-0{15}$/.test(numeroControl)) return refusal('019', 'identificacion.numeroControl')
  const elsewhere = subject.taxpayer.numerosGastados.has(numeroControl)
  const taken = elsewhere || subject.ledger.numberTaken(numberKey(subject))
  return taken ? refusal('004', 'identificacion.numeroControl') : null
}

export function numberKey({
  taxpayer,
  documento,
}: Pick<Case, 'taxpayer' | 'documento'>): NumberKey {
  const { ambiente, fecEmi, numeroControl } = documento.identificacion
  return { ambiente, nit: taxpayer.nit, year: fecEmi.slice(0, 4), numeroControl }
}
