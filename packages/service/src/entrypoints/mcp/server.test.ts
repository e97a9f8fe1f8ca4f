/** What a tool answers an agent: what /v1 said, or its refusal, and no more of either than fits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { type CallV1, createMcpServer } from './server.ts'

const MOST = 'x'.repeat(100_000)

/** Whether it is a refusal, and its text, of a tool whose call of /v1 is answered so. */
async function answered(status: number, text: string): Promise<readonly [boolean, string]> {
  const call: CallV1 = async () => ({ status, text })
  const { fetch } = createMcpHandler(() => createMcpServer(call), { maxSubscriptions: 0 })
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  }
  const params = { name: 'leer_estado', arguments: {} }
  const answer = await fetch(new Request('http://localhost/mcp', { method: 'POST', headers }), {
    parsedBody: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  })
  const message = JSON.parse((await answer.text()).replace(/^[\s\S]*?data: /, ''))
  const { isError = false, content } = message.result
  return [isError, content[0].text]
}

test('an answer is given as it is, and one that does not fit is refused with how to ask for less', async () => {
  for (const text of ['{}', MOST]) assert.deepEqual(await answered(200, text), [false, text])
  const refusal =
    'La respuesta tiene 100001 caracteres, y caben 100000: pida menos, con limit o sin las líneas.'
  assert.deepEqual(await answered(200, `${MOST}x`), [true, refusal])
})

test('a refusal is told as one in its own words, as many as fit', async () => {
  for (const status of [400, 404, 503]) {
    assert.deepEqual(await answered(status, 'No.'), [true, 'No.'])
  }
  assert.deepEqual(await answered(422, `${MOST}x`), [true, MOST])
})
