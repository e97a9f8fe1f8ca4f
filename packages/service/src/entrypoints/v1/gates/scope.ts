/** 403: the route requires a scope that the key was not minted with. */
import { Refused, scopesFor } from '@sello/contract'
import { admittedOf } from '../admitted.ts'
import { type Call, scopeOf } from '../gate.ts'

export function scope(call: Call): undefined {
  const required = scopeOf(call.route)
  const granted = admittedOf(call).scopes
  if (required === null || scopesFor(required).some((one) => granted.includes(one))) {
    return undefined
  }
  throw new Refused(
    'forbidden_scope',
    `Esta ruta pide el alcance "${required}" y la llave no lo tiene. Use una llave que lo tenga.`,
    { required, granted },
  )
}
