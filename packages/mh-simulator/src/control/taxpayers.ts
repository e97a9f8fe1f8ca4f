import { publicKeyOf } from '../certificate/public-key.ts'
import { json } from '../http/reply.ts'
import {
  type PointOfSale,
  pointOfSale,
  type TaxpayerRegistration,
  toTaxpayer,
} from '../world/taxpayers.ts'
import type { World } from '../world/world.ts'
import {
  type Action,
  BadScript,
  isBoolean,
  isText,
  isTexts,
  optional,
  readObject,
  required,
} from './action.ts'

const NIT = /^(?:\d{9}|\d{14})$/

// biome-ignore format: a table
const MEMBERS = [
  'nit', 'password', 'publicKeyPem', 'certificadoMH', 'nombre', 'activo', 'puntosDeVenta',
  'passwordVencida', 'numerosGastados', 'absorbidas', 'operacionesEspeciales',
] as const

/** Registers a taxpayer, or replaces its record. */
export const registerTaxpayer: Action = {
  method: 'POST',
  path: '/_sim/taxpayers',
  handle: (world, { body }) => {
    const taxpayer = read(body)
    const known = world.taxpayers.has(taxpayer.nit)
    world.taxpayers.set(taxpayer.nit, taxpayer)
    return json(known ? 200 : 201, { nit: taxpayer.nit })
  },
}

export const listTaxpayers: Action = {
  method: 'GET',
  path: '/_sim/taxpayers',
  handle: (world) => json(200, { taxpayers: taxpayersOf(world) }),
}

/** Without passwords and keys. */
export function taxpayersOf(world: World): readonly object[] {
  return [...world.taxpayers.values()].map((one) => ({
    nit: one.nit,
    nombre: one.nombre,
    activo: one.activo,
    certificado: one.publicKey !== null,
    puntosDeVenta: one.puntosDeVenta && [...one.puntosDeVenta].map(pointOfSale),
  }))
}

export function readNit(value: unknown): string {
  const nit = required(value, 'nit', isText)
  if (!NIT.test(nit)) throw new BadScript('"nit" must be 9 or 14 digits')
  return nit
}

function read(body: unknown): ReturnType<typeof toTaxpayer> {
  const b = readObject(body, MEMBERS)
  const nit = readNit(b.nit)
  const pem = optional(b.publicKeyPem, 'publicKeyPem', isText)
  const certificado = optional(b.certificadoMH, 'certificadoMH', isText)
  const nombre = optional(b.nombre, 'nombre', isText)
  const activo = optional(b.activo, 'activo', isBoolean)
  const puntosDeVenta = optional(b.puntosDeVenta, 'puntosDeVenta', isPointsOfSale)
  const passwordVencida = optional(b.passwordVencida, 'passwordVencida', isBoolean)
  const numerosGastados = optional(b.numerosGastados, 'numerosGastados', isTexts)
  const absorbidas = optional(b.absorbidas, 'absorbidas', isTexts)
  const operacionesEspeciales = optional(
    b.operacionesEspeciales,
    'operacionesEspeciales',
    isBoolean,
  )
  const registration: TaxpayerRegistration = {
    nit,
    password: required(b.password, 'password', isText),
    publicKeyPem: pem ?? (certificado === undefined ? null : keyIn(certificado)),
    ...(nombre === undefined ? {} : { nombre }),
    ...(activo === undefined ? {} : { activo }),
    ...(puntosDeVenta === undefined ? {} : { puntosDeVenta }),
    ...(passwordVencida === undefined ? {} : { passwordVencida }),
    ...(numerosGastados === undefined ? {} : { numerosGastados }),
    ...(absorbidas === undefined ? {} : { absorbidas }),
    ...(operacionesEspeciales === undefined ? {} : { operacionesEspeciales }),
  }
  try {
    return toTaxpayer(registration)
  } catch (cause) {
    throw new BadScript('"publicKeyPem" is not an RSA public key in PEM', { cause })
  }
}

function keyIn(certificado: string): string {
  const pem = publicKeyOf(certificado)
  if (pem === null) throw new BadScript('"certificadoMH" has no public key')
  return pem
}

function isPointsOfSale(value: unknown): value is readonly PointOfSale[] {
  if (!Array.isArray(value)) return false
  return value.every((one: Partial<PointOfSale> | null) => {
    const { codEstable = '', codPuntoVenta = '' } = one ?? {}
    return /^[MBSP]\d{3}$/.test(codEstable) && /^P\d{3}$/.test(codPuntoVenta)
  })
}
