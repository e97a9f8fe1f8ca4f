/** Refuses calls that do not come from the console's own pages. */
import { Refused } from '@sello/contract'
import type { FastifyRequest } from 'fastify'
import { refuseField } from './refusals.ts'
import type { ConsoleAsked, ConsoleSettings } from './route.ts'

/** The origin of the console as the browser sees it. */
export function ownOrigin(request: FastifyRequest, publicOrigin: string | null): string {
  return publicOrigin ?? `${request.protocol}://${request.host}`
}

/**
 * The origin of a link for another person; null: unknown. A link from the Host header would lead the invited person,
 * with the token, to whatever host the inviter's request named.
 */
export function linkOrigin(
  request: FastifyRequest,
  { publicOrigin, isDemonstration }: ConsoleSettings,
): string | null {
  if (publicOrigin !== null) return publicOrigin
  return isDemonstration ? `http://localhost:${request.socket.localPort}` : null
}

/** What is answered of an invitation: its address. Refuses (422) while the console's origin is not configured. */
export function invitationLinks({ linkOrigin: origin, basePath }: ConsoleAsked) {
  if (origin === null) {
    refuseField(
      'correo',
      'para invitar, el servicio debe saber en qué dirección lo abren las personas. Quien lo opera la pone en SELLO_PUBLIC_ORIGIN (como https://sello.example.com) y lo reinicia.',
    )
  }
  return ({ token, expiresAt }: { readonly token: string; readonly expiresAt: Date }) => ({
    url: `${origin}${basePath}/invitacion#${token}`,
    venceEl: expiresAt,
  })
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
  new Refused(
    'csrf_refused',
    'La petición no viene de esta página. Recárguela y repita lo que hacía.',
    {},
  )
