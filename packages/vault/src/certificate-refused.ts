/** Why a certificate file is refused, and what its owner is told. No message quotes the file. */

const MESSAGES = {
  too_large: 'El archivo pesa más de 256 KiB: no es un certificado del Ministerio de Hacienda.',
  not_xml:
    'El archivo no es XML en UTF-8: entréguelo tal como lo descargó del Ministerio de Hacienda.',
  doctype: 'El archivo declara un DOCTYPE o entidades, que un certificado nunca lleva.',
  not_certificate: 'El archivo no tiene la forma de un CertificadoMH',
  inactive:
    'El certificado no está activo: descargue el vigente del portal del Ministerio de Hacienda.',
  wrong_password: 'La contraseña no es la de la llave privada de este certificado.',
  key_unreadable: 'El certificado trae una llave que no se puede leer',
  key_size: 'La llave del certificado debe ser RSA de 2048 a 4096 bits.',
  key_mismatch: 'La llave pública y la privada del certificado no son pareja.',
} as const

export type CertificateRefusal = keyof typeof MESSAGES

/**
 * `reason` is for programs, `message` for people, `element` is the one that is missing or wrong.
 */
export class CertificateRefused extends Error {
  override readonly name = 'CertificateRefused'
  readonly reason: CertificateRefusal
  readonly element: string | null

  constructor(reason: CertificateRefusal, element: string | null = null) {
    super(element ? `${MESSAGES[reason]}: revise ${element}.` : MESSAGES[reason])
    this.reason = reason
    this.element = element
  }
}
