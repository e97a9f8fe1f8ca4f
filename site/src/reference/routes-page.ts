/** A page for each group of routes, from the contract: what each takes, answers and refuses, with examples. */
import {
  ROUTE_SPECS,
  type RouteName,
  type RouteSpec,
} from '../../../packages/contract/src/index.ts'
import type { Example } from '../../../packages/contract/src/openapi/example.ts'
import { codeOf } from '../code/code.ts'
import { OPENAPI, type Operation, parameterOf, type Schema } from '../openapi.ts'
import { block, type Page, table } from '../page.ts'
import { GROUPS, headingOf, pathOfGroup, routeAnchor } from './groups.ts'
import { MEMBERS_HEAD, memberRows, typeWords } from './schema-words.ts'

export function routePages(): readonly Page[] {
  return GROUPS.map((group) => {
    const routes = all().filter(([, { grupo }]) => grupo === group)
    const list = routes.map(([, route]) => [
      `[\`${headingOf(route)}\`](#${routeAnchor(route)})`,
      route.resumen,
    ])
    const text = [
      OUTLINE,
      `# ${group}`,
      table(['ruta', 'qué hace'], list),
      ...routes.map(section),
      '',
    ]
    return { path: pathOfGroup(group), text: text.join('\n\n') }
  })
}

/** Beside the page only its routes are listed. */
const OUTLINE = '---\noutline: 2\n---'

const all = () => Object.entries(ROUTE_SPECS) as readonly (readonly [RouteName, RouteSpec])[]

function section([name, route]: readonly [RouteName, RouteSpec]): string {
  const operation = OPENAPI.paths[route.path]?.[route.method.toLowerCase()]
  if (!operation) throw new Error(`bug: the contract's document lacks ${headingOf(route)}`)
  return [
    `## ${headingOf(route)} {#${routeAnchor(route)}}`,
    `${operation.summary}. ${operation.description}`,
    needs(route),
    ...parameters(operation),
    ...body(operation),
    ...answers(operation),
    refusals(route),
    ...examples(name, route),
  ].join('\n\n')
}

function needs({ scope, sign, idem, idemOptional, window }: RouteSpec): string {
  const words = [
    scope === null ? 'No pide llave.' : 'Encabezado `X-Service-Key`.',
    ...(sign ? ['También `X-Service-Sign-Key`.'] : []),
    ...(idem === null ? [] : ['`Idempotency-Key` obligatoria.']),
    ...(idemOptional ? ['`Idempotency-Key` opcional.'] : []),
    ...(window ? ['Sus llamadas se cuentan aparte.'] : []),
  ]
  return `**Pide.** ${words.join(' ')}`
}

function parameters({ parameters }: Operation): readonly string[] {
  const rows = parameters
    .map(parameterOf)
    .filter((one) => one.in !== 'header')
    .map(({ name, in: where, schema, required, description }) => [
      `\`${name}\``,
      where === 'path' ? 'ruta' : 'consulta',
      typeWords(schema),
      required ? 'obligatorio' : '',
      description,
    ])
  return rows.length === 0
    ? []
    : ['### Parámetros', table(['nombre', 'dónde', 'tipo', '', 'qué es'], rows)]
}

function body({ requestBody }: Operation): readonly string[] {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return []
  return ['### Cuerpo', ...shape(schema)]
}

/** A named type is linked to; another one is printed here. */
function shape(schema: Schema): readonly string[] {
  const rows = memberRows(schema)
  return rows.length > 0 ? [table(MEMBERS_HEAD, rows)] : [typeWords(schema)]
}

function answers({ responses }: Operation): readonly string[] {
  const good = Object.entries(responses).filter(([status]) => Number(status) < 400)
  return [
    '### Respuestas',
    ...good.flatMap(([status, { description, content = {} }]) => {
      const types = Object.keys(content).filter((type) => type !== 'application/json')
      const json = content['application/json']?.schema
      const what =
        types.length > 0 ? ` Un archivo: ${types.map((one) => `\`${one}\``).join(', ')}.` : ''
      return [`**${status}.** ${description}${what}`, ...(json ? shape(json) : [])]
    }),
  ]
}

function refusals(route: RouteSpec): string {
  const links = route.refusals.map(
    (code) => `[\`${code}\`](/referencia/errores#${code.replaceAll('_', '-')})`,
  )
  return `**Rechazos.** ${links.join(', ')}.`
}

function examples(name: RouteName, route: RouteSpec): readonly string[] {
  return Object.entries(route.examples).flatMap(([, example]) => [
    `### ${example.resumen} {#${name}-${slug(example)}}`,
    codeOf(name, route, example),
    ...answered(example),
  ])
}

const slug = ({ resumen }: Example) =>
  resumen
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

function answered({ status, answer }: Example): readonly string[] {
  if (answer === null) return [`Responde ${status}, con el archivo.`]
  return [`Responde ${status}:`, block('json', JSON.stringify(answer, null, 2))]
}
