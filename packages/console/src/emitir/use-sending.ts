/** Sending a sale: one call at a time, under one key until there is a definite answer. */
import type { DteRequest } from '@sello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ApiError, call } from '../api/http.ts'
import type { Issue } from '../api/issue.ts'
import { apiOf, useWorkspace, type Workspace } from '../app/workspace.ts'
import { uuid } from '../clock.ts'
import { FirmaCerrada } from '../firma/store.ts'
import { messageOf } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import type { Draft } from './drafts.ts'
import { tellEnding } from './ending-words.ts'
import type { Form } from './form.ts'
import { type Ending, issue } from './issue.ts'
import { bodyOf, withMixto } from './peticion.ts'
import { meaningOf } from './refusal.ts'
import { TIPO_FORM } from './tipo-form.ts'
import type { SavedDraft } from './use-draft.ts'
import type { Live } from './use-evaluated.ts'
import type { Problems } from './use-problems.ts'

export type Phase =
  | { readonly kind: 'writing' }
  | { readonly kind: 'sending'; readonly doubt: boolean; readonly slow: boolean }
  | { readonly kind: 'ended'; readonly ending: Ending }

const SLOW_MS = 8_000
const ASK_AGAIN =
  'No hay respuesta todavía. Emita otra vez: se preguntará por la misma, sin duplicarla.'
const AWAY =
  'Hacienda no responde, y este documento no se firma sin su sello. No se gastó número: emítalo otra vez cuando responda.'
/** The service takes a type that has no contingency only while the ministry answers. */
const isRefusedWhileAway = (error: unknown, { tipoDte }: Form) =>
  error instanceof ApiError &&
  error.code === 'service_unavailable' &&
  !TIPO_FORM[tipoDte].contingencia
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface Of {
  readonly draft: Draft
  readonly form: Form
  readonly live: Live
  readonly problems: Problems
  readonly saved: SavedDraft
  /** Whether no other tab has the draft. */
  readonly isMine: boolean
  readonly idempotencyKey: RefObject<string>
  /** Issuing was asked for while the rules were still running; a key typed meanwhile takes it back. */
  readonly wanted: RefObject<boolean>
  readonly phase: Phase
  readonly setPhase: (next: Phase | ((now: Phase) => Phase)) => void
  readonly onNext: () => void
  readonly onEnded: () => void
  readonly onFirmaCerrada: () => void
}

