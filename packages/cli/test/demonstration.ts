/**
 * The demonstration in this process, on a database of the run's server: `sello demo` (demo.test.ts) without the start
 * of a process and a cluster, which take longer than most files' tests.
 */
import { mkdir } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { startSimulator } from '@sello/mh-simulator'
import { createTestDatabase } from '../../service/test/database.ts'
import { type DemoWorld, serveDemo } from '../src/demo/world.ts'
import type { Io } from '../src/io.ts'
import { demoSettings } from '../src/settings.ts'

export interface Demonstration {
  readonly world: DemoWorld
  stop(): Promise<void>
}

/** `dataDir` is for its secrets, keys and files. */
export async function startDemonstration(dataDir: string): Promise<Demonstration> {
  await mkdir(dataDir, { recursive: true })
  const database = await createTestDatabase()
  const simulator = await startSimulator()
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const io = silentIo(ended)
  const settings = await demoSettings(io, { dataDir, port: 0, mhUrl: simulator.url })
  const config = { ...settings, databaseUrl: database.url }
  let over = Promise.resolve()
  const serve = async (use: (world: DemoWorld) => Promise<void>) => {
    try {
      await serveDemo(io, config, simulator.url, use)
    } finally {
      await simulator.close()
      await database.drop()
    }
  }
  const begun = new Promise<DemoWorld>((resolve, reject) => {
    over = serve((world) => {
      resolve(world)
      return ended
    })
    over.catch(reject)
  })
  const stop = () => {
    end()
    return over
  }
  return { world: await begun, stop }
}

const silentIo = (requested: Promise<void>): Io => ({
  env: { SELLO_LOG_LEVEL: 'silent' },
  stdin: process.stdin,
  out: () => {},
  err: () => {},
  stderr: new PassThrough().resume(),
  now: () => new Date(),
  stopping: { requested, isRequested: () => false },
})
