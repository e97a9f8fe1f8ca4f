/** Passwords: which are accepted, and how they are stored and compared. */
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

export const LENGTH_MIN = 12
/** Argon2 accepts any length, but megabytes of text would only keep it busy. */
export const LENGTH_MAX = 128
/** The guesses that a thief of the hashes would need; below this it is a known password, a date or a pattern. */
const GUESSES_LOG10_MIN = 10
/**
 * The estimate costs more than the square of the length: whole passwords took half a second of the event loop. What
 * the beginning needs, the whole needs at least.
 */
const ESTIMATED_MAX = 32
/** Of the ways to read digits and signs as letters; each is another estimate. */
const L33T_MAX = 16
/** Letters besides the person's own data: `ana.lopez.2026` has none. */
const OTHER_LETTERS_MIN = 6

/** OWASP's first recommendation: 19 MiB, two passes. 2 is Argon2id. */
const ARGON2 = {
  algorithm: 2 as Algorithm,
  memoryCost: 19 * 1024,
  timeCost: 2,
  parallelism: 1,
}

let estimator: ZxcvbnFactory | null = null

/** The problem of a new password, or null. `about`: name, e-mail and company, of which it must not consist. */
export function checkPassword(password: string, about: readonly string[]): string | null {
  const { length } = [...password]
  if (length < LENGTH_MIN) return `lleva al menos ${LENGTH_MIN} caracteres.`
  if (length > LENGTH_MAX) return `lleva como máximo ${LENGTH_MAX} caracteres.`
  estimator ??= new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: L33T_MAX,
  })
  const words = [...about, ...EXPECTED].flatMap((text) => [text, ...text.split(/[\s@.,]+/)])
  const known = words.map(plain).filter((word) => word.length > 2)
  const { guessesLog10 } = estimator.check(beginningOf(plain(password)), known)
  const others = known.reduce((left, word) => left.replaceAll(word, ''), plain(password))
  const isOwn = others.replaceAll(/[^a-z]/g, '').length < OTHER_LETTERS_MIN
  const isNamed = known.some((word) => plain(password).includes(word))
  if (guessesLog10 >= GUESSES_LOG10_MIN && !(isNamed && isOwn)) return null
  return 'es de las que se adivinan pronto (una conocida, un patrón, o su nombre). Use varias palabras sin relación.'
}

/** What local guessers try first; the library's lists are international. */
const EXPECTED =
  'sello contrasena clave acceso empresa factura hacienda salvador usuario admin'.split(' ')

/** Folds accents and capitals, the first variations that a guesser tries. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Repetitions add nothing and are dropped first: cut in the middle, a word would pass for random letters. */
const beginningOf = (text: string) =>
  text
    .slice(0, LENGTH_MAX)
    .replaceAll(/(.+?)\1{2,}/gs, '$1$1')
    .replaceAll(/(.{6,}?)\1+/gs, '$1')
    .slice(0, ESTIMATED_MAX)

export const hashPassword = (password: string): Promise<string> => hash(fold(password), ARGON2)

/** Takes the same time whether or not the person exists. */
export async function isPassword(stored: string | null, given: string): Promise<boolean> {
  const right = await verify(stored ?? NOBODY, fold(given.slice(0, LENGTH_MAX * 4)))
  return stored !== null && right
}

/** Two ways to type the same letter give the same password. */
const fold = (password: string) => password.normalize('NFKC')

/** The hash, with the same parameters, of a random password that nobody knows. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$dtDmixyC0WDYFTEW/Hd4QQ$OR3jX8U0LPWXSA7Yx1SPOVB9sCDC5QuYz6tF8cAeteY'
