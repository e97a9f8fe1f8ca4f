/**
 * The real service in a process of its own, to be killed. Settings come from the environment as ever.
 * It says its addresses once it listens, kills itself at the instant that its parent names, and stops
 * in order when its parent lets go of it.
 */
import { readConfig } from '../../src/config.ts'
import type { Ask } from '../../src/db/query.ts'
import type { IssuingDeps } from '../../src/issuing/context.ts'
import { startService } from '../../src/main.ts'
import type { Instant } from './process.ts'

let armed: Instant | null = null

function reached(instant: Instant): void {
  if (instant === armed) process.kill(process.pid, 'SIGKILL')
}

function mortal(deps: IssuingDeps): IssuingDeps {
  const { random, mh, printer, pool, commits } = deps
  return {
    ...deps,
    pool: {
      ...pool,
      lend: (work) => pool.lend((session) => work({ ...session, ask: mortalAsk(session.ask) })),
    },
    commits: {
      ...commits,
      async recordFirmado(unsigned) {
        const numerado = await commits.recordFirmado(unsigned)
        reached('after the number')
        return numerado
      },
    },
    random: {
      ...random,
      bytes(size) {
        reached('inside commit 1') // sealing the payload: the number is taken, nothing is committed
        return random.bytes(size)
      },
    },
    mh: {
      ...mh,
      async send(firmado) {
        reached('after commit 1')
        const answer = await mh.send(firmado)
        reached('after the seal')
        return answer
      },
      resume: (filing) => asking(() => mh.resume(filing)),
      ask: (filing) => asking(() => mh.ask(filing)),
    },
    printer: {
      ...printer,
      answer(sealed) {
        reached('after commit 2') // the answer is made once the outcome stands
        return printer.answer(sealed)
      },
      evento(sheet) {
        reached('after commit 2')
        return printer.evento(sheet)
      },
    },
  }
}

async function asking<A>(ask: () => Promise<A>): Promise<A> {
  reached('before it asks')
  const answer = await ask()
  reached('after it asked')
  return answer
}

/** A commit that is a statement by itself has nothing in front of it. */
const mortalAsk =
  (ask: Ask): Ask =>
  (query) => {
    if (query.text === 'commit') reached('before its commit')
    return ask(query)
  }

const service = await startService(readConfig(process.env), mortal)
process.on('message', (instant: Instant) => {
  armed = instant
  process.send?.('armed')
})
process.once('disconnect', () => {
  void service.stop().then(() => process.exit())
})
process.send?.({ url: service.url, databaseUrl: service.databaseUrl })
