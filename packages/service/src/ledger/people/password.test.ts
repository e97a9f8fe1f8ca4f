import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPassword, hashPassword, isPassword } from './password.ts'

const ABOUT = ['ana.lopez@example.com', 'Ana López', 'Distribuidora La Esperanza']
const LENGTH = 128

// biome-ignore format: a table
const PIECES = [
  'a', '1', '7', '0', '@', '$', '4', '!', '|', '(', '{', '<', '3', '+', '9', '.', 'aA', 'ab', '4@', '$5', '1!', '|1l', '20', '121', '2020', '1987',
  '01/02/2020', 'abc', 'aaa', 'asdf', 'qwerty', 'zxcvbn', 'password', 'p4ssw0rd', 'iloveyou', 'the', 'love', 'horse', 'correct', 'sello', '6g9',
  '4@8({[<369&#!1/|0$5+7%2', 'ana', 'lopez', 'á', 'ñ', '한', 'ﷺ', '🙂',
]

/** As many characters as a password may have. */
const filled = (text: string) => [...text.repeat(LENGTH)].slice(0, LENGTH).join('')

/** A fixed sequence, so that a failure repeats. */
function createDice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

function mixed(dice: (sides: number) => number): string {
  const pieces = Array.from({ length: LENGTH }, () => PIECES[dice(PIECES.length)] ?? '')
  return filled(pieces.join(''))
}

/** Processor time, which other processes do not add to. The least of some, because the first compiles. */
function costMs(password: string): number {
  const costs = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage()
    checkPassword(password, ABOUT)
    return process.cpuUsage(before).user / 1_000
  })
  return Math.min(...costs)
}

test('no password of 128 characters keeps the event loop long: single pieces, and a search among mixed ones', () => {
  const dice = createDice(7)
  const mutated = (text: string) => {
    const at = dice(LENGTH)
    return filled([...text].toSpliced(at, dice(8), PIECES[dice(PIECES.length)] ?? '').join(''))
  }
  costMs(filled('warm up '))
  let worst = { password: '', ms: 0 }
  const weigh = (password: string) => {
    const ms = costMs(password)
    if (ms > worst.ms) worst = { password, ms }
  }
  for (const piece of PIECES) weigh(filled(piece))
  for (let i = 0; i < 40; i += 1) weigh(mixed(dice))
  for (let i = 0; i < 30; i += 1) weigh(mutated(worst.password))
  // Some 20 ms, and several times that on a slow machine; a search that grows with the combinations takes seconds.
  assert.ok(worst.ms < 500, `${worst.ms} ms: ${worst.password}`)
})

// biome-ignore format: a table
const WEAK = [
  'password', 'supermario', 'contraseña', 'qwertyuiop', '1234567890', 'abcdefgh', 'iloveyou', 'sello', 'ana.lopez', 'distribuidora',
  'constantinople', 'electronics', 'a', '2020', 'P4ssw0rd', 'chocolates', 'butterflies', 'universidad',
]

test('a weak word stays weak however often it is repeated', () => {
  for (const word of WEAK) {
    for (const times of [2, 3, 4, 5, 7, 9, 12]) {
      const password = word.repeat(times)
      if (password.length > LENGTH) continue
      assert.notEqual(checkPassword(password, ABOUT), null, password)
    }
  }
})

test('several unrelated words are accepted, short or long', () => {
  const words = 'montaña verde lluvia camino piedra azul tortuga farol sandía guitarra volcán ocho'
  assert.equal(checkPassword(words.slice(0, 20), ABOUT), null)
  assert.equal(checkPassword(words, ABOUT), null)
  assert.equal(checkPassword(`${'a'.repeat(40)} ${words}`, ABOUT), null)
})

test('strong words stay strong when they are repeated', () => {
  for (const words of ['jqzkvm wpbxt hd ', 'tejado violeta mango ']) {
    for (const times of [1, 2, 3, 5]) {
      assert.equal(checkPassword(words.repeat(times), ABOUT), null, `${words}, ${times} times`)
    }
  }
})

const GUESSED =
  'es de las que se adivinan pronto (una conocida, un patrón, o su nombre). Use varias palabras sin relación.'
const STRONG = 'jqzkvm wpbxt hd tejado violeta '

// biome-ignore format: a table
const PROBLEMS: readonly (readonly [password: string, problem: string | null])[] = [
  ['jqzkvm wpbx',                           'lleva al menos 12 caracteres.'],
  ['jqzkvm wpb🙂',                          'lleva al menos 12 caracteres.'],
  ['jqzkvm wpbxt',                          null],
  [filled(STRONG),                          null],
  [`${filled(STRONG)}x`,                    'lleva como máximo 128 caracteres.'],
  [`${filled(STRONG).slice(1)}🙂`,          null],
  ['password1234',                          GUESSED],
  // Two words: some billions of guesses, and some tens of billions.
  ['guitarra ocho',                         GUESSED],
  ['lluvia camino',                         null],
  // Besides the person's own words: five letters, and six.
  ['Ána.López 84917362 jqzkv',              GUESSED],
  ['Ána.López 84917362 jqzkvm',             null],
  ['esperanza 84917362 jqzkv',              GUESSED],
  ['hacienda 84917362 jqzkv',               GUESSED],
  ['ana 84917362 jqzkv',                    GUESSED],
  // What is too short to be anybody's: the last two letters of a name.
  ['wp7 84917362 jqz42x',                   null],
]
for (const [password, problem] of PROBLEMS) {
  test(`the password ${password.slice(0, 30)} of ${[...password].length}: ${problem}`, () => {
    assert.equal(checkPassword(password, ABOUT), problem)
  })
}

test('a password is stored as OWASP recommends, and compared however its letters are typed', async () => {
  const stored = await hashPassword('contrase\u00f1a \ufb01na')
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.equal(await isPassword(stored, 'contrasen\u0303a fina'), true)
  assert.equal(await isPassword(stored, 'contrasena fina'), false)
  assert.equal(await isPassword(null, 'contrase\u00f1a fina'), false)
  const longest = '\u{1f642}'.repeat(LENGTH)
  assert.equal(await isPassword(await hashPassword(longest), longest), true)
  const most = 'x'.repeat(4 * LENGTH)
  const ofMost = await hashPassword(most)
  assert.equal(await isPassword(ofMost, `${most}y`), true, 'no more than that is read')
  assert.equal(await isPassword(ofMost, most.slice(1)), false)
})
