/** The heading of a document, with all that can be done with it. */
import { AJUSTABLES } from '@sello/contract/tipos'
import { ChevronDown, ChevronLeft, Copy, Download, Mail, Printer } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { may, useWorkspace } from '../app/workspace.ts'
import { enlaceDeHacienda } from '../emitir/ending.tsx'
import { facturasDe } from '../emitir/facturar.ts'
import type { Query } from '../emitir/from-documento.ts'
import { hasForm, NOTAS, TIPO } from '../tipos.ts'
import { Button } from '../ui/button.tsx'
import { copy } from '../ui/copy.ts'
import { EstadoChip } from '../ui/estado.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { PrintButton, printFile } from '../ui/print.tsx'
import { dayOf, shortNumero } from '../ui/text.ts'
import { useFiles } from './archivos.tsx'
import { retornosDe } from './devolucion.ts'

export type Over = 'invalidar' | 'devolver' | 'enviar'

interface Props {
  readonly doc: Query
  readonly isPrintable: boolean
  readonly onAct: (over: Over) => void
}

export function Cabecera({ doc, isPrintable, onAct }: Props) {
  const { empresa } = useWorkspace()
  const { pathOf } = useFiles()
  const { codigoGeneracion, numeroControl, tipoDte, estado } = doc
  const issue = may(empresa.rol, 'emitir')
  const acts = useActs(doc, onAct)
  const downloads = useDownloads(doc)
  return (
    <>
      <div className="head">
        <Link className="icon-button only-d" href="/documentos" aria-label="Volver a documentos">
          <ChevronLeft className="icon" aria-hidden />
        </Link>
        <h1>
          {TIPO[tipoDte].nombre} {shortNumero(numeroControl)}
        </h1>
        <EstadoChip estado={estado} />
        <span className="space" />
        {isPrintable && (
          <PrintButton path={pathOf(codigoGeneracion, 'pdf')}>
            <Printer className="icon" aria-hidden /> Imprimir
          </PrintButton>
        )}
        <Menu
          label="Descargar"
          trigger={
            <>
              <Download className="icon" aria-hidden /> Descargar{' '}
              <ChevronDown className="icon" aria-hidden />
            </>
          }
          items={downloads}
        />
        {issue && (
          <Button why={notHandedOverOf(doc)} onClick={() => onAct('enviar')}>
            <Mail className="icon" aria-hidden /> Enviar
          </Button>
        )}
        {issue && estado === 'rechazado' && hasForm(tipoDte) && (
          <Link className="btn primary" href={`/emitir/${tipoDte}?corrige=${codigoGeneracion}`}>
            Corregir y emitir
          </Link>
        )}
        {issue && (
          <Menu
            label="Corregir"
            trigger={
              <>
                Corregir <ChevronDown className="icon" aria-hidden />
              </>
            }
            items={acts}
          />
        )}
      </div>
      <p className="inline">
        <span className="code">{numeroControl}</span>
        <button
          type="button"
          className="icon-button"
          aria-label="Copiar el número de control"
          onClick={() => copy(numeroControl, 'Número copiado.')}
        >
          <Copy className="icon" aria-hidden />
        </button>
        <span className="sub">
          {dayOf(doc.fecEmi)} {doc.horEmi.slice(0, 5)}
        </span>
      </p>
    </>
  )
}

interface Partes {
  readonly emisor?: { readonly nit?: string }
  readonly receptor?: { readonly numDocumento?: string; readonly nrc?: string | null } | null
}
const receptorDe = ({ documento }: Query) => (documento as Partes | null)?.receptor ?? {}
/** Goods of a 04 that stay with the company. */
const isPropio = (doc: Query) =>
  receptorDe(doc).numDocumento === (doc.documento as Partes | null)?.emisor?.nit

const notSealedOf = ({ estado }: Query) =>
  estado === 'sellado' ? null : 'Solo de un documento sellado.'

/** A rejected one is nobody's. */
const notHandedOverOf = ({ estado }: Query) =>
  ['sellado', 'contingencia', 'invalidado'].includes(estado)
    ? null
    : 'Se envía cuando Hacienda responda.'

function useDownloads(doc: Query): readonly (MenuItem | null)[] {
  const { pathOf, hrefOf } = useFiles()
  const code = doc.codigoGeneracion
  const download = (kind: string) => () => {
    const link = document.createElement('a')
    link.href = hrefOf(code, kind)
    link.download = ''
    link.click()
  }
  const why = notSealedOf(doc)
  return [
    { label: 'PDF', run: download('pdf') },
    { label: 'JSON firmado', run: download('json') },
    { label: 'Ticket', why, run: download('ticket') },
    null,
    { label: 'Imprimir el ticket', why, run: () => void printFile(pathOf(code, 'ticket')) },
    {
      label: 'Copiar enlace de Hacienda',
      why,
      run: () => copy(enlaceDeHacienda(doc), 'Enlace copiado.'),
    },
  ]
}

function useActs(doc: Query, onAct: (over: Over) => void): readonly (MenuItem | null)[] {
  const { empresa } = useWorkspace()
  const [, navigate] = useLocation()
  const { codigoGeneracion, tipoDte, estado } = doc
  const notSealed = notSealedOf(doc)
  return [
    ...(hasForm(tipoDte)
      ? [
          {
            label: 'Emitir otra igual',
            run: () => navigate(`/emitir/${tipoDte}?como=${codigoGeneracion}`),
          },
        ]
      : []),
    ...(estado === 'rechazado' && hasForm(tipoDte)
      ? [
          {
            label: 'Corregir y emitir',
            run: () => navigate(`/emitir/${tipoDte}?corrige=${codigoGeneracion}`),
          },
        ]
      : []),
    ...facturasDe(tipoDte, Boolean(receptorDe(doc).nrc)).map((factura) => ({
      label: `Facturar lo remitido: ${TIPO[factura].nombre.toLowerCase()}`,
      why: notSealed ?? (isPropio(doc) ? 'Fue a un lugar propio: no hay a quién facturar.' : null),
      run: () => navigate(`/emitir/${factura}?remision=${codigoGeneracion}`),
    })),
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
            run: () => onAct('devolver'),
          },
        ]
      : []),
    null,
    {
      label: 'Invalidar',
      why:
        notSealed ??
        (retornosDe(doc).length > 0
          ? 'Tiene devoluciones; use otra devolución.'
          : empresa.rol === 'emisor' && !empresa.invalida
            ? `No tiene permiso. Pídalo a ${empresa.dueno}.`
            : null),
      run: () => onAct('invalidar'),
    },
  ]
}
