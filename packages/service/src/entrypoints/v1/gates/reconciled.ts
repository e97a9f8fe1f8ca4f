/** 503: the database was restored, and nothing is issued before it is reconciled with the ministry. */
import type { Call } from '../gate.ts'

export function reconciled(call: Call): undefined {
  call.deps.fence.assertOpen()
  return undefined
}
