/** The page of every refusal, from the contract's table. */
import {
  CONSOLE_REFUSALS,
  REFUSALS,
  type Refusal,
  ROUTE_SPECS,
  type RouteSpec,
} from '../../../packages/contract/src/index.ts'
import { OPENAPI, type Schema } from '../openapi.ts'
import { type Page, table } from '../page.ts'
import { addressOf } from './groups.ts'
import { memberRows } from './schema-words.ts'

export function errorsPage(): Page {
  const sections = byStatus(REFUSALS).map(([code, refusal]) => section(code, refusal))
  const rows = byStatus(CONSOLE_REFUSALS).map(([code, { status, when, queHacer }]) => [
    `\`${code}\``,
    `${status}`,
    when,
    queHacer,
  ])
  const own = [
    '## Solo en la consola',
    CONSOLE,
    table(['código', 'estado', 'cuándo', 'qué hacer'], rows),
  ]
  return {
    path: '/referencia/errores',
    text: [HEAD, summary(), ...sections, ...own, ''].join('\n\n'),
  }
}

const byStatus = (refusals: Readonly<Record<string, Refusal>>) =>
  Object.entries(refusals).sort(([, a], [, b]) => a.status - b.status)

const again = ({ retry }: Refusal) => (retry === 'safe' ? 'sí' : 'no')

function summary(): string {
  const rows = byStatus(REFUSALS).map(([code, refusal]) => [
    `${refusal.status}`,
    `[\`${code}\`](#${code.replaceAll('_', '-')})`,
    again(refusal),
    refusal.when,
  ])
  return table(['estado', 'código', '¿repetir?', 'cuándo'], rows)
}

function section(code: string, refusal: Refusal): string {
  const { error } = OPENAPI.components.schemas[`error_${code}`]?.properties ?? {}
  const details: Schema = error?.properties?.details ?? {}
  const rows = memberRows(details, 'details.')
  return [
    `## ${code}`,
    `**${refusal.status}.** ${refusal.when}`,
    `**Qué hacer.** ${refusal.queHacer} ¿Repetir la misma petición? ${refusal.retry === 'safe' ? 'Sí, con la misma Idempotency-Key.' : 'No.'}`,
    ...(rows.length > 0 ? [table(['miembro', 'tipo', '', 'qué es'], rows)] : []),
    givenBy(code),
  ].join('\n\n')
}

/** A refusal that nearly every route gives is not followed by a list of them all. */
function givenBy(code: string): string {
  const routes = Object.values(ROUTE_SPECS) as readonly RouteSpec[]
  const own = routes.filter(({ refusals }) => (refusals as readonly string[]).includes(code))
  if (own.length > routes.length / 2) return `La dan ${own.length} de las ${routes.length} rutas.`
  return `La dan: ${own.map((route) => `[\`${route.method} ${route.path}\`](${addressOf(route)})`).join(', ')}.`
}

const HEAD = `# Errores

Todo rechazo tiene el cuerpo \`{ "error": { "code", "message", "details" } }\`. \`code\` es para programas y conserva su significado; \`message\` es una oración para personas y puede cambiar.

Solo \`mh_rejected\` gasta un número: es la respuesta de Hacienda. Ningún otro rechazo lo gasta. Donde dice que sí se puede repetir, envíe la misma petición con la misma \`Idempotency-Key\`, pasados los segundos de \`Retry-After\`. Una llamada sin respuesta se repite igual.`

const CONSOLE = `Las respuestas de la propia interfaz de la consola, que no es pública. Quien llama a \`/v1\` no las recibe.`
