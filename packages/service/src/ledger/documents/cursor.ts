/**
 * The `siguiente` cursor of a list: the position of the last delivered row, with a MAC that also covers the company
 * and the filters. An invented, altered or foreign cursor is refused.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../base/secrets/secrets.ts'

/** The position of a row: newest day first, within a day by order of signing. */
export interface CursorPosition {
  /** YYYY-MM-DD. */
  readonly fecEmi: string
  readonly position: bigint
}

const KEY_BYTES = 32
const KEY_INFO = 'sello list cursor v1'
const DATE_LENGTH = 10
const POSITION_BYTES = 8
const MAC_BYTES = 16
const BYTES = DATE_LENGTH + POSITION_BYTES + MAC_BYTES

/** `list` identifies the list: company, environment and filters. */
export function writeCursor(
  secrets: Secrets,
  list: string,
  { fecEmi, position }: CursorPosition,
): string {
  const encoded = Buffer.alloc(DATE_LENGTH + POSITION_BYTES)
  encoded.write(fecEmi)
  encoded.writeBigInt64BE(position, DATE_LENGTH)
  return Buffer.concat([encoded, macOf(secrets.pepper, list, encoded)]).toString('base64url')
}

/** Null for a cursor that this service did not write for this list. */
export function readCursor(secrets: Secrets, list: string, cursor: string): CursorPosition | null {
  const bytes = Buffer.from(cursor, 'base64url')
  // Decoding ignores characters outside base64url, so only the canonical spelling is accepted.
  if (bytes.length !== BYTES || bytes.toString('base64url') !== cursor) return null
  const encoded = bytes.subarray(0, BYTES - MAC_BYTES)
  const mac = bytes.subarray(BYTES - MAC_BYTES)
  const peppers = [secrets.pepper, ...secrets.olderPeppers] // a listing continues across a pepper change
  if (!peppers.some((pepper) => timingSafeEqual(macOf(pepper, list, encoded), mac))) return null
  return {
    fecEmi: encoded.subarray(0, DATE_LENGTH).toString(),
    position: encoded.readBigInt64BE(DATE_LENGTH),
  }
}

function macOf(pepper: Buffer, list: string, encoded: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', pepper, '', KEY_INFO, KEY_BYTES))
  return createHmac('sha256', key).update(encoded).update(list).digest().subarray(0, MAC_BYTES)
}
