import type { Check } from './checks/case.ts'
import { CHECKS, type NamedCheck } from './checks/index.ts'
import { machineNow, machineRandom } from './config.ts'
import type { FaultScript } from './control/faults.ts'
import { DOCUMENTOS } from './documentos.ts'
import { openDataFile } from './http/data-file.ts'
import { type Arrived, answerMinistry, type Ending } from './http/ministry.ts'
import { listen, type Server } from './http/server.ts'
import { EVENTOS } from './structure/eventos.ts'
import { loadPublished, type PublishedCheck } from './structure/published.ts'
import type { Row } from './world/ledger.ts'
import type { Random } from './world/random.ts'
import { type TaxpayerRegistration, toTaxpayer } from './world/taxpayers.ts'
import { createWorld, type World } from './world/world.ts'

export interface SimulatorOptions {
  /** 0 or absent: any free port. */
  readonly port?: number
  /** Absent: this machine only. */
  readonly host?: string
  /** A folder with the ministry's published JSON schemas, checked in addition to our own structures. */
  readonly schemasDir?: string
  readonly now?: () => Date
  readonly random?: Random
  /** The minimum latency of every answer of the ministry's services, in milliseconds. */
  readonly latencyMs?: number
  /** The only environment accepted; absent: both. */
  readonly ambiente?: '00' | '01'
  /** The answer to a failed login: HTTP 200 with status ERROR (absent), or 401. */
  readonly authFailure?: 200 | 401
  /** The answer to a query for an unknown code: 404 (absent), 400, or 400 with code 999 and nothing else. */
  readonly notHeld?: 404 | 400 | 'bare'
  /** The status of a query for a sealed document: 200 (absent) or 202. */
  readonly held?: 200 | 202
  /** Absent: 24 hours. */
  readonly tokenLifeMs?: number
  /** How long a lot is processed before its result is available; absent: no time. */
  readonly lotMs?: number
  /** False omits the signed documents from the ledger, for long loads. */
  readonly ledgerJws?: boolean
  /** In place of the checks of documents with these names: a ministry that decides otherwise, for tests of a comparison. */
  readonly checks?: Readonly<Record<string, Check>>
  /** Where it keeps what it remembers from one start to the next; absent: in memory alone. */
  readonly dataFile?: string
  /** Registered at the start; add more over `POST /_sim/taxpayers`. */
  readonly taxpayers?: readonly TaxpayerRegistration[]
}

export type Simulator = Server

const TOKEN_LIFE_MS = 24 * 3_600_000

/**
 * Starts the ministry. Afterwards `url` serves its services and the control API under `/_sim/`;
 * `close` ends it at once, pending requests included. Refuses a schemas folder that lacks a
 * document's schema, a data file that is not one, and a taken port.
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = '127.0.0.1', port = 0, latencyMs = 0, dataFile } = options
  const world = await worldOf(options)
  const file = dataFile === undefined ? null : openDataFile(world, dataFile)
  // Taxpayers of the options are known whatever the file says.
  for (const one of options.taxpayers ?? []) world.taxpayers.set(one.nit, toTaxpayer(one))
  const server = await listen(world, { host, port, latencyMs, changed: () => file?.changed() })
  return {
    url: server.url,
    close: async () => {
      await server.close()
      file?.close()
    },
  }
}

/**
 * The same ministry without a port, driven step by step: nothing waits, and time and randomness are the
 * caller's.
 */
export async function openSimulator(
  options: Omit<SimulatorOptions, 'port' | 'host' | 'latencyMs' | 'dataFile'> = {},
): Promise<InProcess> {
  const world = await worldOf(options)
  return {
    answer: (arrived) => answerMinistry(world, arrived, () => Promise.resolve()),
    script: (spec) => void world.faults.add(spec),
    clearFaults: () => void world.faults.clear(),
    register: (taxpayer) => void world.taxpayers.set(taxpayer.nit, toTaxpayer(taxpayer)),
    ledger: (nit) =>
      [...world.ledger.rows({ nit, codigoGeneracion: null })].map((row) => ({
        ...row,
        invalidado: world.relations.isInvalidated(row.codigoGeneracion),
      })),
  }
}

export interface InProcess {
  /** The outcome of one request. A delay takes no time: the caller decides when the request arrives. */
  answer(arrived: Arrived): Promise<Ending>
  script(fault: FaultScript): void
  clearFaults(): void
  register(taxpayer: TaxpayerRegistration): void
  /** Every attempt of a taxpayer, in order of arrival. */
  ledger(nit: string): readonly (Readonly<Row> & { readonly invalidado: boolean })[]
}

async function worldOf(options: SimulatorOptions): Promise<World> {
  return createWorld({
    now: options.now ?? machineNow,
    random: options.random ?? machineRandom,
    ambiente: options.ambiente ?? null,
    authFailure: options.authFailure ?? 200,
    notHeld: options.notHeld ?? 404,
    held: options.held ?? 200,
    tokenLifeMs: options.tokenLifeMs ?? TOKEN_LIFE_MS,
    ledgerJws: options.ledgerJws ?? true,
    taxpayers: options.taxpayers ?? [],
    lotMs: options.lotMs ?? 0,
    checks: checksOf(options.checks ?? {}),
    published: await loadSchemas(options.schemasDir),
  })
}

function checksOf(own: Readonly<Record<string, Check>>): readonly NamedCheck[] {
  const unknown = Object.keys(own).find((name) => !CHECKS.some((one) => one.name === name))
  if (unknown !== undefined) throw new RangeError(`no check is called ${unknown}`)
  return CHECKS.map((one) => ({ ...one, check: own[one.name] ?? one.check }))
}

async function loadSchemas(dir: string | undefined): Promise<ReadonlyMap<string, PublishedCheck>> {
  if (dir === undefined) return new Map()
  const loaded = [...DOCUMENTOS].map(
    async ([tipoDte, { schema }]) => [tipoDte, await loadPublished(dir, schema)] as const,
  )
  const events = Object.entries(EVENTOS).map(
    async ([name, { schema }]) => [name, await loadPublished(dir, schema)] as const,
  )
  return new Map(await Promise.all([...loaded, ...events]))
}
