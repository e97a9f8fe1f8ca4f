/** Reads a signed document from a file: the "Archivo DTE" that its company keeps, or a caller's copy. */
import { verify } from 'node:crypto'
import { type Documento, readDocumento } from '@sello/fiscal'
import { compactJws } from '@sello/vault'
import { identityOf } from '../issuing/numerado.ts'

/** A document whose signature was verified with its company's key. */
export interface LostDocument extends ReturnType<typeof identityOf> {
  readonly documento: Documento
  readonly payload: string
  readonly signature: Buffer
  /** The seal that the file states; null: none. Only a query proves it. */
  readonly selloRecibido: string | null
}

/** The JWS in a file, in any form that Sello writes; null: there is none. */
export function jwsIn(file: Buffer): string | null {
  const said = parseObject(file)
  const nested = said && parseObject(said.documento)
  const found = [said?.firmaElectronica, said?.jws, nested?.firmaElectronica]
  return found.find((one): one is string => typeof one === 'string') ?? null
}

function selloIn(file: Buffer): string | null {
  const sello = parseObject(file)?.selloRecibido
  return typeof sello === 'string' ? sello : null
}

/** The signed text; null where none of these keys signed it. */
export function readSigned(
  jws: string,
  publicKeys: readonly string[],
): { readonly payload: string; readonly signature: Buffer } | null {
  const [, body = '', tail = ''] = jws.split('.')
  const payload = Buffer.from(body, 'base64url').toString('utf8')
  const signature = Buffer.from(tail, 'base64url')
  if (compactJws(payload, signature) !== jws) return null
  const input = Buffer.from(jws.slice(0, jws.lastIndexOf('.')))
  const isTheirs = publicKeys.some((key) => verify('RSA-SHA512', input, key, signature))
  return isTheirs ? { payload, signature } : null
}

/** Null when it is not a document of an issued type, or none of these keys signed it. */
export function readLost(file: Buffer, publicKeys: readonly string[]): LostDocument | null {
  const jws = jwsIn(file)
  const signed = jws ? readSigned(jws, publicKeys) : null
  const documento = signed && readOrNull(readDocumento, signed.payload)
  if (!documento) return null
  return { documento, ...signed, ...identityOf(documento), selloRecibido: selloIn(file) }
}

/** The instant that a document states, in El Salvador. */
export const instantOf = ({ fecEmi, horEmi }: Pick<LostDocument, 'fecEmi' | 'horEmi'>) =>
  new Date(`${fecEmi}T${horEmi}-06:00`)

/** Null for bytes that it does not read. */
export function readOrNull<T>(read: (text: string) => T, payload: string): T | null {
  try {
    return read(payload)
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError || error instanceof TypeError)
      return null
    throw error
  }
}

function parseObject(value: unknown): Record<string, unknown> | null {
  if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value))
    return value as Record<string, unknown>
  if (typeof value !== 'string' && !Buffer.isBuffer(value)) return null
  try {
    const parsed: unknown = JSON.parse(value.toString())
    return typeof parsed === 'object' && parsed !== null
      ? (parsed as Record<string, unknown>)
      : null
  } catch {
    return null // no JSON
  }
}
