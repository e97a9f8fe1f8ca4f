/** POST /seguridad/auth: a token for a NIT and its password. */
import { frameError, json, type Reply } from '../http/reply.ts'
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

const REFUSED = 'Usuario no valido'

export const auth: Service = {
  name: 'auth',
  path: '/seguridad/auth',
  contentType: 'application/x-www-form-urlencoded',
  handle: (world, request, script) => {
    if (script?.kind === 'reject') return refused(world, script.descripcionMsg ?? REFUSED)
    const form = new URLSearchParams(request.body)
    const user = form.get('user') ?? ''
    const taxpayer = world.taxpayers.get(user)
    if (!taxpayer || taxpayer.password !== form.get('pwd')) return refused(world, REFUSED)
    const token = world.tokens.issue(taxpayer.nit)
    const body = { user, token, rol: ROL, roles: ['ROLE_USER'], tokenType: 'Bearer' }
    return json(200, { status: 'OK', body })
  },
}

/** As documented HTTP 200 all the same; some hosts say 401. */
function refused(world: World, message: string): Reply {
  if (world.options.authFailure === 401) {
    return frameError(401, auth.path, message, world.clock.now())
  }
  return json(200, { status: 'ERROR', error: 'Unauthorized', message })
}
