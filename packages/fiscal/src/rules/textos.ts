/**
 * Every text of a document can be stored, signed and printed: no control characters but tab and line
 * ends, no half of a surrogate pair.
 */
import type { Problem } from '../problem.ts'
import type { Grupo } from './rule.ts'

const UNREADABLE = /[^\P{Cc}\t\n\r]|\p{Cs}/u

export const TEXTOS: Grupo<unknown> = {
  rows: [{ name: 'texto legible', rule: 'texto', field: '' }],
  check(documento) {
    const problems: Problem[] = []
    collect(documento, '', problems)
    return problems
  },
}

function collect(value: unknown, field: string, problems: Problem[]): void {
  if (typeof value === 'string') {
    if (!UNREADABLE.test(value)) return
    const message = `${field} tiene caracteres de control o incompletos; quítelos.`
    problems.push({ field, rule: 'texto', message })
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) collect(value[i], `${field}[${i}]`, problems)
    return
  }
  for (const name in value) {
    collect((value as Record<string, unknown>)[name], field ? `${field}.${name}` : name, problems)
  }
}
