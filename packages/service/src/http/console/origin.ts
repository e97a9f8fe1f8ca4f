/** From which page a call comes: the console's own, or it is refused. */
import type { FastifyRequest } from 'fastify'
import { ConsoleRefused } from './refusals.ts'

/** The origin of the console as the browser sees it. */
export function ownOrigin(request: FastifyRequest, publicOrigin: string | null): string {
  return publicOrigin ?? `${request.protocol}://${request.host}`
}

/**
 * 403 for a call that another site's page makes. Browsers say where a call comes from in Sec-Fetch-Site or, older
 * ones, in Origin; an act that says neither is refused.
 */
export function assertSameOrigin(request: FastifyRequest, own: string): void {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  if (request.method === 'GET') {
    if (site === undefined || site === 'same-origin' || site === 'none') return
    throw refused()
  }
  if (site !== undefined && site !== 'same-origin') throw refused()
  if (origin !== undefined && origin !== own) throw refused()
  if (site === undefined && origin === undefined) throw refused()
}

export const refused = () =>
  new ConsoleRefused(
    'csrf_refused',
    'La petición no viene de esta página. Recárguela y repita lo que hacía.',
  )
