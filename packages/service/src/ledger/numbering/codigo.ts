/**
 * The codigoGeneracion of a new document: derived from its number under a key of the company, so that after a
 * restore the ministry can be queried about a number whose document was lost (ADR 0071). Without the key it is
 * indistinguishable from a random UUID v4.
 */
import { createHmac, hkdfSync } from 'node:crypto'
import type { Ambiente } from '@sello/contract'

/** A number, its series and year. */
export interface Numbered {
  readonly ambiente: Ambiente
  readonly year: number
  readonly numeroControl: string
}

/** How often a number may be released and reused with a derivable code. */
export const TURNS_MAX = 16

/** `turn` counts the earlier documents that had the number and released it unsigned. */
export function codigoOf(dataKey: Buffer, numbered: Numbered, turn: number): string {
  const { ambiente, year, numeroControl } = numbered
  const key = hkdfSync('sha256', dataKey, '', 'sello codigoGeneracion', 32)
  const bytes = createHmac('sha256', Buffer.from(key))
    .update([ambiente, year, numeroControl, turn].join('/'))
    .digest()
  return toUuid(bytes)
}

/** The first 16 bytes, with RFC 9562's version and variant bits set; in capitals. */
function toUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex', 0, 16)
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ]
  return parts.join('-').toUpperCase()
}
