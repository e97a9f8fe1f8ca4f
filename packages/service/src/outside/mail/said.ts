/** What a mail server said, in a form that may be stored and shown. */

const WORDS_MAX = 200

/** How servers write the @ of an address where it is encoded, as in a link or in a header. */
const AT = /\S*(?:@|%40|=40|&#64;|\[at\]|\(at\))\S*/gi

/** Shorter ones are in too many words. */
const NAME_MIN = 4

/** One short line. Servers repeat addresses, which are the buyer's data: `to` in any writing, and all that have an @. */
export function saidBy(text: string, to: string): string {
  const name = to.slice(0, to.lastIndexOf('@')).toLowerCase()
  const isName = (word: string) => name.length >= NAME_MIN && word.toLowerCase().includes(name)
  const line = text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(AT, '…')
    .split(' ')
    .map((word) => (isName(word) ? '…' : word))
    .join(' ')
    .trim()
  return line.length > WORDS_MAX ? `${line.slice(0, WORDS_MAX - 1)}…` : line
}
