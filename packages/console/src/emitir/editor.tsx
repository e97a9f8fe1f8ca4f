/** One document being issued: the form, its evaluation, the call and its outcome. */

import type { TipoDte } from '@sello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ClipboardPaste, MoreHorizontal, Plus } from 'lucide-react'
import {
  memo,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLocation, useSearch } from 'wouter'
import { ApiError, call } from '../api/http.ts'
import type { Issue } from '../api/issue.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { now, uuid } from '../clock.ts'
import { FirmaDialog } from '../firma/dialog.tsx'
import { FirmaCerrada } from '../firma/store.ts'
import { TIPO } from '../tipos.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { messageOf } from '../ui/states.tsx'
import { money, shortNumero, time } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { type Marked, markIssues } from './campos.ts'
import { Cliente } from './cliente.tsx'
import { Condicion } from './condicion.tsx'
import { type Draft, dropDraft, isForgotten, keepDraft, newDraft, pushDraft } from './drafts.ts'
import { EndingPanel } from './ending.tsx'
import { ExportacionFields } from './exportacion.tsx'
import { focusFirst, useFocusFirst } from './focus.ts'
import {
  type Change,
  change,
  type Form,
  formVacio,
  isEmptyForm,
  isEmptyLinea,
  type Linea,
} from './form.ts'
import { focusCell, LineGrid } from './grid.tsx'
import { type Ending, issue } from './issue.ts'
import { LineDetails } from './line-details.tsx'
import { droppedMembers } from './mas-datos.ts'
import { MasDatosPart } from './mas-datos-part.tsx'
import { isTable } from './pegar.ts'
import { PegarDialog } from './pegar-dialog.tsx'
import { withMixto } from './peticion.ts'
import { Preview, usePreloadedPreview } from './preview.tsx'
import { repriced, useProductosDe } from './productos.ts'
import { meaningOf } from './refusal.ts'
import { Relacionados } from './relacionados.tsx'
import { incluyeIva, TIPO_FORM } from './tipo-form.ts'
import { TotalesPanel } from './totales.tsx'
import { useEvaluated } from './use-evaluated.ts'

interface Props {
  readonly draft: Draft
  readonly tipoDte: TipoDte
  /** It was open in another tab, and is used here from now on. */
  readonly takes: boolean
  readonly onNext: () => void
  readonly onCorrect: (draft: Draft) => void
  readonly onTake: () => void
}

type Phase =
  | { readonly kind: 'writing' }
  | { readonly kind: 'sending'; readonly doubt: boolean; readonly slow: boolean }
  | { readonly kind: 'ended'; readonly ending: Ending }

