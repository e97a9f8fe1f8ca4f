/** A person responsible for an event, or requesting it. Source: docs/sources.md#invalidacion. */
import { joinField, type Problem } from '../problem.ts'
import { FORMA_DE_IDENTIDAD } from '../rules/documento-identidad.ts'
import { about } from '../rules/rule.ts'
import { tipoDocumento, withoutHyphens } from '../tipos/receptor.ts'

export interface PersonaRequest {
  readonly nombre: string
  /** CAT-022; if absent, derived from the number: 14 digits are a NIT, 9 a DUI. */
  readonly tipoDocumento?: string | null
  /** The hyphens of a NIT and a DUI are removed. */
  readonly numDocumento: string
}

export interface Persona {
  readonly nombre: string
  readonly tipoDocumento: string
  readonly numDocumento: string
}

const LOCALES: ReadonlySet<string> = new Set(['36', '13'])
const OTRO = '37'

/** In the event's form. */
export function toPersona(given: PersonaRequest): Persona {
  const kind = tipoDocumento(given) ?? OTRO
  const isLocal = LOCALES.has(kind)
  return {
    nombre: given.nombre,
    tipoDocumento: kind,
    numDocumento: isLocal ? (withoutHyphens(given.numDocumento) ?? '') : given.numDocumento,
  }
}

/** The errors of a person, below the request's own member: `responsable.numDocumento`. */
export function checkPersona(member: string, persona: Persona): Problem[] {
  return about('', (p: Persona) => p, FORMA_DE_IDENTIDAD)
    .check(persona)
    .map((problem) => ({ ...problem, field: joinField(member, problem.field) }))
}
