/**
 * The ministry's services for filings, as rows: the path and envelope of each kind, and how its answer is read
 * (docs/sources.md#transmission). Nothing outside this folder knows a path.
 */

import { jsonObject, rawJson } from '../../base/json/write.ts'
import type { Reply } from '../../ledger/transmission/answer.ts'
import { type Filing, jwsOf, type Kind } from '../../ledger/transmission/filing.ts'
import type { Lot } from '../../ledger/transmission/lot.ts'
import { readContingencia, readLot, readLotVerdicts, readQuery, readReception } from './envelope.ts'
import type { Raw } from './exchange.ts'

export interface Service {
  readonly path: string
  body(filing: Filing, jws: string): string
  read(raw: Raw, codigoGeneracion: string): Reply
  /** The `tdte` of a query for one; null: the ministry does not answer queries for this kind. */
  tdte(filing: Pick<Filing, 'tipoDte'>): string | null
  /**
   * Rejection codes that an earlier sending of the same bytes can cause: that sending arrived, so the ministry is
   * queried for its seal.
   */
  readonly repeated: readonly string[]
}

/** "A record with that value already exists." */
const ALREADY_EXISTS = '004'
/** "The document is invalidated", which this same event may have done if it was sent before. */
const ALREADY_INVALIDATED = '015'

const RECEPCION: Service = {
  path: '/fesv/recepciondte',
  body: ({ ambiente, version, tipoDte, codigoGeneracion }, jws) =>
    jsonObject({
      ambiente,
      idEnvio: 1, // any number; a filing is sent alone, so nothing needs counting
      version,
      tipoDte,
      documento: quoted(jws),
      codigoGeneracion,
    }),
  read: readReception,
  tdte: ({ tipoDte }) => tipoDte,
  repeated: [ALREADY_EXISTS],
}

const ANULACION: Service = {
  path: '/fesv/anulardte',
  body: ({ ambiente, version }, jws) =>
    jsonObject({ ambiente, idEnvio: 1, version, documento: quoted(jws) }),
  read: readReception,
  tdte: ({ tipoDte }) => tipoDte,
  repeated: [ALREADY_EXISTS, ALREADY_INVALIDATED],
}

const CONTINGENCIA: Service = {
  path: '/fesv/contingencia',
  body: ({ nit }, jws) => jsonObject({ nit, documento: quoted(jws) }),
  read: readContingencia,
  tdte: () => null,
  repeated: [ALREADY_EXISTS],
}

/** A return event and one of special operations are sent to the document service (reference of the transmission, docs/sources.md#transmission). */
export const SERVICES: Readonly<Record<Kind, Service>> = {
  documento: RECEPCION,
  retorno: RECEPCION,
  operaciones: RECEPCION,
  invalidacion: ANULACION,
  contingencia: CONTINGENCIA,
}

export const QUERY = {
  path: '/fesv/recepcion/consultadte/',
  body: (nitEmisor: string, tdte: string, codigoGeneracion: string) =>
    JSON.stringify({ nitEmisor, tdte, codigoGeneracion }),
  read: readQuery,
} as const

/** Up to 100 documents at once, after their contingency event (docs/sources.md#contingency). */
export const LOT = {
  path: '/fesv/recepcionlote/',
  body: (lot: Lot) =>
    jsonObject({
      ambiente: lot.ambiente,
      idEnvio: lot.lote,
      version: LOT_VERSION,
      nitEmisor: lot.nit,
      documentos: rawJson(`[${lot.filings.map((filing) => textOf(jwsOf(filing)))}]`),
    }),
  read: readLot,
} as const

export const LOT_QUERY = {
  path: '/fesv/recepcion/consultadtelote/',
  read: readLotVerdicts,
} as const

/** The version of the lot's envelope, not of its documents. */
const LOT_VERSION = 2

/** Without JSON escaping: a JWS contains nothing to escape. */
const quoted = (jws: string) => rawJson(textOf(jws))
const textOf = (jws: string) => `"${jws}"`
