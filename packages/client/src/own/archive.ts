/** What a client with a destination of its own does with each answer. `ownArchive` of `@sello/client/node` is one. */
import type { Sello } from '../sello.ts'

/** Before a call that may seal something: enough to look for it if the program dies. */
export interface Intent {
  readonly route: 'issue' | 'sign' | 'invalidate' | 'return'
  /** The document of the call, where it has one already. */
  readonly codigoGeneracion: string | null
  /** For a sale. */
  readonly referencia: string | null
}

/** A call under way. */
export interface Opened {
  /** The call was answered: afterwards what it sealed is kept. Never throws; see `Archive.state`. */
  answered(answer: object): Promise<void>
  /** Nothing was done. */
  refused(): Promise<void>
  /** Unknown: it is resolved later. */
  unknown(): Promise<void>
}

export interface ArchiveState {
  /** Documents and events that are not in every destination yet. */
  readonly pending: number
  /** The destinations that are written to, by their id. */
  readonly destinations: readonly string[]
  /** Why something is pending, for people; null: nothing is wrong. */
  readonly problem: string | null
}

export interface Archive {
  /** The client that it serves; once. */
  attach(sello: Sello): void
  /** Throws (`local_store`) where it cannot be kept: then nothing is sent. */
  begin(intent: Intent): Promise<Opened>
  /** Copies what is pending, now. Resolves when all that can be copied is. */
  flush(): Promise<ArchiveState>
  /** Takes in everything that the service still holds and no destination of the company's own has. */
  pull(): Promise<ArchiveState & { readonly found: number }>
  readonly state: ArchiveState
}
