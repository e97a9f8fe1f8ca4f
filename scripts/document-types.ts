/**
 * `node --import tsx scripts/document-types.ts`: compares docs/document-types.md with what the values
 * of the types say; exits 1 where they differ. With `--update` it writes the page again.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { TIPOS, type TipoDef, type Version } from '../packages/fiscal/src/index.ts'

const FILE = fileURLToPath(new URL('../docs/document-types.md', import.meta.url))

const HEAD = [
  '# Document types',
  '',
  '<!-- Printed from packages/fiscal/src/tipos by scripts/document-types.ts --update. -->',
  '',
  'What each type takes, how its summary is computed, and what is held against it before a number is spent. The',
  'sources are in [sources.md](sources.md). In a formula R2 rounds to cents, half up, Σ adds over the lines as they',
  'were rounded to 8 decimals, and a step may read the steps above it.',
]

const page = `${[...HEAD, ...tiposInOrder().flatMap(section)].join('\n')}\n`
const update = process.argv.includes('--update')
const isCurrent = readPage() === page

if (!isCurrent && update) {
  writeFileSync(FILE, page)
  console.log('updated docs/document-types.md')
} else if (!isCurrent) {
  console.log('docs/document-types.md is not what the types say. Write it again with --update')
  process.exitCode = 1
}

/** An object lists '11' before '01'. */
function tiposInOrder(): readonly TipoDef[] {
  return Object.values<TipoDef>(TIPOS).sort((a, b) => a.tipoDte.localeCompare(b.tipoDte))
}

function section(tipo: TipoDef): readonly string[] {
  const [version] = tipo.versions
  return [
    '',
    `## ${tipo.tipoDte} ${tipo.nombre}`,
    '',
    `Sources: [${tipo.source.split('#')[1]}](${tipo.source.replace('docs/', '')}).`,
    '',
    '| | |',
    '|---|---|',
    `| structure | ${tipo.versions.map(({ version: v, since }) => `version ${v} since ${since}`).join(', ')} |`,
    `| receptor | ${tipo.receptor} |`,
    `| prices | ${tipo.precios} |`,
    `| return event | ${tipo.retorno ? 'yes' : 'no'} |`,
    ...presences('request', tipo.members),
    ...presences('item', tipo.itemMembers),
    ...tributos(tipo),
    ...structure(version),
    '',
    `### Arithmetic of ${tipo.tipoDte}`,
    '',
    '| member | is |',
    '|---|---|',
    ...tipo.pasos.map(({ importe, formula }) => `| \`${importe}\` | ${escaped(formula)} |`),
    '',
    `### Rules of ${tipo.tipoDte}`,
    '',
    '| rule | rows |',
    '|---|---|',
    ...rules(tipo),
  ]
}

/** Which members go with the type, beside those that every type takes. */
function presences(what: string, members: Readonly<Record<string, string>>): readonly string[] {
  return ['required', 'optional', 'forbidden'].flatMap((presence) => {
    const named = Object.keys(members).filter((member) => members[member] === presence)
    return named.length === 0 ? [] : [`| ${what}, ${presence} | ${codes(named)} |`]
  })
}

function tributos({ tributos }: TipoDef): readonly string[] {
  if (tributos === null) return ['| tributes | none |']
  return [
    `| tributes, ours | ${tributos.iva === null ? 'none: the IVA is inside the prices' : codes([tributos.iva])} |`,
    `| tributes, asked | ${codes(tributos.linea)} |`,
    `| tributes, as a line | ${codes(tributos.propios)} |`,
  ]
}

/** The members of the document, section by section, in the ministry's order. */
function structure({ estructura }: Version): readonly string[] {
  return Object.entries(propertiesOf(estructura)).map(([name, schema]) => {
    const members = Object.keys(propertiesOf(schema))
    return `| \`${name}\` | ${members.length > 0 ? codes(members) : 'null'} |`
  })
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
}

/** Of an object, or of the objects of a list. */
function propertiesOf(schema: unknown): Readonly<Record<string, Shape>> {
  const { properties, items } = schema as Shape
  return properties ?? items?.properties ?? {}
}

/** The rows of each rule, in the order in which they are asked. */
function rules(tipo: TipoDef): readonly string[] {
  const byRule = new Map<string, Set<string>>()
  for (const { name, rule } of tipo.rules.flatMap(({ rows }) => rows)) {
    byRule.set(rule, (byRule.get(rule) ?? new Set()).add(name))
  }
  return [...byRule].map(([rule, names]) => `| ${rule} | ${escaped([...names].join('; '))} |`)
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|')
}

/** Nothing where nobody has written it yet. */
function readPage(): string {
  try {
    return readFileSync(FILE, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
