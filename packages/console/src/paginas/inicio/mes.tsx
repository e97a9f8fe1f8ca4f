/** The month so far: its figures and its days. */
import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { may, useWorkspace } from '../../app/workspace.ts'
import { hoy } from '../../clock.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Late } from '../../ui/states.tsx'
import { count, money, monthName } from '../../ui/text.ts'
import { Chart, type DatosMes } from './chart.tsx'
import css from './mes.module.css'

export function Mes({ mes }: { mes: DatosMes | undefined }) {
  const workspace = useWorkspace()
  const today = hoy()
  const desde = mes?.desde ?? `${today.slice(0, 7)}-01`
  return (
    <Card
      id="mes"
      heading={monthName(desde)}
      beside={<span className="sub">del 1 al {Number(today.slice(8))}</span>}
      action={
        may(workspace.empresa.rol, 'libros') && (
          <Link className="link" href={`~${workspace.root}/libros/${desde.slice(0, 7)}`}>
            Ver el libro del mes
          </Link>
        )
      }
    >
      {mes === undefined ? (
        <Late>
          <div className={css.loading}>
            <span className="skel" />
            <span className="skel" />
            <span className="skel" />
            <span className="skel" />
          </div>
        </Late>
      ) : mes.documentos === 0 && mes.sinSello === 0 ? (
        <Empty icon={<FileText className="icon" aria-hidden />}>
          <p>Aún no hay ventas este mes.</p>
          {may(workspace.empresa.rol, 'emitir') && (
            <Link className="btn primary" href={`~${workspace.root}/emitir/01`}>
              Emitir la primera
            </Link>
          )}
        </Empty>
      ) : (
        <>
          <Cifras mes={mes} today={today} />
          <Chart mes={mes} today={today} />
        </>
      )}
    </Card>
  )
}

function Cifras({ mes, today }: { mes: DatosMes; today: string }) {
  const day = Number(today.slice(8))
  const before = mes.anterior
    .filter(({ fecha }) => Number(fecha.slice(8)) <= day)
    .reduce((sum, { vendido }) => sum + vendido, 0)
  const change = before > 0 ? ((mes.vendido - before) / before) * 100 : null
  return (
    <div className={css.figures}>
      <Fig
        isBig
        label="Vendido"
        value={`$ ${money(mes.vendido)}`}
        note={
          change === null ? (
            'sellado y en contingencia, menos notas de crédito'
          ) : (
            <>
              <span className={change >= 0 ? 't-ok' : 't-warn'}>
                {change >= 0 ? '+' : '−'} {Math.abs(change).toFixed(1)} %
              </span>{' '}
              que en los mismos días del mes anterior
            </>
          )
        }
      />
      <Fig label="IVA débito" value={money(mes.ivaDebito)} note="neto de notas" />
      <Fig label="Documentos" value={count(mes.documentos)} note="sellados" />
      <Fig
        label="Sin sello"
        value={count(mes.sinSello)}
        note="en contingencia"
        isDue={mes.sinSello > 0}
      />
    </div>
  )
}

interface FigProps {
  readonly label: string
  readonly value: string
  readonly note: ReactNode
  readonly isBig?: boolean
  readonly isDue?: boolean
}

function Fig({ label, value, note, isBig, isDue }: FigProps) {
  return (
    <div className={isBig ? `${css.figure} ${css.big}` : css.figure}>
      <div className={css.label}>{label}</div>
      <div className={isDue ? `${css.value} t-warn` : css.value}>{value}</div>
      <div className="small">{note}</div>
    </div>
  )
}
