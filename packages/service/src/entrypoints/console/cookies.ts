/**
 * The console's two cookies. Both are HttpOnly, SameSite=Strict and valid for the whole host. Whether they are Secure
 * comes from the configured origin: a proxy that does not forward the protocol would otherwise weaken them.
 */
import { createHmac } from 'node:crypto'
import type { SetCookie } from './route.ts'

/** Over https the browser itself refuses a `__Host-` cookie that another host or path set. */
const nameOf = (name: string, isSecure: boolean) => (isSecure ? `__Host-${name}` : name)

export const SESSION = 'sello_session'
export const DEVICE = 'sello_device'

/** Keyed by the names above. A duplicated cookie is ignored, since an attacker's could come first. */
export function readCookies(
  header: string | undefined,
  isSecure: boolean,
): Readonly<Record<string, string>> {
  const pairs = (header ?? '').split(';').map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const
  })
  const read = [SESSION, DEVICE].flatMap((name) => {
    const values = pairs.filter(([given]) => given === nameOf(name, isSecure))
    return values.length === 1 && values[0] ? [[name, values[0][1]] as const] : []
  })
  return Object.fromEntries(read)
}

export function writeCookie(name: string, cookie: SetCookie | null, isSecure: boolean): string {
  const { value, maxAgeSeconds } = cookie ?? { value: '', maxAgeSeconds: 0 }
  const attributes = `Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Strict`
  return `${nameOf(name, isSecure)}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`
}

/**
 * The token that our own pages' scripts send with each action. Derived from the session's token, which no script
 * can read.
 */
export const csrfOf = (token: string): string =>
  createHmac('sha256', token).update('sello csrf').digest('base64url')
