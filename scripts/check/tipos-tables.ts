/** The facts about document types that the contract, the console and the client need, generated from fiscal's types. */
import { TIPOS, type TipoDef } from '../../packages/fiscal/src/index.ts'

const HEAD = (about: string) => [
  `/** ${about}. Printed from packages/fiscal/src/tipos by \`npm run check -- --update\`. */`,
  '',
]

/** A plain object would list '11' before '01'. */
export const TIPOS_IN_ORDER: readonly TipoDef[] = Object.values<TipoDef>(TIPOS).sort((a, b) =>
  a.tipoDte.localeCompare(b.tipoDte),
)

/** What the types answer, for those who do not import fiscal. */
export function contractTable(): string {
  return text([
    ...HEAD('What the document types answer, for requests and the console'),
    `export const TIPOS_DTE = ${list(TIPOS_IN_ORDER.map(({ tipoDte }) => tipoDte))} as const`,
    '',
    '/** Members of the body that only some types take: with another type the answer names those (docs/wire.md#requests). */',
    ...byMember('MEMBERS_OF_TYPES', 'members', 'receptor'),
    '',
    "/** The same of an item. A `tipoVenta` where there is one kind of sale only is the law's matter: 422. */",
    ...byMember('ITEM_MEMBERS_OF_TYPES', 'itemMembers', 'tipoVenta'),
    '',
    '/** Those whose lines are of one of several kinds of sale. */',
    typesWhere('CON_TIPO_VENTA', ({ itemMembers }) => itemMembers.tipoVenta !== 'forbidden'),
    '',
    '/** The types that a return event follows (docs/wire.md#returns). */',
    typesWhere('RETORNABLES', ({ retorno }) => retorno !== null),
    '',
    '/** The types that notes adjust. */',
    typesWhere('AJUSTABLES', ({ ajustable }) => ajustable),
    '',
    '/** Those that give back what documents charged, at most what is left of them. */',
    typesWhere('CREDITOS', ({ ventas }) => ventas === -1),
    '',
    '/** Those that may name no receptor. */',
    typesWhere('SIN_RECEPTOR', ({ members }) => members.receptor === 'optional'),
    '',
    '/** Those that are not signed while the ministry is away. */',
    typesWhere('SIN_CONTINGENCIA', ({ contingencia }) => !contingencia),
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
    '',
    '/** What the form of a new receptor asks, in order. */',
    'export const FORMULARIO_OF_TYPES = {',
    ...rowsBy(({ formularioDelReceptor }) => list(formularioDelReceptor)),
    '} as const',
    '',
    '/** What the price of a line contains. */',
    'export const PRECIOS_OF_TYPES = {',
    ...rowsBy(({ precios }) => `'${precios}'`),
    '} as const',
    '',
    '/** The short name that people use, its gender, and the key that begins one in the console. */',
    'export const PALABRAS_OF_TYPES = {',
    ...rowsBy(
      ({ palabras: { nombre, genero, letra } }) =>
        `{ nombre: '${nombre}', genero: '${genero}', letra: '${letra}' }`,
    ),
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

const typesWhere = (name: string, holds: (tipo: TipoDef) => boolean) =>
  `export const ${name}: readonly string[] = ${list(TIPOS_IN_ORDER.filter(holds).map(({ tipoDte }) => tipoDte))}`

const list = (texts: readonly string[]) => `[${texts.map((one) => `'${one}'`).join(', ')}]`
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`
