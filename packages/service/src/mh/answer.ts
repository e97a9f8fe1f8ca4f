/** The ministry's answer, before anything is decided from it. */
export type Answer = SealedAnswer | RejectedAnswer | Unanswered

export interface SealedAnswer {
  readonly kind: 'sealed'
  readonly selloRecibido: string
  readonly fhProcesamiento: string | null
  readonly observaciones: readonly string[]
}

export interface RejectedAnswer {
  readonly kind: 'rejected'
  readonly codigoMsg: string | null
  readonly clasificaMsg: string | null
  readonly descripcionMsg: string | null
  readonly fhProcesamiento: string | null
  readonly observaciones: readonly string[]
  /** An earlier sending of the same bytes had no answer: the ministry may have taken that one, and seal it yet. */
  readonly doubtful?: true
}

/** The kinds of silence. None tells whether the ministry holds the document. */
export interface Unanswered {
  readonly kind: 'unanswered'
  /** `away`: an outage is open, so it was not tried. */
  readonly why: 'timeout' | 'unreachable' | 'unreadable' | 'without_seal' | 'unauthorized' | 'away'
  /** "Already exists" and "not found" for the same document: the first of the two. */
  readonly denied?: RejectedAnswer
}

/** The reply of one HTTP exchange: an answer, or one of the two that only its caller interprets. */
export type Reply = Answer | { readonly kind: 'token_refused' } | NotFound

export interface NotFound {
  readonly kind: 'not_found'
  /** Nothing but the status says so: it may be a gateway's. */
  readonly isBare?: true
}

/** What a probe finds. `refused`: the login service lets this company do nothing, which says little of the others. */
export type Found = 'answers' | 'silent' | 'refused'
