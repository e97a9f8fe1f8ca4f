/** The routes of the session API as docs/console-api.md tells them: who may call them, and what they answer. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

/** What is told of a value; null: nothing. */
type Told =
  | { readonly members: ReadonlyMap<string, Member> }
  | { readonly each: Told | null }
  | { readonly named: string }
  | { readonly oneOf: readonly unknown[] }

interface Member {
  readonly told: Told | null
  readonly isNullable: boolean
}

interface ToldRoute {
  readonly method: string
  /** With `:` for each parameter. */
  readonly path: string
  readonly who: string
  readonly answer: Told | null
}

const TEXT = readFileSync(new URL('../../../../docs/console-api.md', import.meta.url), 'utf8')
const OR = '¦' // a bar inside a cell of a table

/** The path of a route with `:` for each parameter. */
export const anyPath = (path: string): string =>
  path.replaceAll(/:\w+(\([^)]*\))?|\{\w+\}/g, ':').replace(/\?.*/, '')

/** `Session` = `{…}`, and Cert = `{…}` within a row. */
const NAMES: ReadonlyMap<string, Told | null> = new Map(
  [...TEXT.replaceAll('\\|', '|').matchAll(/`?\b([A-Z]\w+)`? = `([{"][^`]+)`/g)].map(
    ([, name = '', told = '']) => [name, parse(told)],
  ),
)

export const TOLD_ROUTES: readonly ToldRoute[] = readRoutes()

function readRoutes(): readonly ToldRoute[] {
  const [, sections = ''] = /^## 2\.(.*)^## 7\./ms.exec(TEXT) ?? []
  const rows = sections.replaceAll('\\|', OR).matchAll(/^\| (`[A-Z]+ .+?) \| (.+?) \| (.*) \|$/gm)
  const routes: ToldRoute[] = []
  for (const [, names = '', whos = '', what = ''] of rows) {
    let [method, base] = ['', '']
    for (const [at, [, name = '']] of [...names.matchAll(/`([^`]+)`/g)].entries()) {
      const [first = '', second] = name.split(' ')
      if (first.startsWith('…')) base = base.replace(/\/\w+$/, first.slice(1))
      else [method, base] = [first, (second ?? base).replace('…', '/{empresa}/{ambiente}')]
      const who = whos.split('; ')[at] ?? whos.split('; ')[0] ?? ''
      const arrow = what.indexOf('→ ')
      const answer = arrow < 0 ? null : answerOf(what.slice(arrow + 2), routes.at(-1))
      routes.push({ method, path: anyPath(base), who, answer })
    }
  }
  return routes
}

/** Of what stands after the arrow: a shape, a name, or what the row before answers. */
function answerOf(text: string, before: ToldRoute | undefined): Told | null {
  if (text.startsWith('the same')) return before?.answer ?? null
  if (text.startsWith('personas')) return { named: 'GET /:/personas' }
  const [, shape] = /^(?:company: )?`(\{[^`]+)`/.exec(text) ?? []
  if (shape !== undefined) return parse(shape.replaceAll(OR, '|'))
  const [name] = /^[A-Z]\w+/.exec(text) ?? []
  return name === undefined ? null : { named: name }
}

/** Reads `{a, b|null, c: {d}, e: [Name], f: "x"|"y"}`. Other words are left out. */
function parse(text: string): Told | null {
  const tokens = text.match(/"[^"]*"|\([^)]*\)|[{}[\]:,|]|[\w-]+\??|…/g) ?? []
  let at = 0
  const take = (token: string) => {
    const isNext = tokens[at] === token
    if (isNext) at += 1
    return isNext
  }
  function object(): Told {
    const members = new Map<string, Member>()
    while (at < tokens.length && !take('}')) {
      const name = (tokens[at++] ?? '').replaceAll('"', '')
      const isNull = nulls()
      const { told, isNullable } = take(':') ? value() : { told: null, isNullable: false }
      members.set(name, { told, isNullable: isNull || isNullable })
      take(',')
    }
    return { members }
  }
  function nulls(): boolean {
    if (tokens[at] !== '|' || tokens[at + 1] !== 'null') return false
    at += 2
    return true
  }
  function value(): Member {
    const alternatives: (Told | null)[] = []
    const literals: unknown[] = []
    let isNullable = false
    do {
      const token = tokens[at++] ?? ''
      if (token === '{') alternatives.push(object())
      else if (token === '[') alternatives.push(list())
      else if (token === 'null') isNullable = true
      else if (token === 'true' || token === 'false') literals.push(token === 'true')
      else if (token.startsWith('"')) literals.push(token.slice(1, -1))
      else if (/^[A-Z]/.test(token)) alternatives.push({ named: token })
      while (tokens[at]?.startsWith('(')) at += 1
    } while (take('|'))
    const told = literals.length > 0 ? { oneOf: literals } : (alternatives[0] ?? null)
    return { told, isNullable }
  }
  function list(): Told {
    const { told } = value()
    take(']')
    return { each: told }
  }
  return value().told
}

/** Fails on an answer with a member more or less than is told, or with another value where all are told. */
export function assertTold(method: string, path: string, body: unknown): void {
  const route = TOLD_ROUTES.find((one) => one.method === method && matches(one.path, path))
  if (route?.answer) assertShape(body, route.answer, `${method} ${path}`)
}

function matches(told: string, path: string): boolean {
  const [wanted, given] = [told.split('/'), path.replace(/\?.*/, '').split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((segment, n) => segment === ':' || segment === given[n])
  )
}

function assertShape(value: unknown, told: Told, where: string): void {
  if ('named' in told) {
    const route = TOLD_ROUTES.find(({ method, path }) => `${method} ${path}` === told.named)
    const shape = route?.answer ?? NAMES.get(told.named)
    if (shape) assertShape(value, shape, where)
  } else if ('oneOf' in told) {
    assert.ok(told.oneOf.includes(value), `${where}: ${JSON.stringify(value)}`)
  } else if ('each' in told) {
    assert.ok(Array.isArray(value), where)
    if (told.each) for (const one of value) assertShape(one, told.each, `${where}[]`)
  } else {
    assert.ok(typeof value === 'object' && value !== null, where)
    assert.deepEqual(Object.keys(value).sort(), [...told.members.keys()].sort(), where)
    for (const [name, member] of told.members) {
      const one = (value as Readonly<Record<string, unknown>>)[name]
      if (one === null) assert.ok(member.isNullable || member.told === null, `${where}.${name}`)
      else if (member.told) assertShape(one, member.told, `${where}.${name}`)
    }
  }
}
