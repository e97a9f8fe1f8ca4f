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

test('of several processes the last answer and silence count, the newest outage, and the maintenance that one knows of', () => {
  const at = (minutes: number) => new Date(Date.parse('2026-12-01T12:00:00Z') + minutes * 60_000)
  const NONE: MinistrySeen['00'] = {
    ...{ estado: 'disponible' as const, desde: at(0), lastAnswerAt: null, lastSilenceAt: null },
    ...{ minutes: 5, answered: 0, silent: 0, seconds: [], latency: null },
    ...{ outageSince: null, window: null },
  }
  const factsOf = (...all: readonly Partial<MinistrySeen['00']>[]) => {
    const seen = all.map((one) => ({ '00': { ...NONE, ...one }, '01': NONE }))
    const { ambientes } = JSON.parse(JSON.stringify(ministryFacts(seen)))
    assert.deepEqual(Object.keys(ambientes), ['00', '01'])
    return ambientes['00']
  }
  const window = { since: at(1), until: at(9), reason: 'Aviso 7' } as MinistrySeen['00']['window']
  assert.deepEqual(
    factsOf(
      { lastAnswerAt: at(3), answered: 2, seconds: [1, 4], outageSince: at(1) },
      { estado: 'sin_respuesta', desde: at(4), lastSilenceAt: at(4), silent: 5, window },
      { lastAnswerAt: at(2), lastSilenceAt: at(1), answered: 1, silent: 1, outageSince: at(2) },
    ),
    {
      ...{ estado: 'sin_respuesta', desde: at(4).toISOString() },
      ultimaRespuesta: at(3).toISOString(),
      ultimoSilencio: at(4).toISOString(),
      intercambios: { minutos: 5, respondidos: 3, sinRespuesta: 6 },
      latenciaSegundos: { p50: 1, p95: 4, max: 4 },
      contingencia: { desde: at(2).toISOString() },
      mantenimiento: {
        ...{ desde: at(1).toISOString(), hasta: at(9).toISOString(), motivo: 'Aviso 7' },
      },
    },
  )
  const quiet = factsOf(
    { estado: 'sin_respuesta' },
    { lastAnswerAt: at(1) },
    { lastAnswerAt: at(1) },
  )
  assert.deepEqual(
    [quiet.estado, quiet.ultimoSilencio, quiet.contingencia, quiet.mantenimiento],
    ['disponible', null, null, null],
  )
  assert.equal(factsOf(), null, 'no process answers')
})
