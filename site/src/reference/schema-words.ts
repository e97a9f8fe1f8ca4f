/** A schema in words: its type for a table's cell, and the rows of its members. */
import type { Schema } from '../openapi.ts'
import { anchorOf } from '../page.ts'

const WORDS: Readonly<Record<string, string>> = {
  string: 'texto',
  integer: 'entero',
  number: 'número',
  boolean: 'sí o no',
  object: 'objeto',
  null: 'null',
}

const linkTo = (ref: string) => {
  const name = ref.split('/').at(-1) ?? ''
  return `[${name}](/referencia/tipos#${anchorOf(name)})`
}

export function typeWords(schema: Schema): string {
  if (schema.$ref !== undefined) return linkTo(schema.$ref)
  const several = schema.anyOf ?? schema.oneOf
  if (several) return several.map(typeWords).join(' o ')
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((one) => `\`${JSON.stringify(one)}\``).join(', ')
  if (schema.items)
    return `lista de ${typeWords(schema.items)}${span(schema.minItems, schema.maxItems)}`
  const types = [schema.type ?? []].flat().map((one) => WORDS[one] ?? one)
  const words = types.join(' o ') || 'cualquiera'
  return `${words}${span(schema.minLength ?? schema.minimum, schema.maxLength ?? schema.maximum)}`
}

function span(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined)
    return min === max ? ` de ${min}` : ` de ${min} a ${max}`
  if (max !== undefined) return ` hasta ${max}`
  return min === undefined || min === 0 ? '' : ` desde ${min}`
}

export const MEMBERS_HEAD = ['miembro', 'tipo', '', 'qué es']

/** One row for each member; those of an object without a name of its own follow it, as `pagos[].codigo`. */
export function memberRows(schema: Schema, before = ''): readonly (readonly string[])[] {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = `${before}${name}`
    const must = required.has(name) ? 'obligatorio' : ''
    const own = [`\`${path}\``, typeWords(member), must, member.description ?? '']
    const inner = member.items ?? member
    return [own, ...memberRows(inner, `${path}${member.items ? '[]' : ''}.`)]
  })
}
