/** The closed vocabularies of the wire. */
import { TIPOS_DTE } from './generated/tipos.ts'

/** The states of a document (docs/wire.md#states), in the order in which they may follow each other. */
export const ESTADOS = [
  'reservado',
  'firmado',
  'contingencia',
  'sellado',
  'rechazado',
  'invalidado',
  'liberado',
  'descartado',
] as const
export type Estado = (typeof ESTADOS)[number]

/** What a key may do; chosen when it is minted. */
export const SCOPES = ['issue', 'query', 'download', 'catalog', 'webhooks'] as const
export type Scope = (typeof SCOPES)[number]

/** The scopes that permit a route of this scope: a key that may issue may also write customers and products. */
export const scopesFor = (scope: Scope): readonly Scope[] =>
  scope === 'catalog' ? ['catalog', 'issue'] : [scope]

/** CAT-001: 00 is the ministry's test service, 01 its production service. */
export const AMBIENTES = ['00', '01'] as const
export type Ambiente = (typeof AMBIENTES)[number]

/** What a list may be filtered by: also the two of the ministry's reception that no list of documents has. */
export const TIPOS_CONOCIDOS = [...TIPOS_DTE, '17', '18'] as const

export { TIPOS_DTE }
/** The document types that can be issued. */
export type TipoDte = (typeof TIPOS_DTE)[number]

/** The type of a return event, on the wire and at the ministry. */
export const TIPO_RETORNO = '18'

/** The type of an event of special operations, on the wire and at the ministry. */
export const TIPO_OPERACIONES = '17'

/** The states of an event; `invalidado` only for one that was itself cancelled: a return, or special operations. */
export const ESTADOS_EVENTO = [
  'firmado',
  'sellado',
  'rechazado',
  'abandonado',
  'invalidado',
] as const
export type EstadoEvento = (typeof ESTADOS_EVENTO)[number]

/** What a company's feed tells: what it is about, a point, what happened. */
export const TIPOS_NOVEDAD = [
  'dte.sellado',
  'dte.rechazado',
  'dte.contingencia',
  'dte.invalidado',
  'retorno.sellado',
  'retorno.rechazado',
  'retorno.abandonado',
  'retorno.invalidado',
  'invalidacion.rechazada',
  'invalidacion.abandonada',
  'contingencia.abierta',
  'contingencia.cerrada',
  'contingencia.evento_sellado',
  'contingencia.evento_rechazado',
  'operaciones.sellado',
  'operaciones.rechazado',
  'operaciones.invalidado',
  'contingencia.vence_pronto',
  'certificado.vence_pronto',
  'copia.fallida',
  'copia.recuperada',
  'cuenta.rechazada',
  'llave.suspendida',
  'webhook.apagado',
  'entrega.enviada',
  'entrega.fallida',
  'feed.restaurado',
] as const
export type TipoNovedad = (typeof TIPOS_NOVEDAD)[number]

/** Whom a document is sent to by mail if its request does not say. */
export const ENTREGAS_POR_DEFECTO = ['nunca', 'si_tiene_correo'] as const
export type EntregaPorDefecto = (typeof ENTREGAS_POR_DEFECTO)[number]

export const ESTADOS_ENTREGA = ['pendiente', 'enviada', 'fallida'] as const
export type EstadoEntrega = (typeof ESTADOS_ENTREGA)[number]

/** The version of the interface. */
export const VERSION = '0.1.0'
