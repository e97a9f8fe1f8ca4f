/** A signing action: opens the sign key first, and keeps one Idempotency-Key until a definite answer. */
import { useState } from 'react'
import { ApiError, askConfirmation, askSignIn } from '../api/http.ts'
import { scopeOf, useWorkspace, type Workspace } from '../app/workspace.ts'
import { FirmaDialog } from '../firma/dialog.tsx'
import { FirmaCerrada, type Signed, signedCall } from '../firma/store.ts'
import { messageOf } from '../ui/states.tsx'
import { fail, keyOf, type Meaning, settle } from './act-keys.ts'

export function useSignedAct(onDone: (signed: Signed) => void) {
  const workspace = useWorkspace()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [asked, setAsked] = useState<{ path: string; body: unknown } | null>(null)
  const run = async (path: string, body: unknown) => {
    const action = `${scopeOf(workspace)} ${path}`
    setBusy(true)
    setProblem(null)
    try {
      const signed = await repaired(workspace, path, body, keyOf(action))
      settle(action)
      onDone(signed)
    } catch (error) {
      if (error instanceof FirmaCerrada) setAsked({ path, body })
      else setProblem(PROBLEM[fail(action, error instanceof ApiError ? error : null)](error))
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
  duda: (error) =>
    error instanceof ApiError && error.status < 500 && error.status !== 409
      ? messageOf(error)
      : 'Hacienda no respondió. Puede repetir sin riesgo.',
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
