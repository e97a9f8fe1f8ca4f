/** What came back from the ministry, before anything is decided about it. */
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

/** Silence in its forms. None of them says whether the ministry holds the document. */
export interface Unanswered {
  readonly kind: 'unanswered'
  /** `away`: it answers nobody, and was not tried. */
  readonly why: 'timeout' | 'unreachable' | 'unreadable' | 'without_seal' | 'unauthorized' | 'away'
  /** Where it says both that the document exists already and that it does not hold it: the first of these. */
  readonly denied?: RejectedAnswer
}

/** One HTTP exchange: an answer, or one of the two that only mean something to the one who asked. */
export type Reply = Answer | { readonly kind: 'token_refused' } | { readonly kind: 'not_found' }
