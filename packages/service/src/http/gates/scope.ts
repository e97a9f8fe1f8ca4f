/** 403: the route asks for a scope that the key was not minted with. */
import { Refused, type Scope } from '@sello/contract'
import { admittedOf } from '../admitted.ts'
import type { Gate } from '../gate.ts'

export function scope(required: Scope): Gate {
  return (call) => {
    const granted = admittedOf(call).scopes
    if (granted.includes(required)) return undefined
    throw new Refused(
      'forbidden_scope',
      `Esta ruta pide el alcance "${required}" y la llave no lo tiene. Use una llave que lo tenga.`,
      { required, granted },
    )
  }
}