const NONE: Form['lineas'] = []
const SLOW_MS = 8_000
const PUSH_MS = 2_000
const ASK_AGAIN =
  'No hay respuesta todavía. Emita otra vez: se preguntará por la misma, sin duplicarla.'
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export function Editor({ draft, tipoDte, takes, onNext, onCorrect, onTake }: Props) {
  const workspace = useWorkspace()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const search = useSearch()
  const [form, dispatch] = useReducer(change, draft.form, wholeForm)
  const tipo = TIPO_FORM[form.tipoDte]
  const live = useEvaluated(form)
  usePreloadedPreview()
  useFocusFirst(form)
  const productos = useProductosDe(form.tipoDte === tipoDte ? NONE : form.lineas)
  const [phase, setPhase] = useState<Phase>({ kind: 'writing' })
  const [showAll, setShowAll] = useState(draft.form.corrige !== null)
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const [server, setServer] = useState<readonly Marked[]>([])
  const [over, setOver] = useState<'firma' | 'pegar' | null>(null)
  const [pasted, setPasted] = useState('')
  const [scanner, setScanner] = useState(false)
  const [sheet, setSheet] = useState<string | null>(null)
  const [review, setReview] = useState(false)
  const [arrived, setArrived] = useState<'llego' | 'olvidada' | null>(null)
  const [noCaben, setNoCaben] = useState(draft.noCaben)
  /** It was sent, and there is no answer. */
  const [isUnanswered, setUnanswered] = useState(draft.sent)
  /** Issuing was asked for while the rules were still running. */
  const wanted = useRef(false)
  const key = useRef(draft.idempotencyKey)
  /** Whether the person went on to another sale while this one was being sent. */
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  // Not under a call or its outcome, which stay in view.
  const tab = useTab(draft.id, takes, () => latest.current.phase.kind === 'writing' && onTake())
  const active = phase.kind !== 'ended' && tab.mine
  const saved = useDraft({ draft, form, noCaben, key, active })

  // Another tab of the type bar: keeps what fits and lists what does not.
  useEffect(() => {
    if (form.tipoDte === tipoDte) return
    if (phase.kind === 'ended') return onNext()
    // The prices of product lines are those of the new type: they wait for the products.
    if (productos === undefined) return
    const before = form
    const lineas = repriced(form.lineas, productos, tipoDte)
    dispatch({ kind: 'all', form: { ...form, lineas, tipoDte, corrige: null } })
    const said = sayTypeChange(before, tipoDte)
    if (said === null) return
    toast(said, {
      label: 'Deshacer',
      run: () => {
        navigate(`/emitir/${before.tipoDte}${search ? `?${search}` : ''}`, { replace: true })
        dispatch({ kind: 'all', form: before })
      },
    })
  }, [tipoDte, form, phase.kind, onNext, productos, navigate, search])

  // After an outcome, opening the same address again (N F, the Emitir button) starts the next document.
  useEffect(() => {
    if (phase.kind !== 'ended') return
    const { pathname } = location
    const onPush = () => {
      if (location.pathname === pathname) latest.current.onNext()
    }
    window.addEventListener('pushState', onPush)
    return () => window.removeEventListener('pushState', onPush)
  }, [phase.kind])

  const blank = live.peticion.lineas.length === 0
  const problems = useMemo(() => {
    const own: Marked[] = blank ? [{ at: 'items', message: 'Escriba al menos una línea.' }] : []
    const all = [...own, ...server, ...live.problems]
    const seen = new Set<string>()
    return all.filter(({ at }) => !seen.has(at) && seen.add(at))
  }, [blank, server, live.problems])
  const shown = useMemo(
    () =>
      new Map(
        problems
          .filter(({ at }) => showAll || visited.has(at) || server.some((one) => one.at === at))
          .map(({ at, message }) => [at, message] as const),
      ),
    [problems, showAll, visited, server],
  )
  const errorOf = (at: string) => shown.get(at)
  const onBlur = useCallback(
    (at: string) => setVisited((before) => (before.has(at) ? before : new Set([...before, at]))),
    [],
  )
  const act = useCallback((what: Change) => {
    wanted.current = false // what is typed now was not asked to be sent
    setServer((before) => (before.length === 0 ? before : []))
    dispatch(what)
  }, [])
  const goTo = (at: string) => {
    setShowAll(true)
    if (at === 'items' || at.startsWith('linea/')) {
      const first = form.lineas[0]
      focusCell(at === 'items' && first ? `linea/${first.id}/descripcion` : at)
      if (at.startsWith('linea/') && window.innerWidth < 760) setSheet(at.split('/')[1] ?? null)
      return
    }
    requestAnimationFrame(() => {
      const field = document.querySelector<HTMLElement>(`[data-at="${CSS.escape(at)}"]`)
      ;(field ?? document.querySelector<HTMLElement>('[data-at^="receptor"]'))?.focus()
    })
  }

  const send = async () => {
    if (phase.kind === 'sending' || !tab.mine) return
    // The rules are a moment behind the keys: it is sent when they have caught up.
    wanted.current = !live.isCurrent && live.failed === null
    if (wanted.current) return
    const [first] = problems
    if (first || !live.evaluated) {
      setShowAll(true)
      if (first) goTo(first.at)
      else if (live.failed !== null) toast(live.failed)
      return
    }
    if (saved.isForgotten()) {
      setArrived('olvidada')
      return
    }
    setPhase({ kind: 'sending', doubt: false, slow: false })
    setArrived(null)
    let sinRespuesta = saved.isSent()
    const slow = setTimeout(
      () => setPhase((now) => (now.kind === 'sending' ? { ...now, slow: true } : now)),
      SLOW_MS,
    )
    const request = withMixto(live.peticion.request, form, live.evaluated.totales.totalPagar)
    try {
      await saved.markSent(true)
      const ending = await issue(workspace, {
        request,
        idempotencyKey: key.current,
        onDoubt: () => {
          sinRespuesta = true
          setPhase((now) => (now.kind === 'sending' ? { ...now, doubt: true } : now))
        },
        wait,
      })
      setReview(false)
      setPhase({ kind: 'ended', ending })
      if (isGone.current) {
        const { said, codigoGeneracion } = tellEnding(form.tipoDte, ending)
        toast(said, {
          label: 'Verla',
          run: () => navigate(`/documentos/${codigoGeneracion ?? ''}`),
        })
      }
      // What is left of the draft does no harm: its key answers with this outcome.
      saved.drop().catch((error: unknown) => toast(messageOf(error)))
      void client.invalidateQueries({ queryKey: ['inicio'] })
      void client.invalidateQueries({ queryKey: ['documentos'] })
      if (form.receptor?.guardar && ending.kind !== 'rechazado') void saveCustomer(request.receptor)
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
      setOver('firma')
      return
    }
    // Another sale is on the page by now: this one says where it is.
    const say = (text: string) =>
      isGone.current
        ? toast(`La venta anterior: ${text}`, {
            label: 'Abrirla',
            run: () => navigate(`/emitir/${form.tipoDte}?borrador=${draft.id}`),
          })
        : toast(text)
    if (!(error instanceof ApiError)) {
      setUnanswered(true)
      say(ASK_AGAIN)
      return
    }
    const meaning = meaningOf(error, sinRespuesta)
    if (meaning === 'llego') {
      setArrived('llego')
      return
    }
    if (meaning === 'duda') {
      setUnanswered(true)
      say(error.status >= 500 || error.status === 409 ? ASK_AGAIN : messageOf(error))
      return
    }
    key.current = uuid()
    setUnanswered(false)
    await saved.markSent(false)
    const issues: readonly Issue[] =
      error.issues.length > 0
        ? error.issues
        : typeof error.details.field === 'string'
          ? [{ field: error.details.field, message: error.message }]
          : []
    const marked = markIssues(issues, live.peticion.lineas)
    setServer(marked)
    if (marked[0] && !isGone.current) goTo(marked[0].at)
    else say(messageOf(error))
  }
  /** The person looked, and the sale of long ago is no document: it is issued under a new key. */
  const sendAnew = async () => {
    key.current = uuid()
    setUnanswered(false)
    await saved.markSent(false)
    setArrived(null)
    void send()
  }
  /** The sale of this draft is a document already: the draft goes, the next one begins. */
  const another = async () => {
    try {
      await saved.drop()
      onNext()
    } catch (error) {
      toast(messageOf(error))
    }
  }
  const saveCustomer = async (receptor: unknown) => {
    const { customerId, ...body } = receptor as { customerId?: string }
    try {
      if (customerId)
        await call(`${apiOf(workspace)}/v1/customers/${customerId}`, { method: 'PATCH', body })
      else await call(`${apiOf(workspace)}/v1/customers`, { method: 'POST', body })
      void client.invalidateQueries({ queryKey: ['customers'] })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'customer_exists') return
      toast(`El cliente no se guardó. ${messageOf(error)}`)
    }
  }

  const latest = useRef({ send, onNext, phase })
  latest.current = { send, onNext, phase }
  useEffect(() => {
    if (live.isCurrent && wanted.current) void latest.current.send()
  }, [live.isCurrent])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || document.querySelector('dialog[open]')) return
      const { phase: at } = latest.current
      if ((event.ctrlKey || event.metaKey) && at.kind === 'writing') {
        event.preventDefault()
        void latest.current.send()
      } else if (at.kind === 'ended' && at.ending.kind !== 'rechazado' && !event.ctrlKey) {
        if (event.target instanceof HTMLElement && event.target.closest('a, button')) return
        event.preventDefault()
        latest.current.onNext()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const ended = phase.kind === 'ended' ? phase.ending : null
  const total = live.evaluated && !blank ? live.evaluated.totales.totalPagar : 0
  const correct = () => {
    if (ended?.kind !== 'rechazado') return
    const { codigoGeneracion } = ended.rechazo
    onCorrect(
      newDraft(
        { ...form, corrige: codigoGeneracion },
        { desde: `corrige=${codigoGeneracion}`, noCaben },
      ),
    )
  }
  const emitButton = (
    <Button primary xl onClick={() => void send()} busy={phase.kind === 'sending'} data-emit>
      {phase.kind === 'sending'
        ? phase.doubt
          ? 'Comprobando si se emitió…'
          : 'Transmitiendo a Hacienda…'
        : form.corrige
          ? 'Corregir y emitir'
          : TIPO[form.tipoDte].emitir}
      {phase.kind === 'writing' && <kbd className="only-d">Ctrl ↵</kbd>}
    </Button>
  )
  return (
    <div className="page issuepage">
      {!tab.mine && (
        <p className="notice warn">
          Abierto en otra pestaña.
          <Button small onClick={onTake}>
            Usar aquí
          </Button>
        </p>
      )}
      {noCaben.length > 0 && phase.kind !== 'ended' && (
        <p className="notice warn" role="status">
          El formulario no lleva esto del documento: {noCaben.join('; ')}. Revíselo antes de emitir.
        </p>
      )}
      <div className="h">
        <h1 className="dup" tabIndex={-1}>
          {form.corrige
            ? `Corregir: ${TIPO[form.tipoDte].nombre.toLowerCase()}`
            : TIPO[form.tipoDte].nueva}
        </h1>
        <span className="sub" role="status">
          {saved.at
            ? `Borrador guardado ${time(saved.at)}${saved.isOnlyHere ? ', solo en este navegador' : ''}`
            : ''}
        </span>
        <span className="sp" />
        <Button
          className="only-d"
          onClick={() => {
            setPasted('')
            setOver('pegar')
          }}
        >
          <ClipboardPaste className="i" aria-hidden /> Pegar de Excel
        </Button>
        <Menu
          label="Más acciones"
          className="btn"
          trigger={<MoreHorizontal className="i" aria-hidden />}
          items={[
            {
              label: scanner ? 'Apagar el modo lector' : 'Modo lector',
              note: 'El código y Enter toman el producto; repetirlo suma 1.',
              run: () => setScanner(!scanner),
            },
            { label: 'Pegar de Excel', run: () => setOver('pegar') },
            null,
            {
              label: 'Vaciar',
              run: () => {
                const before = { form, noCaben }
                dispatch({ kind: 'all', form: formVacio(form.tipoDte) })
                setNoCaben([])
                setShowAll(false)
                toast('Borrador vacío.', {
                  label: 'Deshacer',
                  run: () => {
                    dispatch({ kind: 'all', form: before.form })
                    setNoCaben(before.noCaben)
                  },
                })
              },
            },
          ]}
        />
      </div>
      <div className="issue">
        <fieldset
          className="card"
          disabled={ended !== null || !tab.mine}
          style={{ padding: 0, minWidth: 0 }}
        >
          <legend className="sr">Documento</legend>
          {tipo.relacionados && (
            <section className="sec">
              <div className="sech">
                <h2>¿Sobre qué documento?</h2>
              </div>
              <Relacionados
                form={form}
                dispatch={act}
                onNoCaben={setNoCaben}
                error={errorOf('documentosRelacionados')}
              />
            </section>
          )}
          <section className="sec">
            <div className="sech">
              <h2>{tipo.cliente}</h2>
              <span className="sp" />
              {tipo.sinNombre && form.receptor && (
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    act({ kind: 'set', values: { receptor: null } })
                    focusFirst({ ...form, receptor: null })
                  }}
                >
                  Vender sin nombre
                </button>
              )}
            </div>
            <Cliente
              tipo={tipo}
              value={form.receptor}
              onChange={(receptor) => act({ kind: 'set', values: { receptor } })}
              onDone={(receptor) => focusFirst({ ...form, receptor })}
              errorOf={errorOf}
              onBlur={onBlur}
            />
          </section>
          {tipo.exportacion && (
            <section className="sec">
              <div className="sech">
                <h2>Exportación</h2>
              </div>
              <ExportacionFields
                form={form}
                errorOf={errorOf}
                onChange={(exportacion) => act({ kind: 'set', values: { exportacion } })}
              />
            </section>
          )}
          <section
            className="sec"
            onPaste={(event) => {
              const text = event.clipboardData.getData('text/plain')
              if (!isTable(text)) return
              event.preventDefault()
              setPasted(text)
              setOver('pegar')
            }}
          >
            <div className="sech">
              <h2>Líneas</h2>
              {live.peticion.lineas.length > 0 && (
                <span className="sub">{live.peticion.lineas.length}</span>
              )}
              {scanner && <span className="pill info">Modo lector</span>}
              {errorOf('items') && <span className="err">{errorOf('items')}</span>}
            </div>
            <LineGrid
              form={form}
              dispatch={act}
              importes={live.importes}
              errors={shown}
              onBlur={onBlur}
              scanner={scanner}
            />
            <PhoneLines form={form} importes={live.importes} errors={shown} open={setSheet} />
            <div className="hint only-d">
              <span>
                <kbd>↵</kbd>siguiente
              </span>
              <span>
                <kbd>Ctrl D</kbd>copiar
              </span>
              <span>
                <kbd>Ctrl Supr</kbd>quitar
              </span>
              <span>
                <kbd>F6</kbd>salir de las líneas
              </span>
            </div>
          </section>
          <section className="sec">
            <Condicion form={form} dispatch={act} errorOf={errorOf} onBlur={onBlur} />
            <MasDatosPart form={form} dispatch={act} errorOf={errorOf} onBlur={onBlur} />
          </section>
        </fieldset>
        <aside className={review || ended ? 'right shown' : 'right'}>
          {ended ? (
            <EndingPanel
              tipoDte={form.tipoDte}
              ending={ended}
              onNext={onNext}
              onCorrect={correct}
            />
          ) : (
            <TotalesPanel
              tipoDte={form.tipoDte}
              evaluated={live.evaluated}
              problems={blank && !showAll ? [] : showAll || !isFresh(form) ? problems : []}
              blank={blank}
              goTo={goTo}
            >
              {live.failed && <p className="err">{live.failed}</p>}
              {isUnanswered && phase.kind === 'writing' && arrived === null && (
                <p className="notice warn" role="status">
                  Se envió y no hay respuesta todavía. Emita otra vez y se preguntará por la misma,
                  o siga: queda aquí mientras tanto.
                  <Button small onClick={onNext}>
                    Emitir otra
                  </Button>
                </p>
              )}
              {arrived && (
                <p className="notice warn" role="alert">
                  {arrived === 'llego'
                    ? 'La venta que se envió antes llegó a Sello. Búsquela en Documentos; para otra, use «Empezar otra».'
                    : 'Esta venta se envió hace más de un día y no se supo si se emitió. Búsquela en Documentos antes de emitirla.'}
                  <Button small onClick={() => void another()}>
                    Empezar otra
                  </Button>
                  {arrived === 'olvidada' && (
                    <Button small onClick={() => void sendAnew()}>
                      No está: emitirla
                    </Button>
                  )}
                </p>
              )}
              {emitButton}
              {phase.kind === 'sending' && phase.slow && (
                <p className="chk">
                  Hacienda tarda.{' '}
                  <button type="button" className="link" onClick={onNext}>
                    Empezar otra
                  </button>
                </p>
              )}
            </TotalesPanel>
          )}
          {live.evaluated && !blank && !ended && (
            <Preview documento={live.evaluated.documento} lineas={live.evaluated.importes.length} />
          )}
        </aside>
      </div>
      <Announcer total={total} />
      {!ended && !review && (
        <div className="paybar">
          <div>
            <small>Total a pagar</small>
            <b>$ {money(total)}</b>
          </div>
          <Button
            primary
            onClick={() => {
              const [first] = problems
              if (first) {
                setShowAll(true)
                goTo(first.at)
              } else {
                setReview(true)
                requestAnimationFrame(() =>
                  document.querySelector('[data-emit]')?.scrollIntoView({ block: 'center' }),
                )
              }
            }}
          >
            Revisar y emitir
          </Button>
        </div>
      )}
      {over === 'firma' && (
        <FirmaDialog
          workspace={workspace}
          onClose={() => setOver(null)}
          onOpen={() => {
            setOver(null)
            requestAnimationFrame(() => void latest.current.send())
          }}
        />
      )}
      {over === 'pegar' && (
        <PegarDialog
          text={pasted}
          onClose={() => setOver(null)}
          onAdd={(lineas) => act({ kind: 'agregar', lineas })}
        />
      )}
      <PhoneSheet form={form} id={sheet} errors={shown} setId={setSheet} dispatch={act} />
    </div>
  )
}

