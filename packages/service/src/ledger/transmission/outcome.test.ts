/** What each answer of the ministry comes to, word for word. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { otherSealed, type RejectedAnswer, type Unanswered } from './answer.ts'
import { DIFERIDO, isFirstSending, toOutcome } from './outcome.ts'

const CONTINGENCIA = { tipo: 1, limiteEvento: null, limiteDocumento: null }
const SEAL = {
  ...{ selloRecibido: 'S', fhProcesamiento: '03/08/2026 09:00:00', observaciones: ['una'] },
}
const REJECTION = {
  ...{ codigoMsg: '004', clasificaMsg: '10', descripcionMsg: 'no', fhProcesamiento: null },
  observaciones: ['otra'],
}
const rejected = (more: Partial<RejectedAnswer> = {}): RejectedAnswer => ({
  ...{ kind: 'rejected', ...REJECTION, ...more },
})

const WHY: Readonly<Record<Unanswered['why'], string>> = {
  timeout: 'Hacienda no respondió a tiempo.',
  unreachable: 'No fue posible conectarse con Hacienda.',
  unreadable: 'Hacienda respondió algo que no es una respuesta suya.',
  without_seal: 'Hacienda dijo haber procesado el documento y no dio el sello.',
  unauthorized: 'Hacienda no aceptó la sesión de la empresa.',
  away: 'Hacienda no responde a nadie en este momento.',
}
for (const [why, words] of Object.entries(WHY)) {
  test(`without an answer (${why}) the document waits in contingency`, () => {
    assert.deepEqual(toOutcome({ kind: 'unanswered', why: why as Unanswered['why'] }), {
      ...{ estado: 'contingencia', contingencia: CONTINGENCIA },
      detalle: `${words} El documento está firmado y Sello lo sigue transmitiendo: no lo repita, consúltelo.`,
    })
  })
}

test('a document that an outage defers is told what the company must sign, and by when', () => {
  assert.deepEqual(DIFERIDO, {
    ...{ estado: 'contingencia', contingencia: CONTINGENCIA },
    detalle:
      'Hacienda no responde a nadie en este momento. El documento está firmado en contingencia. Cuando Hacienda vuelva, la empresa debe firmar el evento de contingencia dentro de 24 horas: lo firma su siguiente emisión, o POST /v1/contingencia; después Sello transmite el documento. No lo repita, consúltelo.',
  })
})

test('a seal is the ministry’s words alone, however it was learnt', () => {
  const sealed = { estado: 'sellado', ...SEAL }
  assert.deepEqual(toOutcome({ kind: 'sealed', ...SEAL }), sealed)
  assert.deepEqual(toOutcome({ kind: 'sealed', ...SEAL, isFound: true }), sealed)
})

test('a rejection says whether it is in doubt, and whether the ministry holds another under its code', () => {
  const foreign = (isFirstSending: boolean, isHeld: boolean) => ({
    foreign: { isFirstSending, isHeld },
  })
  const outcome = { estado: 'rechazado', ...REJECTION }
  // biome-ignore format: a table
  const cases = [
    [rejected(),                                           {},                            false],
    [rejected({ doubtful: true }),                         { dudoso: true },              false],
    [rejected(foreign(true, false)),                       {},                            true],
    [rejected(foreign(false, true)),                       { ajeno: true },               false],
    [rejected({ doubtful: true, ...foreign(true, true) }), { dudoso: true, ajeno: true }, true],
  ] as const
  for (const [answer, more, isFirst] of cases) {
    assert.deepEqual(toOutcome(answer), { ...outcome, ...more })
    assert.equal(isFirstSending(answer), isFirst)
  }
  assert.equal(isFirstSending({ kind: 'sealed', ...SEAL }), false)
  assert.equal(isFirstSending({ kind: 'unanswered', why: 'away' }), false)
})

test('the seal of another filing under the same code is a rejection in the ministry’s place', () => {
  assert.deepEqual(otherSealed({ kind: 'sealed', ...SEAL }), {
    ...{ kind: 'rejected', codigoMsg: null, clasificaMsg: null, descripcionMsg: null },
    ...{ fhProcesamiento: SEAL.fhProcesamiento, observaciones: SEAL.observaciones },
    foreign: { isFirstSending: false, isHeld: true },
  })
})
