/**
 * The ministry's services that take filings, as rows: where each kind goes, in what envelope, and how the
 * answer is read (docs/sources.md#transmission). Nothing outside this folder knows a path.
 */
import { type Filing, jwsOf, type Kind } from '../filings/filing.ts'
import type { Lot } from '../filings/lot.ts'
import { jsonObject, rawJson } from '../json/write.ts'
import type { Reply } from './answer.ts'
import { readContingencia, readLot, readLotVerdicts, readQuery, readReception } from './envelope.ts'
import type { Raw } from './exchange.ts'

export interface Service {
  readonly path: string
  body(filing: Filing, jws: string): string
  read(raw: Raw, codigoGeneracion: string): Reply
  /** The `tdte` of a query for one; null: the ministry does not answer queries for this kind. */
  tdte(filing: Pick<Filing, 'tipoDte'>): string | null
  /**
   * Rejections that an earlier sending of the same bytes brings about: what was sent did arrive, and the
   * ministry is asked for its seal.
   */
  readonly repeated: readonly string[]
}

/** "A record with that value already exists." */
const ALREADY_EXISTS = '004'
/** "The document is invalidated": by this very event, if it was sent before. */
const ALREADY_INVALIDATED = '015'

const RECEPCION: Service = {
  path: '/fesv/recepciondte',
  body: ({ ambiente, version, tipoDte, codigoGeneracion }, jws) =>
    jsonObject({
      ambiente,
      idEnvio: 1, // free; a filing goes alone, so there is nothing to count
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

/** A return event goes where documents go (reference of the transmission, docs/sources.md#transmission). */
export const SERVICES: Readonly<Record<Kind, Service>> = {
  documento: RECEPCION,
  retorno: RECEPCION,
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
      documentos: lot.filings.map((filing) => quoted(jwsOf(filing))),
    }),
  read: readLot,
} as const

export const LOT_QUERY = {
  path: '/fesv/recepcion/consultadtelote/',
  read: readLotVerdicts,
} as const

/** Of the lot's envelope, not of the documents in it. */
const LOT_VERSION = 2

/** Nothing in a JWS needs an escape. */
const quoted = (jws: string) => rawJson(`"${jws}"`)
