/** 503: the clocks differ by a minute or more, so nothing is issued, and not even the log is written. */

import { assertSoundTime } from '../../../base/time/assert.ts'
import { parseApiKey } from '../../../ledger/keys/api-key.ts'
import { type Call, header } from '../gate.ts'

export function soundTime(call: Call): undefined {
  const text = header(call, 'x-service-key')
  const ambiente = text === undefined ? null : (parseApiKey(text)?.ambiente ?? null)
  assertSoundTime(call.deps.time, ambiente)
  return undefined
}
