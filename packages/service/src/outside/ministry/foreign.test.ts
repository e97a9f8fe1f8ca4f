import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RejectedAnswer, SealedAnswer } from '../../ledger/transmission/answer.ts'
import { foreignOf, ofFirstSending } from './foreign.ts'

const rejected = (more: Partial<RejectedAnswer>): RejectedAnswer => ({
  ...{ kind: 'rejected', codigoMsg: '004', clasificaMsg: null, descripcionMsg: null },
  ...{ observaciones: [], fhProcesamiento: null, ...more },
})

test('of bytes that nobody has sent the code is another’s if it is found or named, and else only the number', () => {
  const [code, number] = ['identificacion.codigoGeneracion', 'identificacion.numeroControl']
  // biome-ignore format: a table
  const rows = [
    [{},                                                    false, false],
    [{},                                                    true,  true],
    [{ descripcionMsg: `[${number}] YA EXISTE` },           false, false],
    [{ descripcionMsg: `[${number}] YA EXISTE` },           true,  true],
    [{ descripcionMsg: `[${code}] YA EXISTE` },             false, true],
    [{ observaciones: [`[${number}]`, `[${code}]`] },       false, true],
    [{ observaciones: [code.replace('.', '/').toUpperCase()] }, false, true],
    [{ observaciones: [`x${code}`, `${code}s`, 'codigoGeneracion'] }, false, false],
  ] as const
  for (const [more, isFound, isHeld] of rows) {
    const foreign = foreignOf(rejected(more), isFound)
    assert.deepEqual(foreign, { isFirstSending: true, isHeld }, JSON.stringify([more, isFound]))
  }
})

test('of a lot only what already exists is another’s', () => {
  const sealed: SealedAnswer = {
    ...{ kind: 'sealed', selloRecibido: 'S', fhProcesamiento: null, observaciones: [] },
  }
  const others = [null, '020', '015'].map((codigoMsg) => rejected({ codigoMsg }))
  const verdicts = [sealed, ...others].map((verdict, at) => [String(at), verdict] as const)
  const exists = rejected({ descripcionMsg: 'identificacion.codigoGeneracion' })
  const all = ofFirstSending(new Map([...verdicts, ['4', exists] as const]))
  const foreign = { isFirstSending: true, isHeld: true }
  assert.deepEqual(all, new Map([...verdicts, ['4', { ...exists, foreign }] as const]))
})
