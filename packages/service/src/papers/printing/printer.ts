/** Renders signed documents in another thread, so that the service answers other calls meanwhile (ADR 0005). */
import type { Logger } from 'pino'
import type { Pool } from '../../base/db/pool.ts'
import { isLarge, yieldIfLarge } from '../../base/time/event-loop.ts'
import { sealedBody, type ToAnswer } from '../../ledger/documents/sealed-body.ts'
import { createBrands } from './brands.ts'
import { createPageCache } from './page-cache.ts'
import { createThread, type Thread } from './thread.ts'
import { createWork, type Roll, type Sheet, type Shown, sheetOf, type Work } from './work.ts'

export interface Printer {
  letter(sheet: Sheet): Promise<Uint8Array>
  /** The letter for a screen: a page each, as SVG. */
  screens(shown: Shown): Promise<readonly string[]>
  /** The body of a sealed answer, with its letter. */
  answer(sealed: ToAnswer): Promise<Buffer>
  /** The page of a signed event. */
  evento(sheet: Sheet): Promise<Uint8Array>
  ticket(roll: Roll): Promise<Uint8Array>
  /** JSON text: how each total of the document was computed. */
  explicacion(payload: string): Promise<string>
  /** Stops the worker thread. Its current work is finished in this one. */
  close(): Promise<void>
}

/** The stored looks; absent, every copy has the default look. */
export interface Looks {
  readonly pool: Pool
  readonly monotonicMs: () => number
}

/** The other thread starts with the first document. */
export function createPrinter(
  log: Logger,
  looks?: Looks,
  thread: Thread = createThread(log),
): Printer {
  const here = createWork()
  const pageCache = createPageCache()
  const inTurn = createLine()
  const ask: Thread['run'] = (name, given) =>
    isLarge({ text: textOf(given) })
      ? inTurn(() => thread.run(name, given))
      : thread.run(name, given)
  async function run<Name extends keyof Work>(name: Name, given: Parameters<Work[Name]>[0]) {
    const work = here[name] as (given: unknown) => ReturnType<Work[Name]>
    return (await ask(name, given)) ?? work(given)
  }
  const brands =
    looks && createBrands(looks.pool, looks.monotonicMs, (stored) => run('brand', stored))
  const brandOf = async (payload: string) => (brands ? brands.of(payload) : null)

  async function letter(sheet: Sheet): Promise<Uint8Array> {
    return run('letter', { ...sheet, brand: await brandOf(sheet.payload) })
  }

  return {
    letter: async (sheet) => pageCache.take(sheet) ?? letter(sheet),
    // Most answers need less work than a message to the thread and back.
    async answer({ firmado, outcome, advertencias }) {
      const { payload } = firmado
      const there = isLarge({ text: payload })
        ? await ask('answer', {
            firmado,
            outcome,
            advertencias,
            brand: await brandOf(payload),
          })
        : null
      if (there) return Buffer.from(there.buffer, there.byteOffset, there.byteLength)
      const sheet = sheetOf(payload, outcome)
      const drawing = letter(sheet)
      pageCache.keep(sheet, drawing)
      const pdf = await drawing
      await yieldIfLarge({ text: payload })
      return sealedBody({ firmado, outcome, advertencias }, pdf)
    },
    screens: async (shown) => run('screens', { ...shown, brand: await brandOf(shown.payload) }),
    evento: (sheet) => run('evento', sheet),
    ticket: (roll) => run('ticket', roll),
    explicacion: (payload) => run('explicacion', payload),
    close: () => thread.close(),
  }
}

/** The thread has one large document at a time, so that a small one waits for one of them and not for all. */
function createLine() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => {}) // its own caller has the error
    return done
  }
}

/** The text that the time of a work depends on. */
function textOf(given: Parameters<Work[keyof Work]>[0]): string {
  if (typeof given === 'string') return given
  if ('firmado' in given) return given.firmado.payload
  return 'payload' in given ? given.payload : ''
}
