/** The simulator's control face, over HTTP as any program would use it. */
import type { FaultSpec } from '@sello/mh-simulator'
import { fetch } from 'undici' // the built-in one would share this one's connections, and may hang

export type Fault = FaultSpec

export interface LedgerRow {
  readonly codigoGeneracion: string
  readonly numeroControl: string | null
  readonly nit: string
  readonly estado: string
  readonly selloRecibido: string | null
  /** Of a document, or of a return event. */
  readonly invalidado: boolean
  readonly timesReceived: number
  readonly jws: string
}

export interface Control {
  readonly url: string
  register(taxpayer: object): Promise<void>
  fault(fault: Fault): Promise<void>
  clearFaults(): Promise<void>
  /** Lets everything that a fault delays continue at once. */
  endDelays(): Promise<void>
  /** Those that have not hit as often as they should yet. */
  faults(): Promise<readonly Fault[]>
  /** Every attempt, in order of arrival. */
  ledger(): Promise<readonly LedgerRow[]>
}

export function controlOf(url: string): Control {
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${url}/_sim/${path}`, {
      method,
      ...(body
        ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
        : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`the simulator answered ${response.status}: ${text}`)
    return JSON.parse(text) as T
  }
  return {
    url,
    register: (taxpayer) => call('POST', 'taxpayers', taxpayer),
    fault: (fault) => call('POST', 'faults', fault),
    clearFaults: () => call('DELETE', 'faults'),
    endDelays: () => call('DELETE', 'delays'),
    faults: async () => (await call<{ faults: Fault[] }>('GET', 'faults')).faults,
    ledger: async () => (await call<{ documents: LedgerRow[] }>('GET', 'ledger')).documents,
  }
}
