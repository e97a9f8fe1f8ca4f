/** Values that break programs, and ways to put them into a valid body. */
import type { Dice } from '../crash/dice.ts'

const long = (length: number) => 'x'.repeat(length)

const TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'ñandú 🍕 مرحبا \u202e',
  'e\u0301'.repeat(50),
  '\ufeff',
  '\u2028\u2029',
  long(251),
  long(20_000),
  "' or '1'='1",
  '{{7*7}}#{7*7}<script>',
  '../../etc/passwd',
  '%s%n%x',
  '__proto__',
  'constructor',
  '01',
  '99',
  '2026-02-30',
  '00000000-0000-0000-0000-000000000000',
  'A6C1B7F2-3D54-4E0B-9A77-2C5D8E9F0A11',
  '1e400',
  'null',
]

const NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1e-8,
  1e-9,
  5e-324,
  0.1 + 0.2,
  1.005,
  99_999_999_999.999,
  100_000_000_000,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 2,
  1e21,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  2 ** 31,
  2 ** 63,
]

const NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  'length',
  'emisor',
  'total',
  'a.b[0]/c~1',
  long(5_000),
  '🍕',
]

/** JSON texts that no JavaScript value produces; inserted in place of a value. */
const RAW: readonly string[] = [
  '1e400',
  '-1e400',
  '1.0000000000000000000000000000000000001',
  '12345678901234567890123456789012345678901234567890',
  '0.1e-400',
  '{"__proto__":{"a":1}}',
  '{"a":1,"a":2}',
  '"\\ud800"',
  '"\\u0000"',
  '01',
  '+1',
  'NaN',
  "'x'",
  '{',
  '',
]

const MARK = '\u0001mark\u0001'

export function anyValue(dice: Dice): unknown {
  const kinds = [
    () => dice.pick(TEXTS),
    () => dice.pick(NUMBERS),
    () => dice.pick([null, true, false, [], {}, [[]], [null]]),
    () => Array.from({ length: dice.pick([1, 3, 61, 2_001]) }, () => dice.pick([0, '', {}, null])),
    () => nested(dice.pick([3, 100, 2_000])),
    () => Object.fromEntries(NAMES.map((name) => [name, dice.pick(NUMBERS)])),
  ]
  return dice.pick(kinds)()
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value }
  return value
}

/** The JSON text of a body with a few things changed anywhere in it, or a text that is no JSON. */
export function brokenBody(dice: Dice, body: unknown): string {
  const copy = JSON.parse(JSON.stringify(body ?? {}))
  for (let i = dice.between(0, 3); i > 0; i--) breakOnce(dice, copy)
  const text = JSON.stringify(copy)
  if (text.includes(JSON.stringify(MARK))) {
    return text.replaceAll(JSON.stringify(MARK), dice.pick(RAW))
  }
  const last = dice.between(0, 29)
  if (last === 0) return text.slice(0, dice.between(0, text.length))
  if (last === 1) return `\ufeff${text}`
  if (last === 2) return text + text
  return text
}

/** Replaces, removes or adds one member somewhere. */
function breakOnce(dice: Dice, root: unknown): void {
  const holder = dice.pick(holdersOf(root))
  const names = Object.keys(holder)
  const name = names.length > 0 ? dice.pick(names) : 'x'
  const [at, value] = dice.pick<readonly [string, unknown]>([
    [name, undefined],
    [dice.pick(NAMES), anyValue(dice)],
    [name, MARK],
    [name, anyValue(dice)],
    [name, anyValue(dice)],
  ])
  put(holder, at, value)
}

/** Sets it as an own member, even if named `__proto__`; undefined removes it. */
function put(holder: Record<string, unknown>, name: string, value: unknown): void {
  if (Array.isArray(holder) && name === 'length') return
  if (value === undefined) delete holder[name]
  else {
    Object.defineProperty(holder, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
}

function holdersOf(root: unknown): Record<string, unknown>[] {
  if (typeof root !== 'object' || root === null) return []
  const inside = Object.values(root).slice(0, 50).flatMap(holdersOf)
  return [root as Record<string, unknown>, ...inside].slice(0, 200)
}
