/** Which addresses a webhook may have (docs/wire.md#webhooks). */
import { isAddress, isPublicAddress, withoutBrackets } from '../../base/net/public-address.ts'

/** The ports of other services of the net are below. */
const PORT_MIN = 1_024

/** Reading an address drops some of them: what is called would be another text than what is stored and shown. */
const UNSEEN = /[\p{C}\p{Z}]/u

/**
 * Why nothing may be sent there, or null. Of a name this cannot tell where it leads: that is decided when connecting.
 * `innerNetwork`: also this machine and its internal networks, and only there without TLS.
 */
export function addressProblem(text: string, innerNetwork: boolean): string | null {
  if (UNSEEN.test(text)) return 'no lleva espacios, saltos de línea ni caracteres invisibles.'
  if (!URL.canParse(text)) return 'no es una dirección, como https://erp.example.com/sello.'
  const { protocol, username, password, hash, port, hostname } = new URL(text)
  const isPlain = protocol === 'http:' && innerNetwork
  if (protocol !== 'https:' && !isPlain) return 'debe empezar con https://.'
  if (username !== '' || password !== '') return 'no lleva usuario ni contraseña.'
  if (hash !== '') return 'no lleva nada después de #.'
  if (port !== '' && Number(port) < PORT_MIN) {
    return `el puerto es el 443, o uno desde el ${PORT_MIN}.`
  }
  if (!isAddress(hostname)) return null
  const isPublic = isPublicAddress(withoutBrackets(hostname))
  if (!isPublic && !innerNetwork) return INNER
  return isPublic && isPlain ? NOT_PLAIN : null
}

export const INNER = 'lleva a una red interna: debe ser una dirección pública.'
export const NOT_PLAIN = 'sin https solo se envía a una red interna.'
