/**
 * What is drawn from a signed document. Pure, and the same wherever it runs: in a thread of its own, or in
 * the service's where that one is lost (printing/printer.ts).
 */
import { explain, readDocumento } from '@sello/fiscal'
import { type BegunLetter, createPrinter, type Seal } from '@sello/paper'

/** A signed document, by its bytes, and what the ministry said of it. */
export interface Sheet {
  readonly payload: string
  readonly selloRecibido: string | null
  readonly fhProcesamiento: string | null
}

export interface Roll extends Sheet {
  readonly paperWidthMm: number
}

export interface Work {
  /** The letter of a document that is about to be sealed. */
  begin(payload: string): BegunLetter
  /** The PDF of letter size. */
  letter(sheet: Sheet): Uint8Array
  /** The PDF for a roll of paper. */
  ticket(roll: Roll): Uint8Array
  /** JSON text: how every total of the document came about. */
  explicacion(payload: string): string
}

/** What is too little to be sent anywhere. */
export interface WorkHere extends Work {
  /** Null of a seal that does not fit: it takes a `letter`. */
  finish(begun: BegunLetter, seal: Seal): Uint8Array | null
}

/** Prepares the fonts, which takes some milliseconds. */
export function createWork(): WorkHere {
  const paper = createPrinter()
  return {
    letter: ({ payload, selloRecibido, fhProcesamiento }) =>
      paper.letter({ documento: JSON.parse(payload), selloRecibido, fhProcesamiento }),
    begin: (payload) => paper.begin(JSON.parse(payload)),
    finish: paper.finish,
    ticket: ({ payload, paperWidthMm, selloRecibido, fhProcesamiento }) => {
      const printable = { documento: JSON.parse(payload), selloRecibido, fhProcesamiento }
      return paper.ticket(printable, paperWidthMm)
    },
    explicacion: (payload) => JSON.stringify(explain(readDocumento(payload))),
  }
}
