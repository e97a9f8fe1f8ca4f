/** The feed (docs/wire.md#feed). */
import Type from 'typebox'
import { FeedPage } from './answers-feed.ts'
import * as examples from './openapi/examples-feed.ts'
import { type RouteSpec, SCOPED } from './route.ts'
import { closed, oneOf } from './schema.ts'
import { TIPOS_NOVEDAD } from './words.ts'

/** Longer than a proxy usually waits for an answer would be of no use. */
export const ESPERA_SECONDS_MAX = 30

export const events: RouteSpec = {
  method: 'GET',
  path: '/v1/events',
  grupo: 'Novedades',
  resumen: 'Dice qué pasó con los documentos, en orden',
  descripcion:
    'De lo más viejo a lo más nuevo, y cada novedad al menos una vez. `siguiente` se envía tal cual como `despues`, también después de una página vacía; `despues=ahora` empieza por lo que venga, y sin `despues` se empieza por lo más viejo, que tiene 30 días. Con `espera` la llamada queda abierta hasta que haya algo, o hasta que pasen esos segundos: una por llave; otra a la vez se responde enseguida. Tiene una ventana propia de 240 llamadas por hora. Después de restaurar la base de datos la primera novedad es `feed.restaurado`: lo dicho desde su `desde` puede repetirse, o no ser cierto.',
  scope: 'query',
  window: 'novedades',
  sign: false,
  idem: null,
  params: {},
  query: closed({
    despues: Type.Optional(Type.String({ minLength: 1 })),
    tipo: Type.Optional(oneOf(TIPOS_NOVEDAD)),
    limite: Type.Optional(Type.Integer({ minimum: 1, default: 100 })),
    espera: Type.Optional(Type.Integer({ minimum: 0, maximum: ESPERA_SECONDS_MAX, default: 0 })),
  }),
  body: null,
  answers: { 200: { descripcion: 'Las novedades que siguen; puede no haber.', body: FeedPage } },
  refusals: [...SCOPED, 'cursor_expired'],
  examples: examples.events,
}
