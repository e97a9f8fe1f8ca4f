/** A JSON call over node:http, because the built-in fetch would share the process's global dispatcher. */
import { request } from 'node:http'
import { text as readAll } from 'node:stream/consumers'

export interface Call {
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object
}

export interface Reply {
  readonly status: number
  readonly text: string
}

export function post(url: string, { headers, body }: Call): Promise<Reply> {
  const payload = JSON.stringify(body)
  const all = { 'content-type': 'application/json', ...headers }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: all, agent: false }, (response) => {
      readAll(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject)
    })
    sent.once('error', reject)
    sent.end(payload)
  })
}
