/**
 * Words for searching: lower case, letters and digits only, without accents. Texts and searches use the same
 * function, so they meet.
 */

/** No name needs more; a longer word is found by its beginning. */
const WORD_LENGTH_MAX = 40
/** Of one text: limits what a long description adds to the index. */
const WORDS_MAX = 64

/**
 * The words of a text, each once. A word with signs (`S.A.`, `CAFE-1`) is there whole, as `sa` and `cafe1`, and in
 * its parts.
 */
export function wordsOf(text: string): readonly string[] {
  const words = text.split(/\s+/u).flatMap((word) => [fold(word), ...partsOf(word)])
  return [...new Set(words.filter(Boolean))].slice(0, WORDS_MAX)
}

/** What a search asks for: each word as it was written, without its signs. */
export function askedWordsOf(text: string): readonly string[] {
  return [...new Set(text.split(/\s+/u).map(fold).filter(Boolean))]
}

/** Above every word that begins with the word. */
export const endOf = (word: string) => `${word}\u{10FFFF}`

const partsOf = (word: string) =>
  plain(word)
    .split(/[^\p{L}\p{N}]+/u)
    .map(fold)

const fold = (word: string) =>
  [...plain(word).replaceAll(/[^\p{L}\p{N}]+/gu, '')].slice(0, WORD_LENGTH_MAX).join('')

/** Decomposed, so that accents and other marks are characters of their own. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
