/** What an act in the audit log is about: the code of what a call of /v1 made. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf } from './v1.ts'

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
