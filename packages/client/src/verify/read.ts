/** Splits a document's file into the signed bytes, their signature, and the seal. */
import type { Finding } from './finding.ts'
import { membersOf } from './members.ts'

export interface ReadFile {
  readonly jws: string
  /** The exact signed bytes of the JWS. */
  readonly payload: string
  readonly documento: Readonly<Record<string, unknown>>
  /** Null for the file for transmission, which has none. */
  readonly selloRecibido: string | null
  readonly kind: 'archivoDte' | 'archivoJson'
}

export type Read = { readonly file: ReadFile } | { readonly findings: readonly Finding[] }

const failed = (code: Finding['code'], message: string): Read => ({ findings: [{ code, message }] })

/** Characters of a file; one of 2,000 lines has less than 8 million. */
const FILE_LENGTH_MAX = 32 * 1024 * 1024

/** Reads the buyer's file (`archivoDte`) or the file for transmission (`archivoJson`). */
export function readDocumentFile(text: string): Read {
  if (text.length > FILE_LENGTH_MAX) {
    return failed('structure', 'es mayor que cualquier documento: no se revisó.')
  }
  const value = parse(text.replace(/^\uFEFF/, ''))
  if (typeof value !== 'object' || value === null)
    return failed('not_json', 'no es un objeto JSON.')
  const { firmaElectronica, jws, selloRecibido } = value as Readonly<Record<string, unknown>>
  const signed = firmaElectronica ?? jws
  if (typeof signed !== 'string') return failed('jws_form', 'no lleva la firma electrónica.')
  const [, body = '', signature, ...more] = signed.split('.')
  if (signature === undefined || more.length > 0) {
    return failed('jws_form', 'la firma no es un JWS compacto.')
  }
  const payload = decode(body)
  const documento = payload === null ? null : parse(payload)
  if (payload === null || typeof documento !== 'object' || documento === null) {
    return failed('jws_form', 'lo firmado no es un documento JSON.')
  }
  if (firmaElectronica === undefined) {
    const file = { jws: signed, payload, documento: documento as ReadFile['documento'] }
    return { file: { ...file, selloRecibido: null, kind: 'archivoJson' } }
  }
  // The buyer's file is the signed text with two more members: nothing else may differ.
  const outside = withoutSignature(text.replace(/^\uFEFF/, ''))
  if (outside !== payload) {
    return failed(
      'payload_differs',
      'el documento no es el que se firmó: fue cambiado o reescrito.',
    )
  }
  return {
    file: {
      jws: signed,
      payload,
      documento: documento as ReadFile['documento'],
      selloRecibido: typeof selloRecibido === 'string' ? selloRecibido : null,
      kind: 'archivoDte',
    },
  }
}

/** The issuer's NIT as the file states it, to find its certificates; null if it states none. */
export function issuerOf(text: string): string | null {
  const read = readDocumentFile(text)
  if (!('file' in read)) return null
  return nitOf(membersOf(read.file.documento.emisor))
}

/** A donee (15) has its NIT as any identity document. */
export function nitOf({ nit, numDocumento }: Readonly<Record<string, unknown>>): string | null {
  const number = nit ?? numDocumento
  return typeof number === 'string' ? number : null
}

/** The two members after the signed ones, in either order, and nothing else. */
const APPENDED =
  /,\s*"(?:firmaElectronica|selloRecibido)"\s*:\s*(?:"[^"\\]*"|null)(?:\s*,\s*"(?:firmaElectronica|selloRecibido)"\s*:\s*(?:"[^"\\]*"|null))?\s*\}\s*$/

const withoutSignature = (text: string) => text.replace(APPENDED, '}')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // reported as a finding
  }
}

function decode(base64url: string): string | null {
  if (!/^[A-Za-z0-9_-]+$/.test(base64url)) return null
  try {
    const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null // reported as a finding
  }
}
