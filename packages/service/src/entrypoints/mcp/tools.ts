/**
 * What an agent can do, for both transports: each tool is one call of /v1, whose key, limits and refusals apply. The
 * type of a call is the guarantee that none signs: besides reading, there are two paths, and both only build.
 */
import {
  type DteRequest,
  dteRequestOf,
  ROUTE_SPECS,
  TIPOS_DTE,
  UUID_PATTERN,
} from '@sello/contract'
import { type TObject, type TProperties, Type } from 'typebox'
import { bodyOf } from '../http/body.ts'
import { bodyRefusal } from '../http/errors.ts'

/** A call of /v1 that a tool may make. */
export type V1Call =
  | { readonly method: 'GET'; readonly path: string }
  | {
      readonly method: 'POST'
      readonly path: '/v1/dte/validate' | '/v1/propuestas'
      readonly body: unknown
    }

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: TObject
  /** It stores something. */
  readonly writes?: true
  /** The call that these arguments ask for, or the answer itself. Refuses (400) other arguments. */
  readonly run: (given: unknown) => V1Call | { readonly answer: unknown }
  /** Removes what is of no use to a reader of text. */
  readonly trim?: (body: Answer, given: Answer) => Answer
}

export type Answer = Readonly<Record<string, unknown>>
type Text = Readonly<Record<string, string | number>>

const closed = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

const codigoGeneracion = Type.String({
  pattern: UUID_PATTERN,
  description: 'El UUID del documento.',
})
const buscar = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Principios de palabras, sin distinguir acentos ni mayúsculas.',
})
const tipoDte = Type.String({
  enum: [...TIPOS_DTE],
  description:
    'CAT-002: 01 factura, 03 crédito fiscal, 05 nota de crédito, 11 exportación, 14 sujeto excluido…',
})
const venta = Type.Object(
  {},
  {
    additionalProperties: true,
    description:
      'La venta, con los miembros que dice formato_de_venta para su tipoDte. Los totales los calcula el servicio: no se envían.',
  },
)
const LIMIT = Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 }))
const CURSOR = Type.Optional(
  Type.String({ maxLength: 500, description: 'El siguiente de la página anterior, tal cual.' }),
)

/** Files and signatures, as texts that nobody reads. */
const BYTES = new Set(['jws', 'archivoDte', 'archivoJson', 'representacionGrafica'])
const withoutBytes = (body: Answer): Answer =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !BYTES.has(name)))

/** The books with their totals alone, unless the lines are asked for. */
function withoutRows(body: Answer, { lineas }: Answer): Answer {
  if (lineas === true) return body
  const isBook = (value: unknown) => typeof value === 'object' && value !== null && 'filas' in value
  const drawn = Object.entries(body).map(([name, value]) => {
    if (!isBook(value)) return [name, value] as const
    const { filas, ...rest } = value as { readonly filas: readonly unknown[] }
    return [name, { ...rest, cuantasFilas: filas.length }] as const
  })
  return Object.fromEntries(drawn)
}

function withQuery(path: string, query: Text): V1Call {
  const search = new URLSearchParams(query as Readonly<Record<string, string>>).toString()
  return { method: 'GET', path: search === '' ? path : `${path}?${search}` }
}

/** One tool; its arguments are checked against `input` before `to` sees them. */
function tool(
  { input, ...of }: Omit<Tool, 'input' | 'run'> & { readonly input: TProperties },
  to: (args: Answer) => ReturnType<Tool['run']>,
): Tool {
  const schema = closed(input)
  const read = bodyOf(schema)
  const run = (given: unknown) => {
    if (isDeep(given)) throw bodyRefusal('Los argumentos tienen demasiados niveles, uno en otro.')
    return to(read(given) as Answer)
  }
  return { ...of, input: schema, run }
}

/** A sale has six. Whatever reads or prints a value by itself ends far below what a body of 1 MB can nest. */
const LEVELS_MAX = 32

function isDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let n = 0; level.length > 0; n += 1) {
    if (n > LEVELS_MAX) return true
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    )
  }
  return false
}

