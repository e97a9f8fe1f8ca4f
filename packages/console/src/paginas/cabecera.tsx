/** The heading of a document, with all that can be done with it. */
import { AJUSTABLES } from '@sello/contract/tipos'
import { ChevronDown, ChevronLeft, Copy, Download, Printer } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { may, useWorkspace } from '../app/workspace.ts'
import { copy, enlaceDeHacienda } from '../emitir/ending.tsx'
import type { Query } from '../emitir/from-documento.ts'
import { NOTAS, TIPO } from '../tipos.ts'
import { EstadoChip } from '../ui/estado.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { PrintButton, printFile } from '../ui/print.tsx'
import { dayOf, shortNumero } from '../ui/text.ts'
import { useFiles } from './archivos.tsx'
import { retornosDe } from './devolucion.ts'

type Over = 'invalidar' | 'devolver'

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
      <div className="h">
        <Link className="ib only-d" href="/documentos" aria-label="Volver a documentos">
          <ChevronLeft className="i" aria-hidden />
        </Link>
        <h1>
          {TIPO[tipoDte].nombre} {shortNumero(numeroControl)}
        </h1>
        <EstadoChip estado={estado} />
        <span className="sp" />
        {isPrintable && (
          <PrintButton path={pathOf(codigoGeneracion, 'pdf')}>
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
          items={downloads}
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
      <p className="rowx">
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
    </>
  )
}

const notSealedOf = ({ estado }: Query) =>
  estado === 'sellado' ? null : 'Solo de un documento sellado.'

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
