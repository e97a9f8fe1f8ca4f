/** The control interface of a running simulator. */
import { CliError } from './exit.ts'

interface Taxpayer {
  readonly nit: string
  readonly nombre: string
  /** Of the ministry's API. */
  readonly password: string
  readonly publicKeyPem: string
}

const PATIENCE_MS = 10_000

/** Registers the taxpayer, or replaces it. Refuses an address where no simulator answers. */
export async function registerTaxpayer(baseUrl: string, taxpayer: Taxpayer): Promise<void> {
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/_sim/taxpayers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(taxpayer),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((error: unknown) => {
    throw notThere(baseUrl, error)
  })
  await response.body?.cancel()
  if (!response.ok) throw notThere(baseUrl, new Error(`status ${response.status}`))
}

const notThere = (baseUrl: string, cause: unknown) =>
  new CliError(
    'unavailable',
    `--simulator: en ${baseUrl} no responde un simulador. Póngalo en marcha con "sello simulator" y repita.`,
    { cause },
  )
