/** The demonstration as a separate process, for tests that call it over HTTP like any program. */
import { createFolder, endAll, type Running, start } from '../../cli/test/cli.ts'
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

interface Ready {
  readonly baseUrl: string
  readonly clockUrl: string
  readonly simulatorUrl: string
  readonly companies: readonly {
    nit: string
    keys: readonly { apiKey: string; signKey: string }[]
  }[]
}

export async function startDemo(): Promise<Demo> {
  const folder = await createFolder()
  const args = ['demo', '--json', '--port', '0', '--data-dir', 'demo', '--no-first-document']
  const running: Running = start(args, { cwd: folder.path })
  const ready = await running.ready<Ready>().catch(async (error: unknown) => {
    await endAll() // otherwise the test's process would wait for it
    throw error
  })
  const { baseUrl, clockUrl, simulatorUrl, companies } = ready
  const [company] = companies
  const [all, query] = company?.keys ?? []
  if (!company || !all || !query) throw new Error('the demonstration has no keys')
  const { apiKey, signKey } = all
  return {
    ...{ baseUrl, clockUrl, simulatorUrl, apiKey, signKey },
    nit: company.nit,
    queryKey: query.apiKey,
    folder: folder.path,
    client: (options) => new Sello({ baseUrl, apiKey, signKey, ...options }),
    async stop() {
      await endAll()
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
