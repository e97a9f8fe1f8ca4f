/** GET /v1/certificates/{nit} (docs/wire.md#status): lets anyone who has a document verify it, without a key. */
import Type, { type Static } from 'typebox'
import * as examples from './openapi/examples-status.ts'
import { ANY, NO_QUERY, type RouteSpec } from './route.ts'
import { closed, oneOf } from './schema.ts'
import { AMBIENTES } from './words.ts'

const instant = Type.String({ format: 'date-time' })

/** Every certificate that the issuer has signed with, newest first. */
export const Certificates = closed({
  nit: Type.String(),
  certificados: Type.Array(
    closed({
      ambiente: oneOf(AMBIENTES),
      nit: Type.String(),
      nombre: Type.String(),
      fingerprint: Type.String(),
      publicKeyPem: Type.String(),
      validFrom: instant,
      validTo: instant,
    }),
  ),
})
export type Certificates = Static<typeof Certificates>

export const certificates: RouteSpec = {
  method: 'GET',
  path: '/v1/certificates/{nit}',
  grupo: 'Servicio',
  resumen: 'Los certificados públicos de un emisor',
  descripcion:
    'Con ellos se verifica la firma de un documento sin confiar en quien lo entrega. No pide llave. También los que ya no valen: firmaron documentos que siguen siendo buenos.',
  scope: null,
  sign: false,
  idem: null,
  params: { nit: Type.String({ pattern: '^([0-9]{9}|[0-9]{14})$' }) },
  query: NO_QUERY,
  body: null,
  answers: { 200: { descripcion: 'Los certificados.', body: Certificates } },
  refusals: [...ANY, 'not_found', 'service_unavailable'],
  examples: examples.certificates,
}
