/** `sello mcp`: the tools over standard input and output, calling a service by its public HTTP. */
import { MINUTE_MS } from '../../base/time/durations.ts'
import { type CallV1, createMcpServer } from './server.ts'

/** As long as the slowest call of /v1 may take, with a margin. */
const TIMEOUT_MS = MINUTE_MS

export interface StdioService {
  readonly baseUrl: string
  readonly apiKey: string
  /** The calls under way end with it. */
  readonly signal: AbortSignal
}

/**
 * Serves until the input ends or `signal` aborts. The key is the only secret that it is given. Returns why the
 * connection was given up, in words of the protocol's library; null: it ended as it should.
 */
export async function serveMcpStdio({
  baseUrl,
  apiKey,
  signal,
}: StdioService): Promise<string | null> {
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio')
  const transport = new StdioServerTransport()
  let problem: string | null = null
  const handle = serveStdio(() => createMcpServer(callOver({ baseUrl, apiKey, signal })), {
    transport,
    maxSubscriptions: 0,
    onerror: ({ message }) => {
      problem = message
    },
  })
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
    // It closes by itself after a line that is too long, and where nobody reads what it writes.
    const { onclose } = transport
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
  await ended
  await handle.close()
  return process.stdin.readableEnded || signal.aborted ? null : problem
}

/** A service that does not answer is told to the agent as a refusal: its next call may succeed. */
const callOver =
  ({ baseUrl, apiKey, signal }: StdioService): CallV1 =>
  async ({ method, path, ...rest }) => {
    const body = 'body' in rest ? JSON.stringify(rest.body) : undefined
    try {
      const response = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
        method,
        redirect: 'error', // the key is for that address alone
        headers: {
          'x-service-key': apiKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return { status: 503, text: `El servicio no respondió: ${why}. Repita en unos segundos.` }
    }
  }
