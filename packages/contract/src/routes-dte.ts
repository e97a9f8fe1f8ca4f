/** The routes about documents (docs/wire.md#issuing). */
import Type from 'typebox'
import { Query, Sealed, Unanswered } from './answers.ts'
import { HoldingPage, INCLUIBLES, ListPage } from './answers-list.ts'
import { Prepared } from './answers-prepare.ts'
import { dteRequestOf } from './dte-request-of.ts'
import { EXPLICABLES } from './explicacion.ts'
import * as examples from './openapi/examples-dte.ts'
import type { RouteSpec } from './route.ts'
import { codigoGeneracionParam, NO_QUERY, SCOPED } from './route.ts'
import { closed, oneOf } from './schema.ts'
import { SignRequest } from './sign-request.ts'
import { ESTADOS, TIPOS_CONOCIDOS, TIPOS_DTE } from './words.ts'

const DOCUMENTOS = 'Documentos'
const day = Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }))
export const REPLAYED = {
  'Idempotency-Replayed':
    '`true` cuando la respuesta es la de un intento anterior con la misma Idempotency-Key.',
}
const BODIES = TIPOS_DTE.map(dteRequestOf)

/** For an Idempotency-Key that is missing, used before, or in use. */
export const IDEM = [
  'idempotency_key_required',
  'idempotency_in_flight',
  'idempotency_key_reuse',
] as const
/** Refusals before anything is reserved. */
const WRITE = [...SCOPED, ...IDEM, 'no_storage_destination', 'correlative_unavailable'] as const
const BUILD = [
  'dte_type_not_allowed',
  'reference_in_use',
  'not_found',
  'validation_failed',
  'amount_limit',
] as const
export const SIGN = [
  'sign_key_required',
  'sign_key_invalid',
  'sign_vault_locked',
  'sign_vault_missing',
  'mh_rejected',
] as const

const SEALED = {
  descripcion: 'Hacienda selló el documento.',
  body: Sealed,
  headers: REPLAYED,
}
const UNANSWERED = {
  descripcion:
    'El documento está firmado y guardado; Hacienda no respondió. Sello lo sigue transmitiendo: no lo repita, consúltelo.',
  body: Unanswered,
  headers: REPLAYED,
}

export const issue: RouteSpec = {
  method: 'POST',
  path: '/v1/dte',
  grupo: DOCUMENTOS,
  resumen: 'Emite un documento',
  descripcion:
    'Toma el número de control, arma el documento, lo valida, lo firma y lo transmite a Hacienda. Lo que se rechaza antes de firmar no gasta número. Espere la respuesta al menos 60 segundos; si no llega, repita con la misma Idempotency-Key.',
  scope: 'issue',
  sign: true,
  idem: 'issue',
  params: {},
  query: NO_QUERY,
  body: BODIES,
  answers: { 200: SEALED, 202: UNANSWERED },
  refusals: [...WRITE, ...BUILD, ...SIGN],
  examples: examples.issue,
}

export const prepare: RouteSpec = {
  method: 'POST',
  path: '/v1/dte/prepare',
  grupo: DOCUMENTOS,
  resumen: 'Reserva el número y arma el documento, sin firmarlo',
  descripcion:
    'La primera mitad de emitir: toma el número de control y responde el documento sin firma, con un `prepareToken` que vale 15 minutos. No pide llave de firma. Un número que no se firma a tiempo vuelve a su serie.',
  scope: 'issue',
  sign: false,
  idem: 'issue',
  params: {},
  query: NO_QUERY,
  body: BODIES,
  answers: {
    200: { descripcion: 'El número quedó reservado.', body: Prepared, headers: REPLAYED },
  },
  refusals: [...WRITE, ...BUILD],
  examples: examples.prepare,
}

export const sign: RouteSpec = {
  method: 'POST',
  path: '/v1/dte/sign',
  grupo: DOCUMENTOS,
  resumen: 'Firma y transmite un documento preparado',
  descripcion:
    'La segunda mitad de emitir: recibe el documento de `prepare` sin cambios y su `prepareToken`. El orden de los miembros del JSON no importa.',
  scope: 'issue',
  sign: true,
  idem: 'sign',
  params: {},
  query: NO_QUERY,
  body: SignRequest,
  answers: { 200: SEALED, 202: UNANSWERED },
  refusals: [...WRITE, 'prepare_token_invalid', ...SIGN],
  examples: examples.sign,
}

