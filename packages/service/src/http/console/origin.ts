/** Refuses calls that do not come from the console's own pages. */
import type { FastifyRequest } from 'fastify'
import { ConsoleRefused } from './refusals.ts'

/** The origin of the console as the browser sees it. */
export function ownOrigin(request: FastifyRequest, publicOrigin: string | null): string {
  return publicOrigin ?? `${request.protocol}://${request.host}`
}

/**
 * 403 for a call from another site's page. Browsers name a call's origin in Sec-Fetch-Site or, older ones, in
 * Origin; an action with neither header is refused.
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
