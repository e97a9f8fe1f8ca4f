/** The routes of delivery by mail, and of the buyer's page (docs/wire.md#entrega). */
import { ENTREGAS_MAX, EntregaRequest, Entregas, PaginaRevocada } from './entregas.ts'
import * as examples from './openapi/examples-entregas.ts'
import { codigoGeneracionParam, NO_QUERY, type RouteSpec, SCOPED } from './route.ts'

export const deliver: RouteSpec = {
  method: 'POST',
  path: '/v1/dte/{codigoGeneracion}/entregas',
  grupo: 'Documentos',
  resumen: 'Envía un documento por correo otra vez',
  descripcion: `A estas direcciones, con el documento como esté cuando salga el correo: sellado, en contingencia o invalidado. La respuesta no espera al servidor de correo: las entregas quedan \`pendiente\`, y la consulta del documento y las novedades dicen cómo terminaron. Una dirección nueva se suma a las del documento: si se invalida, también se le avisa. Como máximo ${ENTREGAS_MAX} entregas por documento.`,
  scope: 'issue',
  sign: false,
  idem: null,
  idemOptional: true,
  params: codigoGeneracionParam,
  query: NO_QUERY,
  body: EntregaRequest,
  answers: { 201: { descripcion: 'Las entregas quedaron en cola.', body: Entregas } },
  refusals: [...SCOPED, 'idempotency_key_reuse', 'not_found', 'not_sealed', 'validation_failed'],
  examples: examples.deliver,
}

export const pageRevoke: RouteSpec = {
  method: 'DELETE',
  path: '/v1/dte/{codigoGeneracion}/pagina',
  grupo: 'Documentos',
  resumen: 'Retira la página de un documento',
  descripcion:
    'La dirección que se envió al comprador deja de servir. El próximo correo del documento lleva otra. Repetirlo no cambia nada.',
  scope: 'issue',
  sign: false,
  idem: null,
  params: codigoGeneracionParam,
  query: NO_QUERY,
  body: null,
  answers: { 200: { descripcion: 'La dirección ya no sirve.', body: PaginaRevocada } },
  refusals: [...SCOPED, 'not_found'],
  examples: examples.pageRevoke,
}
