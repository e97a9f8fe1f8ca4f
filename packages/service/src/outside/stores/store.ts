/** The interface of every store. */
export interface Store {
  /** Stores each file atomically, replacing any earlier one. If it throws, some may be stored. */
  put(files: readonly StoredFile[]): Promise<void>
  /** Creates the file if it does not exist. True for exactly one of several concurrent callers. */
  create(file: StoredFile): Promise<boolean>
  /** Null when the file does not exist. */
  get(path: string): Promise<Buffer | null>
  /** Whether the file exists, without reading it. */
  has(path: string): Promise<boolean>
  remove(path: string): Promise<void>
  /** The names in a folder that begin with one of these, unordered; a missing folder has none. */
  list(folder: string, prefixes: readonly string[]): Promise<readonly string[]>
}

export interface StoredFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** The store could not be used. The message is for the company's administrator, in Spanish. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
}