/** An outcome in one line, for whoever is on another page by then. */
function tellEnding(tipoDte: TipoDte, ending: Ending) {
  const { sellada, firmada, rechazada } = TIPO[tipoDte]
  if (ending.kind === 'rechazado') {
    const { numeroControl, codigoGeneracion } = ending.rechazo
    return {
      codigoGeneracion,
      said: `${rechazada} por Hacienda: ${shortNumero(numeroControl ?? '')}.`,
    }
  }
  const { numeroControl, codigoGeneracion } = ending.documento
  const said = ending.kind === 'sellado' ? sellada : `${firmada}, sin sello todavía`
  return { codigoGeneracion, said: `${said}: ${shortNumero(numeroControl)}.` }
}

/** Drafts stored before a member existed do not have it. */
const wholeForm = (form: Form): Form => ({ ...formVacio(form.tipoDte), ...form })

/** Nothing is filled in yet, so nothing is wrong. */
const isFresh = (form: Form) => isEmptyForm(form)

function droppedBy(form: Form, tipoDte: TipoDte): readonly string[] {
  const to = TIPO_FORM[tipoDte]
  return [
    !to.relacionados && form.relacionados.length > 0 && 'documentos relacionados',
    to.descuentoGlobal === null && form.descuentoGlobal !== '' && 'descuento global',
    !to.retencionIva && form.retencionIva && 'retención de IVA',
    !to.percepcionIva && form.percepcionIva && 'percepción de IVA',
    !to.relacionados && form.retencionDeNota !== '' && 'retención de la nota',
    !to.reteRenta && form.reteRenta && 'retención de renta',
    !to.ventas &&
      form.lineas.some(({ venta }) => venta !== 'gravada') &&
      'ventas exentas o no sujetas',
    ...droppedMembers(form.mas, form.tipoDte, tipoDte),
    !to.pagos && form.condicion !== '1' && 'condición de crédito',
  ].filter((name) => name !== false)
}

