/** The issuer, the environment and the establishment. */
import { refusal } from '../codes.ts'
import type { Check } from './case.ts'
import { nitOf } from './receptor.ts'

export const checkEmisor: Check = ({ taxpayer, documento }) => {
  if (nitOf(documento) !== taxpayer.nit) return refusal('008', 'emisor.nit')
  return taxpayer.activo ? null : refusal('010', 'emisor.nit')
}

export const checkAmbiente: Check = ({ ambiente, documento }) => {
  const right = ambiente === null || documento.identificacion.ambiente === ambiente
  return right ? null : refusal('007', 'identificacion.ambiente')
}

/** The eight characters in the number are the ministry's codes of one registered point of sale. */
export const checkPuntoDeVenta: Check = ({ taxpayer, documento }) => {
  const { emisor, identificacion } = documento
  const codes = identificacion.numeroControl.slice(7, 15)
  if (taxpayer.puntosDeVenta && !taxpayer.puntosDeVenta.has(codes)) {
    return refusal('008', 'identificacion.numeroControl')
  }
  // Notes omit both.
  const { codEstable = null, codPuntoVenta = null } = emisor
  if (codEstable !== null && codEstable !== codes.slice(0, 4)) {
    return refusal('008', 'emisor.codEstable')
  }
  if (codPuntoVenta !== null && codPuntoVenta !== codes.slice(4)) {
    return refusal('008', 'emisor.codPuntoVenta')
  }
  return null
}
