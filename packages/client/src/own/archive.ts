/**
 * How a client with its own destinations handles each answer. `ownArchive` of `@sello/client/node` implements it.
 */
import type { Answered, StoredFile } from '../answer.ts'
import type { CallOptions } from '../caller.ts'
import type { HoldingPage, ListRow, Operations, Query, Status } from '../generated/wire.ts'
import type { Listing } from '../listing.ts'
import type { Storage } from '../storage.ts'

/** What an archive asks of the client that it serves. `Sello` is one. */
export interface ArchivedClient {
  readonly storage: Storage
  readonly clockOffsetMs: number | null
  status(options?: CallOptions): Promise<Answered<Status>>
  query(codigoGeneracion: string): Promise<Answered<Query>>
  file(codigoGeneracion: string, query?: Operations['file']['query']): Promise<StoredFile>
  holding(query: Operations['holding']['query']): Promise<Answered<HoldingPage>>
  list(query: Operations['list']['query']): Listing<ListRow>
}

/** Before a call that may seal something: enough to search for its result if the program dies. */
export interface Intent {
  readonly route: 'issue' | 'sign' | 'invalidate' | 'return'
  /** The document of the call, if it is already known. */
  readonly codigoGeneracion: string | null
  /** For a sale. */
  readonly referencia: string | null
}

/** A running call. */
export interface Opened {
  /** The call was answered: stores what it sealed. Never throws; see `Archive.state`. */
  answered(answer: object): Promise<void>
  /** Nothing was done. */
  refused(): Promise<void>
  /** The outcome is unknown: it is resolved later. */
  unknown(): Promise<void>
}

export interface ArchiveState {
  /** Documents and events that are not in every destination yet. */
  readonly pending: number
  /** The ids of the destinations that are written to. */
  readonly destinations: readonly string[]
  /** Why something is pending, for people; null: there is no problem. */
  readonly problem: string | null
}

export interface Archive {
  /** The client that it serves; once. */
  attach(sello: ArchivedClient): void
  /** Throws (`local_store`) if it cannot be stored; then nothing is sent. */
  begin(intent: Intent): Promise<Opened>
  /** Copies what is pending now. Resolves when everything that can be copied is. */
  flush(): Promise<ArchiveState>
  /** Copies everything that the service still holds and that no own destination has. */
  pull(): Promise<ArchiveState & { readonly found: number }>
  readonly state: ArchiveState
}
