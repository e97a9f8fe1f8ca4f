import type { Reader } from '../../ledger/documents/find.ts'
import type { Admitted } from '../../ledger/keys/admit.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import type { Call } from './gate.ts'

/** The key of a call that has passed the gate `apiKey`; any other call is a bug. */
export function admittedOf(call: Call): Admitted {
  if (!call.admitted) throw new Error('bug: a gate needs a key that no gate above it has checked')
  return call.admitted
}

/** What that key may read. */
export const readerOfCall = (call: Call): Reader =>
  readerOf({ secrets: call.deps.secrets, key: admittedOf(call) })
