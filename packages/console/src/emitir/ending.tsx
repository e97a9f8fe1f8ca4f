/** What became of a sale: the page is the issued document, or the form says why Hacienda rejected it. */

import type { TipoDte } from '@sello/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Clock, Copy, Download, FileText, OctagonX, Plus, Printer } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { Link } from 'wouter'
import { call } from '../api/http.ts'
import type { PaginaDocumentos } from '../api/types.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { BASE } from '../base.ts'
import { now } from '../clock.ts'
import { TIPO } from '../tipos.ts'
import { Button } from '../ui/button.tsx'
import { copy } from '../ui/copy.ts'
import { EstadoChip } from '../ui/estado.tsx'
import { PrintButton } from '../ui/print.tsx'
import { dateTime, money, shortNumero } from '../ui/text.ts'
import { enPalabras } from './campos.ts'
import { conservaNumero } from './conserva.ts'
import css from './ending.module.css'
import type { Ending } from './issue.ts'
import { Page as Printed, Sheet } from './preview.tsx'
import { TIPO_FORM } from './tipo-form.ts'
import totales from './totales.module.css'

export type Rejection = Extract<Ending, { kind: 'rechazado' }>
export type Issue = Exclude<Ending, Rejection>

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

/** The heading has the focus from the moment it is seen, so that the next key is about the outcome. */
function useHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return heading
}

/** Beside the form, which is corrected. */
export function Rejected({ ending, onCorrect }: { ending: Rejection; onCorrect: () => void }) {
  const api = apiOf(useWorkspace())
  const heading = useHeading()
  const { rechazo } = ending
  const { codigoGeneracion } = rechazo
  const { data } = useQuery({
    queryKey: ['rechazado', api, codigoGeneracion],
    queryFn: () =>
      call<PaginaDocumentos>(`${api}/documentos?estado=rechazado&limit=1&q=${codigoGeneracion}`),
    gcTime: 0, // its correction has the same code, and may be rejected later
  })
  const corregirHasta = data?.documentos[0]?.corregirHasta ?? undefined
  return (
    <section className={totales.panel} aria-label="Resultado">
      <div className={css.ending}>
        <span className={`${css.mark} bad`}>
          <OctagonX className="icon" aria-hidden />
        </span>
        <h2 ref={heading} tabIndex={-1}>
          Hacienda no la aceptó
        </h2>
        <p>{enPalabras(rechazo.ayuda.causa)}</p>
        <p>
          <b>Qué hacer.</b> {enPalabras(rechazo.ayuda.queHacer)}
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

interface IssuedProps {
  readonly tipoDte: TipoDte
  readonly ending: Issue
  readonly onNext: () => void
}

/** In place of the form: the document, its printed copy, and the next sale one key away. */
export function Issued({ tipoDte, ending, onNext }: IssuedProps) {
  const { documento } = ending
  // The same object until the ending changes: a new one would be drawn again.
  const issued = useMemo(() => {
    if (ending.kind !== 'sellado') return undefined
    const { fhProcesamiento, ...sealed } = ending.documento
    return { ...sealed, fhProcesamiento: fhProcesamiento ?? '-' }
  }, [ending])
  return (
    <div className="page">
      <div className="head">
        <h1>
          {TIPO[tipoDte].nombre} {shortNumero(documento.numeroControl)}
        </h1>
        <EstadoChip estado={documento.estado} />
      </div>
      <div className={css.issued}>
        <IssuedPanel tipoDte={tipoDte} ending={ending} onNext={onNext} />
        <Sheet whole>
          <Printed documento={documento.documento} issued={issued} />
        </Sheet>
      </div>
    </div>
  )
}

function IssuedPanel({ tipoDte, ending, onNext }: IssuedProps) {
  const api = apiOf(useWorkspace())
  const heading = useHeading()
  const { documento } = ending
  const { codigoGeneracion, observaciones, advertencias } = documento
  const { total } = TIPO_FORM[tipoDte]
  const sealed = ending.kind === 'sellado'
  const file = (kind: string) => `${api}/v1/dte/${codigoGeneracion}/file?kind=${kind}`
  return (
    <section className={`${totales.panel} ${css.panel}`} aria-label="Resultado">
      <div className={css.ending}>
        <span className={`${css.mark} ${sealed ? 'ok' : 'warn'}`}>
          {sealed ? (
            <CircleCheck className="icon" aria-hidden />
          ) : (
            <Clock className="icon" aria-hidden />
          )}
        </span>
        <h2 ref={heading} tabIndex={-1}>
          {sealed ? TIPO[tipoDte].sellada : 'Firmada, sin sello todavía'}
        </h2>
        {ending.kind === 'contingencia' && <p>{ending.documento.detalle}</p>}
        <dl className="pairs">
          <dt>Número</dt>
          <dd className="code">{documento.numeroControl}</dd>
          <dt>{total.label}</dt>
          <dd>$ {money(documento.totales[total.importe])}</dd>
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
        {advertencias.map(({ mensaje }) => (
          <p key={mensaje} className="notice warn">
            {mensaje}
          </p>
        ))}
        {observaciones.length > 0 && (
          <p className="notice info">Hacienda observó: {observaciones.join(' · ')}</p>
        )}
        <Button primary xl onClick={onNext}>
          <Plus className="icon" aria-hidden /> Emitir otra <kbd>↵</kbd>
        </Button>
        <div className={css.prints}>
          <PrintButton path={file('pdf')}>
            <Printer className="icon" aria-hidden /> {sealed ? 'Imprimir' : 'Imprimir sin sello'}
          </PrintButton>
          {sealed && (
            <PrintButton path={file('ticket')}>
              <Printer className="icon" aria-hidden /> Ticket
            </PrintButton>
          )}
        </div>
        <div className={css.others}>
          <Link className="link" href={`/documentos/${codigoGeneracion}`}>
            <FileText className="icon" aria-hidden /> Ver documento
          </Link>
          <a className="link" href={`${BASE}/console/api${file('pdf')}`} download>
            <Download className="icon" aria-hidden /> Descargar PDF
          </a>
          {sealed && (
            <button
              type="button"
              className="link"
              onClick={() => copy(enlaceDeHacienda(documento), 'Enlace copiado.')}
            >
              <Copy className="icon" aria-hidden /> Copiar enlace
            </button>
          )}
        </div>
      </div>
    </section>
  )
}
