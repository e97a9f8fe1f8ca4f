/** The contract as an OpenAPI 3.1 document, printed from the route table. */

import type { RouteSpec } from '../route.ts'
import { ROUTE_SPECS, type RouteName } from '../routes.ts'
import { VERSION } from '../words.ts'
import type { JsonObject } from './example.ts'
import { HEADERS } from './headers.ts'
import { FIRMA, LLAVE, operationOf } from './operation.ts'
import { refusalSchemas } from './refusals.ts'
import { createSchemas, type Schemas } from './schemas.ts'
import { WEBHOOKS } from './webhook.ts'

const DESCRIPTION = `Sello emite documentos tributarios electrónicos (DTE) en El Salvador: toma el número, arma, valida, firma, transmite a Hacienda y entrega el sello, el documento firmado y su hoja impresa.

El emisor, el ambiente, el establecimiento y el punto de venta vienen de la llave: no se envían.

Todo rechazo lleva \`{"error": {"code", "message", "details"}}\`. \`code\` es para programas y conserva su significado; \`message\` es para personas. Un miembro que el contrato no nombra se rechaza, nunca se ignora; null en uno que se puede omitir es lo mismo que omitirlo, salvo donde dice otra cosa.

Las operaciones que no se pueden deshacer piden \`Idempotency-Key\`: al repetir con la misma, la respuesta es la primera.`

/** `basePath`: the prefix of every route, such as `/api`; empty for none. */
export function openapiDocument(basePath: string): JsonObject {
  const schemas = createSchemas()
  return {
    openapi: '3.1.0',
    info: { title: 'Sello', version: VERSION, description: DESCRIPTION },
    servers: [{ url: basePath === '' ? '/' : basePath, description: 'Este servicio' }],
    tags: tags(),
    paths: pathsOf(schemas),
    webhooks: WEBHOOKS,
    components: {
      schemas: { ...schemas.components, ...refusalSchemas(schemas) },
      headers: HEADERS,
      parameters: {
        IdempotencyKey: IDEMPOTENCY_KEY,
        IdempotencyKeyOpcional: { ...IDEMPOTENCY_KEY, required: false },
      },
      securitySchemes: {
        [LLAVE]: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Service-Key',
          description:
            'La llave de API: `sello_test_…` o `sello_live_…`. Nunca va en Authorization.',
        },
        [FIRMA]: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Service-Sign-Key',
          description:
            'La llave de firma (`sellosk_…`), que abre la bóveda mientras dura la llamada. No es la llave de API.',
        },
      },
    },
  }
}

const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Un texto propio de la operación. Vale 24 horas para esta llave; repita con el mismo al reintentar.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    pattern: '^[\\x21-\\x7e]+( [\\x21-\\x7e]+)*$',
  },
}

const all = () => Object.entries(ROUTE_SPECS) as [RouteName, RouteSpec][]

function tags() {
  return [...new Set(all().map(([, { grupo }]) => grupo))].map((name) => ({ name }))
}

function pathsOf(schemas: Schemas): JsonObject {
  const paths = [...new Set(all().map(([, { path }]) => path))]
  return Object.fromEntries(
    paths.map((path) => {
      const here = all().filter(([, route]) => route.path === path)
      return [path, Object.fromEntries(here.flatMap((entry) => methodsOf(entry, schemas)))]
    }),
  )
}

function methodsOf([name, route]: readonly [RouteName, RouteSpec], schemas: Schemas) {
  const operation = operationOf(name, route, schemas)
  const own = [[route.method.toLowerCase(), operation]] as const
  return route.scope === null ? [...own, ['head', headOf(operation)] as const] : own
}

/** Routes without a key also answer HEAD. */
function headOf(operation: JsonObject): JsonObject {
  const responses = Object.entries(operation.responses as Readonly<Record<string, JsonObject>>)
  return {
    ...operation,
    operationId: `${operation.operationId}_head`,
    responses: Object.fromEntries(
      responses.map(([status, { content: _, ...rest }]) => [status, rest]),
    ),
  }
}
