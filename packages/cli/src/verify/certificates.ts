/** The keys to verify with: from a file, or fetched from the service once per issuer. */
import { createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Certificate, isSelloError, type Sello } from '@sello/client'
import { usage } from '../exit.ts'

export type FindCertificates = (nit: string) => Promise<readonly Certificate[]>

/** A PEM with one or several public keys. Refuses (usage) a file without any. */
export async function keysOf(path: string): Promise<FindCertificates> {
  const text = await readFile(path, 'utf8')
  const found = text.match(/-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g) ?? []
  if (found.length === 0) usage(`--key: ${path} no tiene ninguna llave pública (BEGIN PUBLIC KEY).`)
  if (!found.every(isRsaKey))
    usage(`--key: ${path} tiene una llave que no es una llave pública RSA.`)
  const certificates = found.map((publicKeyPem) => ({ publicKeyPem }))
  return async () => certificates
}

function isRsaKey(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false // damaged
  }
}

/** Empty for an issuer that the service does not know: then no signature is valid. */
export function certificatesOf(sello: Sello): FindCertificates {
  const known = new Map<string, Promise<readonly Certificate[]>>()
  return (nit) => {
    const asked = known.get(nit) ?? ask(sello, nit)
    known.set(nit, asked)
    return asked
  }
}

async function ask(sello: Sello, nit: string): Promise<readonly Certificate[]> {
  if (!/^(\d{9}|\d{14})$/.test(nit)) return []
  try {
    return (await sello.certificates(nit)).certificados
  } catch (error) {
    if (isSelloError(error, 'not_found')) return []
    throw error
  }
}
