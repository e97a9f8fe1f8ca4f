/**
 * A certificate file as the ministry issues them: CertificadoMH, an XML format of its own, not X.509.
 * The misspelt element names are the format's. The values are fictional and say so.
 */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { machineRandom } from '../config.ts'
import type { Random } from '../world/random.ts'
import { write, type Xml } from './xml.ts'

export interface CertificadoRequest {
  /** 9 or 14 digits. */
  readonly nit: string
  readonly nombre: string
  /** The password of the private key, required for signing. It encrypts nothing. */
  readonly password: string
  readonly validFrom: Date
  readonly validTo: Date
  readonly nrc?: string
  /** Both encodings of the two instants are in use. */
  readonly validity?: 'epoch' | 'nested'
  /** False for a revoked certificate. */
  readonly activo?: boolean
  readonly random?: Random
  /** An RSA key to certify; absent: a new one of 2048 bits. */
  readonly privateKey?: KeyObject
}

export interface CertificadoMH {
  readonly xml: string
  /** SPKI, which is registered for the taxpayer. */
  readonly publicKeyPem: string
}

/** Makes the file. Refuses a malformed NIT and a validity that ends before it begins. */
export function issueCertificadoMH(request: CertificadoRequest): CertificadoMH {
  const { nit, validFrom, validTo, random = machineRandom } = request
  if (!/^(?:\d{9}|\d{14})$/.test(nit)) throw new RangeError(`${nit} is not a NIT`)
  if (!(validFrom < validTo)) throw new RangeError('the validity ends before it begins')
  const privateKey = request.privateKey ?? newKey()
  const publicKey = createPublicKey(privateKey)
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  const file: Xml = [
    'CertificadoMH',
    [
      ['_id', hex(random(12))],
      ['nit', nit],
      // The public half has its own password, which nobody asks for.
      ['publicKey', keyMembers('PUBLIC', spki, 'X.509', sha512(hex(random(16))))],
      ['privateKey', keyMembers('PRIVATE', pkcs8, 'PKCS#8', sha512(request.password))],
      ['activo', String(request.activo ?? true)],
      ['certificado', [['basicEstructure', basic(request, spki)], EXTENSIONS]],
      ...empty('clavePub', 'clavePri', 'verificado', 'fechaVerificacion', 'fechaDebaja'),
    ],
  ]
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  return { xml: write(file), publicKeyPem }
}

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

/** `encodied` is base64 of DER; `clave` the unsalted lower-case hex SHA-512 of a password. */
function keyMembers(
  keyType: string,
  encodied: string,
  format: string,
  clave: string,
): readonly Xml[] {
  return [
    ['keyType', keyType],
    ['algorithm', 'RSA'],
    ['encodied', encodied],
    ['format', format],
    ['clave', clave],
  ]
}

function basic(request: CertificadoRequest, spki: string): readonly Xml[] {
  const { nit, nombre, nrc, validFrom, validTo, validity } = request
  const instant = validity === 'nested' ? nested : epoch
  return [
    ['version', '2'],
    ['serial', '1.2.840.113549.1.1.11'],
    ['signatureAlgorithm', [['algorithm', 'Sha256WithRSAEncryption'], ...empty('parameters')]],
    ['issuer', ISSUER],
    [
      'validity',
      [
        ['notBefore', instant(validFrom)],
        ['notAfter', instant(validTo)],
      ],
    ],
    [
      'subject',
      [
        ['countryName', 'EL SALVADOR'],
        ['organizationName', nombre],
        ['organizationUnitName', 'FACTURACION DE PRUEBA'],
        ['organizationIdentifier', `VATSV-${nit}`],
        ['surname', 'PRUEBA'],
        ['givenName', 'PERSONA'],
        ['commonName', nombre],
        ['description', nrc ?? ''],
      ],
    ],
    [
      'subjectPublicKeyInfo',
      [
        ['algorithmIdenitifier', [['algorithm', 'RSA'], ...empty('parameters')]],
        ['subjectPublicKey', spki],
      ],
    ],
  ]
}

/** Seconds and nanoseconds since 1970, as one decimal number. */
function epoch(instant: Date): string {
  return `${Math.floor(instant.getTime() / 1000)}.${nanosOf(instant)}`
}

function nested(instant: Date): readonly Xml[] {
  return [
    ['nano', String(Number(nanosOf(instant)))],
    ['epochSecond', String(Math.floor(instant.getTime() / 1000))],
  ]
}

function nanosOf(instant: Date): string {
  return `${String(instant.getUTCMilliseconds()).padStart(3, '0')}000000`
}

function empty(...names: readonly string[]): readonly Xml[] {
  return names.map((name): Xml => [name, ''])
}

const ISSUER: readonly Xml[] = [
  ['countryName', 'SV'],
  ['localilyName', 'SAN SALVADOR'],
  ['organizationalUnit', 'SIMULADOR'],
  ['organizationalName', 'MINISTERIO SIMULADO'],
  ['commonName', 'CERTIFICADO FICTICIO SIN VALIDEZ'],
  ['organizationIdentifier', 'VATSV-0000-000000-000-0'],
]

// biome-ignore format: a table
const EXTENSIONS: Xml = ['extensions', [
  ['authorityKeyIdentifier', [['keyIdentifier', '00']]],
  ['subjectKeyIdentifier', [['keyIdentifier', '00']]],
  ['keyUsage', [
    ['digitalSignature', '1'], ['contentCommintment', '1'], ['dataEncipherment', '0'],
    ['keyAgreement', '0'], ['keyCertificateSignature', '0'], ['crlSignature', '0'],
    ['encipherOnly', '0'], ['decipherOnly', '0'],
  ]],
  ['certificatePolicies', empty('policyInformations')],
  ['subjectAlternativeNames', [['rfc822Name', 'facturacion@example.com']]],
  ['extendedKeyUsage', empty('clientAuth', 'emailProtection')],
  ['crlDistributionPoint', [['distributionPoint', [['distributionPoint', 'https://example.com/crl']]]]],
  ['authorityInfoAccess', [['accessDescription', [['accessDescription', [
    ['accessMethod', ''], ['accessLocation', [['accessLocation', 'https://example.com/ca.crt']]],
  ]]]]]],
  ['qualifiedCertificateStatements', [
    ['qcCompliance', ''], ['qcEuRetentionPeriod', '10'],
    ['qcPDS', [['pdsLocation', ''], ['url', 'https://example.com/pds'], ['language', 'ES']]],
    ['qcType', 'id-etsi-qct-esign'],
  ]],
  ['basicConstraints', [['ca', 'false']]],
]]

function sha512(text: string): string {
  return createHash('sha512').update(text, 'utf8').digest('hex')
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
