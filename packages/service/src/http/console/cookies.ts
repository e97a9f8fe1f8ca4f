/** The console's two cookies. Both are HttpOnly, SameSite=Strict and of the whole address. */
import { createHmac } from 'node:crypto'
import type { SetCookie } from './route.ts'

/** Over https the browser itself refuses a `__Host-` cookie that another host or path set. */
const nameOf = (name: string, isSecure: boolean) => (isSecure ? `__Host-${name}` : name)

export const SESSION = 'sello_session'
export const DEVICE = 'sello_device'

const DAY_SECONDS = 86_400
export const SESSION_SECONDS = 7 * DAY_SECONDS
export const DEVICE_SECONDS = 365 * DAY_SECONDS

/** By the names above. A duplicate value is ignored: an attacker's could be the first. */
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

/** What scripts of our own pages send with each act: of the session's token, which no script can read. */
export const csrfOf = (token: string): string =>
  createHmac('sha256', token).update('sello csrf').digest('base64url')
