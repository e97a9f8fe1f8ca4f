/** The body of one document type: its own receptor, and no member that only others take. */
import Type, { type TSchema } from 'typebox'
import {
  DocumentosRelacionados,
  DteRequest,
  Exportacion,
  ITEM_MEMBERS_OF_TYPES,
  MEMBERS_OF_TYPES,
  Receptor,
  ReceptorExportacion,
  ReceptorSujetoExcluido,
} from './dte-request.ts'
import { closed, nullable, oneOf } from './schema.ts'
import type { TipoDte } from './words.ts'

/** What is valid here is a `DteRequest`. */
export function dteRequestOf(tipoDte: TipoDte): TSchema {
  const members = Object.entries<TSchema>(DteRequest.properties).filter(
    ([member]) => !isForeign(MEMBERS_OF_TYPES, member, tipoDte),
  )
  return closed({
    ...Object.fromEntries(members),
    tipoDte: oneOf([tipoDte]),
    receptor: Type.Optional(nullable(Receptor)),
    ...OWN[tipoDte],
  })
}

/** The members of the receptor that a type takes. */
export function receptorMembersOf(tipoDte: TipoDte): readonly string[] {
  const { properties } = (OWN[tipoDte]?.receptor ?? Receptor) as typeof Receptor
  return Object.keys(properties)
}

const OWN: Readonly<Partial<Record<string, Readonly<Record<string, TSchema>>>>> = {
  '05': { documentosRelacionados: DocumentosRelacionados },
  '06': { documentosRelacionados: DocumentosRelacionados },
  '11': { receptor: ReceptorExportacion, exportacion: Exportacion },
  '14': { receptor: ReceptorSujetoExcluido },
}

/** The members of the items of a body that only other types take: `items[2].noGravado`. */
export function foreignItemMembers({ tipoDte, items }: DteRequest): readonly ForeignMember[] {
  return items.flatMap((item, i) =>
    Object.keys(item)
      .filter((member) => isForeign(ITEM_MEMBERS_OF_TYPES, member, tipoDte))
      .map((member) => ({
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
