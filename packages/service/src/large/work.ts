/**
 * What is drawn from a signed document and grows with its lines. Pure, and the same wherever it runs:
 * in the service's own thread for most documents, in another for large ones (large/printer.ts).
 */
import { explain, readDocumento } from '@sello/fiscal'
import { createPrinter, type FinishLetter } from '@sello/paper'

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
  /** The PDF of letter size. */
  letter(sheet: Sheet): Uint8Array
  /** The PDF for a roll of paper. */
  ticket(roll: Roll): Uint8Array
  /** JSON text: how every total of the document came about. */
  explicacion(payload: string): string
}

/** What is begun cannot cross to another thread. */
export interface WorkHere extends Work {
  begin(payload: string): FinishLetter
}

/** Prepares the fonts, which takes some milliseconds. */
export function createWork(): WorkHere {
  const paper = createPrinter()
  return {
    letter: ({ payload, selloRecibido, fhProcesamiento }) =>
      paper.letter({ documento: JSON.parse(payload), selloRecibido, fhProcesamiento }),
    begin: (payload) => paper.begin(JSON.parse(payload)),
    ticket: ({ payload, paperWidthMm, selloRecibido, fhProcesamiento }) => {
      const printable = { documento: JSON.parse(payload), selloRecibido, fhProcesamiento }
      return paper.ticket(printable, paperWidthMm)
    },
    explicacion: (payload) => JSON.stringify(explain(readDocumento(payload))),
  }
}
