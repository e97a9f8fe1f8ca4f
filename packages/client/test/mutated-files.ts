/** Files that are nearly documents: whatever a stranger may put into a folder that somebody verifies. */
import type { Dice } from '../../service/test/crash/dice.ts'
import { examples, fileOf, jwsOf } from './signed-files.ts'

type Json = unknown
const deep = (levels: number): Json => (levels === 0 ? 0 : [deep(levels - 1)])

/** What a member may hold in the place of its value. */
const ODD: readonly (() => Json)[] = [
  () => null,
  () => [],
  () => [null],
  () => ({}),
  () => ({ toString: 1, valueOf: 'x', length: 3 }),
  () => true,
  () => '',
  () => 'constructor',
  () => '__proto__',
  () => '(',
  () => '\u0000\u202e\ud800',
  () => 'x'.repeat(5_000),
  () => -1,
  () => 1e308,
  () => 5e-324,
  () => 1.005,
  () => deep(500),
]

/** The text of a file: a document with odd members, signed again, or a good file whose text was damaged. */
export function mutatedFile(dice: Dice): string {
  const payload = dice.pick(examples)
  const isSigned = dice.between(0, 3) > 0
  if (!isSigned) return damaged(dice, fileOf(payload, dice.pick([jwsOf(payload), 'a.b.c', ''])))
  let documento: Json = JSON.parse(payload)
  for (let n = dice.between(1, 3); n > 0; n -= 1) documento = withOdd(dice, documento)
  const text = JSON.stringify(documento)
  return dice.between(0, 5) > 0 ? fileOf(text) : damaged(dice, fileOf(text))
}

/** Puts something odd in the place of one member, at any depth, or takes the member away. */
function withOdd(dice: Dice, value: Json): Json {
  const odd = () => dice.pick(ODD)()
  if (typeof value !== 'object' || value === null || dice.between(0, 9) === 0) return odd()
  if (Array.isArray(value)) {
    if (value.length === 0) return [odd()]
    const at = dice.between(0, value.length - 1)
    return value.map((item, n) => (n === at ? withOdd(dice, item) : item))
  }
  const members = Object.entries(value)
  if (members.length === 0) return { constructor: odd() }
  const at = dice.between(0, members.length - 1)
  const isGone = dice.between(0, 9) === 0
  return Object.fromEntries(
    members.flatMap(([name, member], n) => {
      if (n !== at) return [[name, member]]
      return isGone ? [] : [[name, withOdd(dice, member)]]
    }),
  )
}

/** Cuts, repeats, overwrites or inserts characters. */
export function damaged(dice: Dice, text: string): string {
  const at = dice.between(0, text.length)
  const to = Math.min(text.length, at + dice.between(0, 400))
  return dice.pick([
    () => text.slice(0, at),
    () => text.slice(0, at) + text.slice(to),
    () => text.slice(0, to) + text.slice(at),
    () =>
      text.slice(0, at) +
      dice.pick(['"', '}', '{', ',', '\\', '\0', '\uFEFF', '.', 'null']) +
      text.slice(to),
    () => text.slice(0, at) + ' '.repeat(20_000) + text.slice(at),
  ])()
}
