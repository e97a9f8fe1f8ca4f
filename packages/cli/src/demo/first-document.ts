/** Issues the first sealed invoice over HTTP, like any program, and fetches its printed copy. */
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../exit.ts'
import { PRIMERA_FACTURA } from './company.ts'
import { post } from './http.ts'
import type { DemoKey } from './state.ts'

/** The part of the answer that is shown. */
interface SealedInvoice {
  readonly numeroControl: string
  readonly codigoGeneracion: string
  readonly selloRecibido: string
  readonly totales: { readonly totalPagar: number }
  readonly representacionGrafica: string
}

export interface FirstDocument {
  readonly documento: SealedInvoice
  /** The printed copy. */
  readonly pdf: string
}

/** Refuses (`unavailable`) when the document was not sealed. */
export async function issueFirst(
  baseUrl: string,
  { apiKey, signKey }: DemoKey,
  dataDir: string,
): Promise<FirstDocument> {
  const { status, text } = await post(`${baseUrl}/v1/dte`, {
    headers: {
      'x-service-key': apiKey,
      'x-service-sign-key': signKey ?? '',
      'idempotency-key': `demo-${randomUUID()}`,
    },
    body: PRIMERA_FACTURA,
  })
  if (status !== 200) {
    const message = `La primera factura no quedó sellada (HTTP ${status}): ${text}`
    throw new CliError('unavailable', message)
  }
  const documento = JSON.parse(text) as SealedInvoice
  const pdf = join(dataDir, `${documento.numeroControl}.pdf`)
  await writeFile(pdf, Buffer.from(documento.representacionGrafica, 'base64'))
  return { documento, pdf }
}
