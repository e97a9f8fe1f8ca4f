/** Actions at a shell, in the audit log. */

import type { Clock, Random } from '../../base/clock.ts'
import type { Tx } from '../../base/db/tx.ts'
import type { Secrets } from '../../base/secrets/secrets.ts'
import { appendAct } from './chain.ts'

interface ShellAct {
  readonly companyId: string
  readonly acto: string
  readonly sobre: string | null
  readonly detalle: Readonly<Record<string, unknown>>
}

interface Shell {
  readonly secrets: Secrets
  readonly random: Random
  readonly clock: Clock
}

/** In the same transaction as the action: either both are committed or neither. */
export function appendShellAct(tx: Tx, shell: Shell, act: ShellAct): Promise<void> {
  const { secrets, random, clock } = shell
  return appendAct(
    tx,
    { secrets, random },
    { ...act, at: clock.now(), personId: null, persona: 'línea de comandos', peer: null },
  )
}
