import type { Company, NewCompany } from '@sello/service/admin'
import type { Command } from 'commander'
import { type Common, command, onRun, refuseMissing } from '../command.ts'
import { administer } from '../database.ts'
import { usage } from '../exit.ts'
import { columns, type Io, type Result } from '../io.ts'
import { readGiven } from '../secret-input.ts'
import { dataDir } from '../values.ts'

interface Options extends Common, Readonly<Record<Member, string | undefined>> {
  readonly file?: string
  readonly dataDir?: string
}

/** The issuer of a document, with an option for each member. */
// biome-ignore format: a table
const MEMBERS = [
  ['nit',             '--nit <nit>',                 'NIT, con o sin guiones'],
  ['nrc',             '--nrc <nrc>',                 'número de registro de contribuyente'],
  ['nombre',          '--full-name <texto>',            'nombre o razón social, como está registrado'],
  ['codActividad',    '--activity-code <código>',    'actividad económica (CAT-019), p. ej. 47190'],
  ['descActividad',   '--activity <texto>',    'la actividad, en palabras'],
  ['nombreComercial', '--trade-name <texto>',  'nombre comercial (puede faltar)'],
  ['departamento',    '--department <código>',     'CAT-012, p. ej. 06'],
  ['municipio',       '--municipality <código>',        'CAT-013, p. ej. 23'],
  ['distrito',        '--district <código>',         'CAT-008, p. ej. 14'],
  ['complemento',     '--address <texto>',       'calle, número, colonia'],
  ['telefono',        '--phone <número>',         'teléfono que sale en los documentos'],
  ['correo',          '--email <dirección>',        'correo que sale en los documentos'],
] as const
type Member = (typeof MEMBERS)[number][0]

const MAY_BE_ABSENT: readonly Member[] = ['nombreComercial']
const DIRECCION: readonly Member[] = ['departamento', 'municipio', 'distrito', 'complemento']

export function companyCreate(io: Io): Command {
  const made = command(io, 'create', 'registra una empresa')
  for (const [, flags, description] of MEMBERS) made.option(flags, description)
  made
    .option(
      '--file <ruta>',
      'JSON con esos datos, como el emisor de un DTE; - es la entrada estándar',
    )
    .addOption(dataDir('.sello'))
  return onRun<Options>(made, io, async (options) => {
    const given = options.file === undefined ? {} : await readMembers(io, options.file)
    const company = toCompany(made, { ...given, ...definedOf(options) })
    return toResult(
      await administer(io, options, (admin, api) => api.createCompany(admin, company)),
    )
  })
}

type Given = Readonly<Partial<Record<Member, string>>>

/** Finds members at either place: the address may be a nested object, as on the wire. */
async function readMembers(io: Io, path: string): Promise<Given> {
  const text = (await readGiven(io, '--file', path)).toString()
  const { direccion, ...rest } = parseObject(text)
  const flat = { ...rest, ...(isObject(direccion) ? direccion : {}) }
  const names = MEMBERS.map(([name]) => name as string)
  const unknown = Object.keys(flat).filter((name) => !names.includes(name))
  if (unknown.length > 0) usage(`--file: no se conoce ${unknown.join(', ')}. Quítelo.`)
  const present = Object.entries(flat).filter(([, value]) => value !== null)
  const wrong = present.filter(([, value]) => typeof value !== 'string').map(([name]) => name)
  if (wrong.length > 0) usage(`--file: ${wrong.join(', ')} debe ser un texto.`)
  return Object.fromEntries(present) as Given
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text)
  if (isObject(value)) return value
  usage('--file: no es un objeto JSON.')
}

/** `undefined` for invalid JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function definedOf(options: Options): Given {
  const present = MEMBERS.filter(([name]) => options[name] !== undefined)
  return Object.fromEntries(present.map(([name]) => [name, options[name]]))
}

function toCompany(made: Command, given: Given): NewCompany {
  const missing = MEMBERS.filter(
    ([name]) => given[name] === undefined && !MAY_BE_ABSENT.includes(name),
  )
  if (missing.length > 0)
    refuseMissing(
      missing.map(([, flags]) => flags),
      made,
    )
  const direccion = Object.fromEntries(DIRECCION.map((name) => [name, given[name]]))
  const own = MEMBERS.map(([name]) => name).filter((name) => !DIRECCION.includes(name))
  return {
    ...Object.fromEntries(own.map((name) => [name, given[name] ?? null])),
    nit: given.nit?.replaceAll('-', ''),
    nrc: given.nrc?.replaceAll('-', ''),
    telefono: given.telefono,
    direccion,
  } as NewCompany // required members were checked above
}

function toResult({ companyId, nit, nombre }: Company): Result {
  const text = [
    'Empresa registrada.',
    columns([
      ['nombre', nombre],
      ['NIT', nit],
    ]),
    `Sigue: sello company password --nit ${nit}`,
  ]
  return { json: { companyId, nit, nombre }, text: text.join('\n') }
}
