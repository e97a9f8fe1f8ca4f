/** Issuing: the start of a form (empty, a draft, a correction, a copy, a note on a document). */

import type { TipoDte } from '@sello/contract'
import { useEffect, useState } from 'react'
import { Link, useLocation, useParams, useSearch } from 'wouter'
import { ApiError, call } from '../api/http.ts'
import { apiOf, may, useWorkspace, type Workspace } from '../app/workspace.ts'
import { TIPO, TIPOS_DTE } from '../tipos.ts'
import { Empty, LoadError, Skeleton } from '../ui/states.tsx'
import { type Draft, findDraft, latestDraft, newDraft } from './drafts.ts'
import { Editor } from './editor.tsx'
import { formVacio } from './form.ts'
import { formOfDocumento, noCabenDe, type Query, relacionadoOf } from './from-documento.ts'
import { relacionadosDe } from './relacionados-de.ts'
import '../styles/emitir.css'

export function Page() {
  const workspace = useWorkspace()
  const { tipo = '' } = useParams<{ tipo: string }>()
  const search = useSearch()
  const [, navigate] = useLocation()
  const [round, setRound] = useState(0)
  const [begun, setBegun] = useState<Begun | null>(null)
  const [error, setError] = useState<unknown>(null)
  const tipoDte = TIPOS_DTE.find((one) => one === tipo)
  const asked = `${workspace.root}|${search}|${round}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the type alone changes within one form
  useEffect(() => {
    if (!tipoDte) return
    let stopped = false
    setBegun(null)
    setError(null)
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
          <Link className="btn p" href="/preparar">
            Preparar la empresa
          </Link>
        ) : (
          <p className="sub">Pídalo a {workspace.empresa.dueno}.</p>
        )}
      </Empty>
    )
  }
  return (
    <>
      <nav className="types" aria-label="Tipo de documento">
        {TIPOS_DTE.map((one) => (
          <Link
            key={one}
            href={`/emitir/${one}${search ? `?${search}` : ''}`}
            {...(one === tipoDte ? { 'aria-current': 'page' as const } : {})}
          >
            {TIPO[one].nombre} <small>{one}</small>
          </Link>
        ))}
      </nav>
      {error !== null && <LoadError error={error} retry={() => setRound(round + 1)} />}
      {error === null && begun === null && <Skeleton />}
      {begun && (
        <Editor
          key={begun.draft.id}
          draft={begun.draft}
          noCaben={begun.noCaben}
          tipoDte={tipoDte}
          onNext={() => {
            // Replaces the address: pushing it would look like a request for the next document.
            if (search) navigate(`/emitir/${tipoDte}`, { replace: true })
            setRound(round + 1)
          }}
          onCorrect={(draft) => setBegun({ draft, noCaben: [] })}
        />
      )}
    </>
  )
}

interface Begun {
  readonly draft: Draft
  /** What of the document that it began from the form cannot hold. */
  readonly noCaben: readonly string[]
}

/** The draft that the address asks for; `fresh` begins anew. */
async function begin(
  workspace: Workspace,
  tipoDte: TipoDte,
  search: URLSearchParams,
  fresh: boolean,
): Promise<Begun> {
  const id = search.get('borrador')
  if (id) return whole((await findDraft(workspace, id)) ?? newDraft(formVacio(tipoDte)))
  const codigo = search.get('corrige') ?? search.get('como') ?? search.get('sobre')
  if (!codigo) {
    const kept = fresh ? null : await latestDraft(workspace, tipoDte)
    return whole(kept ?? newDraft(formVacio(tipoDte)))
  }
  const query = await ask(workspace, codigo)
  const form = formOfDocumento(query)
  if (search.get('corrige')) {
    const { relacionados, faltan } = await relacionadosDe(query, (code) => find(workspace, code))
    const draft = newDraft({
      ...form,
      relacionados,
      corrige: query.codigoGeneracion,
      referencia: query.referencia ?? '',
    })
    return { draft, noCaben: [...faltan, ...noCabenDe(query)] }
  }
  if (search.get('como')) {
    // Another note names its own documents.
    const lineas = form.lineas.map((linea) => ({ ...linea, numeroDocumento: null }))
    return { draft: newDraft({ ...form, lineas, corrige: null }), noCaben: noCabenDe(query) }
  }
  const draft = newDraft({
    ...formVacio(tipoDte),
    receptor: form.receptor,
    lineas: form.lineas,
    relacionados: [relacionadoOf(query)],
  })
  return { draft, noCaben: noCabenDe(query, true) }
}

const whole = (draft: Draft): Begun => ({ draft, noCaben: [] })

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
