/** The key that signs mail. With one of another kind the library sends unsigned and says nothing. */
import { createPrivateKey } from 'node:crypto'

/** RFC 8301: shorter ones are not believed. */
const BITS_MIN = 1024

/** Why it cannot sign; null: it can. */
export function dkimProblem(privateKey: string): string | null {
  try {
    const key = createPrivateKey(privateKey)
    if (key.asymmetricKeyType !== 'rsa') {
      return `la llave DKIM es ${key.asymmetricKeyType ?? 'desconocida'} y tiene que ser RSA.`
    }
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    return bits < BITS_MIN ? `la llave DKIM tiene ${bits} bits; use una de 2048.` : null
  } catch {
    return 'la llave DKIM no es una llave privada PEM sin contraseña.'
  }
}
