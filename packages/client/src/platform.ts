/** The client's environment: network, time, randomness. It is passed down, so that tests can replay a history. */

/** The part of `fetch` that the client uses; any runtime's fits. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>

export interface FetchInit {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly signal: AbortSignal
  readonly credentials?: 'omit' | 'same-origin' | 'include'
  readonly redirect?: 'manual'
}

export interface FetchAnswer {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  arrayBuffer(): Promise<ArrayBuffer>
  /** If the runtime has it, an endless answer is abandoned before it fills the memory. */
  readonly body?: FetchBody | null
}

export interface FetchBody {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
    cancel(): Promise<void>
  }
}

export interface Platform {
  readonly fetch: Fetch
  /** Milliseconds since 1970 by this machine's clock. */
  now(): number
  uuid(): string
  /** From 0 (inclusive) to 1 (exclusive). */
  random(): number
  /** Runs `work` once after `ms` unless it is cancelled before. Returns the cancellation. */
  after(ms: number, work: () => void): () => void
}

/** The runtime's own, looked up at each call, because a test or a polyfill may replace them. */
export const runtime: Platform = {
  fetch: (url, init) => globalThis.fetch(url, init),
  now: () => Date.now(),
  uuid: () => globalThis.crypto.randomUUID(),
  random: () => Math.random(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** Resolves after `ms`, or as soon as `signal` aborts; the caller checks the signal. */
export function wait(platform: Platform, ms: number, signal: AbortSignal | undefined) {
  return new Promise<void>((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      cancel()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const cancel = platform.after(ms, done)
    signal?.addEventListener('abort', done)
  })
}
