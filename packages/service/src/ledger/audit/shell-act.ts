/** Actions at a shell, in the audit log. */
import type { Clock } from '../../base/clock.ts'
import type { Tx } from '../../base/db/tx.ts'
import { type Act, appendAct, type Sealing } from './chain.ts'

type ShellAct = Pick<Act, 'companyId' | 'acto' | 'sobre' | 'detalle'>

/** In the same transaction as the action: either both are committed or neither. */
export function appendShellAct(
  tx: Tx,
  shell: Sealing & { readonly clock: Clock },
  act: ShellAct,
): Promise<void> {
  const at = shell.clock.now()
  return appendAct(tx, shell, {
    at,
    personId: null,
    persona: 'línea de comandos',
    peer: null,
    ...act,
  })
}
