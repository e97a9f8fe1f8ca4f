/** Every text of a document must be storable, signable and printable as people see it: docs/sources.md#textos. */
import { joinField, type Problem } from '../problem.ts'
import { findFault } from '../texts.ts'
import { type Grupo, NUESTRA } from './rule.ts'

export const TEXTOS: Grupo<unknown> = {
  rows: [{ name: 'texto legible', rule: 'texto', field: '' }],
  check(documento) {
    return isReadable(documento) ? [] : unreadable(documento, '')
  },
}

/** Runs on every document, so it builds no paths. */
function isReadable(value: unknown): boolean {
  if (typeof value === 'string') return findFault(value) === null
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isReadable)
  for (const name in value) {
    if (!isReadable((value as Record<string, unknown>)[name])) return false
  }
  return true
}

function unreadable(value: unknown, field: string): Problem[] {
  if (typeof value === 'string') {
    const fault = findFault(value)
    if (fault === null) return []
    return [{ field, rule: 'texto', message: `${field} ${fault} ${NUESTRA}` }]
  }
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item, i) => unreadable(item, `${field}[${i}]`))
  return Object.entries(value).flatMap(([name, member]) =>
    unreadable(member, joinField(field, name)),
  )
}
