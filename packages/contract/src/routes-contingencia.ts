/** The routes about contingency (docs/wire.md#contingency). */
import { ContingenciaCerrada, Contingencias } from './answers-contingencia.ts'
import { ContingenciaRequest } from './contingencia-request.ts'
import * as examples from './openapi/examples-contingencia.ts'
import { NO_QUERY, type RouteSpec, SCOPED } from './route.ts'

const CONTINGENCIA = 'Contingencia'

export const contingencyList: RouteSpec = {
  method: 'GET',
  path: '/v1/contingencia',
  grupo: CONTINGENCIA,
  resumen: 'Dice qué períodos de contingencia hubo y qué falta',
  descripcion:
    'Los últimos períodos en que Hacienda no respondió y la empresa emitió, de los más nuevos a los más viejos: cuántos documentos se firmaron, qué eventos los listan, cuántos siguen sin respuesta y hasta cuándo hay plazo.',
  scope: 'query',
  sign: false,
  idem: null,
  params: {},
  query: NO_QUERY,
  body: null,
  answers: { 200: { descripcion: 'Los períodos.', body: Contingencias } },
  refusals: SCOPED,
  examples: examples.contingencyList,
}

export const contingencyClose: RouteSpec = {
  method: 'POST',
  path: '/v1/contingencia',
  grupo: CONTINGENCIA,
  resumen: 'Firma y envía el evento de contingencia',
  descripcion:
    'Cuando Hacienda vuelve, el evento espera la firma de la empresa: lo firma la siguiente llamada que firma, o esta ruta, antes de 24 horas. Lista hasta 1,000 documentos en cada evento y firma los que hagan falta. Se puede repetir: nada se firma dos veces.',
  scope: 'issue',
  sign: true,
  idem: 'issue',
  params: {},
  query: NO_QUERY,
  body: ContingenciaRequest,
  answers: {
    200: {
      descripcion: 'No queda evento sin sello; los documentos se transmiten solos.',
      body: ContingenciaCerrada,
    },
    202: {
      descripcion: 'El evento está firmado y Hacienda no respondió; Sello lo sigue enviando.',
      body: ContingenciaCerrada,
    },
  },
  refusals: [
    ...SCOPED,
    'idempotency_key_required',
    'validation_failed',
    'contingency_open',
    'sign_key_required',
    'sign_key_invalid',
    'sign_vault_locked',
    'sign_vault_missing',
    'mh_rejected',
  ],
  examples: examples.contingencyClose,
}
