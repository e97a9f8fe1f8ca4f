/** Routes a request: finds the service and applies the scripted fault, or lets the service answer. */
import type { MhRequest, Service } from '../services/service.ts'
import { type NamedService, SERVICES } from '../services/table.ts'
import type { FaultSpec } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import { frameError, json, type Reply } from './reply.ts'

/** The outcome of a request: an answer; silence; or a closed connection. */
export type Ending =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'silence' }
  | { readonly kind: 'drop' }

/** A request, over HTTP or from the caller's own steps. */
export interface Arrived {
  readonly method: string | undefined
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Null: over the size limit. */
  readonly body: string | null
}

const BY_PATH = new Map(SERVICES.map((service) => [service.path, service]))

const MAINTENANCE =
  '<!DOCTYPE html><html lang="es"><head><title>Mantenimiento</title></head>' +
  '<body><h1>Servicio en mantenimiento</h1></body></html>'

const STATUS_DEFAULT = 503

/** `wait` delays a request before it is processed. */
export async function answerMinistry(
  world: World,
  arrived: Arrived,
  wait: (ms: number) => Promise<void>,
): Promise<Ending> {
  const { path, body } = arrived
  const { service, rest } = find(path.replace(/\/$/, ''))
  if (!service) return reply(json(404, { status: 404, error: 'Not Found', path }))
  const malformed = checkFrame(world, service, arrived)
  if (malformed) return reply(malformed)
  const authorization = String(arrived.headers.authorization ?? '')
  const request: MhRequest = { path, authorization, body: body ?? '', rest }
  const fault = world.faults.take(service.name)
  return fault ? spoil(world, service, request, fault, wait) : answer(world, service, request, null)
}

/** A service by its path, or by its path and one code behind it. */
function find(path: string): { service: NamedService | undefined; rest: string | null } {
  const whole = BY_PATH.get(path)
  if (whole && whole.method !== 'GET') return { service: whole, rest: null }
  const slash = path.lastIndexOf('/')
  const service = BY_PATH.get(path.slice(0, slash))
  return service?.method === 'GET'
    ? { service, rest: path.slice(slash + 1) }
    : { service: undefined, rest: null }
}

function answer(world: World, service: Service, request: MhRequest, script: FaultSpec | null) {
  return reply(service.handle(world, request, script))
}

function reply(given: Reply): Ending {
  return { kind: 'reply', reply: given }
}

/** Checks the method, size, content type, and the User-Agent that the manual requires of every service. */
function checkFrame(
  world: World,
  service: Service,
  { method: given, headers, body }: Arrived,
): Reply | null {
  const now = world.clock.now()
  const refuse = (status: number, text: string) => frameError(status, service.path, text, now)
  const { method = 'POST' } = service
  if (given !== method) {
    return { ...refuse(405, `Use ${method}`), headers: { allow: method } }
  }
  if (body === null) return refuse(413, 'Solicitud demasiado grande')
  const isAgent = Boolean(headers['user-agent'])
  if (method === 'GET') return isAgent ? null : refuse(400, 'User-Agent requerido')
  const type = String(headers['content-type'] ?? '')
    .split(';')[0]
    ?.trim()
    .toLowerCase()
  if (type !== service.contentType) return refuse(415, `Content-Type: ${service.contentType}`)
  return isAgent ? null : refuse(400, 'User-Agent requerido')
}

async function spoil(
  world: World,
  service: Service,
  request: MhRequest,
  fault: FaultSpec,
  wait: (ms: number) => Promise<void>,
): Promise<Ending> {
  switch (fault.kind) {
    case 'silence':
      service.note?.(world, request)
      return { kind: 'silence' }
    case 'status':
      service.note?.(world, request)
      return reply(
        frameError(
          fault.status ?? STATUS_DEFAULT,
          request.path,
          fault.descripcionMsg ?? 'Servicio no disponible',
          world.clock.now(),
        ),
      )
    case 'html':
      service.note?.(world, request)
      return reply({ status: fault.status ?? 200, body: MAINTENANCE })
    case 'expired_token':
      // The token is invalid for all later requests too, until a new login.
      world.tokens.revoke(request.authorization)
      return reply(frameError(401, request.path, 'Token expirado', world.clock.now()))
    case 'drop_answer':
      service.handle(world, request, fault)
      return { kind: 'drop' }
    case 'delay':
      await world.delays.until(wait(fault.delayMs ?? 0))
      return answer(world, service, request, fault)
    default:
      return answer(world, service, request, fault)
  }
}
