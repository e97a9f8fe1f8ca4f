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
    error: textOf(status),
    message,
    path,
  })
}

function textOf(status: number): string {
  if (status >= 500) return 'Internal Server Error'
  return TEXTS[status] ?? 'Error'
}

const TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
}
