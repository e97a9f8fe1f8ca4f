/** What an act in the audit log is about, and what of an answer of /v1 is passed on to the browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { codeOf, sendOn } from './v1.ts'

const CODE = '0D1E2F30-0000-4000-8000-000000000001'

test('the code of what was made is read where an answer begins, whatever it is called', () => {
  for (const name of ['codigoGeneracion', 'customerId', 'productId']) {
    assert.equal(codeOf(`{"estado":"sellado","${name}":"${CODE}","otro":"${name}"}`), CODE, name)
  }
  const other = CODE.toLowerCase().replace('1', '2')
  const answers = [
    `{"customerId":"${other}","codigoGeneracion":"${CODE}"}`,
    `{"keyId":"${CODE}"}`,
    '',
  ]
  assert.deepEqual(answers.map(codeOf), [other, null, null])
})

test('of a long answer only the first 4,000 letters are looked at', () => {
  const member = `"codigoGeneracion":"${CODE}"`
  const after = (length: number) => codeOf(' '.repeat(length) + member)
  assert.deepEqual([after(4_000 - member.length), after(4_001 - member.length)], [CODE, null])
})

test('an answer is passed on with its status, bytes and headers, without those of the connection that it came by', async () => {
  const own = { 'content-type': 'text/csv; charset=windows-1252', 'x-request-id': CODE }
  const ofConnection = {
    ...{ connection: 'close', 'keep-alive': 'timeout=1', 'transfer-encoding': 'chunked' },
    ...{ date: 'Thu, 01 Jan 1970 00:00:00 GMT', 'content-length': '999' },
  }
  const rawPayload = Buffer.from('Caf\xe9', 'latin1')
  const app = fastify()
  app.get('/', (_, reply) => {
    const headers = { ...own, ...ofConnection }
    return sendOn(reply, { statusCode: 422, headers, rawPayload } as never)
  })
  const answer = await app.inject('/')
  await app.close()
  assert.deepEqual([answer.statusCode, answer.rawPayload], [422, rawPayload])
  for (const [name, value] of Object.entries(own)) assert.equal(answer.headers[name], value)
  for (const [name, value] of Object.entries(ofConnection)) {
    assert.notEqual(answer.headers[name], value, name)
  }
})
