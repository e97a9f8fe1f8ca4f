/** One document: its content, how its totals are computed, its history, files and actions. */
import { useMemo, useState } from 'react'
import { useParams } from 'wouter'
import { useCall } from '../api/use-call.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { enPalabras } from '../emitir/campos.ts'
import type { Query } from '../emitir/from-documento.ts'
import { CopiaImpresa } from '../emitir/preview.tsx'
import { Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Archivos } from './archivos.tsx'
import { Cabecera, type Over } from './cabecera.tsx'
import { Detalle } from './detalle.tsx'
import { Devolver } from './devolver.tsx'
import { Entregas } from './entregas.tsx'
import { Enviar } from './enviar.tsx'
import { Explicacion } from './explicacion.tsx'
import { Historial } from './historial.tsx'
import { Invalidar, invalidado } from './invalidar.tsx'

const TABS = {
  detalle: 'Detalle',
  totales: 'Totales',
  historial: 'Historial',
  archivos: 'Archivos',
  entregas: 'Entregas',
}

export function Page() {
  const workspace = useWorkspace()
  const { codigo = '' } = useParams<{ codigo: string }>()
  const query = useCall<Query>(
    ['documento', apiOf(workspace), codigo],
    `${apiOf(workspace)}/v1/dte/${encodeURIComponent(codigo)}?explica=totales`,
    {
      refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? 5000 : false),
    },
  )
  return (
    <div className="page">
      <Loaded query={query} rows={8}>
        {(doc) => <Documento doc={doc} refresh={() => void query.refetch()} />}
      </Loaded>
    </div>
  )
}

function Documento({ doc, refresh }: { doc: Query; refresh: () => void }) {
  const [tab, setTab] = useState<keyof typeof TABS>('detalle')
  const [over, setOver] = useState<Over | null>(null)
  const printable = useMemo(() => printableOf(doc), [doc])
  const onClose = () => setOver(null)
  const onDone = () => {
    setOver(null)
    refresh()
  }
  return (
    <>
      <Cabecera doc={doc} isPrintable={Boolean(printable)} onAct={setOver} />
      {doc.estado === 'rechazado' && doc.motivo && (
        <p className="notice bad">{enPalabras(doc.motivo)}</p>
      )}
      {doc.estado === 'contingencia' && (
        <p className="notice warn">Firmada, sin sello todavía. {doc.contingencia?.queHacer}</p>
      )}
      <div className="split">
        <section className="card">
          <Tabs
            label="Partes del documento"
            tabs={TABS}
            value={tab}
            onChange={setTab}
            className="section"
          >
            {tab === 'detalle' && <Detalle doc={doc} />}
            {tab === 'totales' && <Explicacion doc={doc} />}
            {tab === 'historial' && <Historial doc={doc} />}
            {tab === 'archivos' && <Archivos doc={doc} />}
            {tab === 'entregas' && <Entregas doc={doc} />}
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
        <Invalidar target={invalidado(doc)} onClose={onClose} onDone={onDone} />
      )}
      {over === 'enviar' && (
        <Enviar
          doc={doc}
          onClose={onClose}
          onDone={() => {
            setTab('entregas')
            onDone()
          }}
        />
      )}
      {over === 'devolver' && <Devolver doc={doc} onClose={onClose} onDone={onDone} />}
    </>
  )
}

/** It waits for its seal, or a mail of it is on its way. */
const isMoving = ({ estado, entregas }: Query) =>
  estado === 'firmado' ||
  estado === 'contingencia' ||
  entregas.some((entrega) => entrega.estado === 'pendiente')

/** The input of the printed copy of an issued document. */
function printableOf({ documento, selloRecibido, fhProcesamiento }: Query) {
  if (!documento) return undefined
  return {
    documento,
    selloRecibido: selloRecibido ?? '-',
    fhProcesamiento: fhProcesamiento ?? '-',
  }
}