/** What a change of type drops, and that typed prices include IVA now or no longer do; null: neither. */
function sayTypeChange(before: Form, tipoDte: TipoDte): string | null {
  const dropped = droppedBy(before, tipoDte)
  const typed = before.lineas.some((linea) => linea.productId === null && linea.precio !== '')
  const said = [
    dropped.length > 0 && `Este tipo no lleva ${dropped.join(', ')}.`,
    typed &&
      incluyeIva(tipoDte) !== incluyeIva(before.tipoDte) &&
      `Los precios que escribió ahora ${incluyeIva(tipoDte) ? 'incluyen' : 'no incluyen'} IVA.`,
  ].filter((one) => one !== false)
  return said.length === 0 ? null : said.join(' ')
}

/** Announces the total after a second without changes. */
function Announcer({ total }: { total: number }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(
      () => setSaid(total === 0 ? '' : `Total a pagar ${money(total)} dólares`),
      1000,
    )
    return () => clearTimeout(timer)
  }, [total])
  return (
    <div className="sr" aria-live="polite">
      {said}
    </div>
  )
}

function PhoneLines(props: {
  form: Form
  importes: ReadonlyMap<string, number>
  errors: ReadonlyMap<string, string>
  open: (id: string) => void
}) {
  const { form, importes, errors, open } = props
  const last = form.lineas.at(-1)
  const bad = (id: string) =>
    errors.size === 0 ? undefined : [...errors].find(([at]) => at.startsWith(`linea/${id}/`))?.[1]
  if (!useNarrow()) return null
  return (
    <div className="only-m">
      {form.lineas
        .filter((linea) => !isEmptyLinea(linea))
        .map((linea) => (
          <PhoneLine
            key={linea.id}
            linea={linea}
            importe={importes.get(linea.id) ?? 0}
            error={bad(linea.id)}
            open={open}
          />
        ))}
      <Button xl onClick={() => last && open(last.id)}>
        <Plus className="i" aria-hidden /> Agregar línea
      </Button>
    </div>
  )
}

