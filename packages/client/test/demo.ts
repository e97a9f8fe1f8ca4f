/** The demonstration, for tests that call it over HTTP like any program. */
import { createFolder, endAll } from '../../cli/test/cli.ts'
import { startDemonstration } from '../../cli/test/demonstration.ts'
import { Sello, type SelloOptions } from '../src/index.ts'

export interface Demo {
  readonly baseUrl: string
  readonly clockUrl: string
  readonly simulatorUrl: string
  readonly nit: string
  readonly apiKey: string
  readonly signKey: string
  /** A key that only queries. */
  readonly queryKey: string
  readonly folder: string
  /** A client with the first key, with optional other options. */
  client(options?: Partial<SelloOptions>): Sello
  stop(): Promise<void>
}

export async function startDemo(): Promise<Demo> {
  const folder = await createFolder()
  const { world, stop } = await startDemonstration(folder.in('demo'))
  const { service, state, simulatorUrl } = world
  const [all, query] = state.keys
  if (!all?.signKey || !query) throw new Error('the demonstration has no keys')
  const { apiKey, signKey } = all
  const baseUrl = service.url
  return {
    ...{ baseUrl, simulatorUrl, apiKey, signKey },
    clockUrl: service.clockUrl ?? '',
    nit: state.nit,
    queryKey: query.apiKey,
    folder: folder.path,
    client: (options) => new Sello({ baseUrl, apiKey, signKey, ...options }),
    async stop() {
      await endAll()
      await stop()
      await folder.remove()
    },
  }
}

/** Scripts a fault of the ministry, until `end` or for a number of calls. */
export async function fault(demo: Demo, given: object): Promise<void> {
  const reply = await fetch(`${demo.simulatorUrl}/_sim/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(given),
  })
  if (!reply.ok) throw new Error(`the simulator refused the fault: ${await reply.text()}`)
}

export async function endFaults(demo: Demo): Promise<void> {
  await fetch(`${demo.simulatorUrl}/_sim/faults`, { method: 'DELETE' })
}
interface LedgerRow {
  readonly codigoGeneracion: string
  readonly tipoDte: string
  readonly numeroControl: string | null
  readonly estado: string
  readonly timesReceived: number
}

/** Everything that the ministry received. */
export async function ledger(demo: Demo): Promise<readonly LedgerRow[]> {
  const reply = await fetch(`${demo.simulatorUrl}/_sim/ledger?nit=${demo.nit}`)
  return ((await reply.json()) as { documents: LedgerRow[] }).documents
}
