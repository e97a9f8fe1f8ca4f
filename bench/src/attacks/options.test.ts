import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOptions, WrongArguments } from './options.ts'

test('without an attack all five are measured, with one process', () => {
  const { attacks, processes } = readOptions([])

  assert.deepEqual(attacks, ['flood', 'logo', 'drafts', 'passphrases', 'reads'])
  assert.equal(processes, 1)
})

test('an attack and its settings are read, the attack once', () => {
  const { attacks, processes, seconds, from } = readOptions(
    'flood flood --processes 2 --seconds 30 --from many'.split(' '),
  )

  assert.deepEqual([attacks, processes, seconds, from], [['flood'], 2, 30, 'many'])
})

const WRONG: readonly (readonly [args: string, named: RegExp])[] = [
  ['fluud', /attacks takes flood, logo, drafts, passphrases, reads, not "fluud"/],
  ['--processes 3', /--processes takes 1, 2, not "3"/],
  ['--seconds 0', /--seconds takes a number from 1 to 240, not "0"/],
  ['--seconds 1e2', /--seconds/],
  ['--seconds 241', /--seconds/],
  ['--rate many', /--rate takes a number from 1 to 100, not "many"/],
  ['logo --from many', /--from is only for flood/],
  ['--from many', /--from is only for flood/],
  ['flood --from two', /--from takes one, many, not "two"/],
  ['--force', /--force/],
]
for (const [args, named] of WRONG) {
  test(`${args} is refused in words`, () => {
    assert.throws(
      () => readOptions(args.split(' ')),
      (error) => error instanceof WrongArguments && named.test(error.message),
    )
  })
}