const PhoneLine = memo(function PhoneLine(props: {
  linea: Linea
  importe: number
  error: string | undefined
  open: (id: string) => void
}) {
  const { linea, importe, error, open } = props
  return (
    <button type="button" className="ml" onClick={() => open(linea.id)}>
      <b>{linea.descripcion || 'Sin descripción'}</b>
      <span className="num">{money(importe)}</span>
      <small>
        {linea.cantidad || '1'} × {linea.precio || '0'}
        {linea.descuento && ` – ${linea.descuento}`}
        {linea.venta !== 'gravada' && ` · ${linea.venta === 'exenta' ? 'Exenta' : 'No sujeta'}`}
      </small>
      {error && <span className="err">{error}</span>}
    </button>
  )
})

const NARROW = '(max-width: 759px)'

/**
 * Whether lines use the phone layout: the hidden one is not rendered, since every key would render it
 * again.
 */
function useNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(NARROW)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(NARROW).matches,
  )
}

function PhoneSheet(props: {
  form: Form
  id: string | null
  errors: ReadonlyMap<string, string>
  setId: (id: string | null) => void
  dispatch: (change: Change) => void
}) {
  const { form, id, errors, setId, dispatch } = props
  const linea: Linea | undefined = form.lineas.find((one) => one.id === id)
  if (!linea || window.innerWidth >= 760) return null
  return (
    <LineDetails
      key={linea.id}
      linea={linea}
      form={form}
      errorOf={(column) => errors.get(`linea/${linea.id}/${column}`)}
      onChange={(values) => dispatch({ kind: 'linea', id: linea.id, values })}
      onClose={() => setId(null)}
      onNext={() => {
        const last = form.lineas.at(-1)
        if (last && isEmptyLinea(last)) setId(last.id)
      }}
      onRemove={() => {
        setId(null)
        dispatch({ kind: 'quitar', id: linea.id })
      }}
    />
  )
}

