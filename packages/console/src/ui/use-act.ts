import { useState } from 'react'
import { ApiError } from '../api/http.ts'
import { messageOf } from './states.tsx'

/** Runs a form's action: `busy` while it runs, and its own error message afterwards. */
export function useAct() {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues.map(({ message }) => message) : []
      setProblem(issues.length > 0 ? issues.join(' ') : messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { problem, busy, run, clear: () => setProblem(null) }
}
