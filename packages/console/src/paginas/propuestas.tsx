/** Sales that programs and assistants prepared, and what became of them. */
import type { EstadoPropuesta, Propuestas } from '@sello/contract'
import { Ban, CircleCheck, CircleDot, Clock, FileCheck, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { usePages } from '../api/use-pages.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { TIPO } from '../tipos.ts'
import { Choice } from '../ui/choice.tsx'
import { More } from '../ui/more.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { dateTime, money } from '../ui/text.ts'

// biome-ignore format: a table
const ESTADOS: Readonly<Record<EstadoPropuesta, readonly [word: string, tone: string, icon: LucideIcon]>> = {
  pendiente:  ['Espera',     'warn', Clock],
  emitida:    ['Emitida',    'ok',   CircleCheck],
  descartada: ['Descartada', 'void', Ban],
  vencida:    ['Vencida',    'mute', CircleDot],
}

export function PropuestaChip({ estado }: { estado: EstadoPropuesta }) {
  const [word, tone, Icon] = ESTADOS[estado]
  return (
    <span className={`pill ${tone}`}>
      <Icon className="icon" aria-hidden />
      {word}
    </span>
  )
}

const CUALES = [
  ['pendiente', 'En espera'],
  ['todas', 'Todas'],
] as const

export function Page() {
  const workspace = useWorkspace()
  const [cuales, setCuales] = useState<'pendiente' | 'todas'>('pendiente')
  const filter = cuales === 'pendiente' ? 'estado=pendiente&' : ''
  const query = usePages<Propuestas>(
    ['propuestas', apiOf(workspace), cuales],
    `${apiOf(workspace)}/v1/propuestas?${filter}limit=50`,
    30_000,
  )
  const rows = query.data && { ...query, data: query.data.pages.flatMap((one) => one.propuestas) }
  return (
    <div className="page">
      <div className="head">
        <h1>Propuestas</h1>
        <span className="space" />
        <Choice label="Cuáles" name="cuales" choices={CUALES} value={cuales} onChange={setCuales} />
      </div>
      <section className="card tablebox" aria-label="Ventas propuestas">
        <Loaded query={rows ?? { ...query, data: undefined }} rows={4}>
          {(propuestas) =>
            propuestas.length === 0 ? (
              <Empty icon={<FileCheck className="icon" aria-hidden />}>
                <p>
                  {cuales === 'pendiente'
                    ? 'Nada espera su firma. Aquí llegan las ventas que un programa o un asistente prepara.'
                    : 'En los últimos 30 días nadie propuso una venta.'}
                </p>
              </Empty>
            ) : (
              <Tabla propuestas={propuestas} />
            )
          }
        </Loaded>
        <More query={query} />
      </section>
    </div>
  )
}

function Tabla({ propuestas }: Pick<Propuestas, 'propuestas'>) {
  return (
    <Table
      heads={['Estado', 'Documento', 'Cliente', 'Propuesta', ['Total', 'num']]}
      className="docs"
    >
      {propuestas.map(({ id, estado, tipoDte, receptor, llave, createdAt, totales }) => (
        <tr key={id} data-row>
          <td>
            <PropuestaChip estado={estado} />
          </td>
          <td>
            <Link href={`/propuestas/${id}`}>
              <b>{TIPO[tipoDte].nombre}</b>
            </Link>
            <div className="small">de {llave.label}</div>
          </td>
          <td className="clip" title={receptor?.nombre ?? undefined}>
            {receptor?.nombre ?? 'Sin nombre'}
          </td>
          <td>{dateTime(createdAt)}</td>
          <td className="num">{money(totales.totalPagar)}</td>
        </tr>
      ))}
    </Table>
  )
}
