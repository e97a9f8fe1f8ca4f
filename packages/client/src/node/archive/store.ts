/** What every destination can do, of whatever kind. */
export interface Store {
  /** Afterwards the file is there, whole, whatever was there before. */
  put(path: string, bytes: Uint8Array): Promise<void>
  /** Null where there is none. */
  get(path: string): Promise<Uint8Array | null>
  remove(path: string): Promise<void>
}

/** The destination could not be used. The message is for the company, in Spanish, and says nothing secret. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
  /** The store's own code, such as `AccessDenied` or `ENOSPC`. */
  readonly code: string | null

  constructor(message: string, options: { code?: string | null; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = options.code ?? null
  }
}
