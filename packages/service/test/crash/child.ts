/**
 * The real service in a process of its own, to be killed. Settings come from the environment as ever;
 * the argument names an instant at which it kills itself. It says its addresses once it listens, and
 * stops in order when its parent lets go of it.
 */
import { readConfig } from '../../src/config.ts'
import type { Deps } from '../../src/context.ts'
import { startService } from '../../src/main.ts'
import type { Instant } from './process.ts'

const INSTANTS: Readonly<Record<Instant, (deps: Deps) => Deps>> = {
  // What seals the payload asks for randomness: the claim and the number are taken, nothing is committed.
  'inside commit 1': (deps) => ({ ...deps, random: { ...deps.random, bytes: die } }),
  'after commit 1': (deps) => ({ ...deps, mh: { ...deps.mh, send: die } }),
  'after the seal': (deps) => ({
    ...deps,
    mh: { ...deps.mh, send: (firmado) => deps.mh.send(firmado).then(die) },
  }),
  // The page is drawn for the answer, once the outcome stands.
  'after commit 2': (deps) => ({ ...deps, printer: { ...deps.printer, letter: die } }),
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('bug: alive after SIGKILL')
}

const instant = process.argv[2] as Instant | undefined
const service = await startService(
  readConfig(process.env),
  instant === undefined ? undefined : INSTANTS[instant],
)
process.send?.({ url: service.url, databaseUrl: service.databaseUrl })
process.once('disconnect', () => {
  void service.stop().then(() => process.exit())
})
