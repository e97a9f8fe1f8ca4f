/**
 * 403: a key only works in the environment it was minted for, and in production only once its company has switched.
 */
import { Refused } from '@sello/contract'
import { admittedOf } from '../admitted.ts'
import type { Call } from '../gate.ts'

export function environment(call: Call): undefined {
  const { ambiente, productionSince } = admittedOf(call)
  if (call.presented?.ambiente !== ambiente) {
    const word = ambiente === '00' ? 'test' : 'live'
    throw new Refused(
      'environment_not_allowed',
      `Esta llave es del ambiente ${ambiente} y su texto nombra otro. Úsela como se emitió, con _${word}_.`,
      { ambiente },
    )
  }
  if (ambiente === '01' && productionSince === null) {
    throw new Refused(
      'environment_not_allowed',
      'La empresa no está en producción: sus llaves live no funcionan. Complete el paso a producción o use una llave de pruebas.',
      { ambiente },
    )
  }
  return undefined
}
