/** The parameter `buscar` of a list: words, each of which a word of a row begins with. */
import { askedWordsOf } from '../../ledger/search/words.ts'
import { refuseFields } from '../http/body.ts'

const LENGTH_MAX = 100
const WORDS_MAX = 8

/** Null when absent. 400 for a text that is too long, has too many words, or has no letter and no digit. */
export function readBuscar(text: string | null | undefined): readonly string[] | null {
  if (text == null) return null
  const words = text.length > LENGTH_MAX ? [] : askedWordsOf(text)
  if (words.length > 0 && words.length <= WORDS_MAX) return words
  const message = `lleva de 1 a ${LENGTH_MAX} caracteres, hasta ${WORDS_MAX} palabras y al menos una letra o un número.`
  return refuseFields([{ field: 'buscar', message }])
}
