/** One event of special operations: what it reported, its seal, its files, and what may be done with it. */
import type { OperacionesCompletas } from '@sello/contract'
import { ChevronDown, ChevronLeft, Download } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { useCall } from '../api/use-call.ts'
import { apiOf, may, useWorkspace } from '../app/workspace.ts'
import { enPalabras } from '../emitir/campos.ts'
import { useFiles } from '../paginas/archivos.tsx'
import { Invalidar } from '../paginas/invalidar.tsx'
import { EstadoChip } from '../ui/estado.tsx'
import { Menu } from '../ui/menu.tsx'
import { Loaded } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { count, dateTime, dayOf, money } from '../ui/text.ts'
import { Reportar } from './reportar.tsx'
import { filasDe, numerosDe, PAPEL, reportadosDe, VENTA, ventaDe } from './reporte.ts'

export function Page() {
  const workspace = useWorkspace()
  const { codigo = '' } = useParams<{ codigo: string }>()
  const query = useCall<OperacionesCompletas>(
    ['operaciones', apiOf(workspace), codigo],
    `${apiOf(workspace)}/v1/operaciones-especiales/${encodeURIComponent(codigo)}`,
    { refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? 5000 : false) },
  )
  return (
    <div className="page">
      <Loaded query={query} rows={8}>
        {(evento) => <Evento evento={evento} refresh={() => void query.refetch()} />}
      </Loaded>
    </div>
  )
}

const isMoving = ({ estado, eventos }: OperacionesCompletas) =>
  estado === 'firmado' || eventos.some((one) => one.estado === 'firmado')

interface Props {
  readonly evento: OperacionesCompletas
  readonly refresh: () => void
}

function Evento({ evento, refresh }: Props) {
  const [over, setOver] = useState<'anular' | 'invalidar' | null>(null)
  const [, navigate] = useLocation()
  const { codigoGeneracion } = evento
  const onClose = () => setOver(null)
  return (
    <>
      <Cabecera evento={evento} onAct={setOver} />
      <div className="stack">
        {evento.estado === 'rechazado' && evento.motivo && (
          <p className="notice bad">Hacienda lo rechazó: {enPalabras(evento.motivo)}</p>
        )}
        {evento.estado === 'firmado' && (
          <p className="notice warn">
            Hacienda no ha respondido. Lo reportado ya cuenta, y Sello lo sigue transmitiendo.
          </p>
        )}
        <Lineas evento={evento} />
        <Eventos evento={evento} />
      </div>
      {over === 'anular' && (
        <Reportar
          anula={{ codigoGeneracion, filas: filasDe(reportadosDe(evento)) }}
          onClose={onClose}
          onDone={(codigo) => {
            setOver(null)
            navigate(`/operaciones/${codigo}`)
          }}
        />
      )}
      {over === 'invalidar' && (
        <Invalidar
          target={{
            codigoGeneracion,
            nombre: 'evento de operaciones especiales',
            numero: codigoGeneracion,
            reemplazable: null,
          }}
          onClose={onClose}
          onDone={() => {
            setOver(null)
            refresh()
          }}
        />
      )}
    </>
  )
}

function Cabecera(props: {
  readonly evento: OperacionesCompletas
  readonly onAct: (act: 'anular' | 'invalidar') => void
}) {
  const { evento, onAct } = props
  const { empresa } = useWorkspace()
  const { hrefOf } = useFiles()
  const { codigoGeneracion, estado } = evento
  const isVoiding = reportadosDe(evento).some((one) => one.codigoGeneracionRef !== null)
  const notSealed = estado === 'sellado' ? null : 'Solo de un evento sellado.'
  return (
    <div className="head">
      <Link className="icon-button only-d" href="/operaciones" aria-label="Volver a operaciones">
        <ChevronLeft className="icon" aria-hidden />
      </Link>
      <h1>{isVoiding ? 'Comprobantes anulados' : 'Operaciones especiales'}</h1>
      <EstadoChip estado={estado} />
      <span className="space" />
      <a className="btn" href={hrefOf(codigoGeneracion, 'pdf')} download>
        <Download className="icon" aria-hidden /> PDF
      </a>
      {evento.archivoJson !== null && (
        <a className="btn" href={hrefOf(codigoGeneracion, 'json')} download>
          <Download className="icon" aria-hidden /> JSON
        </a>
      )}
      {may(empresa.rol, 'emitir') && (
        <Menu
          label="Corregir"
          trigger={
            <>
              Corregir <ChevronDown className="icon" aria-hidden />
            </>
          }
          items={[
            {
              label: 'Anular comprobantes',
              why: isVoiding ? 'Estos ya están anulados.' : notSealed,
              run: () => onAct('anular'),
            },
            {
              label: 'Invalidar',
              why:
                empresa.rol === 'emisor' && !empresa.invalida
                  ? `No tiene permiso. Pídalo a ${empresa.dueno}.`
                  : notSealed,
              run: () => onAct('invalidar'),
            },
          ]}
        />
      )}
    </div>
  )
}

function Lineas({ evento }: Pick<Props, 'evento'>) {
  const { totales, fecEmi, horEmi, selloRecibido, codigoGeneracion } = evento
  return (
    <section className="card tablebox" aria-label="Lo reportado">
      <div className="section">
        <p className="sub">
          {dayOf(fecEmi)} {horEmi.slice(0, 5)} · <span className="code">{codigoGeneracion}</span>
        </p>
        {selloRecibido && <p className="small code">Sello {selloRecibido}</p>}
      </div>
      <Table
        heads={['Papel', 'Números', ['Cuántos', 'num'], 'Venta', ['Total sin IVA', 'num']]}
        className="plain"
        foot={
          <tr>
            <td colSpan={4}>Total, con IVA de $ {money(totales.totalIva)}</td>
            <td className="num">{money(totales.total)}</td>
          </tr>
        }
      >
        {reportadosDe(evento).map((one) => (
          <tr key={one.numItem}>
            <td>
              {PAPEL[one.tipoDocumento]}
              {one.codigoGeneracionRef !== null && (
                <div className="small">
                  Anula lo del{' '}
                  <Link className="link" href={`/operaciones/${one.codigoGeneracionRef}`}>
                    evento {one.codigoGeneracionRef.slice(0, 8)}…
                  </Link>
                </div>
              )}
            </td>
            <td>{numerosDe(one)}</td>
            <td className="num">{count(one.cantidad)}</td>
            <td>{VENTA[ventaDe(one)]}</td>
            <td className="num">{money(one.ventaGravada + one.ventaExenta + one.ventaNoSuj)}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

/** Its invalidations. */
function Eventos({ evento: { eventos } }: Pick<Props, 'evento'>) {
  if (eventos.length === 0) return null
  return (
    <section className="card section" aria-labelledby="eventos">
      <h2 id="eventos">Invalidaciones</h2>
      <ul>
        {eventos.map(({ codigoGeneracion, estado, fecha, selloRecibido }) => (
          <li key={codigoGeneracion} className="inline">
            <EstadoChip estado={estado} />
            <span className="sub">{fecha.length === 10 ? dayOf(fecha) : dateTime(fecha)}</span>
            <span className="small code">{selloRecibido ?? codigoGeneracion}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
