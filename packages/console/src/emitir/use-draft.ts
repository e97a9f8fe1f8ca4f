/** The draft of a form: at once in this browser, and every two seconds on the server. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/http.ts'
import { useWorkspace } from '../app/workspace.ts'
import { now } from '../clock.ts'
import { messageOf } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { type Draft, dropDraft, dropHere, isForgotten, keepDraft, pushDraft } from './drafts.ts'
import { type Form, isEmptyForm } from './form.ts'
import { TIPO_FORM } from './tipo-form.ts'

const PUSH_MS = 2_000

const summaryOf = ({ tipoDte, receptor, propio, lineas }: Form) => {
  const nombre = propio ? 'Un lugar propio' : (receptor?.nombre ?? 'Sin nombre')
  const hasLines = TIPO_FORM[tipoDte].lineas !== 'contable'
  return `${nombre.slice(0, 250)}${hasLines ? `, ${lineas.length - 1} líneas` : ''}`
}

export function useDraft(given: {
  draft: Draft
  form: Form
  noCaben: readonly string[]
  key: RefObject<string>
  active: boolean
}) {
  const { draft, form, noCaben, key, active } = given
  const workspace = useWorkspace()
  const [at, setAt] = useState<Date | null>(null)
  /** The service does not take it, by its number or size: it would be missed in another browser. */
  const [isOnlyHere, setOnlyHere] = useState(false)
  const told = useRef(false)
  const revision = useRef(draft.revision)
  const sent = useRef({ sent: draft.sent, sentAt: draft.sentAt })
  const dropped = useRef(false)
  const first = useRef(true)
  // An emptied draft is saved empty: otherwise its lines would return at the next visit.
  const kept = useRef(!isEmptyForm(draft.form))
  const current = useCallback(
    (of: Form): Draft => ({
      id: draft.id,
      form: of,
      idempotencyKey: key.current,
      ...sent.current,
      revision: revision.current,
      desde: draft.desde,
      noCaben,
    }),
    [draft.id, draft.desde, noCaben, key],
  )
  /**
   * Writes here one after the other, each with what is known when its turn comes, and none once the draft is dropped:
   * one that overtook another would leave a sale that ended as a draft, or one that was sent as one that was not.
   */
  const writing = useRef<Promise<unknown>>(Promise.resolve())
  const inTurn = useCallback((write: () => Promise<void>): Promise<void> => {
    const turn = writing.current.then(write)
    writing.current = turn.catch(() => {}) // whoever asked for that one hears of it
    return turn
  }, [])
  const keep = useCallback(
    (of: Form) =>
      inTurn(async () => {
        if (!dropped.current) await keepDraft(workspace, current(of))
      }),
    [inTurn, workspace, current],
  )
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    if (!active || dropped.current || (isEmptyForm(form) && !kept.current)) return
    kept.current = true
    const local = setTimeout(() => {
      keep(form).then(
        () => setAt(now()),
        (error: unknown) => toast(`El borrador no se pudo guardar aquí. ${messageOf(error)}`),
      )
    }, 60)
    const push = setTimeout(() => {
      if (dropped.current) return
      pushDraft(workspace, current(form), summaryOf(form)).then(
        (next) => {
          revision.current = next
          // Its sale ended while it was on its way: without this it would stand in the list of drafts.
          if (dropped.current) {
            dropDraft(workspace, current(form)).catch((error: unknown) => toast(messageOf(error)))
          }
          told.current = false
          setOnlyHere(false)
        },
        (error: unknown) => {
          // This browser has it; the next change retries.
          if (!(error instanceof ApiError && [400, 422].includes(error.status))) return
          setOnlyHere(true)
          if (told.current) return
          told.current = true
          // A form of ours is refused before it is read for its size alone.
          const why = error.status === 400 ? 'Es demasiado grande.' : error.message
          toast(`El borrador queda solo en este navegador. ${why}`)
        },
      )
    }, PUSH_MS)
    return () => {
      clearTimeout(local)
      clearTimeout(push)
    }
  }, [form, active, workspace, current, keep])
  return {
    at,
    isOnlyHere,
    isSent: () => sent.current.sent,
    isForgotten: () => isForgotten(sent.current, now()),
    markSent: async (is: boolean) => {
      const since = sent.current.sent ? sent.current.sentAt : now().toISOString()
      sent.current = { sent: is, sentAt: is ? since : null }
      await keep(form)
    },
    dropHere: async () => {
      dropped.current = true
      await inTurn(() => dropHere(workspace, draft.id))
    },
    drop: async () => {
      dropped.current = true
      await inTurn(() => dropDraft(workspace, current(form)))
    },
  }
}

export type SavedDraft = ReturnType<typeof useDraft>
