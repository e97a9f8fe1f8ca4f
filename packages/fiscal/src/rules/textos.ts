/**
 * Every text of a document can be stored, signed and printed: no control characters but tab and line
 * ends, no half of a surrogate pair.
 */
import { joinField, type Problem } from '../problem.ts'
import type { Grupo } from './rule.ts'

const UNREADABLE = /[^\P{Cc}\t\n\r]|\p{Cs}/u

export const TEXTOS: Grupo<unknown> = {
  rows: [{ name: 'texto legible', rule: 'texto', field: '' }],
  check(documento) {
    return isReadable(documento) ? [] : unreadable(documento, '')
  },
}

/** Asked of every document, so it does not carry the path along. */
function isReadable(value: unknown): boolean {
  if (typeof value === 'string') return !UNREADABLE.test(value)
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isReadable)
  for (const name in value) {
    if (!isReadable((value as Record<string, unknown>)[name])) return false
  }
  return true
}

function unreadable(value: unknown, field: string): Problem[] {
  if (typeof value === 'string') {
    if (!UNREADABLE.test(value)) return []
    const message = `${field} tiene caracteres de control o incompletos; quítelos.`
    return [{ field, rule: 'texto', message }]
  }
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item, i) => unreadable(item, `${field}[${i}]`))
  return Object.entries(value).flatMap(([name, member]) =>
    unreadable(member, joinField(field, name)),
  )
}
