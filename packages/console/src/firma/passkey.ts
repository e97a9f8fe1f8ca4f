/** Passkeys (WebAuthn), with the extension (PRF) that returns a secret of 32 bytes to encrypt with. */

/** The fixed PRF input: a person's sign key is encrypted with the passkey's output for it. */
const PRF_INPUT = new TextEncoder().encode('sello firma v1')

export interface PasskeyAnswer {
  /** For the server: the credential without the secret of the extension. */
  readonly respuesta: unknown
  /** 32 bytes that only this passkey returns; null when the system lacks PRF. */
  readonly secret: Uint8Array<ArrayBuffer> | null
  readonly prf: boolean
}

interface PrfResults {
  prf?: { enabled?: boolean; results?: { first?: ArrayBuffer } }
}

/** Asks for a passkey to sign in or confirm. Throws the browser's error when the person declines. */
export async function getPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey: withPrf(publicKey) })
  return answerOf(credential)
}

/** Creates a passkey for this person on this device. */
export async function createPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey: withPrf(publicKey) })
  return answerOf(credential)
}

function withPrf<T extends { extensions?: AuthenticationExtensionsClientInputs }>(options: T): T {
  return { ...options, extensions: { ...options.extensions, prf: { eval: { first: PRF_INPUT } } } }
}

function answerOf(credential: Credential | null): PasskeyAnswer {
  if (!(credential instanceof PublicKeyCredential))
    throw new Error('No se recibió la llave de acceso.')
  const results = credential.getClientExtensionResults() as PrfResults
  const first = results.prf?.results?.first
  const json = credential.toJSON() as { clientExtensionResults?: { prf?: unknown } }
  // toJSON includes the secret: without this line it would leave the browser.
  if (json.clientExtensionResults) delete json.clientExtensionResults.prf
  return {
    respuesta: json,
    secret: first ? new Uint8Array(first) : null,
    prf: first !== undefined || results.prf?.enabled === true,
  }
}
