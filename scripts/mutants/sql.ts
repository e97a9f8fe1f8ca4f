/** The mutants of a statement's text, which may be a template: each `${…}` is one opaque token. */
import type { Edit } from './site.ts'

interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
  /** How many brackets are open around it; a bracket itself counts as outside. */
  readonly depth: number
}

/** What ends a condition, on its own level of brackets. */
const ENDS = new Set(
  'where on having join left right inner full cross order group limit offset returning for union window do then else end when from set select values using ,'.split(
    ' ',
  ),
)
const TURNED: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '=': ['<>'],
  '<>': ['='],
  asc: ['desc'],
  desc: ['asc'],
  and: ['or'],
  or: ['and'],
  min: ['max'],
  max: ['min'],
  least: ['greatest'],
  greatest: ['least'],
  true: ['false'],
  false: ['true'],
}

/** The edits of a statement, or of a part of one. Positions count from the start of `text`. */
export function sqlEdits(text: string): readonly Edit[] {
  const tokens = tokensOf(text)
  return tokens.flatMap((token, i) => [
    ...turned(tokens, i),
    ...conditionLeftOut(tokens, i),
    ...whereLeftOut(tokens, i),
    ...membersLeftOut(tokens, i),
    ...orderTurned(tokens, i),
    ...limitMoved(tokens, i),
    ...lockLeftOut(tokens, i),
    ...wordTurned(token, tokens[i - 1], tokens[i + 1]),
  ])
}

const TOKEN =
  /\s+|--[^\n]*|\/\*[\s\S]*?\*\/|'(?:''|[^'])*'|"[^"]*"|\$\d+|\d+(?:\.\d+)?|[a-z_][\w.]*|<=|>=|<>|\|\||::|@>|->>|->|[\s\S]/giy

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let depth = 0
  for (let at = 0; at < text.length; ) {
    const found = text.startsWith('${', at) ? substitution(text, at) : match(text, at)
    if (found === ')') depth -= 1
    if (!/^(\s|--|\/\*)/.test(found)) {
      tokens.push({ text: found, start: at, end: at + found.length, depth })
    }
    if (found === '(') depth += 1
    at += found.length
  }
  return tokens
}

function match(text: string, at: number): string {
  TOKEN.lastIndex = at
  return TOKEN.exec(text)?.[0] ?? text.slice(at)
}

function substitution(text: string, at: number): string {
  let open = 0
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '{') open += 1
    if (text[i] === '}') open -= 1
    if (open === 0) return text.slice(at, i + 1)
  }
  return text.slice(at)
}

const isWord = (token: Token | undefined, ...words: readonly string[]) =>
  token !== undefined && words.includes(token.text)

function turned(tokens: readonly Token[], i: number): readonly Edit[] {
  const token = tokens[i] as Token
  const others = Object.hasOwn(TURNED, token.text) ? (TURNED[token.text] ?? []) : []
  const isAssigned = token.text === '=' && assigns(tokens, i)
  if (isAssigned || (token.text === 'and' && isOfBetween(tokens, i))) return []
  const isCall = isWord(tokens[i + 1], '(')
  if (['min', 'max', 'least', 'greatest'].includes(token.text) && !isCall) return []
  return others.map((text) => ({ what: 'turned in SQL', start: token.start, end: token.end, text }))
}

/** Whether the `=` belongs to `set a = …`. */
function assigns(tokens: readonly Token[], i: number): boolean {
  const { depth } = tokens[i] as Token
  for (let j = i - 1; j >= 0; j--) {
    const one = tokens[j] as Token
    if (one.depth < depth) return false
    if (one.depth === depth && isWord(one, 'set')) return true
    if (one.depth === depth && one.text !== ',' && ENDS.has(one.text)) return false
  }
  return false
}

function isOfBetween(tokens: readonly Token[], i: number): boolean {
  const { depth } = tokens[i] as Token
  for (let j = i - 1; j >= 0; j--) {
    const one = tokens[j] as Token
    if (one.depth < depth || isWord(one, 'and', 'or', 'where')) return false
    if (one.depth === depth && isWord(one, 'between')) return true
  }
  return false
}

const isConnective = (tokens: readonly Token[], i: number) =>
  isWord(tokens[i], 'and', 'or') && !isOfBetween(tokens, i)

/** `and b` goes; and so does the first of several, `a and`. */
function conditionLeftOut(tokens: readonly Token[], i: number): readonly Edit[] {
  if (!isConnective(tokens, i)) return []
  const what = 'condition left out'
  const token = tokens[i] as Token
  const after: Edit = { what, start: token.start, end: endOfCondition(tokens, i), text: '' }
  let j = i - 1
  while (j >= 0 && !isBoundary(tokens, j, token.depth)) j -= 1
  if (isConnective(tokens, j) || j === i - 1) return [after]
  const first = tokens[j + 1] as Token
  return [after, { what, start: first.start, end: token.end, text: '' }]
}

function isBoundary(tokens: readonly Token[], i: number, depth: number): boolean {
  const token = tokens[i] as Token
  if (token.depth < depth) return true
  return token.depth === depth && (ENDS.has(token.text) || isConnective(tokens, i))
}

/** The end of what follows token `i` on its level. */
function endOfCondition(tokens: readonly Token[], i: number): number {
  const { depth, end } = tokens[i] as Token
  let j = i + 1
  while (j < tokens.length && !isBoundary(tokens, j, depth)) j += 1
  return tokens[j - 1]?.end ?? end
}

