/** Starts the simulated ministry with the options of the command line. */
import type { Ambiente } from '@sello/contract'
import type { Simulator, SimulatorOptions } from '@sello/mh-simulator'
import { CliError } from './exit.ts'
import { explainSystem } from './explain.ts'
import { type Address, explainListen } from './ports.ts'

export interface MinistryOptions extends Address {
  /** A folder with the published schemas. */
  readonly schemas?: string | undefined
  readonly latencyMs?: number | undefined
  readonly lotMs?: number | undefined
  readonly tokenLifeMs?: number | undefined
  /** Where it keeps what it receives. */
  readonly dataFile?: string | undefined
  /** The only environment that it takes. */
  readonly ambiente?: Ambiente | undefined
}

/** Refuses a taken port, a folder without the schemas, and a data file of something else. */
export async function openSimulator(options: MinistryOptions): Promise<Simulator> {
  const { NotADataFile, startSimulator } = await import('@sello/mh-simulator')
  const { schemas, ...others } = options
  const all = Object.entries({ ...others, schemasDir: schemas })
  const given: SimulatorOptions = Object.fromEntries(all.filter(([, one]) => one !== undefined))
  try {
    return await startSimulator(given)
  } catch (error) {
    if (error instanceof NotADataFile) {
      const said = `--data-file: ${error.path} no es un archivo del simulador; no se tocó.`
      throw new CliError('refused', said, { cause: error })
    }
    const explained = explainListen(error, options)
    if (explained !== error || schemas === undefined) throw explained
    const said = explainSystem(error)?.message ?? String(error)
    throw new CliError('refused', `--schemas: no se pueden leer los esquemas. ${said}`, {
      cause: error,
    })
  }
}
