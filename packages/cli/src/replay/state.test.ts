/** What a replay knows along the way. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createState, markDiffering, whyUnclear } from './state.ts'

const seal = (letter: string) => letter.repeat(40)

test('a seal of the ministry becomes the simulator’s of the same document, and any other text stays', () => {
  const state = createState()
  state.noteSeals('A', { ministry: seal('1') })
  state.noteSeals('A', { own: seal('2'), ministry: null })
  state.noteSeals('B', { ministry: seal('3'), own: null })
  const text = (first: string) => `"${first}" "${seal('3')}" "${seal('4')}" "${seal('1')}0"`
  assert.equal(state.withOwnSeals(text(seal('1'))), text(seal('2')))
})

test('whatever a differing paper names is derived, and what was never sent is from before', () => {
  const state = createState()
  const paper = { codigoGeneracion: 'A', numeroControl: 'N', named: ['B'] }
  const of = (more: object) => ({ ...paper, named: [], ...more }) as never
  const why = (more: object, isContingencia = false) => whyUnclear(state, of(more), isContingencia)
  assert.equal(why({}), null)
  assert.equal(why({ named: ['B'] }), 'anterior')
  assert.equal(why({ named: ['B'] }, true), null)
  state.sent.add('B')
  assert.equal(why({ named: ['B'] }), null)
  assert.equal(why({ named: ['B', 'C'] }), 'anterior')
  markDiffering(state, of({ codigoGeneracion: null, numeroControl: 'N', named: ['B'] }))
  assert.deepEqual([...state.differing], ['N', 'B'])
  assert.equal(why({ codigoGeneracion: 'B', numeroControl: null }), 'derivado')
  assert.equal(why({}), 'derivado')
  assert.equal(why({ numeroControl: 'M', named: ['B', 'C'] }), 'derivado')
  assert.equal(why({ numeroControl: 'M', named: ['B'] }, true), 'derivado')
  assert.equal(why({ numeroControl: 'M' }), null)
})
