/** A key's properties in words, for people. */
import type { KeyState, KeySummary } from '@sello/service/admin'
import { localTime } from './local-time.ts'

export const ESTADO_DE_LLAVE: Readonly<Record<KeyState, string>> = {
  active: 'activa',
  inactive: 'desactivada',
  expired: 'vencida',
  revoked: 'revocada',
}

/** For `columns`. */
export function rowsOf(key: KeySummary): (readonly [string, string])[] {
  const { hour, day, status } = key.limits
  return [
    ['llave', key.keyId],
    ['para', key.label],
    ['estado', ESTADO_DE_LLAVE[key.state]],
    ['ambiente', key.ambiente],
    ['punto de venta', key.codEstable + key.codPuntoVenta],
    ['alcances', key.scopes.join(', ')],
    ['tipos', key.tiposDte.join(', ')],
    ['monto máximo', key.amountMax.toFixed(2)],
    ['llamadas', `${hour} por hora, ${day} por día, ${status} de /v1/status por hora`],
    ['desde', key.ipRanges.length === 0 ? 'cualquier dirección' : key.ipRanges.join(', ')],
    ['vence', key.expiresAt ? localTime(key.expiresAt) : 'no vence'],
    ['firma', key.signingLocked ? 'suspendida (sello key reactivate)' : key.signs ? 'sí' : 'no'],
  ]
}
