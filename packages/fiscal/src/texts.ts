/**
 * One rule for every text: it is stored, signed and printed as people see it. Pure, so that the service and a
 * browser agree. Source: docs/sources.md#textos.
 */

/** The error of a text, by the path of its member. */
export interface TextProblem {
  readonly field: string
  readonly message: string
}

/** Fast path: plain Latin text, the usual case. */
const PLAIN = /^[!-~¡-¬®-ɏ]+( [!-~¡-¬®-ɏ]+)*$/

/** Texts of more than one line. */
const MULTILINE: ReadonlySet<string> = new Set([
  'descripcion',
  'observaciones',
  'valor',
  'motivo',
  'detalleDocumento',
])

/** Names, descriptions, addresses and numbers: without a letter or a digit they have no content. */
const SAYING: ReadonlySet<string> = new Set([
  'nombre',
  'nombreComercial',
  'descripcion',
  'descActividad',
  'complemento',
  'numDocumento',
  'numeroDocumento',
  'nit',
  'nrc',
  'docIdentificacion',
  'descDocumento',
  'detalleDocumento',
  'motivo',
])

/**
 * The value with its texts composed (NFC), trimmed, and single-spaced if single-line; and their problems: control,
 * direction and invisible characters with their position, texts without content. Does not modify the value; returns
 * the same one if no text changes.
 */
export function normaliseTexts(value: unknown): { value: unknown; problems: TextProblem[] } {
  const problems: TextProblem[] = []
  return { value: normalise(value, { depth: 0, name: '', path: '' }, problems), problems }
}

/** Deeper than any request; the schema refuses deeper values. */
const DEPTH_MAX = 20

interface NodePath {
  readonly depth: number
  /** The member's path; for an element of a list, the list's. */
  readonly name: string
  readonly path: string
}

function normalise(value: unknown, at: NodePath, problems: TextProblem[]): unknown {
  const { depth, name, path } = at
  if (typeof value === 'string') return normaliseOne(value, at, problems)
  if (typeof value !== 'object' || value === null || depth === DEPTH_MAX) return value
  if (Array.isArray(value)) {
    return value.map((one, i) =>
      normalise(one, { depth: depth + 1, name, path: `${path}[${i}]` }, problems),
    )
  }
  const result: Record<string, unknown> = {}
  for (const [member, one] of Object.entries(value)) {
    const below = {
      depth: depth + 1,
      name: member,
      path: path === '' ? member : `${path}.${member}`,
    }
    const normal = normalise(one, below, problems)
    // Keeps a member named __proto__, for the schema to refuse.
    if (member === '__proto__')
      Object.defineProperty(result, member, { value: normal, enumerable: true })
    else result[member] = normal
  }
  return result
}

function normaliseOne(text: string, { name, path }: NodePath, problems: TextProblem[]): string {
  if (!PLAIN.test(text)) {
    const fault = findFault(text)
    if (fault !== null) problems.push({ field: path, message: fault })
  }
  const normal = normaliseText(text, MULTILINE.has(name))
  if (normal !== '' && SAYING.has(name) && !/[\p{L}\p{N}]/u.test(normal)) {
    const message =
      'no dice nada: lleva al menos una letra o un número. Lo pide Sello, no Hacienda.'
    problems.push({ field: path, message })
  }
  return normal
}

/** Unifies line ends; in single-line texts they become spaces. */
export function normaliseText(text: string, multiline: boolean): string {
  if (PLAIN.test(text)) return text
  const composed = text.normalize('NFC')
  if (!multiline) return composed.replace(/\s+/gu, ' ').trim()
  return composed
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ *\n */gu, '\n')
    .trim()
}

/** Invisible or not storable; line ends and tabs are allowed. */
const SUSPECT = /[^\P{Cc}\t\n\r]|\p{Cs}|\p{DI}|\p{Bidi_C}|\p{NChar}|[\uFFF9-\uFFFB]/gu

/** Describes the first forbidden character; null: there is none. Positions count from 1. */
export function findFault(text: string): string | null {
  if (PLAIN.test(text)) return null
  for (const { 0: character, index } of text.matchAll(SUSPECT)) {
    if (belongs(text, index, character)) continue
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    const position = [...text.slice(0, index)].length + 1
    return `lleva en la posición ${position} ${kindOf(character)} (U+${code}); quítelo.`
  }
  return null
}

function kindOf(character: string): string {
  if (/\p{Cc}/u.test(character)) return 'un carácter de control'
  if (/\p{Cs}|\p{NChar}/u.test(character)) return 'un carácter incompleto'
  return /\p{Bidi_C}/u.test(character)
    ? 'un carácter que cambia la dirección del texto'
    : 'un carácter invisible'
}

const JOINERS = /[\u200C\u200D]/
const VARIATION = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u
const TAG = /[\u{E0020}-\u{E007F}]/u
/** Ends with part of a region flag. */
const FLAG = /\u{1F3F4}[\u{E0020}-\u{E007E}]*$/u
const PICTURE_BEFORE = /\p{Extended_Pictographic}[\uFE0F\p{EMod}]*$/u
const PICTURE_AFTER = /^\p{Extended_Pictographic}/u
/** Scripts that join letters, or use joiners in spelling. */
const JOINED_BEFORE = /[\p{L}\p{M}]$/u
const JOINED_AFTER = /^[\p{L}\p{M}]/u
const UNJOINED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}]$/u

/** Invisible characters that are part of an emoji or of the spelling of a word. */
function belongs(text: string, at: number, character: string): boolean {
  // The longest such sequence: limited, because texts are checked before their length is.
  const before = text.slice(Math.max(0, at - 40), at)
  const after = text.slice(at + character.length, at + character.length + 4)
  if (VARIATION.test(character)) return /[^\s\p{DI}]$/u.test(before)
  if (TAG.test(character)) return FLAG.test(before)
  if (!JOINERS.test(character)) return false
  if (character === '\u200D' && PICTURE_BEFORE.test(before) && PICTURE_AFTER.test(after))
    return true
  return JOINED_BEFORE.test(before) && !UNJOINED.test(before) && JOINED_AFTER.test(after)
}
