/** The client's environment: network, time, randomness. It is handed down, so that a test can replay a history. */

/** The part of `fetch` that the client uses; any runtime's fits. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>

export interface FetchInit {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly signal: AbortSignal
  readonly credentials?: 'omit' | 'same-origin' | 'include'
  readonly redirect?: 'manual' | 'error'
}

export interface FetchAnswer {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  arrayBuffer(): Promise<ArrayBuffer>
  /** Where the runtime has it, an answer that never ends is left before it fills the memory. */
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
  /** Milliseconds since 1970, by this machine's own clock. */
  now(): number
  uuid(): string
  /** At least 0, below 1. */
  random(): number
  /** Runs `work` once after `ms` unless it is cancelled before. Returns the cancellation. */
  after(ms: number, work: () => void): () => void
}

/** The runtime's own, looked up at each call: a test or a polyfill may replace them. */
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

/** Resolves after `ms`, or as soon as `signal` aborts: who waits asks it which it was. */
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
