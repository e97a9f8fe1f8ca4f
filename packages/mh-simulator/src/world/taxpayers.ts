/** The registered taxpayers: NIT, password for the services, and public key of the certificate. */
import { createPublicKey, type KeyObject } from 'node:crypto'

export interface PointOfSale {
  /** The ministry's codes: `M001` and `P001`. */
  readonly codEstable: string
  readonly codPuntoVenta: string
}

export interface TaxpayerRegistration {
  readonly nit: string
  readonly password: string
  /** SPKI in PEM. Null: registered, without an active certificate yet. */
  readonly publicKeyPem: string | null
  readonly nombre?: string
  /** Documents of an inactive taxpayer are refused with 010. */
  readonly activo?: boolean
  /** Empty or absent: any well-formed establishment and point of sale. */
  readonly puntosDeVenta?: readonly PointOfSale[]
  /** The password is correct but expired: 103. */
  readonly passwordVencida?: boolean
  /** Whole numeroControl values already used by another program, in any year and environment. */
  readonly numerosGastados?: readonly string[]
  /** NITs of absorbed companies: the values that its notes may state as fusion. */
  readonly absorbidas?: readonly string[]
  /** Whether it is designated for special operations (event 17): yes by default, else 095. */
  readonly operacionesEspeciales?: boolean
}

export interface Taxpayer {
  readonly nit: string
  readonly password: string
  readonly publicKey: KeyObject | null
  readonly nombre: string | null
  readonly activo: boolean
  /** `M001P001`; null when any is accepted. */
  readonly puntosDeVenta: ReadonlySet<string> | null
  readonly passwordVencida: boolean
  readonly numerosGastados: ReadonlySet<string>
  readonly absorbidas: ReadonlySet<string>
  readonly operacionesEspeciales: boolean
}

/** The key is imported once, here: importing it for each signature costs more than verifying. */
export function toTaxpayer(registration: TaxpayerRegistration): Taxpayer {
  const { nit, password, publicKeyPem, nombre, activo, puntosDeVenta = [] } = registration
  const publicKey = publicKeyPem === null ? null : createPublicKey(publicKeyPem)
  if (publicKey && publicKey.asymmetricKeyType !== 'rsa') {
    throw new RangeError('publicKeyPem is not an RSA key')
  }
  const codes = puntosDeVenta.map((p) => p.codEstable + p.codPuntoVenta)
  return {
    nit,
    password,
    publicKey,
    nombre: nombre ?? null,
    activo: activo ?? true,
    puntosDeVenta: codes.length > 0 ? new Set(codes) : null,
    passwordVencida: registration.passwordVencida ?? false,
    numerosGastados: new Set(registration.numerosGastados ?? []),
    absorbidas: new Set(registration.absorbidas ?? []),
    operacionesEspeciales: registration.operacionesEspeciales ?? true,
  }
}

/** What `toTaxpayer` made it from. */
export function toRegistration(taxpayer: Taxpayer): TaxpayerRegistration {
  const { nit, password, publicKey, nombre, activo, puntosDeVenta, passwordVencida } = taxpayer
  const pem = publicKey?.export({ type: 'spki', format: 'pem' }).toString() ?? null
  return {
    ...{ nit, password, publicKeyPem: pem, activo, passwordVencida },
    ...(nombre === null ? {} : { nombre }),
    ...(puntosDeVenta === null ? {} : { puntosDeVenta: [...puntosDeVenta].map(pointOfSale) }),
    numerosGastados: [...taxpayer.numerosGastados],
    absorbidas: [...taxpayer.absorbidas],
    operacionesEspeciales: taxpayer.operacionesEspeciales,
  }
}

/** Of `M001P001`. */
export function pointOfSale(codes: string): PointOfSale {
  return { codEstable: codes.slice(0, 4), codPuntoVenta: codes.slice(4) }
}
