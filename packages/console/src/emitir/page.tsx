/** Issuing: the start of a form (empty, a draft, a correction, a copy, a note on a document). */

import type { TipoDte } from '@sello/contract'
import { useEffect, useState } from 'react'
import { Link, useLocation, useParams, useSearch } from 'wouter'
import { call } from '../api/http.ts'
import { apiOf, may, useWorkspace, type Workspace } from '../app/workspace.ts'
import { TIPO, TIPOS_DTE } from '../tipos.ts'
import { Empty, LoadError, Skeleton } from '../ui/states.tsx'
import { type Draft, findDraft, latestDraft, newDraft } from './drafts.ts'
import { Editor } from './editor.tsx'
import { formVacio } from './form.ts'
import { formOfDocumento, type Query, relacionadoOf } from './from-documento.ts'
import '../styles/emitir.css'

export function Page() {
  const workspace = useWorkspace()
  const { tipo = '' } = useParams<{ tipo: string }>()
  const search = useSearch()
  const [, navigate] = useLocation()
  const [round, setRound] = useState(0)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [error, setError] = useState<unknown>(null)
  const tipoDte = TIPOS_DTE.find((one) => one === tipo)
  const asked = `${workspace.root}|${search}|${round}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the type alone changes within one form
  useEffect(() => {
    if (!tipoDte) return
    let stopped = false
    setDraft(null)
    setError(null)
    begin(workspace, tipoDte, new URLSearchParams(search), round > 0).then(
      (found) => !stopped && setDraft(found),
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
      {error === null && draft === null && <Skeleton />}
      {draft && (
        <Editor
          key={draft.id}
          draft={draft}
          tipoDte={tipoDte}
          onNext={() => {
            // Replaces the address: pushing it would look like a request for the next document.
            if (search) navigate(`/emitir/${tipoDte}`, { replace: true })
            setRound(round + 1)
          }}
          onCorrect={(corrected) => setDraft(corrected)}
        />
      )}
    </>
  )
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
  const codigo = search.get('corrige') ?? search.get('como') ?? search.get('sobre')
  if (!codigo) {
    const kept = fresh ? null : await latestDraft(workspace, tipoDte)
    return kept ?? newDraft(formVacio(tipoDte))
  }
  const query = await call<Query>(`${apiOf(workspace)}/v1/dte/${encodeURIComponent(codigo)}`)
  const form = formOfDocumento(query)
  if (search.get('corrige')) {
    return newDraft({
      ...form,
      relacionados: await relacionadosOf(workspace, query),
      corrige: query.codigoGeneracion,
      referencia: query.referencia ?? '',
    })
  }
  if (search.get('como')) return newDraft({ ...form, corrige: null })
  return newDraft({
    ...formVacio(tipoDte),
    receptor: form.receptor,
    lineas: form.lineas,
    relacionados: [relacionadoOf(query)],
  })
}

/** Loads again what a rejected note adjusted. */
async function relacionadosOf(workspace: Workspace, query: Query) {
  const documento = query.documento as {
    documentoRelacionado?: readonly { numeroDocumento: string }[]
  }
  const codes = (documento?.documentoRelacionado ?? []).map(
    ({ numeroDocumento }) => numeroDocumento,
  )
  const found = await Promise.all(
    codes.map((code) => call<Query>(`${apiOf(workspace)}/v1/dte/${code}`)),
  )
  return found.map(relacionadoOf)
}
