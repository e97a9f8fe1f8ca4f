/**
 * Draws from signed documents without keeping anybody waiting: what a document of 2,000 lines needs is
 * computed in a thread of its own, so that the service answers other calls meanwhile (ADR 0021).
 */
import type { Logger } from 'pino'
import { createThread } from './thread.ts'
import { createWork, type Roll, type Sheet } from './work.ts'

export interface Printer {
  letter(sheet: Sheet): Promise<Uint8Array>
  ticket(roll: Roll): Promise<Uint8Array>
  /** JSON text: how every total of the document came about. */
  explicacion(payload: string): Promise<string>
  /** Lets go of the other thread. What it was at is finished in this one. */
  close(): Promise<void>
}

/**
 * From how many characters on a document goes to the other thread: some 200 lines. Below it the work is
 * about 5 ms, which is what the way there and back may cost when the machine is busy.
 */
export const LARGE_CHARACTERS = 64 * 1024

/** The other thread starts with the first large document, and costs nothing where there is none. */
export function createPrinter(log: Logger): Printer {
  const here = createWork()
  const thread = createThread(log)
  return {
    async letter(sheet) {
      const there = isLarge(sheet.payload) ? await thread.run('letter', sheet) : null
      return there ?? here.letter(sheet)
    },
    async ticket(roll) {
      const there = isLarge(roll.payload) ? await thread.run('ticket', roll) : null
      return there ?? here.ticket(roll)
    },
    async explicacion(payload) {
      const there = isLarge(payload) ? await thread.run('explicacion', payload) : null
      return there ?? here.explicacion(payload)
    },
    close: () => thread.close(),
  }
}

function isLarge(payload: string): boolean {
  return payload.length >= LARGE_CHARACTERS
}
