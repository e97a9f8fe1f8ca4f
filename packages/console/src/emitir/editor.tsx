/** One document being issued: the form, its evaluation, the call and its outcome. */

import type { TipoDte } from '@sello/contract'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { useWorkspace } from '../app/workspace.ts'
import { FirmaDialog } from '../firma/dialog.tsx'
import { Button } from '../ui/button.tsx'
import { type Draft, newDraft } from './drafts.ts'
import css from './editor.module.css'
import { EditorForm } from './editor-form.tsx'
import { EditorHead } from './editor-head.tsx'
import { Issued, Rejected } from './ending.tsx'
import { focusFirst, useFocusFirst } from './focus.ts'
import { type Change, change, type Form, wholeForm } from './form.ts'
import { PegarDialog } from './pegar-dialog.tsx'
import { PayBar, PhoneSheet } from './phone-lines.tsx'
import { Preview, usePreloadedPreview } from './preview.tsx'
import { SendPanel } from './send-panel.tsx'
import { TIPO_FORM } from './tipo-form.ts'
import { Announcer } from './totales.tsx'
import { useTypeChange } from './type-change.ts'
import { useDraft } from './use-draft.ts'
import { useEvaluated } from './use-evaluated.ts'
import { useProblems } from './use-problems.ts'
import { type Phase, useSending } from './use-sending.ts'
import { useTab } from './use-tab.ts'

interface Props {
  readonly draft: Draft
  readonly tipoDte: TipoDte
  /** It was open in another tab, and is used here from now on. */
  readonly takes: boolean
  readonly onNext: () => void
  readonly onCorrect: (draft: Draft) => void
  readonly onTake: () => void
}

/** What is open over the form. */
type Over =
  | { readonly kind: 'firma' }
  | { readonly kind: 'pegar'; readonly text: string }
  | { readonly kind: 'linea'; readonly id: string }

export function Editor({ draft, tipoDte, takes, onNext, onCorrect, onTake }: Props) {
  const workspace = useWorkspace()
  const [form, dispatch] = useReducer(change, draft.form, wholeForm)
  const [phase, setPhase] = useState<Phase>({ kind: 'writing' })
  const [over, setOver] = useState<Over | null>(null)
  const [scanner, setScanner] = useState(false)
  /** On a phone the totals and the copy come after the form, once they are asked for. */
  const [review, setReview] = useState(false)
  const [noCaben, setNoCaben] = useState(draft.noCaben)
  const idempotencyKey = useRef(draft.idempotencyKey)
  const wanted = useRef(false)
  const ending = phase.kind === 'ended' ? phase.ending : null

  const live = useEvaluated(form)
  usePreloadedPreview()
  useFocusFirst(form)
  const openLine = (id: string) => setOver({ kind: 'linea', id })
  const problems = useProblems({ form, live, areAllShown: draft.form.corrige !== null, openLine })
  // Not under a call or its outcome, which stay in view.
  const isMine = useTab(draft.id, takes, () => latest.current.phase.kind === 'writing' && onTake())
  const active = ending === null && isMine
  const saved = useDraft({ draft, form, noCaben, key: idempotencyKey, active })
  const sending = useSending({
    ...{ draft, form, live, problems, saved, isMine, idempotencyKey, wanted, phase, setPhase },
    onNext,
    onEnded: () => setReview(false),
    onFirmaCerrada: () => setOver({ kind: 'firma' }),
  })
  useTypeChange({ form, tipoDte, hasEnded: ending !== null, dispatch, onNext })
  const latest = useRef({ send: sending.send, onNext, phase, form })
  latest.current = { send: sending.send, onNext, phase, form }
  useHands(latest)

  const { forget } = problems
  const act = useCallback(
    (what: Change) => {
      wanted.current = false // what is typed now was not asked to be sent
      forget()
      dispatch(what)
    },
    [forget],
  )
  if (ending && ending.kind !== 'rechazado') {
    return <Issued tipoDte={form.tipoDte} ending={ending} onNext={onNext} />
  }
  const { isBlank } = problems
  const { label, importe } = TIPO_FORM[form.tipoDte].total
  const total = live.evaluated && !isBlank ? live.evaluated.totales[importe] : 0
  return (
    <div className={`page issuepage ${css.page}`}>
      {!isMine && <InAnotherTab onTake={onTake} />}
      <EditorHead
        form={form}
        noCaben={noCaben}
        saved={saved}
        scanner={scanner}
        setScanner={setScanner}
        onPaste={() => setOver({ kind: 'pegar', text: '' })}
        onNext={onNext}
        onEmpty={(next, left) => {
          act({ kind: 'all', form: next })
          setNoCaben(left)
          problems.setAllShown(false)
        }}
      />
      <div className={css.layout}>
        <EditorForm
          form={form}
          live={live}
          problems={problems}
          scanner={scanner}
          disabled={ending !== null || !isMine}
          dispatch={act}
          openLine={openLine}
          setNoCaben={setNoCaben}
          onPaste={(text) => setOver({ kind: 'pegar', text })}
        />
        <aside className={css.aside} data-shown={review || ending !== null}>
          {ending ? (
            <Rejected
              ending={ending}
              onCorrect={() => onCorrect(correctionOf(form, noCaben, ending.rechazo))}
            />
          ) : (
            <>
              <SendPanel {...{ form, live, problems, phase, sending }} onNext={onNext} />
              {live.evaluated && !isBlank && (
                <Preview
                  documento={live.evaluated.documento}
                  lineas={live.evaluated.importes.length}
                />
              )}
            </>
          )}
        </aside>
      </div>
      <Announcer label={label} total={total} />
      {!ending && !review && (
        <PayBar
          label={label}
          total={total}
          onReview={() => {
            const [first] = problems.all
            if (first) return problems.goTo(first.at)
            setReview(true)
            requestAnimationFrame(() =>
              document.querySelector('[data-emit]')?.scrollIntoView({ block: 'center' }),
            )
          }}
        />
      )}
      {over?.kind === 'firma' && (
        <FirmaDialog
          workspace={workspace}
          onClose={() => setOver(null)}
          onOpen={() => {
            setOver(null)
            requestAnimationFrame(() => void latest.current.send())
          }}
        />
      )}
      {over?.kind === 'pegar' && (
        <PegarDialog
          text={over.text}
          clase={TIPO_FORM[form.tipoDte].lineas}
          onClose={() => setOver(null)}
          onAdd={(lineas) => {
            act({ kind: 'agregar', lineas })
            requestAnimationFrame(() => focusFirst(latest.current.form))
          }}
        />
      )}
      {over?.kind === 'linea' && (
        <PhoneSheet
          form={form}
          id={over.id}
          errors={problems.shown}
          setId={(id) => (id === null ? setOver(null) : openLine(id))}
          dispatch={act}
        />
      )}
    </div>
  )
}

