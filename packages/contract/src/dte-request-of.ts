/** The request body for one document type: its own receptor, and no members of other types. */
import Type, { type TSchema } from 'typebox'
import {
  DocumentosRelacionados,
  DteRequest,
  Exportacion,
  Receptor,
  ReceptorExportacion,
  ReceptorSujetoExcluido,
} from './dte-request.ts'
import {
  ITEM_MEMBERS_OF_TYPES,
  MEMBERS_OF_TYPES,
  RECEPTOR_OF_TYPES,
  REQUIRED_OF_TYPES,
} from './generated/tipos.ts'
import { closed, nullable, oneOf } from './schema.ts'
import type { TipoDte } from './words.ts'

/** A valid body is a `DteRequest`. */
export function dteRequestOf(tipoDte: TipoDte): TSchema {
  const members = Object.entries<TSchema>(DteRequest.properties).filter(
    ([member]) => !isForeign(MEMBERS_OF_TYPES, member, tipoDte),
  )
  return closed({
    ...Object.fromEntries(members),
    tipoDte: oneOf([tipoDte]),
    receptor: receptorOf(tipoDte),
    ...Object.fromEntries(REQUIRED_OF_TYPES[tipoDte].map((member) => [member, required(member)])),
  })
}

/** The members of a type's receptor. */
export function receptorMembersOf(tipoDte: TipoDte): readonly string[] {
  const { properties } = RECEPTORS[RECEPTOR_OF_TYPES[tipoDte]] as typeof Receptor
  return Object.keys(properties)
}

const RECEPTORS = { Receptor, ReceptorExportacion, ReceptorSujetoExcluido }

/** The common receptor's requirements are checked by the rules (422), since a type may not need any. */
function receptorOf(tipoDte: TipoDte): TSchema {
  const name = RECEPTOR_OF_TYPES[tipoDte]
  return name === 'Receptor' ? Type.Optional(nullable(Receptor)) : RECEPTORS[name]
}

const REQUIRED: Readonly<Record<string, TSchema>> = {
  documentosRelacionados: DocumentosRelacionados,
  exportacion: Exportacion,
}

function required(member: string): TSchema {
  const schema = REQUIRED[member]
  if (!schema) throw new Error(`bug: no schema of ${member} where a type requires it`)
  return schema
}

/** Members of the body's items that only other types have: `items[2].noGravado`. */
export function foreignItemMembers({ tipoDte, items }: DteRequest): readonly ForeignMember[] {
  return items.flatMap((item, i) =>
    Object.entries(item)
      .filter(
        ([member, value]) => value !== null && isForeign(ITEM_MEMBERS_OF_TYPES, member, tipoDte),
      )
      .map(([member]) => ({
        field: `items[${i}].${member}`,
        tipos: ITEM_MEMBERS_OF_TYPES[member] ?? [],
      })),
  )
}

interface ForeignMember {
  readonly field: string
  readonly tipos: readonly string[]
}

function isForeign(
  table: Readonly<Record<string, readonly string[]>>,
  member: string,
  tipoDte: string,
): boolean {
  return Object.hasOwn(table, member) && table[member]?.includes(tipoDte) === false
}
