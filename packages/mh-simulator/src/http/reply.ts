import { STATUS_CODES } from 'node:http'

/** An answer before it is written. A string body is HTML; any other is JSON. */
export interface Reply {
  readonly status: number
  readonly body: string | object
  readonly headers?: Readonly<Record<string, string>>
}

export function json(status: number, body: object): Reply {
  return { status, body }
}

/** An answer that is not an envelope, as the ministry's gateway gives it. */
export function frameError(status: number, path: string, message: string, now: Date): Reply {
  return json(status, {
    timestamp: now.toISOString(),
    status,
    error: STATUS_CODES[Math.min(status, 500)],
    message,
    path,
  })
}
