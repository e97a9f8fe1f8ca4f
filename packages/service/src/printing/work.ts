/**
 * What is drawn from a signed document. Pure, and the same wherever it runs: in a thread of its own, or in
 * the service's where that one is lost (printing/printer.ts).
 */
import { explain, readDocumento } from '@sello/fiscal'
import { type BegunLetter, createPrinter, type Invalidado } from '@sello/paper'
import { type Sealed, sealedBody } from '../documents/sealed-body.ts'

/** What the ministry said of a document. */
export interface Verdict {
  readonly selloRecibido: string | null
  readonly fhProcesamiento: string | null
}

/** A signed document, by its bytes. */
export interface Sheet extends Verdict {
  readonly payload: string
  /** The sealed event that cancelled the document; absent or null: it stands. */
  readonly invalidado?: Invalidado | null
}

/** What is printed of a document that the ministry decided. */
export function sheetOf(payload: string, { selloRecibido, fhProcesamiento }: Verdict): Sheet {
  return { payload, selloRecibido, fhProcesamiento }
}

export interface Roll extends Sheet {
  readonly paperWidthMm: number
}

/** A sealed document, and its letter where that is begun. */
export interface Answering extends Sealed {
  readonly begun: BegunLetter | null
}

export interface Work {
  /** The letter of a document that is about to be sealed. */
  begin(payload: string): BegunLetter
  /** The PDF of letter size. */
  letter(sheet: Sheet): Uint8Array
  /** The body of a sealed answer, its printed copy and all. */
  answer(answering: Answering): Uint8Array
  /** The page of a signed invalidation or return event. */
  evento(sheet: Sheet): Uint8Array
  /** The PDF for a roll of paper. */
  ticket(roll: Roll): Uint8Array
  /** JSON text: how every total of the document came about. */
  explicacion(payload: string): string
}

/** What is too little to be sent anywhere. */
export interface WorkHere extends Work {
  /** The letter of a begun one. Null without a seal, or with one that does not fit: it takes a `letter`. */
  finish(begun: BegunLetter, verdict: Verdict): Uint8Array | null
}

/** Prepares the fonts, which takes some milliseconds. */
export function createWork(): WorkHere {
  const paper = createPrinter()
  const letter = ({ payload, ...said }: Sheet) =>
    paper.letter({ documento: JSON.parse(payload), ...said })
  function finish(begun: BegunLetter, { selloRecibido, fhProcesamiento }: Verdict) {
    if (selloRecibido === null || fhProcesamiento === null) return null
    return paper.finish(begun, { selloRecibido, fhProcesamiento })
  }
  return {
    letter,
    begin: (payload) => paper.begin(JSON.parse(payload)),
    finish,
    answer({ firmado, outcome, begun }) {
      const { payload } = firmado
      const pdf = begun && finish(begun, outcome)
      return sealedBody({ firmado, outcome }, pdf ?? letter(sheetOf(payload, outcome)))
    },
    evento: ({ payload, selloRecibido, fhProcesamiento }) =>
      paper.evento({ evento: JSON.parse(payload), selloRecibido, fhProcesamiento }),
    ticket: ({ payload, paperWidthMm, ...said }) =>
      paper.ticket({ documento: JSON.parse(payload), ...said }, paperWidthMm),
    explicacion: (payload) => JSON.stringify(explain(readDocumento(payload))),
  }
}