export function useSending(of: Of) {
  const { draft, form, live, problems, saved, idempotencyKey, wanted, phase, setPhase } = of
  const workspace = useWorkspace()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  /** `llego`: it is a document already; `olvidada`: whether it is, is not known any more. */
  const [arrived, setArrived] = useState<'llego' | 'olvidada' | null>(null)
  /** It was sent, and there is no answer. */
  const [isUnanswered, setUnanswered] = useState(draft.sent)
  const isGone = useGone()

  const send = async () => {
    if (phase.kind === 'sending' || !of.isMine) return
    // The rules are a moment behind the keys: it is sent when they have caught up.
    wanted.current = !live.isCurrent && live.failed === null
    if (wanted.current) return
    const [first] = problems.all
    if (first || !live.evaluated) {
      problems.setAllShown(true)
      if (first) problems.goTo(first.at)
      else if (live.failed !== null) toast(live.failed)
      return
    }
    if (saved.isForgotten()) return setArrived('olvidada')
    await deliver(withMixto(live.peticion.request, form, live.evaluated.totales.totalPagar))
  }

  const deliver = async (request: DteRequest) => {
    setPhase({ kind: 'sending', doubt: false, slow: false })
    setArrived(null)
    let sinRespuesta = saved.isSent()
    const whileSending = (values: { readonly doubt: true } | { readonly slow: true }) =>
      setPhase((now) => (now.kind === 'sending' ? { ...now, ...values } : now))
    const slow = setTimeout(() => whileSending({ slow: true }), SLOW_MS)
    try {
      await saved.markSent(true)
      const ending = await issue(workspace, {
        request: bodyOf(request),
        idempotencyKey: idempotencyKey.current,
        onDoubt: () => {
          sinRespuesta = true
          whileSending({ doubt: true })
        },
        wait,
        needsHacienda: !TIPO_FORM[form.tipoDte].contingencia,
      })
      const inWords = (error: unknown) => toast(messageOf(error))
      await saved.dropHere().catch(inWords) // before the page says so: what is opened next begins empty
      of.onEnded()
      setPhase({ kind: 'ended', ending })
      if (isGone.current) {
        const { said, codigoGeneracion } = tellEnding(form.tipoDte, ending)
        const run = () => navigate(`/documentos/${codigoGeneracion ?? ''}`)
        toast(said, { label: 'Verla', run })
      }
      // What is left of the draft does no harm: its key answers with this outcome.
      saved.drop().catch(inWords)
      void client.invalidateQueries({ queryKey: ['inicio'] })
      void client.invalidateQueries({ queryKey: ['documentos'] })
      if (form.receptor?.guardar && !form.propio && ending.kind !== 'rechazado') {
        await saveCustomer(workspace, request.receptor)
        void client.invalidateQueries({ queryKey: ['customers'] })
      }
    } catch (error) {
      setPhase({ kind: 'writing' })
      await refused(error, sinRespuesta)
    } finally {
      clearTimeout(slow)
    }
  }

  const refused = async (error: unknown, sinRespuesta: boolean) => {
    if (error instanceof FirmaCerrada) {
      await saved.markSent(sinRespuesta)
      return of.onFirmaCerrada()
    }
    const meaning = error instanceof ApiError ? meaningOf(error, sinRespuesta) : 'duda'
    if (meaning === 'llego') return setArrived('llego')
    if (meaning === 'duda') {
      setUnanswered(true)
      const isOpen = !(error instanceof ApiError) || error.status >= 500 || error.status === 409
      if (isRefusedWhileAway(error, form)) return say(AWAY)
      return say(isOpen ? ASK_AGAIN : messageOf(error))
    }
    await renew()
    const [first] = problems.mark(issuesOf(error as ApiError))
    if (first && !isGone.current) problems.goTo(first.at)
    else say(messageOf(error))
  }
  /** Where another sale is on the page by now, this one says where it is. */
  const say = (text: string) =>
    isGone.current
      ? toast(`La venta anterior: ${text}`, {
          label: 'Abrirla',
          run: () => navigate(`/emitir/${form.tipoDte}?borrador=${draft.id}`),
        })
      : toast(text)
  /** What was sent under the last key is no document: what is sent next needs another one. */
  const renew = async () => {
    idempotencyKey.current = uuid()
    setUnanswered(false)
    await saved.markSent(false)
  }
  /** The person looked, and the sale of long ago is no document. */
  const sendAnew = async () => {
    await renew()
    setArrived(null)
    void send()
  }
  /** The sale of this draft is a document already: the draft goes, the next one begins. */
  const another = async () => {
    try {
      await saved.drop()
      of.onNext()
    } catch (error) {
      toast(messageOf(error))
    }
  }

  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    if (live.isCurrent && wanted.current) void latest.current()
  }, [live.isCurrent, wanted])
  return { send, sendAnew, another, arrived, isUnanswered }
}

export type Sending = ReturnType<typeof useSending>

/** Whether the person went on to another sale while this one was being sent. */
function useGone(): RefObject<boolean> {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return isGone
}

function issuesOf({ issues, details, message }: ApiError): readonly Issue[] {
  if (issues.length > 0 || typeof details.field !== 'string') return issues
  return [{ field: details.field, message }]
}

interface Received {
  readonly customerId?: string
  readonly codDomiciliado?: number
  readonly tipoEstablecimiento?: string
}

async function saveCustomer(workspace: Workspace, receptor: unknown): Promise<void> {
  // A stored customer says by its country alone where it lives, and has no kind of establishment.
  const { customerId, codDomiciliado: _, tipoEstablecimiento: __, ...body } = receptor as Received
  const path = `${apiOf(workspace)}/v1/customers`
  try {
    if (customerId) await call(`${path}/${customerId}`, { method: 'PATCH', body })
    else await call(path, { method: 'POST', body })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'customer_exists') return
    toast(`El cliente no se guardó. ${messageOf(error)}`)
  }
}
