/**
 * Reads the ministry's `CertificadoMH` file, which is an XML document, not X.509. The misspelt element names are
 * the ministry's. Source: docs/sources.md#certificado.
 */
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { CertificateRefused } from './certificate-refused.ts'

const FILE_BYTES_MAX = 256 * 1024 // a real one has some 6 KiB

// Values stay text: a NIT may begin with a zero, and an epoch has more digits than a double. Only XML's five
// entities exist: a file that could declare others is refused before this.
const parser = new XMLParser({
  ignoreAttributes: true,
  ignorePiTags: true,
  parseTagValue: false,
  htmlEntities: false,
  maxNestedTags: 32,
})

/** The contents of a certificate file, with the form of each value checked, but not its truth. */
export interface CertificadoXml {
  readonly nit: string
  readonly nombre: string
  readonly activo: boolean
  readonly publicKey: { readonly encodied: Buffer }
  readonly privateKey: { readonly encodied: Buffer; readonly clave: Buffer }
  readonly notBefore: Date
  readonly notAfter: Date
}

const SUBJECT = ['certificado', 'basicEstructure', 'subject']
const VALIDITY = ['certificado', 'basicEstructure', 'validity']

/** Throws `CertificateRefused` on anything that is not one well-formed certificate. */
export function readCertificadoXml(file: Uint8Array | string): CertificadoXml {
  const root = child(parse(decode(file)), 'CertificadoMH')
  const notBefore = instant(root, [...VALIDITY, 'notBefore'])
  const notAfter = instant(root, [...VALIDITY, 'notAfter'])
  if (notAfter <= notBefore) throw new CertificateRefused('not_certificate', VALIDITY.join('/'))
  return {
    nit: text(root, ['nit'], /^(\d{14}|\d{9})$/),
    nombre: nombre(root),
    activo: text(root, ['activo'], /^(true|false)$/) === 'true',
    publicKey: { encodied: base64(root, ['publicKey', 'encodied']) },
    privateKey: {
      encodied: base64(root, ['privateKey', 'encodied']),
      clave: Buffer.from(text(root, ['privateKey', 'clave'], /^[0-9a-fA-F]{128}$/), 'hex'),
    },
    notBefore,
    notAfter,
  }
}

function decode(file: Uint8Array | string): string {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  if (bytes.length > FILE_BYTES_MAX) throw new CertificateRefused('too_large')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) // without a byte order mark
  } catch {
    throw new CertificateRefused('not_xml') // the decoder's error adds nothing
  }
}

function parse(xml: string): unknown {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new CertificateRefused('doctype')
  if (XMLValidator.validate(xml) !== true) throw new CertificateRefused('not_xml')
  try {
    return parser.parse(xml)
  } catch {
    throw new CertificateRefused('not_xml') // the parser's error may quote the file
  }
}

type Path = readonly string[]

/** The holder of the certificate: the organisation, or the person if there is none. */
function nombre(root: unknown): string {
  const organizationName = [...SUBJECT, 'organizationName']
  const path =
    descend(root, organizationName) === '' ? [...SUBJECT, 'commonName'] : organizationName
  return text(root, path, /^.{1,250}$/)
}

/** The validity is a decimal epoch, or seconds and nanoseconds in separate elements. */
function instant(root: unknown, path: Path): Date {
  if (typeof descend(root, path) === 'string') {
    const [seconds = '', fraction = ''] = text(root, path, /^\d{1,11}(\.\d{1,9})?$/).split('.')
    return dateOf(seconds, fraction.padEnd(9, '0'))
  }
  const nano = text(root, [...path, 'nano'], /^\d{1,9}$/).padStart(9, '0')
  return dateOf(text(root, [...path, 'epochSecond'], /^\d{1,11}$/), nano)
}

/** Whole milliseconds, the resolution of a Date; the rest is dropped. */
function dateOf(seconds: string, nine: string): Date {
  return new Date(Number(seconds) * 1000 + Number(nine.slice(0, 3)))
}

function base64(root: unknown, path: Path): Buffer {
  const wrapped = text(root, path, /^[A-Za-z0-9+/\s]+={0,2}$/)
  return Buffer.from(wrapped, 'base64')
}

/** The text of one element. Refuses one that is repeated, nested, missing or of another form. */
function text(root: unknown, path: Path, form: RegExp): string {
  const value = descend(root, path)
  if (typeof value === 'string' && form.test(value)) return value
  throw new CertificateRefused('not_certificate', path.join('/'))
}

function descend(root: unknown, path: Path): unknown {
  return path.reduce(child, root)
}

function child(node: unknown, name: string): unknown {
  const members: Readonly<Record<string, unknown>> = Object(node) // empty for what is not there
  return Object.hasOwn(members, name) ? members[name] : undefined
}
