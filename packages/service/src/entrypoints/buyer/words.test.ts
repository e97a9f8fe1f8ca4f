/** The words of the page are there in both languages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ESTADOS } from '@sello/contract'
import { type PageWords, pageWords } from './words.ts'

const [es, en] = [pageWords('es'), pageWords('en')]

test('each word is said in Spanish and in English', () => {
  const fixed = Object.entries(es).filter(([, word]) => typeof word === 'string')
  assert.ok(fixed.length > 15)
  for (const [name, word] of fixed) {
    const other = en[name as keyof PageWords]
    assert.match(word as string, /\p{L}{4}/u, name)
    assert.match(other as string, /\p{L}{4}/u, name)
    assert.notEqual(word, other, name)
  }
  assert.deepEqual([es.day('2026-11-28'), en.day('2026-11-28')], ['28/11/2026', '2026-11-28'])
  assert.deepEqual(
    [es.page(2, 3), en.page(2, 3)].map((text) => text.match(/\d/g)),
    [
      ['2', '3'],
      ['2', '3'],
    ],
  )
})

// biome-ignore format: a table
const KINDS = {
  sellado: 'good', invalidado: 'bad', contingencia: 'warning', firmado: 'warning', rechazado: 'bad',
} as const

for (const words of [es, en]) {
  test(`a document’s state is told as good only where it is sealed, and a test as one (${words.date})`, () => {
    const said = ESTADOS.flatMap((estado) => {
      const expected = KINDS[estado as keyof typeof KINDS] ?? 'bad'
      const [real, trial] = [words.estado(estado, false), words.estado(estado, true)]
      assert.deepEqual([real.kind, trial.kind], [expected, expected], estado)
      return [real.text, trial.text]
    })
    assert.equal(new Set(said).size, 5, 'sealed, sealed as a test, cancelled, transitory, none')
    assert.ok(said.every((text) => text.length > 20))
    assert.match(words.estado('sellado', true).text, /prueba|test/)
    assert.doesNotMatch(words.estado('sellado', false).text, /prueba|test/)
  })
}
