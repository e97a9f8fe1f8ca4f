/** Why a token does not sign, word by word. Which reason it is: entrypoints/v1/sign/422.test.ts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MotivoPrepareToken } from '@sello/contract'
import { invalid } from './prepare-token.ts'

const SAYS: Readonly<Record<MotivoPrepareToken, string>> = {
  desconocido:
    'El prepareToken no es uno que este servicio haya dado a esta empresa. Envíelo tal como lo respondió prepare.',
  de_otra_llave: 'El prepareToken es de otra llave: firme con la llave que preparó el documento.',
  vencido:
    'El prepareToken venció: vale 15 minutos y el número vuelve a su serie. Prepare el documento otra vez.',
  documento_cambiado:
    'El documento no es el que se preparó: algún valor cambió. Envíelo tal como lo respondió prepare; la reserva sigue en pie.',
  ya_sellado:
    'Hacienda selló el documento en cuyo lugar se preparó este: consúltelo. No firme la corrección; su número vuelve a la serie.',
  ya_firmado:
    'Este documento ya se firmó. No lo repita: consúltelo por su codigoGeneracion, o repita sign con la misma Idempotency-Key.',
}

test('each reason has its sentence, and names the document where it is known', () => {
  for (const [motivo, sentence] of Object.entries(SAYS) as [MotivoPrepareToken, string][]) {
    const { code, message, details } = invalid(motivo)
    assert.deepEqual([code, message, details], ['prepare_token_invalid', sentence, { motivo }])
    assert.deepEqual(invalid(motivo, 'C0D160').details, { motivo, codigoGeneracion: 'C0D160' })
  }
})
