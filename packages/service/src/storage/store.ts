/** What every place for files can do, of whatever kind. */
export interface Store {
  /** Afterwards each file is there, whole, whatever was there before. Where it throws, some of them may be. */
  put(files: readonly StoredFile[]): Promise<void>
  /** Puts the file where there is none. False where there is one: of several callers one gets true. */
  create(file: StoredFile): Promise<boolean>
  /** Null where there is none. */
  get(path: string): Promise<Buffer | null>
  /** Whether there is a file, without reading it. */
  has(path: string): Promise<boolean>
  remove(path: string): Promise<void>
}

export interface StoredFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** The place could not be used. The message is for the company's administrator, in Spanish. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
}
