/**
 * `node --import tsx scripts/document-types.ts`: compares what is generated from fiscal's types (a page for people,
 * tables of the contract and of the client) with the current types; exits 1 if they differ. `--update` regenerates
 * it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TipoDef, Version } from '../packages/fiscal/src/index.ts'
import { clientTable, contractTable, TIPOS_IN_ORDER } from './check/tipos-tables.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const HEAD = [
  '# Document types',
  '',
  '<!-- Printed from packages/fiscal/src/tipos by scripts/document-types.ts --update. -->',
  '',
  'What each type takes and how its summary is computed. Its rules are in [sources.md](sources.md#rules). In a formula',
  'R2 rounds to cents, half up; Σ adds over the lines, rounded to 8 decimals; a step may read the steps above it.',
]

const PLAZOS: Readonly<Record<TipoDef['invalidacion']['plazo'], string>> = {
  'por actividad': 'for two years of some activities, three months of the others',
  'tres meses': 'for three months',
  'mes siguiente': 'until the tenth working day of the month after its seal',
}

const printed: Readonly<Record<string, string>> = {
  'docs/document-types.md': `${[...HEAD, ...TIPOS_IN_ORDER.flatMap(section)].join('\n')}\n`,
  'packages/contract/src/generated/tipos.ts': contractTable(),
  'packages/client/src/generated/versions.ts': clientTable(),
}
const update = process.argv.includes('--update')

for (const [file, text] of Object.entries(printed)) {
  if (readText(file) === text) continue
  if (update) writeFileSync(join(ROOT, file), text)
  else process.exitCode = 1
  console.log(
    update ? `updated ${file}` : `${file} is not what the types say. Write it again with --update`,
  )
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
    `| return event | ${tipo.retorno === null ? 'no' : PLAZOS[tipo.retorno]} |`,
    `| may be cancelled | ${PLAZOS[tipo.invalidacion.plazo]}; ${tipo.invalidacion.sinReemplazo === null ? 'another may take its place' : 'without a replacement'} |`,
    `| adjusted by notes | ${tipo.ajustable ? 'yes' : 'no'} |`,
    `| book | ${tipo.libro} |`,
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
  ]
}

/** The members of the type, besides those that every type has. */
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

/** For an object, or for the objects of a list. */
function propertiesOf(schema: unknown): Readonly<Record<string, Shape>> {
  const { properties, items } = schema as Shape
  return properties ?? items?.properties ?? {}
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|')
}

/** Empty when the file does not exist yet. */
function readText(file: string): string {
  try {
    return readFileSync(join(ROOT, file), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
