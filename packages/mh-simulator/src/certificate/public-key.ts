/** The public half of a CertificadoMH file, in PEM; null when the text has none. */
export function publicKeyOf(xml: string): string | null {
  const found = /<publicKey>.*?<encodied>\s*([A-Za-z0-9+/=\s]+?)\s*<\/encodied>/s.exec(xml)
  return found?.[1] ? toPem(found[1].replaceAll(/\s/g, '')) : null
}

function toPem(base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? []
  return ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n')
}
