/**
 * A stand-in for a text of a person or a company: of the same shape, the same each time, and of no use to find the
 * text without the key. Letters stand for letters and digits for digits, so that lengths, patterns and equality stay.
 */
import { createHmac } from 'node:crypto'
import { duiCheckDigit } from '@sello/fiscal'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** A NIT of 14 digits or a DUI, with or without hyphens. */
const IDENTITY = /^\d[\d-]{7,18}\d$/

export function standIn(key: Buffer, text: string): string {
  if (UUID.test(text)) return uuidFor(key, text)
  const digits = text.replaceAll('-', '')
  if (!IDENTITY.test(text) || (digits.length !== 9 && digits.length !== 14))
    return shaped(key, text)
  return withHyphensOf(text, identityFor(key, digits))
}

/** A valid check digit stays valid, and a wrong one as wrong as it was. */
function identityFor(key: Buffer, digits: string): string {
  const own = shaped(key, digits)
  if (digits.length !== 9) return own
  const isOff = (Number(digits[8]) - duiCheckDigit(digits) + 10) % 10
  return own.slice(0, 8) + String((duiCheckDigit(own) + isOff) % 10)
}

function withHyphensOf(text: string, digits: string): string {
  let at = 0
  return text.replaceAll(/\d/g, () => digits[at++] ?? '')
}

function uuidFor(key: Buffer, text: string): string {
  const hex = createHmac('sha256', key).update(text.toUpperCase()).digest('hex').toUpperCase()
  const variant = '89AB'[Number.parseInt(hex[16] ?? '0', 16) % 4]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()

function shaped(key: Buffer, text: string): string {
  const bytes = bytesFor(key, text)
  let made = ''
  for (const letter of text) {
    if (/\p{Nd}/u.test(letter)) made += bytes() % 10
    else if (/\p{Lu}/u.test(letter)) made += UPPER[bytes() % 26]
    else if (/\p{L}/u.test(letter)) made += LOWER[bytes() % 26]
    else made += letter
  }
  return made
}

/** As many bytes as are asked for. */
function bytesFor(key: Buffer, text: string): () => number {
  let block = 0
  let rest = Buffer.alloc(0)
  return () => {
    if (rest.length === 0) {
      rest = createHmac('sha256', key).update(`${block}\n${text}`).digest()
      block += 1
    }
    const byte = rest.readUInt8(0)
    rest = rest.subarray(1)
    return byte
  }
}
