/** The key that signs mail. With one of another kind the library sends unsigned and says nothing. */
import { createPrivateKey } from 'node:crypto'

/** RFC 8301: shorter ones are not believed. */
const BITS_MIN = 1024

/** Why it cannot sign; null: it can. */
export function dkimProblem(privateKey: string): string | null {
  try {
    const key = createPrivateKey(privateKey)
    if (key.asymmetricKeyType !== 'rsa') {
      return `la llave DKIM es ${key.asymmetricKeyType} y tiene que ser RSA.`
    }
    const bits = Number(key.asymmetricKeyDetails?.modulusLength)
    return bits >= BITS_MIN ? null : `la llave DKIM tiene ${bits} bits; use una de 2048.`
  } catch {
    return 'la llave DKIM no es una llave privada PEM sin contraseña.'
  }
}
