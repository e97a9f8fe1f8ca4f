/** POST /seguridad/auth: a token for a NIT and its password. */
import { frameError, json, type Reply } from '../http/reply.ts'
import { answerOf } from '../world/answers.ts'
import type { FaultSpec } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import type { Service } from './service.ts'

const ROL = {
  nombre: 'Usuario',
  codigo: 'ROLE_USER',
  descripcion: null,
  rolSuperior: null,
  nivel: null,
  activo: null,
  permisos: null,
}

/** The text of a refused login, with its code if it has one. */
interface Said {
  readonly message: string
  readonly codigoMsg?: string
}

const REFUSED: Said = { message: 'Usuario no valido' }

export const auth: Service = {
  path: '/seguridad/auth',
  contentType: 'application/x-www-form-urlencoded',
  handle: (world, request, script) => {
    if (script?.kind === 'reject') return refused(world, saidOf(script))
    const form = new URLSearchParams(request.body)
    const user = form.get('user') ?? ''
    const taxpayer = world.taxpayers.get(user)
    if (!taxpayer || taxpayer.password !== form.get('pwd')) return refused(world, REFUSED)
    if (taxpayer.passwordVencida) return refused(world, saidOf({ answer: 'contrasena_vencida' }))
    const token = world.tokens.issue(taxpayer.nit)
    const body = { user, token, rol: ROL, roles: ['ROLE_USER'], tokenType: 'Bearer' }
    return json(200, { status: 'OK', body })
  },
}

/** HTTP 200 as documented; some hosts answer 401. */
function refused(world: World, { message, codigoMsg }: Said): Reply {
  if (world.options.authFailure === 401) {
    return frameError(401, auth.path, message, world.clock.now())
  }
  const code = codigoMsg === undefined ? {} : { codigoMsg }
  return json(200, { status: 'ERROR', error: 'Unauthorized', message, ...code })
}

function saidOf(script: Pick<FaultSpec, 'answer' | 'codigoMsg' | 'descripcionMsg'>): Said {
  const seen = script.answer && answerOf(script.answer)
  const message = script.descripcionMsg ?? seen?.descripcionMsg ?? REFUSED.message
  const codigoMsg = script.codigoMsg ?? seen?.codigoMsg
  return { message, ...(codigoMsg === undefined ? {} : { codigoMsg }) }
}