const summaryOf = ({ receptor, lineas }: Form) =>
  `${(receptor?.nombre ?? 'Sin nombre').slice(0, 250)}, ${lineas.length - 1} líneas`

/** Saves the draft at once in this browser and every two seconds on the server. */
function useDraft(given: {
  draft: Draft
  form: Form
  noCaben: readonly string[]
  key: React.RefObject<string>
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
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    if (!active || dropped.current || (isEmptyForm(form) && !kept.current)) return
    kept.current = true
    const local = setTimeout(() => {
      keepDraft(workspace, current(form)).then(
        () => setAt(now()),
        (error: unknown) => toast(`El borrador no se pudo guardar aquí. ${messageOf(error)}`),
      )
    }, 60)
    const push = setTimeout(() => {
      if (dropped.current) return
      pushDraft(workspace, current(form), summaryOf(form)).then(
        (next) => {
          revision.current = next
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
  }, [form, active, workspace, current])
  return {
    at,
    isOnlyHere,
    isSent: () => sent.current.sent,
    isForgotten: () => isForgotten(sent.current, now()),
    markSent: async (is: boolean) => {
      const since = sent.current.sent ? sent.current.sentAt : now().toISOString()
      sent.current = { sent: is, sentAt: is ? since : null }
      await keepDraft(workspace, current(form))
    },
    drop: async () => {
      dropped.current = true
      await dropDraft(workspace, current(form))
    },
  }
}

/**
 * Only one tab at a time writes a draft; `takes`: this one from now on. `onFree` is called when the tab that has it is
 * closed.
 */
function useTab(id: string, takes: boolean, onFree: () => unknown) {
  const [mine, setMine] = useState(true)
  const free = useRef(onFree)
  free.current = onFree
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const name = `borrador/${id}`
    let release = () => {}
    const waitForIt = () => {
      if (signal.aborted) return
      setMine(false)
      const take = () => {
        // A tab that nobody sees leaves it to the one that is being reloaded.
        if (document.hidden) {
          document.addEventListener('visibilitychange', waitForIt, { once: true, signal })
          return undefined
        }
        return free.current()
      }
      // Never granted where this page goes first.
      navigator.locks.request(name, { signal }, take).catch(() => {})
    }
    const hold = (lock: Lock | null) => {
      if (signal.aborted) return undefined
      if (lock === null) {
        waitForIt()
        return undefined
      }
      setMine(true)
      return new Promise<void>((resolve) => {
        release = resolve
      })
    }
    navigator.locks
      ?.request(name, takes ? { steal: true } : { ifAvailable: true }, hold)
      .catch(waitForIt) // another tab took it
    return () => {
      stop.abort()
      release()
    }
  }, [id, takes])
  return { mine }
}