export const TOOLS: readonly Tool[] = [
  tool(
    {
      name: 'buscar_documentos',
      title: 'Buscar documentos',
      description: 'Lista los documentos emitidos, del más nuevo al más viejo, con sus totales.',
      input: {
        desde: Type.Optional(Type.String({ maxLength: 10, description: 'AAAA-MM-DD' })),
        hasta: Type.Optional(Type.String({ maxLength: 10, description: 'AAAA-MM-DD' })),
        tipoDte: Type.Optional(tipoDte),
        estado: Type.Optional(
          Type.String({ maxLength: 20, description: 'Como sellado o invalidado.' }),
        ),
        referencia: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
        limit: LIMIT,
        cursor: CURSOR,
      },
    },
    (args) => withQuery('/v1/dte', { limit: 20, ...(args as Text) }),
  ),
  tool(
    {
      name: 'leer_documento',
      title: 'Leer un documento',
      description:
        'Un documento completo, con su estado, su historial y lo que queda por devolver.',
      input: { codigoGeneracion },
      trim: withoutBytes,
    },
    (args) => withQuery(`/v1/dte/${args.codigoGeneracion}`, {}),
  ),
  tool(
    {
      name: 'explicar_totales',
      title: 'Explicar los totales',
      description:
        'De dónde sale cada total de un documento: líneas, fórmula con su fuente y redondeos.',
      input: { codigoGeneracion },
      trim: ({ totales, explicacion }) => ({ totales, explicacion }),
    },
    (args) => withQuery(`/v1/dte/${args.codigoGeneracion}`, { explica: 'totales' }),
  ),
  tool(
    {
      name: 'leer_libros',
      title: 'Leer los libros de un mes',
      description: 'Los libros de IVA de un mes con sus totales y avisos; con lineas, cada fila.',
      input: {
        mes: Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$', description: 'AAAA-MM' }),
        lineas: Type.Optional(Type.Boolean({ default: false })),
      },
      trim: withoutRows,
    },
    (args) => withQuery(`/v1/books/${args.mes}`, {}),
  ),
  tool(
    {
      name: 'leer_estado',
      title: 'Leer el estado',
      description: 'Qué puede hacer la llave, qué le falta a la empresa y cómo responde Hacienda.',
      input: {},
    },
    () => withQuery('/v1/status', {}),
  ),
  tool(
    {
      name: 'buscar_clientes',
      title: 'Buscar clientes',
      description: 'Los clientes guardados; su customerId sirve como receptor de una venta.',
      input: { buscar: Type.Optional(buscar), limit: LIMIT, cursor: CURSOR },
    },
    (args) => withQuery('/v1/customers', { limit: 20, ...(args as Text) }),
  ),
  tool(
    {
      name: 'buscar_productos',
      title: 'Buscar productos',
      description: 'Los productos guardados; su productId sirve en las líneas de una venta.',
      input: { buscar: Type.Optional(buscar), limit: LIMIT, cursor: CURSOR },
    },
    (args) => withQuery('/v1/products', { limit: 20, ...(args as Text) }),
  ),
  tool(
    {
      name: 'formato_de_venta',
      title: 'Ver el formato de una venta',
      description:
        'El esquema JSON de una venta de un tipo, con ejemplos. Léalo antes de validar o preparar.',
      input: { tipoDte },
    },
    (args) => ({ answer: formatOf(args.tipoDte as (typeof TIPOS_DTE)[number]) }),
  ),
  tool(
    {
      name: 'validar_venta',
      title: 'Validar una venta',
      description:
        'Dice si la venta se podría emitir y cuánto suma, o qué corregir. No guarda nada.',
      input: { venta },
    },
    (args) => ({ method: 'POST', path: '/v1/dte/validate', body: args.venta }),
  ),
  tool(
    {
      name: 'preparar',
      title: 'Preparar una venta',
      description:
        'Deja la venta en la consola y responde sus totales y la dirección (consola) donde una persona la revisa y la emite con su firma. No firma, no emite y no toma número: dígale a la persona que abra esa dirección.',
      input: { venta },
      writes: true,
    },
    (args) => ({ method: 'POST', path: '/v1/propuestas', body: args.venta }),
  ),
  tool(
    {
      name: 'leer_propuestas',
      title: 'Leer las ventas preparadas',
      description: 'Lo preparado en 30 días y qué fue de ello; emitido es su documento.',
      input: {
        estado: Type.Optional(Type.String({ enum: ['pendiente'] })),
        limit: LIMIT,
        cursor: CURSOR,
      },
    },
    (args) => withQuery('/v1/propuestas', { limit: 20, ...(args as Text) }),
  ),
  tool(
    {
      name: 'leer_propuesta',
      title: 'Leer una venta preparada',
      description: 'Una venta preparada con su petición y el documento a que llega.',
      input: { id: Type.String({ pattern: UUID_PATTERN, description: 'El id de la propuesta.' }) },
    },
    (args) => withQuery(`/v1/propuestas/${args.id}`, {}),
  ),
]

function formatOf(tipo: (typeof TIPOS_DTE)[number]) {
  const ejemplos = Object.values(ROUTE_SPECS.issue.examples).flatMap(({ body }) =>
    (body as Partial<DteRequest> | undefined)?.tipoDte === tipo ? [body] : [],
  )
  return { esquema: dteRequestOf(tipo), ejemplos }
}
