/** Receives one signed document or event from any service, and seals or refuses it. */
import { type Message, reception } from '../codes.ts'
import type { Reply } from '../http/reply.ts'
import { localTime } from '../world/el-salvador.ts'
import type { FaultSpec } from '../world/faults.ts'
import type { Attempt } from '../world/ledger.ts'
import type { World } from '../world/world.ts'
import { scriptedMessage, type Verdict } from './envelope.ts'
import type { Examined } from './examine.ts'

export interface Reception {
  readonly attempt: Attempt
  readonly examine: (at: Date) => Examined
  readonly answer: (verdict: Verdict) => Reply
}

export function receive(
  world: World,
  { attempt, examine, answer }: Reception,
  script: FaultSpec | null,
): Reply {
  const at = world.clock.now()
  const now = at.getTime()
  const row = world.ledger.receive(attempt, now)
  const { ambiente, codigoGeneracion } = row
  const reply = (estado: 'PROCESADO' | 'RECHAZADO', selloRecibido: string | null, m: Message) =>
    answer({ ambiente, codigoGeneracion, estado, selloRecibido, at, message: m })
  // Answers PROCESADO but stores no seal: a query does not find it.
  if (script?.kind === 'no_seal') return reply('PROCESADO', null, reception([]))

  const examined = examine(at)
  const { numeroControl } = examined
  const refused =
    script?.kind === 'reject' ? { step: null, message: scriptedMessage(script) } : examined.refused
  if (refused) {
    const { message, step: stoppedAt } = refused
    const verdict = { estado: 'RECHAZADO', numeroControl, selloRecibido: null } as const
    world.ledger.decide(row, { ...verdict, message, stoppedAt }, now)
    return reply('RECHAZADO', null, message)
  }
  if (!examined.settle) throw new Error('bug: neither a refusal nor what a seal leaves behind')
  const message = reception(script?.observaciones ?? [])
  const selloRecibido = world.seal(localTime(at).fecha.slice(0, 4))
  const verdict = { estado: 'PROCESADO', numeroControl, selloRecibido, stoppedAt: null } as const
  world.ledger.decide(row, { ...verdict, message }, now)
  examined.settle(row.codigoGeneracion)
  return reply('PROCESADO', selloRecibido, message)
}
