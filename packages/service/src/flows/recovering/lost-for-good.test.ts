/** What a restore does not bring back is told, with what to do about it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOST_FOR_GOOD } from './lost-for-good.ts'

test('each thing that is lost has its sentence, and what to do about it', () => {
  assert.deepEqual(
    LOST_FOR_GOOD.map(({ que, accion }) => [
      ...[que.split(/[:,]/)[0], /^\S+/.exec(accion)?.[0], accion.match(/"sello [^"]+"/g)],
    ]),
    [
      ['Llaves creadas desde entonces', 'Cree', ['"sello key mint"']],
      [
        ...['Llaves revocadas', 'Revíselas'],
        ['"sello key list"', '"sello key revoke"', '"sello key limit"'],
      ],
      ['Claves de idempotencia', 'Avise', ['"sello list"']],
      ['Certificados', 'Agréguelos', ['"sello doctor"']],
      ['Eventos de contingencia', 'Nada:', ['"sello contingency list"']],
    ],
  )
  for (const { que, accion } of LOST_FOR_GOOD) assert.match(`${que} ${accion}`, /\. .*\.$/)
})
