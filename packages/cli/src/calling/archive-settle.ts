/** Before an issuing command ends, copies pending files to the company's own destinations. */
import type { Sello } from '@sello/client'
import type { Io } from '../io.ts'
import { within } from '../within.ts'

/** Long enough for a slow store; the rest is on disk and the next command copies it. */
const PATIENCE_MS = 60_000

/** Reports what could not be copied yet. It does not change the exit code: the document is sealed. */
export async function settleArchive(io: Io, { archive }: Pick<Sello, 'archive'>): Promise<void> {
  if (archive === null) return
  const state = (await within(PATIENCE_MS, archive.flush(), null)) ?? archive.state
  if (state.pending === 0 && state.problem === null) return
  const pending = Math.max(1, state.pending)
  const count = pending === 1 ? 'Queda 1 documento' : `Quedan ${pending} documentos`
  const what = `${count} por copiar en sus destinos; nada se pierde: sello archive push.`
  io.err(state.problem === null ? what : `${what}\n${state.problem}`)
}
