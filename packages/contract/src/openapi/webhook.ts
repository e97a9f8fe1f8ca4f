/** What is sent to a webhook, as OpenAPI 3.1 describes it. */
import type { JsonObject } from './example.ts'
import { refTo } from './schemas.ts'

const header = (name: string, description: string): JsonObject => ({
  ...{ name, in: 'header', required: true, description },
  schema: { type: 'string' },
})

export const WEBHOOKS: JsonObject = {
  novedad: {
    post: {
      operationId: 'novedad',
      tags: ['Webhooks'],
      summary: 'Lo que se envía a un webhook',
      description:
        'Firmado según Standard Webhooks. Se verifica sobre los bytes que llegaron, antes de leerlos; se responde 2xx enseguida, y lo que vuelve con el mismo `webhook-id` es lo mismo.',
      parameters: [
        header('webhook-id', 'El `id` de la novedad, el mismo en cada intento.'),
        header('webhook-timestamp', 'El instante del intento, en segundos desde 1970.'),
        header('webhook-signature', 'Una o dos firmas separadas por un espacio: `v1,…`.'),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { anyOf: [refTo('Novedad'), refTo('NovedadDePrueba')] } },
        },
      },
      responses: {
        '2XX': { description: 'Llegó. Cualquier otra respuesta es un fallo, y se envía otra vez.' },
      },
    },
  },
}
