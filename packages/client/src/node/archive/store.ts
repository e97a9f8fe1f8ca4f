/** The operations of every kind of destination. */
export interface Store {
  /** Stores the whole file, replacing any earlier one. */
  put(path: string, bytes: Uint8Array): Promise<void>
  /** Null if the file does not exist. */
  get(path: string): Promise<Uint8Array | null>
  remove(path: string): Promise<void>
}

/** The destination could not be used. The message is for the company, in Spanish, and contains no secret. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
  /** The store's own code, such as `AccessDenied` or `ENOSPC`. */
  readonly code: string | null

  constructor(message: string, options: { code?: string | null; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = options.code ?? null
  }
}
