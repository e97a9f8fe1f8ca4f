// Checks in the browser that the file is what its issuer signed: RS512 over its JWS, with the issuer's public keys.
const box = document.getElementById('firma')
if (box) await check(box)

async function check({ dataset }) {
  const told = JSON.parse(dataset.words)
  try {
    const response = await fetch(dataset.file, { credentials: 'omit', cache: 'no-store' })
    if (!response.ok) throw new Error(String(response.status))
    const isGood = await isSigned(await response.text(), JSON.parse(dataset.keys), dataset.code)
    say(isGood ? told.good : told.bad, isGood ? 'good' : 'bad')
  } catch {
    say(told.failed, 'warning')
  }
}

function say(text, kind) {
  box.textContent = text
  box.classList.add('estado', kind)
}

/** The signed text has to be what the file begins with, and the document the one that the page is about. */
async function isSigned(file, keys, code) {
  const { firmaElectronica, identificacion } = JSON.parse(file)
  const [header, payload, signature] = firmaElectronica.split('.')
  const text = new TextDecoder().decode(bytesOf(payload))
  if (JSON.parse(new TextDecoder().decode(bytesOf(header))).alg !== 'RS512') return false
  if (identificacion.codigoGeneracion !== code || !file.startsWith(text.slice(0, -1))) return false
  const signed = new TextEncoder().encode(`${header}.${payload}`)
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' }
  for (const pem of keys) {
    const der = bytesOf(pem.replaceAll(/-----[^-]+-----|\s/g, ''))
    const key = await crypto.subtle.importKey('spki', der, algorithm, false, ['verify'])
    if (await crypto.subtle.verify(algorithm.name, key, bytesOf(signature), signed)) return true
  }
  return false
}

/** Of base64, also of its form for addresses. */
function bytesOf(text) {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}
