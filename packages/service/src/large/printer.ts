/**
 * Draws from signed documents without keeping anybody waiting: what a document of 2,000 lines needs is
 * computed in a thread of its own, so that the service answers other calls meanwhile (ADR 0021); what is
 * known of a page before its seal is drawn while the ministry is asked for it; and of several pages that
 * are wanted at once, each leaves with its answer before the next one is drawn (ADR 0025).
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { FinishLetter } from '@sello/paper'
import type { Logger } from 'pino'
import { createBehind } from './behind.ts'
import { createThread } from './thread.ts'
import { createWork, type Roll, type Sheet, type WorkHere } from './work.ts'

export interface Printer {
  /** Begins the letter of a document that is about to be sealed, as soon as there is nothing else to do. */
  begin(payload: string): Begun
  /** `begun` spares most of the work, where there was the time for it. The bytes are the same. */
  letter(sheet: Sheet, begun?: Begun | null): Promise<Uint8Array>
  ticket(roll: Roll): Promise<Uint8Array>
  /** JSON text: how every total of the document came about. */
  explicacion(payload: string): Promise<string>
  /** Lets go of the other thread. What it was at is finished in this one. */
  close(): Promise<void>
}

/** A letter that may have been begun by the time when it is wanted. */
export interface Begun {
  finish: FinishLetter | null
  /** Its letter was asked for: beginning it would come too late. */
  wanted: boolean
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
  const behind = createBehind()
  return {
    begin(payload) {
      const begun: Begun = { finish: null, wanted: false }
      if (!isLarge(payload)) {
        behind.add(() => {
          if (!begun.wanted) begun.finish = tryBegin(here, payload)
        })
      }
      return begun
    },
    async letter(sheet, begun = null) {
      if (begun) begun.wanted = true
      const there = isLarge(sheet.payload) ? await thread.run('letter', sheet) : null
      return there ?? finished(sheet, begun) ?? (await inTurn(() => here.letter(sheet)))
    },
    async ticket(roll) {
      const there = isLarge(roll.payload) ? await thread.run('ticket', roll) : null
      return there ?? (await inTurn(() => here.ticket(roll)))
    },
    async explicacion(payload) {
      const there = isLarge(payload) ? await thread.run('explicacion', payload) : null
      return there ?? here.explicacion(payload)
    },
    close: () => thread.close(),
  }
}

/** Null where it cannot be drawn: `letter` will say why. */
function tryBegin(here: WorkHere, payload: string): FinishLetter | null {
  try {
    return here.begin(payload)
  } catch {
    return null
  }
}

/** Null where it was not begun, or its seal is none that can be put in. */
function finished(sheet: Sheet, begun: Begun | null): Uint8Array | null {
  const { selloRecibido, fhProcesamiento } = sheet
  if (!begun?.finish || selloRecibido === null || fhProcesamiento === null) return null
  return begun.finish({ selloRecibido, fhProcesamiento })
}

/** Of drawings that are asked for together, each is followed by what waits for it, its answer for one. */
async function inTurn<T>(draw: () => T): Promise<T> {
  await turn()
  return draw()
}

function isLarge(payload: string): boolean {
  return payload.length >= LARGE_CHARACTERS
}
