/** One document: its content, how its totals are computed, its history, files and actions. */

import { AJUSTABLES } from '@sello/contract/tipos'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronLeft, Copy, Download, Printer } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { call } from '../api/http.ts'
import { apiOf, may, useWorkspace, type Workspace } from '../app/workspace.ts'
import { BASE } from '../base.ts'
import { enPalabras } from '../emitir/campos.ts'
import { copy, enlaceDeHacienda } from '../emitir/ending.tsx'
import type { Query } from '../emitir/from-documento.ts'
import { CopiaImpresa } from '../emitir/preview.tsx'
import { NOTAS, TIPO } from '../tipos.ts'
import { Button } from '../ui/button.tsx'
import { EstadoChip } from '../ui/estado.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { PrintButton, printFile } from '../ui/print.tsx'
import { Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { dayOf, shortNumero } from '../ui/text.ts'
import { Detalle } from './detalle.tsx'
import type { Disponible } from './devolucion.ts'
import { Devolver } from './devolver.tsx'
import { Explicacion } from './explicacion.tsx'
import { Historial } from './historial.tsx'
import { Invalidar } from './invalidar.tsx'

export type Doc = Query & { readonly disponible?: readonly Disponible[] | null }

const TABS = {
  detalle: 'Detalle',
  totales: 'Totales',
  historial: 'Historial',
  archivos: 'Archivos',
}

const ARCHIVOS = {
  pdf: 'Copia impresa (PDF)',
  json: 'Documento firmado (JSON)',
  ticket: 'Ticket (PDF)',
}

export function Page() {
  const workspace = useWorkspace()
  const { codigo = '' } = useParams<{ codigo: string }>()
  const query = useQuery({
    queryKey: ['documento', apiOf(workspace), codigo],
    queryFn: () =>
      call<Doc>(`${apiOf(workspace)}/v1/dte/${encodeURIComponent(codigo)}?explica=totales`),
    refetchInterval: ({ state }) =>
      state.data?.estado === 'firmado' || state.data?.estado === 'contingencia' ? 5000 : false,
  })
  return (
    <div className="page">
      <Loaded query={query} rows={8}>
        {(doc) => (
          <Documento doc={doc} workspace={workspace} refresh={() => void query.refetch()} />
        )}
      </Loaded>
    </div>
  )
}

function Documento({
  doc,
  workspace,
  refresh,
}: {
  doc: Doc
  workspace: Workspace
  refresh: () => void
}) {
  const [tab, setTab] = useState<keyof typeof TABS>('detalle')
  const [over, setOver] = useState<'invalidar' | 'devolver' | null>(null)
  const [, navigate] = useLocation()
  const { codigoGeneracion, numeroControl, tipoDte, estado } = doc
  const pathOf = (code: string, kind: string) =>
    `${apiOf(workspace)}/v1/dte/${code}/file?kind=${kind}`
  const filePath = (kind: string) => pathOf(codigoGeneracion, kind)
  const fileOf = (code: string, kind: string) => `${BASE}/console/api${pathOf(code, kind)}`
  const file = (kind: string) => fileOf(codigoGeneracion, kind)
  const download = (kind: string) => () => {
    const link = document.createElement('a')
    link.href = file(kind)
    link.download = ''
    link.click()
  }
  const sealed = estado === 'sellado'
  const issue = may(workspace.empresa.rol, 'emitir')
  const returned = (doc.retornos?.length ?? 0) > 0
  const notSealed = sealed ? null : 'Solo de un documento sellado.'
  const acts: (MenuItem | null)[] = [
    {
      label: 'Emitir otra igual',
      run: () => navigate(`/emitir/${tipoDte}?como=${codigoGeneracion}`),
    },
    ...(estado === 'rechazado'
      ? [
          {
            label: 'Corregir y emitir',
            run: () => navigate(`/emitir/${tipoDte}?corrige=${codigoGeneracion}`),
          },
        ]
      : []),
    ...(AJUSTABLES.includes(tipoDte)
      ? NOTAS.map((nota) => ({
          label: TIPO[nota].nombre,
          why: notSealed,
          run: () => navigate(`/emitir/${nota}?sobre=${codigoGeneracion}`),
        }))
      : []),
    ...(TIPO[tipoDte].devolucion
      ? [
          {
            label: 'Devolución',
            why: notSealed ?? (doc.disponible ? null : 'Este documento no admite devoluciones.'),
            run: () => setOver('devolver'),
          },
        ]
      : []),
    null,
    {
      label: 'Invalidar',
      why:
        notSealed ??
        (returned
          ? 'Tiene devoluciones; use otra devolución.'
          : workspace.empresa.rol === 'emisor' && !workspace.empresa.invalida
            ? `No tiene permiso. Pídalo a ${workspace.empresa.dueno}.`
            : null),
      run: () => setOver('invalidar'),
    },
  ]
  const printable = useMemo(() => printableOf(doc), [doc])
  return (
    <>
      <div className="h">
        <Link className="ib only-d" href="/documentos" aria-label="Volver a documentos">
          <ChevronLeft className="i" aria-hidden />
        </Link>
        <h1>
          {TIPO[tipoDte].nombre} {shortNumero(numeroControl)}
        </h1>
        <EstadoChip estado={estado} />
        <span className="sp" />
        {printable && (
          <PrintButton path={filePath('pdf')}>
            <Printer className="i" aria-hidden /> Imprimir
          </PrintButton>
        )}
        <Menu
          label="Descargar"
          trigger={
            <>
              <Download className="i" aria-hidden /> Descargar{' '}
              <ChevronDown className="i" aria-hidden />
            </>
          }
          items={[
            { label: 'PDF', run: download('pdf') },
            { label: 'JSON firmado', run: download('json') },
            { label: 'Ticket', why: notSealed, run: download('ticket') },
            null,
            {
              label: 'Imprimir el ticket',
              why: notSealed,
              run: () => void printFile(filePath('ticket')),
            },
            {
              label: 'Copiar enlace de Hacienda',
              why: notSealed,
              run: () => copy(enlaceDeHacienda(doc), 'Enlace copiado.'),
            },
          ]}
        />
        {issue && estado === 'rechazado' && (
          <Link className="btn p" href={`/emitir/${tipoDte}?corrige=${codigoGeneracion}`}>
            Corregir y emitir
          </Link>
        )}
        {issue && (
          <Menu
            label="Corregir"
            trigger={
              <>
                Corregir <ChevronDown className="i" aria-hidden />
              </>
            }
            items={acts}
          />
        )}
      </div>
      <p className="rowx" style={{ marginBottom: 16 }}>
        <span className="code">{numeroControl}</span>
        <button
          type="button"
          className="ib"
          aria-label="Copiar el número de control"
          onClick={() => copy(numeroControl, 'Número copiado.')}
        >
          <Copy className="i" aria-hidden />
        </button>
        <span className="sub">
          {dayOf(doc.fecEmi)} {doc.horEmi.slice(0, 5)}
        </span>
      </p>
      {estado === 'rechazado' && doc.motivo && (
        <p className="notice bad" style={{ marginBottom: 16 }}>
          {enPalabras(doc.motivo)}
        </p>
      )}
      {estado === 'contingencia' && (
        <p className="notice warn" style={{ marginBottom: 16 }}>
          Firmada, sin sello todavía. {doc.contingencia?.queHacer}
        </p>
      )}
      <div className="split">
        <section className="card">
          <Tabs
            label="Partes del documento"
            tabs={TABS}
            value={tab}
            onChange={setTab}
            className="sec"
          >
            {tab === 'detalle' && <Detalle doc={doc} />}
            {tab === 'totales' && <Explicacion doc={doc} />}
            {tab === 'historial' && <Historial doc={doc} fileOf={fileOf} />}
            {tab === 'archivos' && (
              <div className="stack">
                {Object.entries(ARCHIVOS).map(([kind, label]) =>
                  sealed || estado === 'invalidado' || kind === 'pdf' ? (
                    <a key={kind} className="btn" href={file(kind)} download>
                      <Download className="i" aria-hidden /> {label}
                    </a>
                  ) : (
                    <Button key={kind} why="Lo hay cuando esté sellado.">
                      <Download className="i" aria-hidden /> {label}
                    </Button>
                  ),
                )}
              </div>
            )}
          </Tabs>
        </section>
        {printable && (
          <CopiaImpresa
            documento={doc.documento}
            issued={doc.selloRecibido ? printable : undefined}
          />
        )}
      </div>
      {over === 'invalidar' && (
        <Invalidar
          doc={doc}
          onClose={() => setOver(null)}
          onDone={() => {
            setOver(null)
            refresh()
          }}
        />
      )}
      {over === 'devolver' && (
        <Devolver
          doc={doc}
          onClose={() => setOver(null)}
          onDone={() => {
            setOver(null)
            refresh()
          }}
        />
      )}
    </>
  )
}

/** The input of the printed copy of an issued document. */
function printableOf({ documento, selloRecibido, fhProcesamiento }: Doc) {
  if (!documento) return undefined
  return {
    documento,
    selloRecibido: selloRecibido ?? '-',
    fhProcesamiento: fhProcesamiento ?? '-',
  }
}
