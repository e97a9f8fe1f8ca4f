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
export const SCOPES = ['issue', 'query', 'download', 'catalog'] as const
export type Scope = (typeof SCOPES)[number]

/** The scopes that permit a route of this scope: a key that may issue may also write customers and products. */
export const scopesFor = (scope: Scope): readonly Scope[] =>
  scope === 'catalog' ? ['catalog', 'issue'] : [scope]

/** CAT-001: 00 is the ministry's test service, 01 its production service. */
export const AMBIENTES = ['00', '01'] as const
export type Ambiente = (typeof AMBIENTES)[number]

/** CAT-002: the types that a list may be filtered by, including those that are never issued. */
export const TIPOS_CONOCIDOS = [
  '01',
  '03',
  '04',
  '05',
  '06',
  '07',
  '08',
  '09',
  '11',
  '14',
  '15',
  '17',
  '18',
] as const

export { TIPOS_DTE }
/** The document types that can be issued. */
export type TipoDte = (typeof TIPOS_DTE)[number]

/** The type of a return event, on the wire and at the ministry. */
export const TIPO_RETORNO = '18'

/** The states of an event; `invalidado` only for a return event that was itself cancelled. */
export const ESTADOS_EVENTO = [
  'firmado',
  'sellado',
  'rechazado',
  'abandonado',
  'invalidado',
] as const
export type EstadoEvento = (typeof ESTADOS_EVENTO)[number]

/** The version of the interface. */
export const VERSION = '0.1.0'
