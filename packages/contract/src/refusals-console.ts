/**
 * The refusals of the console's own API, a row each, in the form of the wire's. Its calls may also answer those of
 * the wire (refusals.ts).
 */
import Type from 'typebox'
import type { Refusal } from './refusal.ts'
import { closed, nullable } from './schema.ts'

const ESPERAR = 'Espere los segundos de Retry-After y repita. No se hizo nada.'

const NONE = closed({})
const text = Type.String()

export const CONSOLE_REFUSALS = {
  session_required: {
    status: 401,
    retry: 'never',
    when: 'No hay sesión, o terminó.',
    queHacer: 'Entre sobre la página y repita.',
    details: NONE,
  },
  sign_in_failed: {
    status: 401,
    retry: 'never',
    when: 'El correo, la contraseña, el código o el enlace no sirven: una sola respuesta para todas las causas.',
    queHacer: 'Revise lo que escribió, o pida otro enlace.',
    details: NONE,
  },
  second_factor_required: {
    status: 401,
    retry: 'never',
    when: 'La contraseña es correcta y falta el código. A quien emite no se le pide en un navegador recordado.',
    queHacer: 'Pida `codigo` y envíe de nuevo.',
    details: NONE,
  },
  csrf_refused: {
    status: 403,
    retry: 'never',
    when: 'La petición no viene de la página de la consola.',
    queHacer: 'Recargue la página.',
    details: NONE,
  },
  role_not_allowed: {
    status: 403,
    retry: 'never',
    when: 'El rol no permite esto, o la empresa no es suya.',
    queHacer: 'Pídalo a `details.dueno`.',
    details: closed({ dueno: nullable(text) }),
  },
  confirmation_required: {
    status: 403,
    retry: 'never',
    when: 'Falta confirmar, en los últimos 5 minutos, que es la misma persona. `details.segundoFactor`: con llave de acceso, o con contraseña y código; si no, basta la contraseña.',
    queHacer: 'Pida la confirmación y repita.',
    details: closed({ segundoFactor: Type.Boolean() }),
  },
  second_factor_setup_required: {
    status: 403,
    retry: 'never',
    when: 'El rol (D, A, E, O) pide un segundo factor y la persona no tiene: hasta entonces solo sirve `/yo/…`.',
    queHacer: 'Agregue una llave de acceso o un código temporal.',
    details: NONE,
  },
  unknown_browser: {
    status: 403,
    retry: 'never',
    when: 'El primer segundo factor no se activa en una sesión que empezó solo con contraseña.',
    queHacer: 'Entre desde un navegador que ya usó, o pida un enlace.',
    details: NONE,
  },
  draft_conflict: {
    status: 409,
    retry: 'never',
    when: 'Otra pestaña guardó o borró el borrador; `details.borrador` es el guardado.',
    queHacer: 'Elija con cuál sigue.',
    details: closed({ borrador: nullable(Type.Object({})) }),
  },
  refused: {
    status: 422,
    retry: 'never',
    when: 'Una regla de la administración; `details.issues`.',
    queHacer: 'Corrija los campos que se nombran.',
    details: closed({ issues: Type.Array(closed({ field: text, message: text })) }),
  },
  too_many_attempts: {
    status: 429,
    retry: 'never',
    when: 'Cinco contraseñas o códigos equivocados de un correo en 15 minutos (diez desde un navegador conocido), o cinco frases equivocadas del dueño en una hora; `details.minutos`.',
    queHacer: 'Espere esos minutos, o use su llave de acceso.',
    details: closed({ minutos: Type.Integer() }),
  },
  too_many_calls: {
    status: 429,
    retry: 'safe',
    when: 'Demasiado a la vez o seguido de una dirección, una persona o una empresa; `details.segundos`.',
    queHacer: ESPERAR,
    details: closed({ segundos: Type.Integer() }),
  },
  service_busy: {
    status: 503,
    retry: 'safe',
    when: 'Lo que cuesta mucho (una contraseña, una frase, un logo) se hace de uno en uno, y su turno no llegó; `details.segundos`.',
    queHacer: ESPERAR,
    details: closed({ segundos: Type.Integer() }),
  },
} as const satisfies Readonly<Record<string, Refusal>>