export const list: RouteSpec = {
  method: 'GET',
  path: '/v1/dte',
  grupo: DOCUMENTOS,
  resumen: 'Lista los documentos',
  descripcion:
    'De los más nuevos a los más viejos. `siguiente` se envía tal cual como `cursor` para la página que sigue; los documentos que se emiten entretanto no repiten ni saltan filas. Los rechazados no aparecen: consulte su código. Con `include=documento` cada fila trae su `documento`, en páginas de 25 filas como máximo, o de menos si son documentos grandes.',
  scope: 'query',
  sign: false,
  idem: null,
  params: {},
  query: closed({
    desde: day,
    hasta: day,
    estado: Type.Optional(oneOf(ESTADOS)),
    tipoDte: Type.Optional(oneOf(TIPOS_CONOCIDOS)),
    referencia: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    include: Type.Optional(oneOf(INCLUIBLES)),
    limit: Type.Optional(Type.Integer({ minimum: 1, default: 50 })),
    cursor: Type.Optional(Type.String({ minLength: 1 })),
  }),
  body: null,
  answers: { 200: { descripcion: 'Una página.', body: ListPage } },
  refusals: SCOPED,
  examples: examples.list,
}

export const holding: RouteSpec = {
  method: 'GET',
  path: '/v1/dte/holding',
  grupo: DOCUMENTOS,
  resumen: 'Lista los archivos que se pueden descargar',
  descripcion: 'Los archivos retenidos, de los más nuevos a los más viejos, con su vencimiento.',
  scope: 'download',
  sign: false,
  idem: null,
  params: {},
  query: closed({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
    cursor: Type.Optional(Type.String({ minLength: 1 })),
  }),
  body: null,
  answers: { 200: { descripcion: 'Los archivos retenidos.', body: HoldingPage } },
  refusals: SCOPED,
  examples: examples.holding,
}

export const query: RouteSpec = {
  method: 'GET',
  path: '/v1/dte/{codigoGeneracion}',
  grupo: DOCUMENTOS,
  resumen: 'Consulta un documento',
  descripcion:
    'El documento en el estado en que esté, también rechazado. Con `explica=totales` responde además cómo salió cada total: las líneas, la fórmula con su fuente y cada redondeo.',
  scope: 'query',
  sign: false,
  idem: null,
  params: codigoGeneracionParam,
  query: closed({ explica: Type.Optional(oneOf(EXPLICABLES)) }),
  body: null,
  answers: { 200: { descripcion: 'El documento.', body: Query } },
  refusals: [...SCOPED, 'not_found'],
  examples: examples.query,
}

export const file: RouteSpec = {
  method: 'GET',
  path: '/v1/dte/{codigoGeneracion}/file',
  grupo: DOCUMENTOS,
  resumen: 'Descarga el archivo de un documento o de un evento',
  descripcion:
    'Los bytes exactos que se guardaron: el JSON del documento (`kind=json`; con `raw=true`, su JWS), la hoja impresa (`kind=pdf`) o el tiquete (`kind=ticket`). Con el código de una devolución, una invalidación o unas operaciones especiales, los del evento, que no tiene tiquete.',
  scope: 'download',
  sign: false,
  idem: null,
  params: codigoGeneracionParam,
  query: closed({
    kind: Type.Optional(oneOf(['json', 'pdf', 'ticket'], { default: 'json' })),
    raw: Type.Optional(Type.Boolean({ default: false })),
    paperWidthMm: Type.Optional(Type.Integer({ minimum: 40, maximum: 120, default: 80 })),
  }),
  body: null,
  answers: {
    200: {
      descripcion: 'El archivo.',
      body: ['application/json; charset=utf-8', 'application/pdf'],
      headers: {
        'Content-Disposition': 'El nombre del archivo.',
        'X-Service-Storage-Source': 'De dónde viene: `holding`, `managed` o `archive`.',
      },
    },
  },
  refusals: [...SCOPED, 'not_found', 'not_sealed', 'return_pdf_unavailable'],
  examples: examples.file,
}
