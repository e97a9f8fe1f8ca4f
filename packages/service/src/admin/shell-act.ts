/** Actions at a shell, in the audit log. */
import { appendAct } from '../audit/chain.ts'
import type { Tx } from '../db/tx.ts'
import type { Admin } from './admin.ts'

interface ShellAct {
  readonly companyId: string
  readonly acto: string
  readonly sobre: string | null
  readonly detalle: Readonly<Record<string, unknown>>
}

/** In the same transaction as the action: either both are committed or neither. */
export function appendShellAct(tx: Tx, admin: Admin, act: ShellAct): Promise<void> {
  const { secrets, random } = admin
  return appendAct(
    tx,
    { secrets, random },
    { ...act, at: admin.clock.now(), personId: null, persona: 'línea de comandos', peer: null },
  )
}
