/**
 * A JSON reader that keeps amounts exact: a plain number becomes a bigint of hundred-millionths, any
 * other form (`13.0`, `1e2`, nine decimals) keeps its text, because the ministry compares texts.
 * Stricter than JSON.parse in one way: a repeated member is an error, because its meaning is ambiguous.
 */
import { isPlain, unitsOf } from './decimal.ts'

export type Json = null | boolean | string | bigint | OddNumber | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [member: string]: Json
}

const ODD = Symbol('odd number')

/** A number not written in its shortest plain form. */
export interface OddNumber {
  readonly [ODD]: true
  readonly text: string
  /** Null when finer than hundred-millionths. */
  readonly units: bigint | null
}

export function isOddNumber(value: unknown): value is OddNumber {
  return typeof value === 'object' && value !== null && ODD in value
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isOddNumber(value)
}

const DEPTH_MAX = 64
const POWERS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8] as const
/** Up to seven whole digits and eight decimals fit a double exactly after scaling. */
const FAST_WHOLE_DIGITS = 7

interface Cursor {
  readonly text: string
  at: number
  depth: number
}

/** Copies a string so that a slice does not keep the whole document in memory. */
export function detached(text: string): string {
  return Buffer.from(text).toString()
}

/** Throws SyntaxError when the text is not JSON. */
export function parseJson(text: string): Json {
  const cursor: Cursor = { text, at: 0, depth: 0 }
  const value = readValue(cursor)
  skipSpace(cursor)
  if (cursor.at !== text.length) fail(cursor)
  return value
}

function readValue(cursor: Cursor): Json {
  skipSpace(cursor)
  switch (cursor.text.charCodeAt(cursor.at)) {
    case 0x7b:
      return nested(cursor, readObject)
    case 0x5b:
      return nested(cursor, readArray)
    case 0x22:
      return readString(cursor)
    case 0x74:
      return readWord(cursor, 'true', true)
    case 0x66:
      return readWord(cursor, 'false', false)
    case 0x6e:
      return readWord(cursor, 'null', null)
    default:
      return readNumber(cursor)
  }
}

function nested(cursor: Cursor, read: (cursor: Cursor) => Json): Json {
  cursor.depth += 1
  if (cursor.depth > DEPTH_MAX) fail(cursor)
  cursor.at += 1
  const value = read(cursor)
  cursor.depth -= 1
  return value
}

function readObject(cursor: Cursor): JsonObject {
  const object: Record<string, Json> = {}
  if (took(cursor, 0x7d)) return object
  do {
    skipSpace(cursor)
    const member = readString(cursor)
    if (!took(cursor, 0x3a) || Object.hasOwn(object, member)) fail(cursor)
    const value = readValue(cursor)
    if (member === '__proto__') Object.defineProperty(object, member, { value, enumerable: true })
    else object[member] = value
  } while (took(cursor, 0x2c))
  if (!took(cursor, 0x7d)) fail(cursor)
  return object
}

function readArray(cursor: Cursor): readonly Json[] {
  const items: Json[] = []
  if (took(cursor, 0x5d)) return items
  do items.push(readValue(cursor))
  while (took(cursor, 0x2c))
  if (!took(cursor, 0x5d)) fail(cursor)
  return items
}

function readString(cursor: Cursor): string {
  const { text } = cursor
  if (text.charCodeAt(cursor.at) !== 0x22) fail(cursor)
  const start = cursor.at
  let escaped = false
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      cursor.at = at + 1
      // JSON.parse decodes the escapes.
      return escaped ? (JSON.parse(text.slice(start, at + 1)) as string) : text.slice(start + 1, at)
    }
    if (code === 0x5c) {
      escaped = true
      at += 1
    } else if (code < 0x20) break
  }
  return fail(cursor)
}

function readWord<T>(cursor: Cursor, word: string, value: T): T {
  if (!cursor.text.startsWith(word, cursor.at)) fail(cursor)
  cursor.at += word.length
  return value
}

function readNumber(cursor: Cursor): bigint | OddNumber {
  const { text } = cursor
  const start = cursor.at
  const negative = text.charCodeAt(cursor.at) === 0x2d
  if (negative) cursor.at += 1
  const first = cursor.at
  const whole = readDigits(cursor)
  const wholeDigits = cursor.at - first
  if (wholeDigits === 0 || (wholeDigits > 1 && text.charCodeAt(first) === 0x30)) fail(cursor)
  let fraction = 0
  let decimals = 0
  if (text.charCodeAt(cursor.at) === 0x2e) {
    cursor.at += 1
    const point = cursor.at
    fraction = readDigits(cursor)
    decimals = cursor.at - point
    if (decimals === 0) fail(cursor)
  }
  const exponent = (text.charCodeAt(cursor.at) | 0x20) === 0x65
  if (exponent) readExponent(cursor)

  const power = POWERS[8 - decimals]
  const trailingZero = decimals > 0 && fraction % 10 === 0
  if (exponent || trailingZero || power === undefined || wholeDigits > FAST_WHOLE_DIGITS) {
    return slowNumber(text.slice(start, cursor.at))
  }
  const units = whole * 1e8 + fraction * power
  if (negative && units === 0) return slowNumber('-0')
  return BigInt(negative ? -units : units)
}

function readDigits(cursor: Cursor): number {
  let value = 0
  for (; cursor.at < cursor.text.length; cursor.at += 1) {
    const digit = cursor.text.charCodeAt(cursor.at) - 0x30
    if (digit < 0 || digit > 9) break
    value = value * 10 + digit
  }
  return value
}

function readExponent(cursor: Cursor): void {
  cursor.at += 1
  const sign = cursor.text.charCodeAt(cursor.at)
  if (sign === 0x2b || sign === 0x2d) cursor.at += 1
  const first = cursor.at
  readDigits(cursor)
  if (cursor.at === first) fail(cursor)
}

function slowNumber(text: string): bigint | OddNumber {
  const units = unitsOf(text)
  return units !== null && isPlain(text) ? units : { [ODD]: true, text, units }
}

function took(cursor: Cursor, code: number): boolean {
  skipSpace(cursor)
  if (cursor.text.charCodeAt(cursor.at) !== code) return false
  cursor.at += 1
  return true
}

function skipSpace(cursor: Cursor): void {
  for (;;) {
    const code = cursor.text.charCodeAt(cursor.at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
    cursor.at += 1
  }
}

function fail(cursor: Cursor): never {
  throw new SyntaxError(`not JSON at character ${cursor.at}`)
}
