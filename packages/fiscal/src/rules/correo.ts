/** E-mail addresses, with a top-level domain that can exist. Source: docs/sources.md#correo. */
import { PAISES } from '../catalogos/cat-020-pais.ts'
import { isCode } from '../catalogos/catalogo.ts'

const LOCAL = /^[^\s@"(),:;<>[\\\]]+$/
const LABEL = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u
const TOP_LEVEL = /^(\p{L}{2,63}|xn--[a-z0-9-]{2,59})$/iu
const ASCII_PAIR = /^[a-z]{2}$/i

/** Two-letter domains that are no country of CAT-020, or have another code there. */
const OTHER_PAIRS: ReadonlySet<string> = new Set(['ac', 'eu', 'su', 'uk'])

/** Never in the root: reserved for private names, or the usual slips for .com and .net. */
// biome-ignore format: a table
const IMPOSSIBLE: ReadonlySet<string> = new Set([
  'local', 'localhost', 'invalid', 'internal', 'localdomain',
  'con', 'comm', 'ccom', 'coom', 'cmo', 'ocm', 'vom', 'xom', 'nte', 'met', 'gmail', 'hotmail',
])

/** Whether a mail to it could arrive: one @, labels of a domain, a plausible top-level domain. */
export function isCorreo(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const labels = text.slice(at + 1).split('.')
  return (
    at > 0 &&
    LOCAL.test(local) &&
    !local.startsWith('.') &&
    !local.endsWith('.') &&
    !local.includes('..') &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    isTopLevel(labels[labels.length - 1] ?? '')
  )
}

function isTopLevel(label: string): boolean {
  if (!TOP_LEVEL.test(label) || IMPOSSIBLE.has(label.toLowerCase())) return false
  if (!ASCII_PAIR.test(label)) return true
  return isCode(PAISES, label.toUpperCase()) || OTHER_PAIRS.has(label.toLowerCase())
}
