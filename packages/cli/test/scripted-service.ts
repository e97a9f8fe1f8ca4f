/** A service that answers as a test says, and keeps what it was asked; no database is needed. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFolder, run } from './cli.ts'

export interface Said {
  readonly status?: number
  /** Bytes as a text; any other value is JSON. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface Given {
  readonly input?: string
  /** In place of the script's own address and keys. */
  readonly env?: Readonly<Record<string, string>>
}

export interface Asked {
  /** `POST /v1/dte`, with its query. */
  readonly line: string
  readonly body: unknown
  readonly key: string | undefined
  readonly idempotencyKey: string | undefined
}

export const API_KEY = 'sello_test_123456789012.secret'
export const SIGN_KEY = `sellosk_${'b'.repeat(43)}`

export async function startScripted() {
  const asked: Asked[] = []
  let answer: (line: string) => Said = () => ({ body: {} })
  let answers = 0
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    const { method, url, headers } = request
    const line = `${method} ${url}`
    asked.push({
      line,
      body: text === '' ? null : JSON.parse(text),
      key: headers['x-service-key'] as string | undefined,
      idempotencyKey: headers['idempotency-key'] as string | undefined,
    })
    const { status = 200, body, headers: own } = answer(line)
    answers += 1
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': `r-${answers}`,
      ...own,
    })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const folder = await createFolder()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = { SELLO_URL: url, SELLO_API_KEY: API_KEY, SELLO_SIGN_KEY: SIGN_KEY }
  return {
    folder,
    url,
    /** For a command that the test runs by itself. */
    answer(said: (line: string) => Said) {
      answer = said
    },
    /** The same for calls of a client, which are kept as they come. */
    answerEach(said: (line: string) => Said): readonly Asked[] {
      answer = said
      asked.length = 0
      return asked
    },
    /** Runs a command against a service that answers so. */
    async sello(
      args: readonly string[],
      said: Said | ((line: string) => Said),
      { input = '', env: own = {} }: Given = {},
    ) {
      answer = typeof said === 'function' ? said : () => said
      asked.length = 0
      const env = { HOME: folder.path, ...keys, ...own }
      const { code, stdout, stderr } = await run(args, { env, cwd: folder.path, input })
      return { code, text: stdout.trimEnd(), stderr: stderr.trimEnd(), asked: [...asked] }
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await folder.remove()
    },
  }
}
