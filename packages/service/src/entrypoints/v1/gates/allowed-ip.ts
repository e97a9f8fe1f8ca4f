/** 403: the key is restricted to certain addresses, and the call comes from another one. */
import { Refused } from '@sello/contract'
import { admittedOf } from '../admitted.ts'
import type { Call } from '../gate.ts'

export function allowedIp(call: Call): undefined {
  if (admittedOf(call).ipAllowed) return undefined
  const from = call.peer ?? 'una dirección desconocida'
  throw new Refused(
    'ip_not_allowed',
    `Esta llave no se puede usar desde ${from}. Llame desde una de sus direcciones, o emita una llave que permita esta.`,
    { ip: call.peer },
  )
}
