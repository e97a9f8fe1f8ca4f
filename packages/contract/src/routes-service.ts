/** The routes about the service itself (docs/wire.md#status). */
import Type from 'typebox'
import { Status } from './answers-status.ts'
import * as examples from './openapi/examples-status.ts'
import { ANY, KEYED, NO_QUERY, type RouteSpec } from './route.ts'

const SERVICIO = 'Servicio'

export const status: RouteSpec = {
  method: 'GET',
  path: '/v1/status',
  grupo: SERVICIO,
  resumen: 'Dice qué puede hacer la llave y qué le falta a la empresa',
  descripcion:
    'El ambiente, los alcances, la firma, el almacenamiento, lo que espera respuesta de Hacienda, las cuotas y las advertencias. No gasta la cuota de emisión: tiene una ventana propia.',
  scope: 'any',
  window: 'estado',
  sign: false,
  idem: null,
  params: {},
  query: NO_QUERY,
  body: null,
  answers: { 200: { descripcion: 'El estado de la llave y de su empresa.', body: Status } },
  refusals: KEYED,
  examples: examples.status,
}

export const openapi: RouteSpec = {
  method: 'GET',
  path: '/v1/openapi.json',
  grupo: SERVICIO,
  resumen: 'Este contrato',
  descripcion: 'El contrato del servicio en OpenAPI 3.1. No pide llave; también responde a HEAD.',
  scope: null,
  sign: false,
  idem: null,
  params: {},
  query: NO_QUERY,
  body: null,
  answers: {
    200: {
      descripcion: 'El contrato.',
      body: Type.Object({ openapi: Type.String() }, { additionalProperties: true }),
      headers: { 'Access-Control-Allow-Origin': '`*`: cualquier página puede leerlo.' },
    },
  },
  refusals: ANY,
  examples: {},
}
