/** Whom mail is sent to. An address reaches the server as it is checked here, never as part of a text. */
import { isCorreo } from '@sello/fiscal'

/** RFC 5321, section 4.5.3.1. */
const LOCAL_MAX = 64
const ADDRESS_MAX = 254
const LOCAL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+$/

/**
 * Whether any server accepts it: an address by isCorreo whose local part is ASCII. With other letters it would need
 * SMTPUTF8, which a server offers only when it is too late to say no. A domain may have them.
 */
export function isMailable(address: string): boolean {
  const local = address.slice(0, address.lastIndexOf('@'))
  const isShort = address.length <= ADDRESS_MAX && local.length <= LOCAL_MAX
  return isShort && LOCAL.test(local) && isCorreo(address)
}
