/** How far the request for a sign key is, as this browser sees it. */
import type { FirmaDePersona } from '../api/settings-types.ts'

/** What the owner's approval encrypted (HPKE, RFC 9180); both base64url. */
export interface Sellado {
  readonly enc: string
  readonly datos: string
}

/** The key to open, or what to tell the person, who may (again) ask for one. `own`: the request of this browser. */
export function entregaOf(
  pedido: FirmaDePersona['pedido'],
  own: string | null,
  dueno: string,
): Sellado | string {
  if (!pedido) return `Para emitir necesita una firma. ${dueno} la aprueba con su frase.`
  const { sellado } = pedido
  if (!sellado)
    return `Su pedido espera a ${dueno}, que lo ve en Inicio. Cuando lo apruebe, siga aquí.`
  if (pedido.id !== own) {
    return `${dueno} entregó la firma al navegador desde el que usted la pidió. Ábrala en él, o pida otra desde aquí.`
  }
  // A release that did not use HPKE encrypted in another form, which is not read any more.
  if (!('enc' in sellado)) {
    return `${dueno} entregó la firma con una versión anterior del servicio, y aquí no se puede abrir. Pídala otra vez.`
  }
  return sellado
}
