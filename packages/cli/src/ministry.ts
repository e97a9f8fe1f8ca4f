/** Starts the simulated ministry with the options of the command line. */
import type { Simulator } from '@sello/mh-simulator'
import { CliError } from './exit.ts'
import { explainSystem } from './explain.ts'
import { type Address, explainListen } from './ports.ts'

export interface MinistryOptions extends Address {
  /** A folder with the published schemas. */
  readonly schemas?: string | undefined
  readonly latencyMs?: number
}

/** Refuses a taken port, and a folder without the schemas. */
export async function openSimulator(options: MinistryOptions): Promise<Simulator> {
  const { startSimulator } = await import('@sello/mh-simulator')
  const { host, port, schemas, latencyMs = 0 } = options
  const schemasDir = schemas === undefined ? {} : { schemasDir: schemas }
  try {
    return await startSimulator({ host, port, latencyMs, ...schemasDir })
  } catch (error) {
    const explained = explainListen(error, options)
    if (explained !== error || schemas === undefined) throw explained
    const said = explainSystem(error)?.message ?? String(error)
    throw new CliError('refused', `--schemas: no se pueden leer los esquemas. ${said}`, {
      cause: error,
    })
  }
}
