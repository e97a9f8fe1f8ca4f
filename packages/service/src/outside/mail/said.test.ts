/** What is kept of a mail server's words: one short line, without the address that it was about. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saidBy } from './said.ts'

const TO = 'Rosa@example.com'

test('words are one line, cut after two hundred letters', () => {
  assert.equal(saidBy(' 550\r\n no\tsuch\u0000user \n', TO), '550 no such user')
  const whole = 'a'.repeat(200)
  assert.equal(saidBy(whole, TO), whole)
  assert.equal(saidBy(`${whole}a`, TO), `${'a'.repeat(199)}…`)
})

// biome-ignore format: a table
const WORDS: readonly (readonly [said: string, to: string, kept: string])[] = [
  ['<rosa@example.com>: no',              TO,             '… no'],
  ['of other@example.net no',             TO,             'of … no'],
  ['?to=rosa%40example.com no',           TO,             '… no'],
  ['rosa=40example.com no',               TO,             '… no'],
  ['rosa&#64;example.com no',             TO,             '… no'],
  ['rosa[at]example.com no',              TO,             '… no'],
  ['x(AT)example.com no',                 TO,             '… no'],
  ['user ROSA: no rosas',                 TO,             'user … no …'],
  ['ana is not in any banana',            'ana@a.sv',     'ana is not in any banana'],
  ['anas is not in any bananas',          'anas@a.sv',    '… is not in any …'],
  ['a@b is no address, nor a',            'a@b@c.sv',     '… is no address, nor a'],
  ['mail of abc@d',                       '"abc@d"@e.sv', 'mail of …'],
]

for (const [said, to, kept] of WORDS) {
  test(`of "${said}" about ${to} is kept "${kept}"`, () => {
    assert.equal(saidBy(said, to), kept)
  })
}
