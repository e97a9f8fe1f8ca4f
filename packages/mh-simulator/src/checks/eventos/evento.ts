/** Checks of every event: the issuer, the environment and the establishment. */
import { DOCUMENTO_IDENTIDAD } from '../../catalogues/codigos.ts'
import { type Message, refusal } from '../../codes.ts'
import type { JsonObject } from '../../json/parse.ts'
import { openJws } from '../../services/signed.ts'
import type { Row } from '../../world/ledger.ts'
import type { Taxpayer } from '../../world/taxpayers.ts'
import type { World } from '../../world/world.ts'

export interface EventCase<E> {
  readonly world: World
  readonly taxpayer: Taxpayer
  readonly evento: E
  readonly now: Date
}

interface Stated {
  readonly identificacion: { readonly ambiente: string; readonly codigoGeneracion: string }
  readonly emisor: { readonly nit: string }
}

interface StatedAtEstablishment extends Stated {
  readonly emisor: {
    readonly nit: string
    readonly codEstableMH: string | null
    readonly codPuntoVentaMH: string | null
  }
}

export function checkEmisorDeEvento(subject: EventCase<StatedAtEstablishment>): Message | null {
  const early = checkContribuyente(subject)
  if (early) return early
  const { emisor } = subject.evento
  const codes = `${emisor.codEstableMH}${emisor.codPuntoVentaMH}`
  const { puntosDeVenta } = subject.taxpayer
  const known = puntosDeVenta === null || puntosDeVenta.has(codes)
  return known ? null : refusal('008', 'emisor.codEstableMH')
}

/** Who issues the event, and where. */
export function checkContribuyente({ world, taxpayer, evento }: EventCase<Stated>): Message | null {
  const { emisor, identificacion } = evento
  if (emisor.nit !== taxpayer.nit) return refusal('008', 'emisor.nit')
  if (!taxpayer.activo) return refusal('010', 'emisor.nit')
  const { ambiente } = world.options
  if (ambiente !== null && identificacion.ambiente !== ambiente) {
    return refusal('007', 'identificacion.ambiente')
  }
  return null
}

/** The sealed row for a code, of the same taxpayer and environment. */
export function heldOf(
  { world, taxpayer, evento }: EventCase<Stated>,
  codigo: string,
  path: string,
): Row | Message {
  const held = world.ledger.held(codigo)
  const sealed = held?.estado === 'PROCESADO' && held.evento !== 'invalidacion' ? held : null
  if (!sealed || sealed.ambiente !== evento.identificacion.ambiente) return refusal('014', path)
  if (sealed.nit !== taxpayer.nit) return refusal('008', path)
  return sealed
}

/** The signed content, if the ledger keeps it. */
export function signedOf(row: Row): JsonObject | null {
  return row.jws === null ? null : openJws(row.jws).json
}

export function isMessage(found: Row | Message): found is Message {
  return 'descripcionMsg' in found
}

/** An identity document of a known kind and in its format. */
export function checkPersona(
  [tipo, numero]: readonly [tipo: string, numero: string],
  [tipoPath, numeroPath]: readonly [tipo: string, numero: string],
): Message | null {
  const form = DOCUMENTO_IDENTIDAD.get(tipo)
  if (!form) return refusal('003', tipoPath)
  return form.test(numero) ? null : refusal('006', numeroPath)
}
