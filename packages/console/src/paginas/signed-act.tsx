/** A signing action: opens the sign key first, and keeps one Idempotency-Key until a definite answer. */
import { useRef, useState } from 'react'
import { ApiError, askConfirmation, call, Unreachable } from '../api/http.ts'
import { useWorkspace, type Workspace } from '../app/workspace.ts'
import { uuid } from '../clock.ts'
import { FirmaDialog } from '../firma/dialog.tsx'
import { FirmaCerrada, type Signed, signedCall } from '../firma/store.ts'
import { messageOf } from '../ui/states.tsx'

export function useSignedAct(onDone: (signed: Signed) => void) {
  const workspace = useWorkspace()
  const key = useRef(uuid())
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [asked, setAsked] = useState<{ path: string; body: unknown } | null>(null)
  const run = async (path: string, body: unknown) => {
    setBusy(true)
    setProblem(null)
    try {
      onDone(await repaired(workspace, path, body, key.current))
    } catch (error) {
      if (error instanceof FirmaCerrada) setAsked({ path, body })
      else {
        setProblem(messageOf(error))
        const safe =
          error instanceof Unreachable || (error instanceof ApiError && error.status >= 500)
        if (safe) setProblem('Hacienda no respondió. Puede repetir sin riesgo.')
        else key.current = uuid()
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

/** Asks over the page for a new sign-in or a confirmation when the call needs it. */
async function repaired(workspace: Workspace, path: string, body: unknown, idempotencyKey: string) {
  try {
    return await signedCall(workspace, path, { body, idempotencyKey })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'session_required') await call('/session')
    else if (error.code === 'confirmation_required') {
      if (!(await askConfirmation(error))) throw error
    } else throw error
    return signedCall(workspace, path, { body, idempotencyKey })
  }
}
