/** 403: the key exists but may not be used. */
import { assertUsable } from '../../../ledger/keys/usable.ts'
import { admittedOf } from '../admitted.ts'
import type { Call } from '../gate.ts'

export function keyState(call: Call): undefined {
  assertUsable(admittedOf(call), call.at)
  return undefined
}
