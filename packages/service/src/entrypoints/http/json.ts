/**
 * Strict JSON: no duplicate members, no number that a double cannot hold, and no NUL, which PostgreSQL stores in no
 * text. Problems are reported by path, line and column.
 */
import { Refused } from '@sello/contract'

/** Refuses (400) text that is not JSON, begins with a byte-order mark, or is ambiguous. */
export function parseJson(text: string): unknown {
  if (text.startsWith(BYTE_ORDER_MARK)) {
    throw faultAt(text, 0, 'body', 'empieza con una marca de orden de bytes (U+FEFF); quítela')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const { at, path } = findSyntaxFault(text)
    throw faultAt(
      text,
      at,
      path,
      at >= text.length ? 'termina antes de tiempo' : 'no es JSON válido',
    )
  }
  assertSaysOneThing(text)
  return value
}

const BYTE_ORDER_MARK = '\uFEFF'

function faultAt(text: string, at: number, field: string, what: string) {
  const lines = text.slice(0, at).split('\n')
  const column = [...(lines.at(-1) ?? '')].length + 1
  const message = `${field === 'body' ? 'El cuerpo' : `${field}:`} ${what} (línea ${lines.length}, columna ${column}).`
  return new Refused('invalid_request', message, { field })
}

/** Listed like the other faults of texts, which are found once the JSON is read. */
function ofText({ message, details: { field } }: Refused<'invalid_request'>) {
  const issues = [{ field, message }]
  return new Refused('invalid_request', message, { field, issues })
}

/** An object or list that is not closed yet. */
interface Place {
  /** The current member or element; empty before the first member. */
  key: string | number
}

interface Open extends Place {
  /** Null: a list. */
  readonly members: Set<string> | null
}

/**
 * Per object: none of ours has a hundred. Each unknown member costs time until it is reported, and of a hundred
 * thousand only the first are.
 */
const MEMBERS_MAX = 1_000
const TOO_MANY = `tiene más de ${MEMBERS_MAX} miembros; ninguna petición lleva tantos`

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|-?\d[\d.eE+-]*/g

/**
 * Refuses duplicate members, inexact numbers and NULs, in valid JSON text. A string is a member if a colon follows:
 * in an object, the string after `{` or `,`.
 */
function assertSaysOneThing(text: string): void {
  const open: Open[] = []
  let string: { readonly at: number; readonly raw: string } | null = null
  let before = ''
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const inner = open.at(-1)
    if (token === ':' && string && inner?.members) {
      const member = nameOf(string.raw)
      inner.key = member
      if (inner.members.has(member)) {
        throw faultAt(
          text,
          string.at,
          pathOf(open),
          'aparece dos veces en el mismo objeto; deje una',
        )
      }
      inner.members.add(member)
      if (inner.members.size > MEMBERS_MAX) {
        throw faultAt(text, string.at, pathOf(open.slice(0, -1)), TOO_MANY)
      }
    }
    string = token[0] === '"' ? { at: index, raw: token } : null
    if (hasNul(token)) {
      const isMember = inner?.members && (before === '{' || before === ',')
      const what = isMember ? 'tiene un miembro cuyo nombre lleva' : 'lleva'
      const path = pathOf(isMember ? open.slice(0, -1) : open)
      throw ofText(faultAt(text, index, path, `${what} un carácter de control (U+0000); quítelo`))
    }
    before = token
    if (token === '{') open.push({ members: new Set(), key: '' })
    else if (token === '[') open.push({ members: null, key: 0 })
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',' && inner && typeof inner.key === 'number') inner.key += 1
    else if (!string && !isExact(token)) {
      throw faultAt(
        text,
        index,
        pathOf(open),
        `el número ${shorten(token)} no se puede leer con exactitud; redondéelo`,
      )
    }
  }
}

/** Valid JSON has it only as an escape; the characters may also follow an escaped backslash. */
const hasNul = (raw: string) => raw.includes('\\u0000') && nameOf(raw).includes('\0')

const nameOf = (raw: string) =>
  raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)

const shorten = (token: string) => (token.length > 40 ? `${token.slice(0, 40)}…` : token)

/** Whether a double holds the written number exactly. */
function isExact(token: string): boolean {
  return token.length <= 15 && !/[eE]/.test(token)
    ? true
    : digitsOf(token) === digitsOf(String(Number(token)))
}

/** The significant digits and the place of the first, which 1.10 and 11e-1 share. */
function digitsOf(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '' // of zero, whatever its sign and its exponent
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length}`
}

function pathOf(open: readonly Place[]): string {
  const path = open.reduce((base, { key }) => {
    if (typeof key === 'number') return `${base}[${key}]`
    return base === '' || key === '' ? base + shorten(key) : `${base}.${shorten(key)}`
  }, '')
  return path === '' ? 'body' : path
}

/** Deeper than any of our bodies: the search stops here. */
const DEPTH_MAX = 500

/** Where the text stops being JSON, and in which member. */
function findSyntaxFault(text: string): { at: number; path: string } {
  const open: Place[] = []
  let at = 0
  const space = () => {
    while (' \t\n\r'.includes(text[at] ?? 'x')) at += 1
  }
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? null
    if (found !== null) at += found.length
    return found
  }
  /** Whether there is a value; if not, `at` is the position of the fault. */
  const value = (): boolean => {
    space()
    if (open.length > DEPTH_MAX) return false
    if (text[at] === '{' || text[at] === '[') return container(text[at] === '{')
    return take(SCALAR) !== null
  }
  const container = (isObject: boolean): boolean => {
    const frame: Place = { key: isObject ? '' : 0 }
    const end = isObject ? '}' : ']'
    open.push(frame)
    at += 1
    space()
    for (let first = true; text[at] !== end; first = false) {
      if (!first) {
        if (text[at] !== ',') return false
        at += 1
        space()
        if (typeof frame.key === 'number') frame.key += 1
      }
      if (isObject) {
        const name = take(STRING)
        if (name === null) return false
        frame.key = nameOf(name)
        space()
        if (text[at] !== ':') return false
        at += 1
      }
      if (!value()) return false
      space()
    }
    at += 1
    open.pop()
    return true
  }
  value()
  space()
  return { at, path: pathOf(open) }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a JSON string may not hold them
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const SCALAR = new RegExp(
  `${STRING.source}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null`,
  'y',
)
