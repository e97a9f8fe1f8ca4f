/** The outcome, shown in place of the totals; focus moves to its heading. */

import type { TipoDte } from '@sello/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Clock, Copy, Download, OctagonX, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { call } from '../api/http.ts'
import type { PaginaDocumentos } from '../api/types.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { BASE } from '../base.ts'
import { now } from '../clock.ts'
import { TIPO } from '../tipos.ts'
import { Button } from '../ui/button.tsx'
import { dateTime, money } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { conservaNumero } from './conserva.ts'
import type { Ending } from './issue.ts'

interface Props {
  readonly tipoDte: TipoDte
  readonly ending: Ending
  readonly onNext: () => void
  readonly onCorrect: () => void
}

/** The ministry's public page of a document. */
export function enlaceDeHacienda(documento: {
  ambiente: string
  codigoGeneracion: string
  fecEmi: string
}): string {
  const { ambiente, codigoGeneracion, fecEmi } = documento
  const query = new URLSearchParams({ ambiente, codGen: codigoGeneracion, fechaEmi: fecEmi })
  return `https://admin.factura.gob.sv/consultaPublica?${query}`
}

export function copy(text: string, said: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast(said),
    () => toast('El navegador no dejó copiar.'),
  )
}

export function EndingPanel({ tipoDte, ending, onNext, onCorrect }: Props) {
  const workspace = useWorkspace()
  const heading = useRef<HTMLHeadingElement>(null)
  const codigo = ending.kind === 'rechazado' ? ending.rechazo.codigoGeneracion : null
  const rejected = useQuery({
    queryKey: ['rechazado', apiOf(workspace), codigo],
    queryFn: () =>
      call<PaginaDocumentos>(`${apiOf(workspace)}/documentos?estado=rechazado&limit=1&q=${codigo}`),
    enabled: codigo !== null,
    gcTime: 0, // its correction has the same code, and may be rejected later
  })
  const corregirHasta = rejected.data?.documentos[0]?.corregirHasta ?? undefined
  useEffect(() => heading.current?.focus(), [])
  const file = (codigo: string, kind: string) =>
    `${BASE}/console/api${apiOf(workspace)}/v1/dte/${codigo}/file?kind=${kind}`
  if (ending.kind === 'rechazado') {
    const { rechazo } = ending
    return (
      <section className="tot" aria-label="Resultado">
        <div className="ending">
          <span className="mark bad">
            <OctagonX className="i" aria-hidden />
          </span>
          <h2 ref={heading} tabIndex={-1}>
            Hacienda no la aceptó
          </h2>
          <p>{rechazo.ayuda.causa}</p>
          <p>
            <b>Qué hacer.</b> {rechazo.ayuda.queHacer}
          </p>
          <p className="sub">
            Hacienda dijo:{' '}
            {[rechazo.descripcionMsg, ...rechazo.observaciones].filter(Boolean).join(' · ')}
            {rechazo.codigoMsg && ` (código ${rechazo.codigoMsg})`}
          </p>
          <Button primary xl onClick={onCorrect}>
            Corregir y emitir
          </Button>
          {rechazo.numeroControl && (
            <p className="small">{conservaNumero(rechazo.numeroControl, corregirHasta, now())}</p>
          )}
        </div>
      </section>
    )
  }
  const { documento } = ending
  const sealed = ending.kind === 'sellado'
  return (
    <section className="tot" aria-label="Resultado">
      <div className="ending">
        <span className={`mark ${sealed ? 'ok' : 'warn'}`}>
          {sealed ? <CircleCheck className="i" aria-hidden /> : <Clock className="i" aria-hidden />}
        </span>
        <h2 ref={heading} tabIndex={-1}>
          {sealed ? TIPO[tipoDte].sellada : 'Firmada, sin sello todavía'}
        </h2>
        {ending.kind === 'contingencia' && <p>{ending.documento.detalle}</p>}
        <dl className="dl">
          <dt>Número</dt>
          <dd className="code">{documento.numeroControl}</dd>
          <dt>Total</dt>
          <dd>$ {money(documento.totales.totalPagar)}</dd>
          {ending.kind === 'sellado' && (
            <>
              <dt>Sello</dt>
              <dd className="code">{ending.documento.selloRecibido}</dd>
            </>
          )}
          {ending.kind === 'contingencia' && ending.documento.contingencia.limiteEvento && (
            <>
              <dt>Evento antes de</dt>
              <dd>{dateTime(ending.documento.contingencia.limiteEvento)}</dd>
            </>
          )}
        </dl>
        {documento.advertencias.map(({ mensaje }) => (
          <p key={mensaje} className="notice warn">
            {mensaje}
          </p>
        ))}
        {documento.observaciones.length > 0 && (
          <p className="notice info">Hacienda observó: {documento.observaciones.join(' · ')}</p>
        )}
        <Button primary xl onClick={onNext}>
          <Plus className="i" aria-hidden /> Emitir otra <kbd>↵</kbd>
        </Button>
        <div className="rowx">
          <a className="btn" href={file(documento.codigoGeneracion, 'pdf')} download>
            <Download className="i" aria-hidden /> {sealed ? 'PDF' : 'Imprimir sin sello'}
          </a>
          {sealed && (
            <a className="btn" href={file(documento.codigoGeneracion, 'ticket')} download>
              Ticket
            </a>
          )}
          {sealed && (
            <Button onClick={() => copy(enlaceDeHacienda(documento), 'Enlace copiado.')}>
              <Copy className="i" aria-hidden /> Copiar enlace
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
