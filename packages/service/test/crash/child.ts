/**
 * The real service in its own process, to be killed. Settings come from the environment as usual. It prints its
 * addresses once it listens, kills itself at the instant named by its parent, and stops in order when its parent
 * disconnects.
 */
import { readConfig } from '../../src/base/config.ts'
import type { Ask } from '../../src/base/db/query.ts'
import type { IssuingDeps } from '../../src/flows/issuing/context.ts'
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
      async recordReservado(ctx, draft) {
        const numerado = await commits.recordReservado(ctx, draft)
        reached('after the number')
        return numerado
      },
    },
    random: {
      ...random,
      bytes(size) {
        reached('inside commit 1') // encrypting the payload: the number is taken, nothing is committed
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
        reached('after commit 2') // the answer is rendered once the outcome is committed
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

/** A single-statement commit has no statement before it. */
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
