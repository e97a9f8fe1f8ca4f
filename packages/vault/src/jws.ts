/** JWS compact serialisation (RFC 7515, 7.1) with the same header as the ministry's own signer. */

/** `{"alg":"RS512"}` in base64url. Nothing else is in the header: no typ, no kid, no x5c. */
export const JWS_HEADER = 'eyJhbGciOiJSUzUxMiJ9'

/** The text that is signed, all ASCII. */
export function signingInput(payload: Uint8Array | string): string {
  return `${JWS_HEADER}.${base64url(payload)}`
}

/** Assembles a JWS from its stored parts, byte for byte as it was signed. */
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
