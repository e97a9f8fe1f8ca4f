/** 503: the clocks differ by a minute or more, so that nothing is issued; not even a line is written. */
import { parseApiKey } from '../../keys/api-key.ts'
import { assertSoundTime } from '../../time/assert.ts'
import { type Call, header } from '../gate.ts'

export function soundTime(call: Call): undefined {
  const text = header(call, 'x-service-key')
  const ambiente = text === undefined ? null : (parseApiKey(text)?.ambiente ?? null)
  assertSoundTime(call.deps.time, ambiente)
  return undefined
}
