/** Starts the demonstration: ministry, database, company, service. */

import { join } from 'node:path'
import { type Config, type Service, startService } from '@sello/service'
import { signInAddress, withAdmin } from '@sello/service/admin'
import { logTo, withDatabase } from '../database.ts'
import { CliError } from '../exit.ts'
import type { Io } from '../io.ts'
import { openSimulator } from '../ministry.ts'
import { explainListen, freeOrAny } from '../ports.ts'
import { demoSettings } from '../settings.ts'
import { stopWithin } from '../stop-within.ts'
import { PUNTO_DE_VENTA } from './company.ts'
import { buildConsole } from './console.ts'
import { post } from './http.ts'
import { startMailbox } from './mailbox.ts'
import { linkOfOwner, prepareCompany } from './prepare.ts'
import type { DemoState } from './state.ts'

export interface DemoWorld {
  readonly service: Service
  readonly simulatorUrl: string
  readonly dataDir: string
  readonly state: DemoState
  /** What would have been sent by mail. */
  readonly mailboxUrl: string
  /** Signs the company's owner in to the console once. */
  readonly consoleUrl: string
}

export interface DemoOptions {
  readonly dataDir: string
  readonly port: number
  readonly schemas: string | undefined
  readonly record?: string | undefined
}

/** The simulator answers at once; anything slower has hung. */
const PATIENCE_MS = 10_000

/** Stops everything afterwards, the service first, so that no call is cut off. */
export async function withDemoWorld(
  io: Io,
  options: DemoOptions,
  use: (world: DemoWorld) => Promise<void>,
): Promise<void> {
  const { schemas } = options
  await buildConsole(io)
  const simulator = await openSimulator({ host: '127.0.0.1', port: 0, schemas })
  try {
    const config = await demoSettings(io, { ...options, mhUrl: simulator.url })
    await withDatabase(config, { log: logTo(io, config) }, (open) =>
      serveDemo(io, open, simulator.url, use),
    )
  } finally {
    await simulator.close()
  }
}

/** The company and its service, on an open database and a ministry that is running. */
export async function serveDemo(
  io: Io,
  open: Config,
  simulatorUrl: string,
  use: (world: DemoWorld) => Promise<void>,
): Promise<void> {
  const { state, token } = await withAdmin(open, async (admin) => {
    const made = await prepareCompany(admin, open.dataDir)
    return { state: made, token: await linkOfOwner(admin, made) }
  })
  await register(simulatorUrl, state)
  const folder = join(open.dataDir, 'correo')
  const service = await listen(io, open, folder)
  const mailbox = await startMailbox(folder)
  const consoleUrl = signInAddress(pagesOf(service), token)
  try {
    const { dataDir } = open
    await use({ service, state, simulatorUrl, dataDir, consoleUrl, mailboxUrl: mailbox.url })
  } finally {
    await mailbox.close()
    await stopWithin(PATIENCE_MS, service.stop)
  }
}

/** Nothing is sent: it is what the messages say. */
const SENDER = 'facturas@example.com'

/** Passkeys need a host name: browsers create none for an IP address. */
const pagesOf = ({ url }: Service) => url.replace('127.0.0.1', 'localhost')

/** Listens on the wanted port, or reports another one. */
async function listen(io: Io, config: Config, folder: string): Promise<Service> {
  const port = await freeOrAny(config)
  if (port !== config.port) io.err(`El puerto ${config.port} está ocupado: se usa otro.`)
  const clock = config.clock && { ...config.clock, port: await freeOrAny(config.clock) }
  const operator = config.operator && { ...config.operator, port: await freeOrAny(config.operator) }
  try {
    const mail = { ...config.mail, folder, sender: SENDER, origin: null as string | null }
    const own = { mail, isDemonstration: true, innerWebhooks: true }
    const service = await startService({ ...config, port, clock, operator, ...own })
    mail.origin = pagesOf(service)
    return service
  } catch (error) {
    throw explainListen(error, config)
  }
}

/** The simulator starts without taxpayers. */
async function register(url: string, { nit, nombre, mhPassword, publicKeyPem }: DemoState) {
  const { codEstable, codPuntoVenta } = PUNTO_DE_VENTA
  const { status, text } = await post(`${url}/_sim/taxpayers`, {
    body: {
      ...{ nit, nombre, password: mhPassword, publicKeyPem },
      puntosDeVenta: [{ codEstable, codPuntoVenta }],
    },
  })
  if (status >= 300) throw new CliError('internal', `El simulador no registró la empresa: ${text}`)
}
