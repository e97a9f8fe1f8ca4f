/** base64url without padding, in any runtime. */
export function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(plain), (char) => char.charCodeAt(0))
}
