/** The ministry's answer, before anything is decided from it. */
export type Answer = SealedAnswer | RejectedAnswer | Unanswered

/** The ministry's words of a seal. */
export interface Seal {
  readonly selloRecibido: string
  /** In the ministry's form; null when it gave none. */
  readonly fhProcesamiento: string | null
  readonly observaciones: readonly string[]
}

/** The ministry's words of a rejection. */
export interface Rejection {
  readonly codigoMsg: string | null
  readonly clasificaMsg: string | null
  readonly descripcionMsg: string | null
  readonly fhProcesamiento: string | null
  readonly observaciones: readonly string[]
}

export interface SealedAnswer extends Seal {
  readonly kind: 'sealed'
  /** A query found it: the sending itself had no answer. */
  readonly isFound?: true
}

export interface RejectedAnswer extends Rejection {
  readonly kind: 'rejected'
  /** An earlier sending of the same bytes had no answer, so the ministry may still seal that one. */
  readonly doubtful?: true
  /** The code or the number is another's: no seal that the ministry holds under them is this filing's. */
  readonly foreign?: Foreign
}

/** Why an existing record is another filing's. */
export interface Foreign {
  /**
   * Nobody had sent these bytes, which only holds while no other worker has taken them. Otherwise the seal itself
   * is evidently another's.
   */
  readonly isFirstSending: boolean
  /** It has the very code, so another copy of this database issues too, or this one was restored. */
  readonly isHeld: boolean
}

/** The answer about a filing under whose code the ministry has sealed another. */
export function otherSealed(seal: SealedAnswer): RejectedAnswer & { readonly foreign: Foreign } {
  const { fhProcesamiento, observaciones } = seal
  const words = { codigoMsg: null, clasificaMsg: null, descripcionMsg: null, observaciones }
  const foreign: Foreign = { isFirstSending: false, isHeld: true }
  return { kind: 'rejected', ...words, fhProcesamiento, foreign }
}

/** The ways of getting no answer. None tells whether the ministry holds the document. */
export interface Unanswered {
  readonly kind: 'unanswered'
  /** `away`: an outage is open, so nothing was sent. */
  readonly why: 'timeout' | 'unreachable' | 'unreadable' | 'without_seal' | 'unauthorized' | 'away'
  /** After "already exists" and then "not found" for the same document: the rejection with "already exists". */
  readonly denied?: RejectedAnswer
  /** Of a sending: no byte of the filing left, because of an outage, no session, or a refused connection. */
  readonly unsent?: true
}

/** The reply of one HTTP exchange: an answer, or one of the two kinds that only its caller interprets. */
export type Reply = Answer | { readonly kind: 'token_refused' } | NotFound

export interface NotFound {
  readonly kind: 'not_found'
  /** Only the status says so, which may come from a gateway. */
  readonly isBare?: true
}

/**
 * The result of a probe. `refused`: the login service refuses this company, which says little about others. `stalled`:
 * this process did not run for a while, so the result says nothing of the ministry.
 */
export type Found = 'answers' | 'silent' | 'refused' | 'stalled'
