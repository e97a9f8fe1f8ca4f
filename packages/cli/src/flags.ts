/**
 * Flags are English; a value keeps the wire's name in the code. The second column is the wire's word as the flag of
 * 0.1, which still works: remove `oldFlag` with the release after 0.2.
 */
import { Option } from 'commander'

// biome-ignore format: a table
export const FLAGS: readonly (readonly [flag: `--${string}`, wire: `--${string}`])[] = [
  ['--activity',           '--desc-actividad'],
  ['--activity-code',      '--cod-actividad'],
  ['--address',            '--complemento'],
  ['--classification',     '--clasificacion'],
  ['--code',               '--codigo'],
  ['--cost-type',          '--tipo'],
  ['--department',         '--departamento'],
  ['--description',        '--descripcion'],
  ['--district',           '--distrito'],
  ['--document',           '--documento'],
  ['--document-number',    '--num-documento'],
  ['--document-type',      '--tipo-documento'],
  ['--dte-type',           '--tipo-dte'],
  ['--dte-types',          '--tipos-dte'],
  ['--email',              '--correo'],
  ['--environment',        '--ambiente'],
  ['--establishment-code', '--cod-estable'],
  ['--event-date',         '--fecha-evento'],
  ['--explain',            '--explica'],
  ['--export',             '--archivo'],
  ['--full-name',          '--nombre'],
  ['--income',             '--ingreso'],
  ['--invalidation-type',  '--tipo-anulacion'],
  ['--line',               '--linea'],
  ['--municipality',       '--municipio'],
  ['--operation',          '--operacion'],
  ['--operator',           '--operador'],
  ['--phone',              '--telefono'],
  ['--pos-code',           '--cod-punto-venta'],
  ['--reason',             '--motivo'],
  ['--reference',          '--referencia'],
  ['--replacement',        '--reemplazo'],
  ['--requested-by',       '--solicita'],
  ['--responsible',        '--responsable'],
  ['--role',               '--rol'],
  ['--search',             '--buscar'],
  ['--since',              '--desde'],
  ['--state',              '--estado'],
  ['--trade-name',         '--nombre-comercial'],
  ['--until',              '--hasta'],
  ['--untaxed',            '--no-gravado'],
  ['--without-reference',  '--sin-referencia'],
  ['--without-seal',       '--sin-sello'],
]

const WIRE_OF: ReadonlyMap<string, string> = new Map(FLAGS)
const FLAG_OF: ReadonlyMap<string, string> = new Map(FLAGS.map(([flag, wire]) => [wire, flag]))

/** `--activity-code` for the wire's `codActividad`; the same word where there is no other. */
export function flagOf(member: string): string {
  const kebab = `--${member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  return FLAG_OF.get(kebab) ?? kebab
}

/** Names an option's value as the wire does: `options.codActividad`. */
export function nameByWire(option: Option): Option {
  const wire = WIRE_OF.get(option.long ?? '')
  if (wire !== undefined) option.attributeName = () => camelCase(wire)
  return option
}

/** The same option by its flag of 0.1, which the help does not show; null: it has none. */
export function oldFlag(option: Option): Option | null {
  const wire = WIRE_OF.get(option.long ?? '')
  if (wire === undefined) return null
  const old = new Option(option.flags.replace(option.long ?? '', wire)).hideHelp()
  old.negate = false // --no-gravado has a value of its own
  if (option.parseArg) old.parseArg = option.parseArg
  old.attributeName = () => option.attributeName()
  return old
}

/** What to say once to whoever uses a flag of 0.1. */
export const oldFlagNotice = (old: Option, option: Option): string =>
  `${old.long} ahora es ${option.long}; la forma anterior deja de valer en la próxima versión.`

const camelCase = (flag: string) =>
  flag.slice(2).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
