/** The routes of special operations, event 17 (docs/wire.md#operaciones-especiales). */
import Type from 'typebox'
import * as examples from './openapi/examples-operaciones.ts'
import {
  OperacionesCompletas,
  OperacionesFirmadas,
  OperacionesRequest,
  OperacionesSelladas,
  PaginaDeOperaciones,
} from './operaciones.ts'
import { codigoGeneracionParam, NO_QUERY, type RouteSpec, SCOPED } from './route.ts'
import { IDEM, REPLAYED, SIGN } from './routes-dte.ts'
import { closed } from './schema.ts'

const OPERACIONES = 'Operaciones especiales'
const PATH = '/v1/operaciones-especiales'

const report: RouteSpec = {
  method: 'POST',
  path: PATH,
  grupo: OPERACIONES,
  resumen: 'Reporta facturas simplificadas y comprobantes de control interno',
  descripcion:
    'Firma el evento 17, con el que quien fue designado reporta cada mes el papel que queda junto a sus DTE, y lo transmite. No toma número de control. Cada comprobante se reporta una vez; lo anulado después, en un evento aparte con `anulaDe`, a lo más por lo que se reportó. El monto máximo de la llave es el de cada comprobante, con IVA. El evento se invalida como un documento, y lo que reportó queda libre cuando Hacienda sella la invalidación. Si Hacienda no responde (202) lo reportado ya cuenta y Sello lo sigue transmitiendo: repita con la misma Idempotency-Key y el mismo cuerpo, o consúltelo.',
  scope: 'issue',
  sign: true,
  idem: 'issue',
  params: {},
  query: NO_QUERY,
  body: OperacionesRequest,
  answers: {
    200: { descripcion: 'Hacienda selló el evento.', body: OperacionesSelladas, headers: REPLAYED },
    202: {
      descripcion: 'El evento está firmado y cuenta; Hacienda no respondió.',
      body: OperacionesFirmadas,
    },
  },
  refusals: [
    ...SCOPED,
    ...IDEM,
    'dte_type_not_allowed',
    'validation_failed',
    'amount_limit',
    ...SIGN,
  ],
  examples: examples.report,
}

const list: RouteSpec = {
  method: 'GET',
  path: PATH,
  grupo: OPERACIONES,
  resumen: 'Lista los eventos de operaciones especiales',
  descripcion:
    'Los del ambiente de la llave, del más nuevo al más viejo. `siguiente` se envía tal cual como `cursor`.',
  scope: 'query',
  sign: false,
  idem: null,
  params: {},
  query: closed({
    limit: Type.Optional(Type.Integer({ minimum: 1, default: 50 })),
    cursor: Type.Optional(Type.String({ minLength: 1 })),
  }),
  body: null,
  answers: { 200: { descripcion: 'Una página.', body: PaginaDeOperaciones } },
  refusals: SCOPED,
  examples: examples.list,
}

const read: RouteSpec = {
  ...list,
  path: `${PATH}/{codigoGeneracion}`,
  resumen: 'Consulta un evento de operaciones especiales',
  descripcion:
    'Con lo que se firmó, el archivo con su sello si ya lo tiene, y en `eventos` sus invalidaciones. Sus archivos y su hoja, en `GET /v1/dte/{codigoGeneracion}/file`.',
  params: codigoGeneracionParam,
  query: NO_QUERY,
  answers: { 200: { descripcion: 'El evento.', body: OperacionesCompletas } },
  refusals: [...SCOPED, 'not_found'],
  examples: examples.read,
}

export const OPERACIONES_ROUTES = {
  operaciones_report: report,
  operaciones_list: list,
  operaciones_read: read,
} as const
