/** The facts about document types that the contract and the client need, generated from fiscal's types. */
import { TIPOS, type TipoDef } from '../../packages/fiscal/src/index.ts'

const HEAD = (about: string) => [
  `/** ${about}. Printed from packages/fiscal/src/tipos by \`npm run check -- --update\`. */`,
  '',
]

/** A plain object would list '11' before '01'. */
export const TIPOS_IN_ORDER: readonly TipoDef[] = Object.values<TipoDef>(TIPOS).sort((a, b) =>
  a.tipoDte.localeCompare(b.tipoDte),
)

/** The members that a request may have, by its type. */
export function contractTable(): string {
  return text([
    ...HEAD('The document types as requests know them'),
    `export const TIPOS_DTE = ${list(TIPOS_IN_ORDER.map(({ tipoDte }) => tipoDte))} as const`,
    '',
    '/** Members of the body that only some types take: with another type the answer names those (docs/wire.md#requests). */',
    ...byMember('MEMBERS_OF_TYPES', 'members', 'receptor'),
    '',
    "/** The same of an item. A `tipoVenta` where there is one kind of sale only is the law's matter: 422. */",
    ...byMember('ITEM_MEMBERS_OF_TYPES', 'itemMembers', 'tipoVenta'),
    '',
    '/** The types that a return event follows (docs/wire.md#returns). */',
    `export const RETORNABLES: readonly string[] = ${list(TIPOS_IN_ORDER.filter(({ retorno }) => retorno).map(({ tipoDte }) => tipoDte))}`,
    '',
    '/** Those without which a body of the type has not its form. */',
    'export const REQUIRED_OF_TYPES: Readonly<Record<(typeof TIPOS_DTE)[number], readonly string[]>> = {',
    ...rowsBy(({ members }) => list(requiredOf(members))),
    '}',
    '',
    '/** What the type says of its receptor. */',
    'export const RECEPTOR_OF_TYPES = {',
    ...rowsBy(({ receptor }) => `'${receptor}'`),
    '} as const',
  ])
}

/** The versions of a structure that a file may have. */
export function clientTable(): string {
  return text([
    ...HEAD('The versions of Normativa V2.0, and those before it'),
    'export const VERSIONS: Readonly<Record<string, readonly number[]>> = {',
    ...TIPOS_IN_ORDER.map(({ tipoDte, versions, versionesAnteriores }) => {
      const all = [...versionesAnteriores, ...versions.map(({ version }) => version)]
      return `  '${tipoDte}': [${all.sort((a, b) => a - b).join(', ')}],`
    }),
    '}',
  ])
}

type Presences = Readonly<Record<string, string>>

const presence = (members: Presences, member: string) => members[member]

const requiredOf = (members: Presences) =>
  Object.keys(members).filter((one) => one !== 'receptor' && members[one] === 'required')

function byMember(name: string, of: 'members' | 'itemMembers', except: string): readonly string[] {
  const members = new Set(TIPOS_IN_ORDER.flatMap((tipo) => Object.keys(tipo[of])))
  members.delete(except)
  const rows = [...members].map((member) => {
    const takers = TIPOS_IN_ORDER.filter((tipo) => presence(tipo[of], member) !== 'forbidden')
    return `  ${member}: ${list(takers.map(({ tipoDte }) => tipoDte))},`
  })
  return [`export const ${name}: Readonly<Record<string, readonly string[]>> = {`, ...rows, '}']
}

const rowsBy = (value: (tipo: TipoDef) => string) =>
  TIPOS_IN_ORDER.map((tipo) => `  '${tipo.tipoDte}': ${value(tipo)},`)

const list = (texts: readonly string[]) => `[${texts.map((one) => `'${one}'`).join(', ')}]`
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`
