/** Blots secrets and persons out of what travels between the service and the ministry. */
import { mapStrings } from '../../base/json/map-strings.ts'
import { ANSWER_CODES, ANSWER_WORDS, CODES, SECRETS, SHORT_CODE } from './members.ts'
import { standIn } from './stand-ins.ts'

export interface Blotter {
  /** Any one text: a code, a NIT. */
  text(text: string): string
  /** The JSON text of a request, a document or an event. Refuses what is not of the test environment. */
  sent(json: string): string
  answered(json: unknown): unknown
}

/** Texts that a later answer may quote: those of some hundred documents. */
const KNOWN_MAX = 20_000
/** A shorter text is found in words of the ministry's own. */
const QUOTED_LENGTH_MIN = 5
const BLANK = '***'

export function createBlotter(key: Buffer): Blotter {
  /** In small letters, the one of longest ago first. */
  const known = new Map<string, string>()

  function replaced(text: string): string {
    known.set(text, text.toLowerCase())
    for (const oldest of known.keys()) {
      if (known.size <= KNOWN_MAX) break
      known.delete(oldest)
    }
    return standIn(key, text)
  }

  function sent(text: string, member: string): string {
    if (member === 'ambiente' && text !== '00') throw new Error('bug: recording what is no test')
    if (CODES.has(member)) return text
    const isShortCode = member === SHORT_CODE.member && SHORT_CODE.form.test(text)
    return isShortCode ? text : replaced(text)
  }

  function answered(text: string, member: string): string {
    if (SECRETS.has(member)) return BLANK
    if (ANSWER_CODES.has(member)) return text
    return ANSWER_WORDS.has(member) ? words(text) : replaced(text)
  }

  /** Without what was sent lately, and without whatever looks like a code, an address or a person's number. */
  function words(text: string): string {
    const lower = text.toLowerCase()
    const quoted = [...known]
      .filter(([one, small]) => one.length >= QUOTED_LENGTH_MIN && lower.includes(small))
      .map(([one]) => one)
      .sort((a, b) => b.length - a.length)
    const names = quoted.map((one) => `(?<![\\p{L}\\p{N}.])${escaped(one)}(?![\\p{L}\\p{N}])`)
    const personal = new RegExp([KEPT, ...names, ...PERSONAL].join('|'), 'giu')
    return text.replaceAll(personal, (found, kept?: string) => {
      if (kept !== undefined) return kept
      const own = quoted.find((one) => one.toLowerCase() === found.toLowerCase())
      return standIn(key, own ?? found)
    })
  }

  return {
    text: replaced,
    sent: (json) => mapStrings(json, sent),
    answered(json) {
      const text = JSON.stringify(json, (_, value: unknown) => longNumberAsText(value))
      return JSON.parse(mapStrings(text, answered))
    },
  }
}

/** What stays although it has many digits: numbers of our series, and dates. */
const KEPT = '(DTE-\\d{2}-[A-Z0-9]{8}-\\d{15}|\\d{4}-\\d{2}-\\d{2}|\\d{2}/\\d{2}/\\d{4})'
/** Codes, addresses of mail, numbers of persons. */
const PERSONAL = [
  '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  '[^\\s@\\[\\]"\'<>(),;:]+@[^\\s@\\[\\]"\'<>(),;:]+',
  '\\d[\\d\\-]{4,}\\d',
]
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** A number of a person or a company may come as a number. */
const LONG_NUMBER = 10_000_000
const longNumberAsText = (value: unknown): unknown =>
  typeof value === 'number' && Math.abs(value) >= LONG_NUMBER ? String(value) : value
