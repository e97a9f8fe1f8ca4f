/** What every place for files can do, of whatever kind. */
export interface Store {
  /** Afterwards the file is there, whole, whatever was there before. */
  put(path: string, bytes: Uint8Array): Promise<void>
  /** Null where there is none. */
  get(path: string): Promise<Buffer | null>
  remove(path: string): Promise<void>
}

/** The place could not be used. The message is for the company's administrator, in Spanish. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
}
