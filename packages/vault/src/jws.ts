/**
 * JWS compact serialisation (RFC 7515, 7.1) with the one header that the ministry's own signer
 * writes.
 */

/** `{"alg":"RS512"}` in base64url. The header carries nothing else: no typ, no kid, no x5c. */
export const JWS_HEADER = 'eyJhbGciOiJSUzUxMiJ9'

/** What the signature is made over. All of it is ASCII. */
export function signingInput(payload: Uint8Array | string): string {
  return `${JWS_HEADER}.${base64url(payload)}`
}

/** Puts a JWS together from its stored parts, byte for byte as it was signed. */
export function compactJws(payload: Uint8Array | string, signature: Uint8Array): string {
  return `${signingInput(payload)}.${base64url(signature)}`
}

function base64url(bytes: Uint8Array | string): string {
  const buffer =
    typeof bytes === 'string'
      ? Buffer.from(bytes)
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return buffer.toString('base64url')
}
