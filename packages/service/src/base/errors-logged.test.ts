/** What a line of the log has of an error: enough to find it, and never a value that the database quotes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createLog, describeError } from './log.ts'

const without = (error: unknown, depth?: number) => {
  const bare = ({ stack: _, cause, ...facts }: ReturnType<typeof describeError>): object =>
    cause ? { ...facts, cause: bare(cause) } : facts
  return bare(describeError(error, depth))
}

test('an error is its name, its message and its code, if that is a text', () => {
  const error = Object.assign(new TypeError('of our own'), { code: 'ENOENT' })
  assert.deepEqual(without(error), { name: 'TypeError', message: 'of our own', code: 'ENOENT' })
  const numbered = Object.assign(new Error('x'), { code: 7 })
  assert.deepEqual(without(numbered), { name: 'Error', message: 'x' })
  for (const other of ['a secret', 7, null, undefined, { message: 'a secret' }])
    assert.deepEqual(describeError(other), { name: 'NotAnError', message: typeof other })
})

test('the seven places nearest to an error are told, without its message', () => {
  const error = new Error('one\nline')
  const places = Array.from({ length: 9 }, (_, n) => `    at f${n} (file.ts:${n}:1)`)
  error.stack = ['Error: one', ...places].join('\n')
  assert.equal(describeError(error).stack, places.slice(0, 7).join('\n'))
  error.stack = 'Error: one'
  assert.equal('stack' in describeError(error), false)
})

test('three causes of an error are told, the nearest first', () => {
  const chain = [1, 2, 3, 4, 5].reduceRight<Error | undefined>(
    (cause, n) => new Error(`${n}`, cause && { cause }),
    undefined,
  )
  const named = (message: string, cause?: object) => ({
    ...{ name: 'Error', message },
    ...(cause ? { cause } : {}),
  })
  assert.deepEqual(without(chain), named('1', named('2', named('3', named('4')))))
  const odd = new Error('1', { cause: 'a secret' })
  assert.deepEqual(without(odd), {
    ...named('1'),
    cause: { name: 'NotAnError', message: 'string' },
  })
})

test('of an error of the database its place is told, and neither its message nor what it quotes', () => {
  const error = new pg.DatabaseError('duplicate key (nit)=(0614)', 1, 'error')
  Object.assign(error, { detail: '(nit)=(0614)', code: '23505' })
  Object.assign(error, { table: 't', constraint: 'c', routine: 'r' })
  const facts = { name: 'DatabaseError', message: 't c r', code: '23505' }
  assert.deepEqual(describeError(error), facts)
  assert.deepEqual(describeError(new Error('above', { cause: error })).cause, facts)
})

test('a line has its level, its instant and what is said, and the process if there are several', () => {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  createLog('warn', { write }).info('too low')
  createLog('warn', { write }).warn({ a: 1 }, 'said')
  createLog('info', { write }, { pid: 7 }).info('said')
  const [alone, several] = lines.map((line) => JSON.parse(line))
  assert.equal(lines.length, 2)
  for (const { time } of [alone, several]) assert.equal(new Date(time).toISOString(), time)
  assert.deepEqual({ ...alone, time: '' }, { level: 40, time: '', a: 1, msg: 'said' })
  assert.deepEqual({ ...several, time: '' }, { level: 30, time: '', pid: 7, msg: 'said' })
})
