/**
 * A filing: a signed document or event that is sent to the ministry. How each kind is sent and queried is a row
 * of outside/ministry/services.ts; what happens without an answer is a row of ledger/transmission/rules.ts.
 */
import type { Ambiente } from '@sello/contract'
import { compactJws } from '@sello/vault'
import type { RULES } from './rules.ts'

/** A kind has a row of rules; the other tables of kinds do not compile without theirs. */
export type Kind = keyof typeof RULES

export interface Filing {
  readonly kind: Kind
  readonly companyId: string
  readonly ambiente: Ambiente
  /** NIT of the company. */
  readonly nit: string
  /** The filing's own code, in capitals, as the wire writes it. */
  readonly codigoGeneracion: string
  /** The ministry's type code, where it needs one: CAT-002, or "18" for a return event. */
  readonly tipoDte: string
  /** Version of the ministry's structure. */
  readonly version: number
  /** The bytes that are signed, as text. Never re-serialised. */
  readonly payload: string
  readonly signature: Buffer
  /** Rejected, but the rejection is in doubt: query it, never send it again. */
  readonly doubtfulSince?: Date
}

/** What identifies a filing in a query. */
export type FilingRef = Pick<
  Filing,
  'kind' | 'companyId' | 'ambiente' | 'nit' | 'tipoDte' | 'codigoGeneracion'
>

/** The compact JWS, byte for byte as it was signed. */
export const jwsOf = ({ payload, signature }: Pick<Filing, 'payload' | 'signature'>) =>
  compactJws(payload, signature)
