/**
 * Draws from signed documents in a thread of its own, so that the service answers other calls meanwhile
 * (ADR 0026). What is known of a page before its seal is drawn while the ministry is asked for it (ADR 0025).
 */
import type { BegunLetter } from '@sello/paper'
import type { Logger } from 'pino'
import { createThread } from './thread.ts'
import { createWork, type Roll, type Sheet } from './work.ts'

export interface Printer {
  /** Begins the letter of a document that is about to be sealed. */
  begin(payload: string): Begun
  /** `begun` spares nearly all of the work. The bytes are the same. */
  letter(sheet: Sheet, begun?: Begun | null): Promise<Uint8Array>
  ticket(roll: Roll): Promise<Uint8Array>
  /** JSON text: how every total of the document came about. */
  explicacion(payload: string): Promise<string>
  /** Lets go of the other thread. What it was at is done in this one. */
  close(): Promise<void>
}

/** Null where the other thread could not begin it. */
export type Begun = Promise<BegunLetter | null>

/** The other thread starts with the first document. */
export function createPrinter(log: Logger): Printer {
  const here = createWork()
  const thread = createThread(log)

  function finished(begun: BegunLetter, { selloRecibido, fhProcesamiento }: Sheet) {
    if (selloRecibido === null || fhProcesamiento === null) return null
    return here.finish(begun, { selloRecibido, fhProcesamiento })
  }

  return {
    begin: (payload) => thread.run('begin', payload),
    async letter(sheet, begun = null) {
      const page = await begun
      const letter = page && finished(page, sheet)
      return letter ?? (await thread.run('letter', sheet)) ?? here.letter(sheet)
    },
    ticket: async (roll) => (await thread.run('ticket', roll)) ?? here.ticket(roll),
    explicacion: async (payload) =>
      (await thread.run('explicacion', payload)) ?? here.explicacion(payload),
    close: () => thread.close(),
  }
}
