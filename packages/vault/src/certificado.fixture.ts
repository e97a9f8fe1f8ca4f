/** A certificate file for tests, of a fictional company, intact or with one fault. */
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'

export const PASSWORD = 'Clave-De-Ensayo-31'

export interface Parts {
  readonly nit: string
  readonly publicKey: string
  readonly privateKey: string
  readonly clave: string
  readonly activo: string
  readonly notBefore: string
  readonly notAfter: string
  readonly organizationName: string
}

export function newKeys(bits = 2048): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('rsa', { modulusLength: bits })
}

export function partsOf(publicKey: KeyObject, privateKey: KeyObject): Parts {
  return {
    nit: '06140101900019',
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    clave: createHash('sha512').update(PASSWORD).digest('hex'),
    activo: 'true',
    notBefore: '1767225600.611000000',
    notAfter: '1924905600.611000000',
    organizationName: 'LA CEIBA &amp; HIJOS, S.A. DE C.V.',
  }
}

export function certificado(p: Parts): string {
  const validity = `<notBefore>${p.notBefore}</notBefore><notAfter>${p.notAfter}</notAfter>`
  const subject = `<organizationName>${p.organizationName}</organizationName><commonName>ANA LÓPEZ</commonName>`
  return [
    `<CertificadoMH><_id>0</_id><nit>${p.nit}</nit>`,
    `<publicKey><encodied>${p.publicKey}</encodied></publicKey>`,
    `<privateKey><encodied>${p.privateKey}</encodied><clave>${p.clave}</clave></privateKey>`,
    `<activo>${p.activo}</activo><certificado><basicEstructure>`,
    `<validity>${validity}</validity><subject>${subject}</subject>`,
    `</basicEstructure></certificado><clavePub/></CertificadoMH>`,
  ].join('')
}
