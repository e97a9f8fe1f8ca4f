/** What is said of what waits for the ministry: who must do what until when. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Deadlines, esperaDe, readDeadlines } from './periods.ts'
import { type Espera, queHacer } from './que-hacer.ts'

const NOW = new Date('2026-12-01T18:00:00.000Z')
const LATER = new Date('2026-12-02T05:59:59.000Z')
const BEFORE = new Date('2026-11-30T06:00:00.000Z')
const VENCE = 'El plazo vence el 2026-12-01 a las 23:59:59.'
const VENCIO =
  'El plazo venció el 2026-11-30 a las 00:00:00: justifíquelo por escrito ante Hacienda.'
const QUIEN =
  'lo firma la siguiente emisión de la empresa, «Transmitir evento» en la consola, "sello contingency close" o POST /v1/contingencia.'
const SIN_FIRMA =
  'Hasta entonces no se transmite lo que se firmó en contingencia. No lo emita otra vez.'
const NADA = 'Nadie tiene que hacer nada. No lo emita otra vez.'
const CLAVE =
  'Hacienda no acepta la contraseña de su API: alguien de la empresa debe guardar la correcta ("sello company password"), y hasta entonces no se transmite nada. No lo emita otra vez.'
const TRANSMITE = 'Sello transmite lo firmado en cuanto Hacienda responda.'
const REGRESO =
  'Hacienda no responde. Cuando vuelva, la empresa tiene 24 horas para firmar el evento de contingencia:'
const FALTA = 'Falta que la empresa firme el evento de contingencia:'
const FIRMADO = 'El evento de contingencia está firmado y espera el sello de Hacienda.'
const SELLADO = 'El evento de contingencia está sellado y Sello transmite lo que lista.'

const [well, refused] = [{ loginRefused: false }, { loginRefused: true }]
// biome-ignore format: a table
const SAID: readonly (readonly [Espera, string])[] = [
  [{ kind: 'transmision', ...well },               `${TRANSMITE} ${NADA}`],
  [{ kind: 'transmision', ...refused },            `${TRANSMITE} ${CLAVE}`],
  [{ kind: 'regreso' },                            `${REGRESO} ${QUIEN} ${SIN_FIRMA}`],
  [{ kind: 'firma', limite: LATER },               `${FALTA} ${QUIEN} ${VENCE} ${SIN_FIRMA}`],
  [{ kind: 'firma', limite: BEFORE },              `${FALTA} ${QUIEN} ${VENCIO} ${SIN_FIRMA}`],
  [{ kind: 'evento', limite: LATER, ...well },     `${FIRMADO} ${VENCE} ${NADA}`],
  [{ kind: 'evento', limite: BEFORE, ...refused }, `${FIRMADO} ${VENCIO} ${CLAVE}`],
  [{ kind: 'sello', limite: LATER, ...refused },   `${SELLADO} ${VENCE} ${CLAVE}`],
  [{ kind: 'sello', limite: BEFORE, ...well },     `${SELLADO} ${VENCIO} ${NADA}`],
]

test('each kind of waiting says who must act and until when, and that nothing is issued twice', () => {
  assert.deepEqual(
    SAID.map(([espera]) => queHacer(espera, NOW)),
    SAID.map(([, said]) => said),
  )
})

test('a term ends at its instant', () => {
  const at = (ms: number) => queHacer({ kind: 'firma', limite: new Date(NOW.getTime() + ms) }, NOW)
  assert.match(at(1), /El plazo vence el/)
  assert.match(at(0), /El plazo venció el/)
})

const NONE: Deadlines = {
  ...{ abierta: false, limiteEvento: null, limiteFirma: null, limiteDocumentos: null },
}

test('where nothing waits no term is read', async () => {
  const breaker = { openIn: () => null }
  const deps = { breaker, pool: null } as unknown as Parameters<typeof readDeadlines>[0]
  assert.deepEqual(await readDeadlines(deps, { companyId: 'C1', ambiente: '00' }, 0), NONE)
})

test('of several things that are waited for, what somebody must do first is told', () => {
  const espera = (change: Partial<Deadlines>, loginRefused = false) =>
    esperaDe({ ...NONE, ...change }, loginRefused)
  const [firma, evento, sello] = [1, 2, 3].map((ms) => new Date(ms)) as [Date, Date, Date]
  const all = { limiteFirma: firma, limiteEvento: evento, limiteDocumentos: sello, abierta: true }
  assert.deepEqual(espera(all), { kind: 'firma', limite: firma })
  assert.deepEqual(espera({ ...all, abierta: false }), { kind: 'firma', limite: firma })
  assert.deepEqual(espera({ ...all, limiteFirma: null }), { kind: 'regreso' })
  const signed = { limiteEvento: evento, limiteDocumentos: sello }
  assert.deepEqual(espera(signed), { kind: 'evento', limite: evento, loginRefused: false })
  assert.deepEqual(espera({ limiteDocumentos: sello }, true), {
    ...{ kind: 'sello', limite: sello, loginRefused: true },
  })
  assert.deepEqual(espera({}, true), { kind: 'transmision', loginRefused: true })
})
