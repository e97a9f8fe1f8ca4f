/** Issuing: the start of a form (empty, a draft, a correction, a copy, a note on a document). */

import type { TipoDte } from '@sello/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useParams, useSearch } from 'wouter'
import { ApiError, call } from '../api/http.ts'
import { apiOf, may, useWorkspace, type Workspace } from '../app/workspace.ts'
import { EMITIBLES, TIPO } from '../tipos.ts'
import { Empty, LoadError, Skeleton } from '../ui/states.tsx'
import { time } from '../ui/text.ts'
import {
  type Draft,
  draftFrom,
  findDraft,
  latestDraft,
  newDraft,
  storedDraft,
  unansweredDrafts,
} from './drafts.ts'
import { Editor } from './editor.tsx'
import { formDeRemision } from './facturar.ts'
import { type Form, formVacio, isEmptyForm } from './form.ts'
import { formOfDocumento, noCabenDe, type Query, relacionadoOf } from './from-documento.ts'
import { lineaVacia } from './lineas/linea.ts'
import { liquidadasDe } from './liquidadas-de.ts'
import css from './page.module.css'
import { relacionadosDe } from './relacionados-de.ts'
import { TIPO_FORM } from './tipo-form.ts'

export function Page() {
  const workspace = useWorkspace()
  const { tipo = '' } = useParams<{ tipo: string }>()
  const search = useSearch()
  const [, navigate] = useLocation()
  const [round, setRound] = useState(0)
  const [tries, setTries] = useState(0)
  const [begun, setBegun] = useState<Draft | null>(null)
  const shown = useRef<string | null>(null)
  shown.current = begun?.id ?? null
  /** How often a draft was taken over from another tab. */
  const [taken, setTaken] = useState(0)
  /** The round that began because another tab issued the draft that stood here. */
  const [goneAt, setGoneAt] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const tipoDte = EMITIBLES.find((one) => one === tipo)
  const asked = `${workspace.root}|${search}|${round}|${tries}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the type alone changes within one form
  useEffect(() => {
    if (!tipoDte) return
    let stopped = false
    setBegun(null)
    setError(null)
    setTaken(0)
    begin(workspace, tipoDte, new URLSearchParams(search), round > 0).then(
      (found) => !stopped && setBegun(found),
      (problem: unknown) => !stopped && setError(problem),
    )
    return () => {
      stopped = true
    }
  }, [asked])
  if (!tipoDte) return <Empty>Ese tipo de documento no existe.</Empty>
  if (!may(workspace.empresa.rol, 'emitir')) {
    return <Empty>No tiene permiso para ver esta página. Pídalo a {workspace.empresa.dueno}.</Empty>
  }
  if (workspace.empresa.puntoDeVenta === null) {
    return (
      <Empty>
        <p>Para emitir, la empresa necesita un punto de venta.</p>
        {may(workspace.empresa.rol, 'ajustes') ? (
          <Link className="btn primary" href="/preparar">
            Preparar la empresa
          </Link>
        ) : (
          <p className="sub">Pídalo a {workspace.empresa.dueno}.</p>
        )}
      </Empty>
    )
  }
  const next = () => {
    // Replaces the address: pushing it would look like a request for the next document.
    if (search) navigate(`/emitir/${tipoDte}`, { replace: true })
    setRound(round + 1)
  }
  return (
    <>
      <nav className={css.types} aria-label="Tipo de documento">
        {EMITIBLES.map((one) => (
          <Link
            key={one}
            ref={one === tipoDte ? intoView : undefined}
            href={`/emitir/${one}${search ? `?${search}` : ''}`}
            {...(one === tipoDte ? { 'aria-current': 'page' as const } : {})}
          >
            {TIPO[one].nombre} <small>{one}</small>
          </Link>
        ))}
      </nav>
      {error !== null && <LoadError error={error} retry={() => setTries(tries + 1)} />}
      {error === null && begun === null && <Skeleton />}
      {goneAt === round && (
        <p className="notice info" role="status">
          Esa venta ya no es un borrador: se terminó en la otra pestaña. Aquí empieza una nueva.
        </p>
      )}
      {begun && <Unanswered besides={begun.id} />}
      {begun && (
        <Editor
          key={`${begun.id}/${taken}`}
          draft={begun}
          tipoDte={tipoDte}
          takes={taken > 0}
          onTake={() => {
            // As the other tab left it. A draft that it dropped is a document already: the copy that stands here
            // would be issued as that document again, or as a second one.
            storedDraft(workspace, begun.id).then((found) => {
              // Whoever went on to another sale meanwhile keeps that one.
              if (shown.current !== begun.id) return
              if (found === null) {
                setGoneAt(round + 1)
                return next()
              }
              setBegun(found)
              setTaken(taken + 1)
            }, setError)
          }}
          onNext={next}
          onCorrect={setBegun}
        />
      )}
    </>
  )
}

/** On a narrow screen the types are wider than it. */
const intoView = (link: HTMLElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** The other sales that were sent and have no answer: each is asked about again, and none stops the next one. */
function Unanswered({ besides }: { besides: string }) {
  const workspace = useWorkspace()
  const { data = [] } = useQuery({
    queryKey: ['sin-respuesta', workspace.root, besides],
    queryFn: () => unansweredDrafts(workspace),
    gcTime: 0,
  })
  return data
    .filter(({ id }) => id !== besides)
    .map(({ id, form, sentAt }) => (
      <p key={id} className="notice warn" role="status">
        {TIPO[form.tipoDte].nombre} sin respuesta todavía
        {sentAt && `, enviada a las ${time(sentAt)}`}.
        <Link className="btn compact" href={`/emitir/${form.tipoDte}?borrador=${id}`}>
          Abrirla
        </Link>
      </p>
    ))
}

/** The draft that the address names; `fresh` starts a new one. */
async function begin(
  workspace: Workspace,
  tipoDte: TipoDte,
  search: URLSearchParams,
  fresh: boolean,
): Promise<Draft> {
  const id = search.get('borrador')
  if (id) return (await findDraft(workspace, id)) ?? newDraft(formVacio(tipoDte))
  const origin = ORIGINS.find((name) => search.get(name))
  if (!origin) {
    const kept = fresh ? null : await latestDraft(workspace, tipoDte)
    return kept ?? newDraft(formVacio(tipoDte))
  }
  const codigo = search.get(origin) ?? ''
  const desde = `${origin}=${codigo}`
  const kept = await draftFrom(workspace, desde)
  if (kept && isStill(kept, origin)) return kept
  const query = await ask(workspace, codigo)
  const { form, noCaben } = await FROM[origin](workspace, query, tipoDte)
  return newDraft(form, { desde, noCaben })
}

/** How a form begins from a document: to correct it, to issue another like it, to adjust it by a note, to invoice it. */
const ORIGINS = ['corrige', 'como', 'sobre', 'remision'] as const

/** Another type corrects nothing any more, and an emptied form begins again from its document. */
const isStill = ({ form }: Draft, origin: (typeof ORIGINS)[number]) =>
  !isEmptyForm(form) && (origin !== 'corrige' || form.corrige !== null)

interface Begun {
  readonly form: Form
  /** Parts of the document that the form cannot hold. */
  readonly noCaben: readonly string[]
}

type Begin = (workspace: Workspace, query: Query, tipoDte: TipoDte) => Promise<Begun>

const FROM: Readonly<Record<(typeof ORIGINS)[number], Begin>> = {
  async corrige(workspace, query) {
    const { relacionados, faltan } = await relacionadosDe(query, (code) => find(workspace, code))
    const { codigoGeneracion, referencia } = query
    const form = formOfDocumento(query)
    return {
      form: {
        ...form,
        lineas: await liquidadasDe(form.lineas, (code) => find(workspace, code)),
        relacionados,
        corrige: codigoGeneracion,
        referencia: referencia ?? '',
      },
      noCaben: [...faltan, ...noCabenDe(query)],
    }
  },
  async como(_, query) {
    const form = formOfDocumento(query)
    // Another note names its own documents, and no document is liquidated twice.
    const lineas =
      TIPO_FORM[query.tipoDte].lineas === 'liquidacion'
        ? [lineaVacia()]
        : form.lineas.map((linea) => ({ ...linea, numeroDocumento: null }))
    return { form: { ...form, lineas, corrige: null }, noCaben: noCabenDe(query) }
  },
  async sobre(_, query, tipoDte) {
    const { receptor, lineas } = formOfDocumento(query)
    const relacionados = [relacionadoOf(query)]
    return {
      form: { ...formVacio(tipoDte), receptor, lineas, relacionados },
      noCaben: noCabenDe(query, true),
    }
  },
  async remision(_, query, tipoDte) {
    return { form: formDeRemision(query, tipoDte), noCaben: noCabenDe(query) }
  },
}

const ask = (workspace: Workspace, codigo: string) =>
  call<Query>(`${apiOf(workspace)}/v1/dte/${encodeURIComponent(codigo)}`)

/** The same, or null where the company has no such document. */
async function find(workspace: Workspace, codigo: string): Promise<Query | null> {
  try {
    return await ask(workspace, codigo)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