/** Only where the condition is the only one. */
function whereLeftOut(tokens: readonly Token[], i: number): readonly Edit[] {
  const token = tokens[i] as Token
  if (!isWord(token, 'where')) return []
  const end = endOfCondition(tokens, i)
  if (
    isWord(
      tokens.find(({ start }) => start >= end),
      'and',
      'or',
    )
  )
    return []
  return [{ what: 'condition left out', start: token.start, end, text: '' }]
}

/** A member of `in ('a', 'b')`, and an assignment of `set a = 1, b = 2`. */
function membersLeftOut(tokens: readonly Token[], i: number): readonly Edit[] {
  const isList = isWord(tokens[i], '(') && isWord(tokens[i - 1], 'in')
  if (!isList && !isWord(tokens[i], 'set')) return []
  const depth = (tokens[i] as Token).depth + (isList ? 1 : 0)
  const members: Token[][] = [[]]
  for (const token of tokens.slice(i + 1)) {
    if (
      token.depth < depth ||
      (token.depth === depth && isWord(token, 'where', 'from', 'returning'))
    )
      break
    if (token.depth === depth && token.text === ',') members.push([])
    else members.at(-1)?.push(token)
  }
  if (members.length < 2 || isWord(members[0]?.[0], 'select')) return []
  return members.map((_, n) => {
    const [one, next, previous] = [members[n], members[n + 1], members[n - 1]]
    const start = next ? one?.[0]?.start : previous?.at(-1)?.end
    const end = next ? next[0]?.start : one?.at(-1)?.end
    return { what: 'member left out in SQL', start: start ?? 0, end: end ?? 0, text: '' }
  })
}

/** A key of `order by` without a direction becomes descending. */
function orderTurned(tokens: readonly Token[], i: number): readonly Edit[] {
  if (!isWord(tokens[i], 'by') || !isWord(tokens[i - 1], 'order')) return []
  const { depth } = tokens[i] as Token
  const keys: Token[][] = [[]]
  for (const token of tokens.slice(i + 1)) {
    if (token.depth < depth) break
    if (token.depth === depth && isWord(token, 'limit', 'for', 'offset', 'rows', 'union')) break
    if (token.depth === depth && token.text === ',') keys.push([])
    else keys.at(-1)?.push(token)
  }
  return keys
    .filter((key) => key.length > 0 && !isWord(key.at(-1), 'asc', 'desc', 'last', 'first'))
    .map((key) => key.at(-1)?.end ?? 0)
    .map((end) => ({ what: 'turned in SQL', start: end, end, text: ' desc' }))
}

function limitMoved(tokens: readonly Token[], i: number): readonly Edit[] {
  const token = tokens[i] as Token
  const what = 'number moved in SQL'
  const { start, end } = token
  if (saysOnlyThat(tokens, i)) return []
  if (/^\d+$/.test(token.text)) {
    return [1, -1].map((by) => ({ what, start, end, text: String(Number(token.text) + by) }))
  }
  if (!isWord(tokens[i - 1], 'limit') || isWord(token, '(', 'all')) return []
  return ['+ 1', '- 1'].map((by) => ({ what, start: end, end, text: ` ${by}` }))
}

/** The number of `select 1 from …` and `returning 1`, of which nothing but the row is read. */
function saysOnlyThat(tokens: readonly Token[], i: number): boolean {
  const next = tokens[i + 1]
  const isAlone = next === undefined || next.text === ')' || ENDS.has(next.text)
  return isWord(tokens[i - 1], 'select', 'returning') && isAlone && !isWord(next, ',')
}

/** `for update of d skip locked`, and `skip locked` alone. */
function lockLeftOut(tokens: readonly Token[], i: number): readonly Edit[] {
  const token = tokens[i] as Token
  const isSkip = isWord(token, 'skip') && isWord(tokens[i + 1], 'locked')
  const isLock = isWord(token, 'for') && isWord(tokens[i + 1], 'update', 'share', 'no', 'key')
  if (!isSkip && !isLock) return []
  let j = i + 1
  while (j < tokens.length && (tokens[j] as Token).depth === token.depth) j += 1
  const end = isSkip ? (tokens[i + 1] as Token).end : (tokens[j - 1] as Token).end
  return [{ what: 'lock left out', start: token.start, end, text: '' }]
}

/** `distinct` and `not` go; `is null` and `exists` get a `not`. */
function wordTurned(
  token: Token,
  previous: Token | undefined,
  next: Token | undefined,
): readonly Edit[] {
  const { start, end } = token
  if (isWord(token, 'distinct') && !isWord(next, 'from', 'on')) {
    return [{ what: 'distinct left out', start, end, text: '' }]
  }
  if (isWord(token, 'not') && !isWord(next, 'materialized', 'distinct')) {
    return [{ what: 'turned in SQL', start, end, text: '' }]
  }
  if (isWord(token, 'is') && isWord(next, 'null', 'distinct')) {
    return [{ what: 'turned in SQL', start: end, end, text: ' not' }]
  }
  return isWord(token, 'exists') && isWord(next, '(') && !isWord(previous, 'not')
    ? [{ what: 'turned in SQL', start, end, text: 'not exists' }]
    : []
}
