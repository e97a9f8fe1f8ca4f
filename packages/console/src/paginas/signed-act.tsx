/** A signing action: opens the sign key first, and keeps one Idempotency-Key until a definite answer. */
import { useState } from 'react'
import { ApiError, askConfirmation, askSignIn } from '../api/http.ts'
import { scopeOf, useWorkspace, type Workspace } from '../app/workspace.ts'
import { FirmaDialog } from '../firma/dialog.tsx'
import { FirmaCerrada, type Signed, signedCall } from '../firma/store.ts'
import { messageOf } from '../ui/states.tsx'
import { actKeys, enDuda, type Meaning } from './act-keys.ts'

/** Of this tab, over a reload. */
const keys = actKeys(sessionStorage)

export function useSignedAct(onDone: (signed: Signed) => void) {
  const workspace = useWorkspace()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [asked, setAsked] = useState<{ path: string; body: unknown } | null>(null)
  const run = async (path: string, body: unknown) => {
    const action = `${scopeOf(workspace)} ${path}`
    setBusy(true)
    setProblem(null)
    const key = keys.send(action)
    try {
      const signed = await repaired(workspace, path, body, key)
      keys.settle(action, key)
      onDone(signed)
    } catch (error) {
      if (error instanceof FirmaCerrada) {
        keys.unsent(action, key)
        setAsked({ path, body })
      } else {
        const refusal = error instanceof ApiError ? error : null
        setProblem(PROBLEM[keys.fail(action, key, refusal)](error))
      }
    } finally {
      setBusy(false)
    }
  }
  const dialog = asked && (
    <FirmaDialog
      workspace={workspace}
      onClose={() => setAsked(null)}
      onOpen={() => {
        const { path, body } = asked
        setAsked(null)
        void run(path, body)
      }}
    />
  )
  return { run, busy, problem, dialog }
}

const PROBLEM: Readonly<Record<Meaning, (error: unknown) => string>> = {
  nada: messageOf,
  llego: () =>
    'Lo que envió antes llegó a Sello. Cierre este cuadro y revise el historial antes de repetir.',
  duda: (error) => enDuda(error instanceof ApiError ? error : null) ?? messageOf(error),
}

/** Asks over the page for a new sign-in or a confirmation when the call needs it. */
async function repaired(workspace: Workspace, path: string, body: unknown, idempotencyKey: string) {
  try {
    return await signedCall(workspace, path, { body, idempotencyKey })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isRepaired =
      (error.code === 'session_required' && (await askSignIn())) ||
      (error.code === 'confirmation_required' && (await askConfirmation(error)))
    if (!isRepaired) throw error
    return signedCall(workspace, path, { body, idempotencyKey })
  }
}
