/**
 * `fetch` over Node's own HTTP, for programs with many calls: it uses less CPU than the built-in one, whose web
 * streams copy each answer (docs/performance.md#a-spreadsheet).
 */
import { Agent, type IncomingMessage, request } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import type { Fetch, FetchAnswer, FetchInit } from '../platform.ts'

/** Keeps connections alive for later calls. An idle one does not keep the program alive. */
export function nodeFetch(): Fetch {
  const agent = new Agent({ keepAlive: true })
  const secureAgent = new SecureAgent({ keepAlive: true })
  return (url, init) => {
    const address = new URL(url)
    const isSecure = address.protocol === 'https:'
    return new Promise((resolve, reject) => {
      const options = { ...optionsOf(init), agent: isSecure ? secureAgent : agent }
      const asked = (isSecure ? secureRequest : request)(address, options, (answer) =>
        resolve(answerOf(answer)),
      )
      asked.on('error', (cause) => reject(new TypeError('fetch failed', { cause })))
      asked.end(init.body)
    })
  }
}

function optionsOf({ method, headers, body, signal }: FetchInit) {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return { method, headers: { ...headers, ...length }, signal }
}

/** Redirects are returned like other answers, as with `redirect: 'manual'`. */
function answerOf(answer: IncomingMessage): FetchAnswer {
  const pieces = () => answer[Symbol.asyncIterator]()
  return {
    status: answer.statusCode ?? 0,
    headers: {
      get(name) {
        const value = answer.headers[name.toLowerCase()]
        return value === undefined ? null : String(value)
      },
    },
    async arrayBuffer() {
      const all: Uint8Array[] = []
      for await (const piece of answer) all.push(piece)
      const { buffer, byteOffset, byteLength } = Buffer.concat(all)
      return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
    },
    body: {
      getReader() {
        const reading = pieces()
        return {
          async read() {
            const { done, value } = await reading.next()
            return { done: done === true, value }
          },
          async cancel() {
            answer.destroy()
          },
        }
      },
    },
  }
}
