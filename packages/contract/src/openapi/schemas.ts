/** The wire's schemas in the form of the document: plain, shared by name, each member described. */
import type { TSchema } from 'typebox'
import { Contingencia, Query, Sealed, Totales, Unanswered } from '../answers.ts'
import {
  ContingenciaCerrada,
  Contingencias,
  EventoDeContingenciaFila,
  Periodo,
} from '../answers-contingencia.ts'
import {
  AlreadyInvalidated,
  DocumentoDelEvento,
  Invalidated,
  Returned,
  ReturnUnanswered,
} from '../answers-events.ts'
import { FeedPage, Novedad } from '../answers-feed.ts'
import { HoldingPage, HoldingRow, ListPage, ListRow } from '../answers-list.ts'
import { Prepared } from '../answers-prepare.ts'
import { Status, Ventana } from '../answers-status.ts'
import { Books } from '../books.ts'
import { ContingenciaRequest } from '../contingencia-request.ts'
import { Customer, CustomerPage, CustomerPatch, CustomerRequest, CustomerRow } from '../customer.ts'
import { Liquidacion, LiquidacionContable } from '../dte-liquidacion.ts'
import {
  Direccion,
  DocumentoRelacionado,
  Entrega,
  Exportacion,
  Item,
  Receptor,
  ReceptorAfiliado,
  ReceptorDonante,
  ReceptorExportacion,
  ReceptorMandante,
  ReceptorRemision,
  ReceptorSujetoExcluido,
} from '../dte-request.ts'
import { dteRequestOf } from '../dte-request-of.ts'
import { EntregaHecha, EntregaRequest, Entregas, PaginaRevocada } from '../entregas.ts'
import { InvalidationRequest } from '../invalidation-request.ts'
import {
  FilaDeOperaciones,
  ItemOperacion,
  OperacionesCompletas,
  OperacionesFirmadas,
  OperacionesRequest,
  OperacionesSelladas,
  PaginaDeOperaciones,
  TotalesOperaciones,
} from '../operaciones.ts'
import { Product, ProductPage, ProductPatch, ProductRequest } from '../product.ts'
import { Propuesta, PropuestaCompleta, Propuestas, Validada } from '../propuestas.ts'
import { ItemRetorno, ReturnRequest } from '../return-request.ts'
import { Certificates } from '../routes-certificates.ts'
import { SignRequest } from '../sign-request.ts'
import {
  CopyReport,
  CopyReported,
  Destino,
  DestinoRequest,
  Destinos,
  DestinoTerminado,
  Sellado,
  StorageStatus,
  VerificationRequest,
} from '../storage.ts'
import {
  EntregaDelWebhook,
  EntregasDelWebhook,
  NovedadDePrueba,
  Webhook,
  WebhookConSecreto,
  WebhookEliminado,
  WebhookPatch,
  WebhookRequest,
  Webhooks,
} from '../webhooks.ts'
import { TIPOS_DTE } from '../words.ts'
import type { Json, JsonObject } from './example.ts'
import { MEMBERS } from './members.ts'

/** Schemas that are defined once under `components/schemas` and referenced elsewhere. */
const SHARED: readonly (readonly [name: string, schema: TSchema])[] = [
  ...TIPOS_DTE.map((tipoDte) => [`DteRequest${tipoDte}`, dteRequestOf(tipoDte)] as const),
  ['Item', Item],
  ['Direccion', Direccion],
  ['Receptor', Receptor],
  ['ReceptorRemision', ReceptorRemision],
  ['ReceptorExportacion', ReceptorExportacion],
  ['ReceptorDonante', ReceptorDonante],
  ['ReceptorMandante', ReceptorMandante],
  ['ReceptorAfiliado', ReceptorAfiliado],
  ['ReceptorSujetoExcluido', ReceptorSujetoExcluido],
  ['Exportacion', Exportacion],
  ['Liquidacion', Liquidacion],
  ['LiquidacionContable', LiquidacionContable],
  ['DocumentoRelacionado', DocumentoRelacionado],
  ['SignRequest', SignRequest],
  ['Sealed', Sealed],
  ['Unanswered', Unanswered],
  ['Prepared', Prepared],
  ['Entrega', Entrega],
  ['EntregaHecha', EntregaHecha],
  ['EntregaRequest', EntregaRequest],
  ['Entregas', Entregas],
  ['PaginaRevocada', PaginaRevocada],
  ['Query', Query],
  ['ListPage', ListPage],
  ['ListRow', ListRow],
  ['HoldingPage', HoldingPage],
  ['HoldingRow', HoldingRow],
  ['InvalidationRequest', InvalidationRequest],
  ['Invalidated', Invalidated],
  ['AlreadyInvalidated', AlreadyInvalidated],
  ['ReturnRequest', ReturnRequest],
  ['ItemRetorno', ItemRetorno],
  ['Returned', Returned],
  ['ReturnUnanswered', ReturnUnanswered],
  ['OperacionesRequest', OperacionesRequest],
  ['ItemOperacion', ItemOperacion],
  ['OperacionesSelladas', OperacionesSelladas],
  ['OperacionesFirmadas', OperacionesFirmadas],
  ['PaginaDeOperaciones', PaginaDeOperaciones],
  ['FilaDeOperaciones', FilaDeOperaciones],
  ['OperacionesCompletas', OperacionesCompletas],
  ['TotalesOperaciones', TotalesOperaciones],
  ['DocumentoDelEvento', DocumentoDelEvento],
  ['Totales', Totales],
  ['Contingencia', Contingencia],
  ['ContingenciaRequest', ContingenciaRequest],
  ['Contingencias', Contingencias],
  ['Periodo', Periodo],
  ['EventoDeContingencia', EventoDeContingenciaFila],
  ['ContingenciaCerrada', ContingenciaCerrada],
  ['Certificates', Certificates],
  ['Status', Status],
  ['Ventana', Ventana],
  ['CustomerRequest', CustomerRequest],
  ['CustomerPatch', CustomerPatch],
  ['Customer', Customer],
  ['CustomerPage', CustomerPage],
  ['CustomerRow', CustomerRow],
  ['ProductRequest', ProductRequest],
  ['ProductPatch', ProductPatch],
  ['Product', Product],
  ['ProductPage', ProductPage],
  ['Propuesta', Propuesta],
  ['PropuestaCompleta', PropuestaCompleta],
  ['Propuestas', Propuestas],
  ['Validada', Validada],
  ['FeedPage', FeedPage],
  ['Novedad', Novedad],
  ['WebhookRequest', WebhookRequest],
  ['WebhookPatch', WebhookPatch],
  ['Webhook', Webhook],
  ['WebhookConSecreto', WebhookConSecreto],
  ['Webhooks', Webhooks],
  ['WebhookEliminado', WebhookEliminado],
  ['EntregaDelWebhook', EntregaDelWebhook],
  ['EntregasDelWebhook', EntregasDelWebhook],
  ['NovedadDePrueba', NovedadDePrueba],
  ['Books', Books],
  ['Sellado', Sellado],
  ['Destino', Destino],
  ['Destinos', Destinos],
  ['DestinoRequest', DestinoRequest],
  ['DestinoTerminado', DestinoTerminado],
  ['VerificationRequest', VerificationRequest],
  ['StorageStatus', StorageStatus],
  ['CopyReport', CopyReport],
  ['CopyReported', CopyReported],
]

