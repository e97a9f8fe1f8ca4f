import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHealthTracker } from '../../outside/ministry/health.ts'
import { type MinistrySeen, ministryFacts } from './ministry.ts'

test('several processes tell of the ministry what one would: the latest state, all exchanges', () => {
  let ms = Date.parse('2026-12-01T12:00:00Z')
  const clock = { now: () => new Date(ms), sleep: async () => {} }
  const [one, other] = [createHealthTracker(clock), createHealthTracker(clock)]
  for (let n = 0; n < 3; n++) one.note('00', false, 8)
  ms += 1_000
  for (const seconds of [1, 2, 3]) other.note('00', true, seconds)
  const seen = (health: typeof one): MinistrySeen => ({
    '00': { ...health.of('00'), outageSince: null, window: null },
    '01': { ...health.of('01'), outageSince: clock.now(), window: null },
  })
  const { ambientes } = JSON.parse(JSON.stringify(ministryFacts([seen(one), seen(other)])))

  assert.equal(ambientes['00'].estado, 'disponible', 'the answer came after the silences')
  assert.deepEqual(ambientes['00'].intercambios, { minutos: 5, respondidos: 3, sinRespuesta: 3 })
  assert.deepEqual(ambientes['00'].latenciaSegundos, { p50: 2, p95: 3, max: 3 })
  assert.equal(ambientes['00'].ultimoSilencio, '2026-12-01T12:00:00.000Z')
  assert.equal(ambientes['00'].contingencia, null)
  assert.deepEqual(ambientes['01'].contingencia, { desde: '2026-12-01T12:00:01.000Z' })
})
