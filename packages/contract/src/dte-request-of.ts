/** The request body for one document type: its own receptor, and no members of other types. */
import Type, { type TSchema } from 'typebox'
import { Liquidacion, LiquidacionContable } from './dte-liquidacion.ts'
import {
  BienTitulo,
  DocumentosRelacionados,
  DteRequest,
  Exportacion,
  Items,
  Receptor,
  ReceptorAfiliado,
  ReceptorDonante,
  ReceptorExportacion,
  ReceptorMandante,
  ReceptorRemision,
  ReceptorSujetoExcluido,
  Retencion,
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
  return membersOfReceptor(RECEPTOR_OF_TYPES[tipoDte])
}

/** The same by the receptor's name, for what is read while the tables of types are being made. */
export function membersOfReceptor(name: keyof typeof RECEPTORS): readonly string[] {
  const { properties } = RECEPTORS[name] as typeof Receptor
  return Object.keys(properties)
}

const RECEPTORS = {
  Receptor,
  ReceptorRemision,
  ReceptorExportacion,
  ReceptorDonante,
  ReceptorMandante,
  ReceptorAfiliado,
  ReceptorSujetoExcluido,
}
/** Those whose members are required by the rules (422), since a type may not need any. */
const BY_RULES: ReadonlySet<string> = new Set([
  'Receptor',
  'ReceptorRemision',
  'ReceptorDonante',
  'ReceptorMandante',
  'ReceptorAfiliado',
])

function receptorOf(tipoDte: TipoDte): TSchema {
  const name = RECEPTOR_OF_TYPES[tipoDte]
  const schema: TSchema = RECEPTORS[name]
  return BY_RULES.has(name) ? Type.Optional(nullable(schema)) : schema
}

const REQUIRED: Readonly<Record<string, TSchema>> = {
  bienTitulo: BienTitulo,
  documentosRelacionados: DocumentosRelacionados,
  exportacion: Exportacion,
  items: Items,
  liquidacion: Liquidacion,
  liquidacionContable: LiquidacionContable,
  retencion: Retencion,
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
