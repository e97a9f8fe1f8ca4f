/** Documents that wait for their seal, and their deadlines. */
import type { Contingencias, Status } from '@sello/contract'
import { CircleCheck } from 'lucide-react'
import { Link } from 'wouter'
import type { PaginaDocumentos } from '../api/types.ts'
import { useCall } from '../api/use-call.ts'
import { apiOf, may, useWorkspace } from '../app/workspace.ts'
import { now } from '../clock.ts'
import { useEmpresa } from '../emitir/use-evaluated.ts'
import { TIPO } from '../tipos.ts'
import { Button } from '../ui/button.tsx'
import { EstadoChip } from '../ui/estado.tsx'
import { Problem } from '../ui/problem.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { dayOf, money, shortNumero, time, until } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { isReplayed } from './act-keys.ts'
import { Periodos } from './periodos.tsx'
import { useSignedAct } from './signed-act.tsx'

const ASK_MS = 15_000

export function Page() {
  const workspace = useWorkspace()
  const status = useCall<Status>(['status', apiOf(workspace)], `${apiOf(workspace)}/v1/status`, {
    refetchInterval: ASK_MS,
  })
  const periodos = useCall<Contingencias>(
    ['contingencia', apiOf(workspace)],
    `${apiOf(workspace)}/v1/contingencia`,
    { refetchInterval: ASK_MS },
  )
  const waiting = useCall<PaginaDocumentos>(
    ['documentos', apiOf(workspace), 'sin-sello'],
    `${apiOf(workspace)}/documentos?estado=contingencia,firmado&limit=100`,
    { refetchInterval: ASK_MS },
  )
  const empresa = useEmpresa()
  const act = useSignedAct((signed) => {
    toast(
      isReplayed(signed)
        ? 'Ese evento ya estaba transmitido.'
        : 'Evento transmitido. Sello transmite sus documentos cuando Hacienda lo selle.',
    )
    for (const query of [status, waiting, periodos]) void query.refetch()
  })
  return (
    <div className="page">
      <div className="head">
        <h1 className="dup">Contingencia</h1>
      </div>
      <div className="stack">
        {empresa.data?.faltaResponsable && (
          <p className="notice warn">
            <span>
              La empresa no ha dicho quién responde por sus eventos de contingencia: nombrarán a la
              empresa, y Hacienda pide una persona.
            </span>
            {may(workspace.empresa.rol, 'ajustes') && (
              <Link className="btn compact" href="/ajustes/empresa">
                Decir quién
              </Link>
            )}
          </p>
        )}
        <Loaded query={status} rows={2}>
          {({ ministerio, contingencia }) => (
            <>
              {ministerio.estado === 'sin_respuesta' ? (
                <p className="notice warn">
                  Hacienda no responde desde las {time(ministerio.desde)}. Siga emitiendo.
                </p>
              ) : (
                <p className="notice ok">
                  <CircleCheck className="icon" aria-hidden />
                  Hacienda responde.{contingencia.documentos === 0 && ' No hay contingencia.'}
                </p>
              )}
              {contingencia.queHacer && !contingencia.limiteEvento && (
                <p className="notice info">{contingencia.queHacer}</p>
              )}
              {contingencia.limiteEvento && (
                <div className="notice warn">
                  <span>
                    {contingencia.queHacer} Límite: {until(contingencia.limiteEvento, now())}.
                  </span>
                  {may(workspace.empresa.rol, 'emitir') && (
                    <Button
                      small
                      primary
                      busy={act.busy}
                      why={
                        ministerio.estado === 'sin_respuesta'
                          ? 'Hacienda todavía no responde.'
                          : null
                      }
                      onClick={() => void act.run('/v1/contingencia', {})}
                    >
                      Transmitir evento
                    </Button>
                  )}
                </div>
              )}
              <Problem text={act.problem} />
            </>
          )}
        </Loaded>
        <Loaded query={periodos} rows={2}>
          {({ periodos }) => <Periodos periodos={periodos} />}
        </Loaded>
        <section className="card tablebox" aria-label="Documentos sin sello">
          <Loaded query={waiting} rows={4}>
            {({ documentos }) =>
              documentos.length === 0 ? (
                <Empty icon={<CircleCheck className="icon" aria-hidden />}>
                  <p>Ningún documento espera su sello.</p>
                </Empty>
              ) : (
                <Table
                  heads={['Estado', 'Documento', 'Cliente', 'Firmado', ['Total', 'num']]}
                  className="docs"
                >
                  {documentos.map((fila) => (
                    <tr key={fila.codigoGeneracion} data-row>
                      <td>
                        <EstadoChip estado={fila.estado} />
                      </td>
                      <td>
                        <Link href={`/documentos/${fila.codigoGeneracion}`}>
                          <b>{TIPO[fila.tipoDte].nombre}</b> {shortNumero(fila.numeroControl)}
                        </Link>
                      </td>
                      <td className="clip" title={fila.receptor?.nombre ?? undefined}>
                        {fila.receptor?.nombre ?? 'Sin nombre'}
                      </td>
                      <td>
                        {dayOf(fila.fecEmi)} {fila.horEmi.slice(0, 5)}
                      </td>
                      <td className="num">{money(fila.totales.totalPagar)}</td>
                    </tr>
                  ))}
                </Table>
              )
            }
          </Loaded>
        </section>
      </div>
      {act.dialog}
    </div>
  )
}
