/** The events of special operations (event 17), and the way to report more. */
import type { PaginaDeOperaciones } from '@sello/contract'
import { Receipt } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { usePages } from '../api/use-pages.ts'
import { apiOf, may, useWorkspace } from '../app/workspace.ts'
import { Button } from '../ui/button.tsx'
import { EstadoChip } from '../ui/estado.tsx'
import { More } from '../ui/more.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { dayOf, money } from '../ui/text.ts'
import { Reportar } from './reportar.tsx'

const ASK_MS = 30_000

export function Page() {
  const workspace = useWorkspace()
  const [, navigate] = useLocation()
  const [isReporting, setIsReporting] = useState(false)
  const query = usePages<PaginaDeOperaciones>(
    ['operaciones', apiOf(workspace)],
    `${apiOf(workspace)}/v1/operaciones-especiales?limit=50`,
    ASK_MS,
  )
  const rows = query.data && { ...query, data: query.data.pages.flatMap((one) => one.operaciones) }
  return (
    <div className="page">
      <div className="head">
        <h1>Operaciones especiales</h1>
        <span className="space" />
        {may(workspace.empresa.rol, 'emitir') && (
          <Button primary onClick={() => setIsReporting(true)}>
            Reportar
          </Button>
        )}
      </div>
      <section className="card tablebox" aria-label="Eventos de operaciones especiales">
        <Loaded query={rows ?? { ...query, data: undefined }} rows={4}>
          {(operaciones) =>
            operaciones.length === 0 ? (
              <Empty icon={<Receipt className="icon" aria-hidden />}>
                <p>
                  Nada reportado. Reporta aquí, cada mes, quien Hacienda designó y todavía emite
                  facturas simplificadas o comprobantes de control interno en papel.
                </p>
              </Empty>
            ) : (
              <Tabla operaciones={operaciones} />
            )
          }
        </Loaded>
        <More query={query} />
      </section>
      {isReporting && (
        <Reportar
          onClose={() => setIsReporting(false)}
          onDone={(codigo) => {
            void query.refetch()
            navigate(`/operaciones/${codigo}`)
          }}
        />
      )}
    </div>
  )
}

function Tabla({ operaciones }: Pick<PaginaDeOperaciones, 'operaciones'>) {
  return (
    <Table heads={['Estado', 'Evento', 'IVA', 'Fecha', ['Total', 'num']]} className="docs">
      {operaciones.map(({ codigoGeneracion, estado, fecEmi, horEmi, totales }) => (
        <tr key={codigoGeneracion} data-row>
          <td>
            <EstadoChip estado={estado} />
          </td>
          <td>
            <Link href={`/operaciones/${codigoGeneracion}`}>
              <b className="code">{codigoGeneracion.slice(0, 8)}…</b>
            </Link>
          </td>
          <td>IVA $ {money(totales.totalIva)}</td>
          <td>
            {dayOf(fecEmi)} {horEmi.slice(0, 5)}
          </td>
          <td className="num">{money(totales.total)}</td>
        </tr>
      ))}
    </Table>
  )
}
