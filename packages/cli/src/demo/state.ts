/**
 * The state of a demonstration between starts, in a file that only its owner can read. A real company's keys are
 * never stored in plaintext; these are only valid in the demonstration.
 */
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scope, TipoDte } from '@sello/contract'
import { CliError } from '../exit.ts'

export interface DemoKey {
  readonly apiKey: string
  readonly signKey: string | null
  readonly scopes: readonly Scope[]
  readonly tiposDte: readonly TipoDte[]
}

export interface DemoOwner {
  readonly correo: string
  readonly contrasena: string
}

export interface DemoState {
  readonly nit: string
  readonly nombre: string
  /** The company's password at the simulator. */
  readonly mhPassword: string
  /** The vault's passphrase, to mint further keys. */
  readonly passphrase: string
  /** The console user; null in a folder written by a version without one. */
  readonly dueno: DemoOwner | null
  /** The key with which the simulator verifies signatures. */
  readonly publicKeyPem: string
  readonly keys: readonly DemoKey[]
}

export const stateFile = (dataDir: string) => join(dataDir, 'demo.json')

/** Null at the first start. */
export async function readState(dataDir: string): Promise<DemoState | null> {
  const file = stateFile(dataDir)
  try {
    return JSON.parse(await readFile(file, 'utf8')) as DemoState
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    if (!(error instanceof SyntaxError)) throw error
    throw new CliError('refused', `${file} está dañado. Bórrelo y repita: se harán otras llaves.`)
  }
}

/** Written atomically, even across a power cut. */
export async function writeState(dataDir: string, state: DemoState): Promise<void> {
  const file = stateFile(dataDir)
  const draft = `${file}.new`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.chmod(0o600)
    await handle.writeFile(`${JSON.stringify(state, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}