function InAnotherTab({ onTake }: { readonly onTake: () => void }) {
  return (
    <p className="notice warn">
      Abierto en otra pestaña.
      <Button small onClick={onTake}>
        Usar aquí
      </Button>
    </p>
  )
}

const correctionOf = (
  form: Form,
  noCaben: readonly string[],
  { codigoGeneracion }: { readonly codigoGeneracion: string },
) =>
  newDraft(
    { ...form, corrige: codigoGeneracion },
    { desde: `corrige=${codigoGeneracion}`, noCaben },
  )

interface Hands {
  readonly send: () => Promise<void>
  readonly onNext: () => void
  readonly phase: Phase
  readonly form: Form
}

/**
 * `Ctrl Enter` issues, and Enter on an issued document begins the next one. So does its own address opened again
 * (`N F`, [Emitir]), which in a form that is being written leads back to what comes first.
 */
function useHands(latest: React.RefObject<Hands>): void {
  useEffect(() => {
    const isIssued = ({ phase }: Hands) =>
      phase.kind === 'ended' && phase.ending.kind !== 'rechazado'
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || document.querySelector('dialog[open]')) return
      const { phase, send, onNext } = latest.current
      if ((event.ctrlKey || event.metaKey) && phase.kind === 'writing') {
        event.preventDefault()
        void send()
      } else if (isIssued(latest.current) && !event.ctrlKey) {
        if (event.target instanceof HTMLElement && event.target.closest('a, button')) return
        event.preventDefault()
        onNext()
      }
    }
    const { pathname } = location
    const onPush = () => {
      if (location.pathname !== pathname) return
      const { phase, form, onNext } = latest.current
      if (phase.kind === 'ended') onNext()
      else focusFirst(form)
    }
    document.addEventListener('keydown', onKey)
    window.addEventListener('pushState', onPush)
    return () => {
      document.removeEventListener('keydown', onKey)
      window.removeEventListener('pushState', onPush)
    }
  }, [latest])
}
