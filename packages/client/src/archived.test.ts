/** What a client tells its archive: each call that may seal something before it is sent, and how it ended. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, refusal, SALE, type Said, scripted } from '../test/scripted.ts'
import type { Archive, Sello } from './index.ts'

const CODE = 'A6C1B7F2-3D54-4E0B-9A77-2C5D8E9F0A11'
const PREPARED = { prepareToken: 't', documento: { identificacion: { codigoGeneracion: CODE } } }
const BODY = {} as never

/** A client whose archive notes what it is told; `sent` are the calls before which it was told. */
function noting(answer: () => Said) {
  const told: unknown[] = []
  const note = (what: string) => async (answered?: object) =>
    void told.push(answered ? [what, answered] : what)
  const archive = {
    attach: () => {},
    async begin(intent: object) {
      told.push(['begin', intent])
      return { answered: note('answered'), refused: note('refused'), unknown: note('unknown') }
    },
  } as unknown as Archive
  const answerTo = () => {
    told.push('sent')
    return answer()
  }
  const { client } = scripted(answerTo, { archive, maxRetries: 0 })
  return { client, told }
}

// biome-ignore format: a table
const CALLS: readonly (readonly [call: (client: Sello) => Promise<unknown>, route: string, codigoGeneracion: string | null, referencia: string | null])[] = [
  [(c) => c.issue(SALE),                                 'issue',      null, null],
  [(c) => c.issue({ ...SALE, referencia: 'V-1' }),       'issue',      null, 'V-1'],
  [(c) => c.sign(PREPARED as never),                     'sign',       CODE, null],
  [(c) => c.sign({ prepareToken: 't' } as never),        'sign',       null, null],
  [(c) => c.invalidate('A', BODY),                       'invalidate', 'A',  null],
  [(c) => c.return('A', BODY),                           'return',     'A',  null],
]

for (const [call, route, codigoGeneracion, referencia] of CALLS) {
  test(`an archive is told of ${route} of ${codigoGeneracion ?? referencia ?? 'a sale'} before it is sent, and of its end`, async () => {
    const begin = ['begin', { route, codigoGeneracion, referencia }]
    const done = noting(() => ({ body: { estado: 'sellado' } }))
    await call(done.client)
    assert.deepEqual(done.told, [begin, 'sent', ['answered', { estado: 'sellado' }]])
    const refused = noting(() => ({ status: 422, body: refusal('validation_failed') }))
    await failureOf(call(refused.client))
    assert.deepEqual(refused.told, [begin, 'sent', 'refused'])
    const doubtful = noting(() => ({ status: 500, body: refusal('internal_error') }))
    await failureOf(call(doubtful.client))
    assert.deepEqual(doubtful.told, [begin, 'sent', 'unknown'])
  })
}

test('an archive is not told of what seals nothing', async () => {
  const { client, told } = noting(() => ({}))
  for (const call of [client.prepare(SALE), client.query('A'), client.deliver('A', BODY)]) {
    await call
  }
  assert.deepEqual(told, ['sent', 'sent', 'sent'])
})