export interface Schemas {
  /** `components/schemas`. */
  readonly components: Readonly<Record<string, JsonObject>>
  /** A schema at its place of use: a reference if it is shared. `within` selects the descriptions. */
  of(schema: TSchema, within: string): JsonObject
}

export const refTo = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

export function createSchemas(): Schemas {
  const plain = SHARED.map(([name, schema]) => [name, toPlain(schema)] as const)
  const names = new Map(plain.map(([name, schema]) => [JSON.stringify(schema), name]))
  const draw = (schema: JsonObject, within: string) => describe(share(schema, names), within)
  return {
    components: Object.fromEntries(
      plain.map(([name, schema]) => [name, describe(shareInside(schema, names), name)]),
    ),
    of: (schema, within) => draw(toPlain(schema), within),
  }
}

/** Without TypeBox's internal members. */
function toPlain(schema: TSchema): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject
}

type Names = ReadonlyMap<string, string>

function share(schema: JsonObject, names: Names): JsonObject {
  const name = names.get(JSON.stringify(schema))
  if (name !== undefined) return refTo(name)
  const plain = withoutNull(schema)
  const nullable = plain && names.get(JSON.stringify(plain))
  if (nullable !== undefined && nullable !== null) {
    return { anyOf: [refTo(nullable), { type: 'null' }] }
  }
  return shareInside(schema, names)
}

/** The schema of the same value without null; null if it does not allow null. */
function withoutNull(schema: JsonObject): JsonObject | null {
  const { type } = schema
  if (!Array.isArray(type) || type.length !== 2 || type[1] !== 'null') return null
  return { ...schema, type: type[0] }
}

function shareInside(schema: JsonObject, names: Names): JsonObject {
  return mapMembers(schema, (member) => share(member, names))
}

/** Describes every member in the words of `MEMBERS`; a limit that its schema states follows them. */
function describe(schema: JsonObject, within: string): JsonObject {
  return mapMembers(schema, (member, name) => {
    const inner = describe(member, name ?? within)
    const words = name === null ? null : wordsOf(name, within)
    if (words === null) return inner
    const limit = inner.description ? ` ${inner.description}` : ''
    return { ...inner, description: `${words}${limit}` }
  })
}

/** Null for a member without a description, which the tests report. */
function wordsOf(name: string, within: string): string | null {
  const kind = within.replace(/\d+$/, '')
  return MEMBERS[`${kind}.${name}`] ?? MEMBERS[name] ?? null
}

type OfMember = (schema: JsonObject, name: string | null) => JsonObject

/** The same schema with each inner schema replaced; for a member of an object, its name is passed. */
function mapMembers(schema: JsonObject, of: OfMember): JsonObject {
  const inside: Record<string, Json> = { ...schema }
  if (isObject(schema.properties)) {
    inside.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, member]) => [
        name,
        isObject(member) ? of(member, name) : member,
      ]),
    )
  }
  if (isObject(schema.items)) inside.items = of(schema.items, null)
  for (const several of ['anyOf', 'oneOf', 'allOf'] as const) {
    const list = schema[several]
    if (Array.isArray(list)) {
      inside[several] = list.map((one: Json) => (isObject(one) ? of(one, null) : one))
    }
  }
  return inside
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
