/** The totals box of the printed copy: the amounts, how they are computed, and whether it may be issued. */
import type { TipoDte } from '@sello/contract'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Evaluated } from '../fiscal/protocol.ts'
import { money } from '../ui/text.ts'
import { TIPO_FORM } from './tipo-form.ts'
import css from './totales.module.css'

/** The amounts of a document in the order of its printed copy; of these, what is retained is taken off. */
const ROWS = [
  ...['valorOperaciones', 'montoSinPercepcion', 'montoSujetoPercepcion'],
  ...[
    'totalSujetoRetencion',
    'efectivo',
    'totalCompra',
    'totalGravada',
    'totalExenta',
    'totalNoSuj',
    'exportacion',
    'totalDescu',
    'totalIva',
  ],
  ...['flete', 'seguro', 'ivaRete', 'ivaPerci', 'reteRenta', 'totalNoGravado'],
  ...['ivaPercibido', 'comision', 'ivaComision'],
]
const TAKEN_OFF = new Set(['ivaRete', 'reteRenta', 'ivaPercibido', 'comision', 'ivaComision'])

/** Those other than zero, with the labels of the printed copy. */
function rowsOf(tipoDte: TipoDte, { totales, resumen, explicacion }: Evaluated) {
  const steps = explicacion.totales.map(({ importe, valor }) => [importe, valor] as const)
  const amounts = { ...Object.fromEntries(steps), ...resumen, ...totales } as Json
  const labels: Readonly<Record<string, string>> = {
    totalIva: TIPO_FORM[tipoDte].iva,
    totalDescu: 'Descuentos ya restados',
  }
  return ROWS.map((importe) => {
    const amount = Number(amounts[importe] ?? 0)
    const label = labels[importe] ?? nombreDe(importe)
    return { importe, label, amount: TAKEN_OFF.has(importe) ? -amount : amount }
  }).filter(({ amount }) => amount !== 0)
}

type Json = Readonly<Record<string, unknown>>

interface Explained {
  readonly importe: string
  readonly valor: string
  readonly formula: string
  readonly entradas: readonly {
    readonly nombre: string
    readonly valor: string
    readonly lineas?: readonly number[]
  }[]
  readonly redondeo: { readonly decimales: number; readonly exacto: string } | null
}

/** The names of amounts as the printed copy says them. */
// biome-ignore format: a table
const IMPORTE: Readonly<Record<string, string>> = {
  totalNoSuj: 'Ventas no sujetas', totalExenta: 'Ventas exentas', totalGravada: 'Ventas gravadas', totalCompra: 'Compras',
  subTotalVentas: 'Suma de ventas', descuNoSuj: 'Descuento de no sujetas', descuExenta: 'Descuento de exentas',
  descuGravada: 'Descuento de gravadas', descu: 'Descuento de la compra', totalDescu: 'Descuentos', subTotal: 'Subtotal',
  porcentajeDescuento: 'Porcentaje de descuento', totalIva: 'IVA', ivaPerci: 'IVA percibido 1 %', ivaRete: 'IVA retenido 1 %',
  ivaRete1: 'IVA retenido 1 %', ivaPerci1: 'IVA percibido 1 %', reteRenta: 'Renta retenida 10 %', flete: 'Flete', seguro: 'Seguro',
  montoTotalOperacion: 'Total de la operación', totalNoGravado: 'Cargos y abonos no gravados', saldoFavor: 'Saldo a favor',
  totalNoOnerosas: 'Sale sin pago', totalPagar: 'Total a pagar', netoGravado: 'Ventas gravadas sin IVA',
  totalTributos: 'Tributos', saldo: 'Saldo', totalSujetoRetencion: 'Monto sujeto a retención',
  totalIvaRetenido: 'IVA retenido', efectivo: 'De eso, en efectivo', valorTotal: 'Total donado',
  valorOperaciones: 'Pagado con tarjetas', montoSinPercepcion: 'No sujeto a percepción', montoSujetoPercepcion: 'Sujeto a percepción, sin IVA',
  exportacion: 'Exportaciones', total: 'Total de la liquidación',
  iva: 'IVA de las operaciones', ivaPercibido: 'IVA percibido 2 %', comision: 'Comisión', ivaComision: 'IVA de la comisión',
  porcentComision: 'Porcentaje de comisión', liquidoApagar: 'Líquido a pagar',
}

/** An amount of a summary in words; `tributos[20]` by the code that its printed line has. */
export function nombreDe(importe: string): string {
  const tributo = /^tributos\[(\w+)\]/.exec(importe)?.[1]
  if (tributo === '20') return 'IVA 13 %'
  if (tributo === 'C3') return 'IVA de exportación 0 %'
  return tributo === undefined ? (IMPORTE[importe] ?? importe) : `Tributo ${tributo}`
}

/** A total that opens to show its formula. */
export function TotalRow(props: {
  label: string
  amount: string
  explained: Explained | undefined
}) {
  const { label, amount, explained } = props
  if (!explained) {
    return (
      <div className={css.total}>
        <span>{label}</span>
        <b>{amount}</b>
      </div>
    )
  }
  return (
    <details className={css.explained}>
      <summary className={css.total}>
        <u>{label}</u>
        <b>{amount}</b>
      </summary>
      <div className={css.formula}>
        <code>{explained.formula}</code>
        {explained.entradas.map((one) => (
          <span key={one.nombre}>
            {one.nombre} = {one.valor}
            {one.lineas && one.lineas.length > 0 && ` (líneas ${rangesOf(one.lineas)})`}
          </span>
        ))}
        {explained.redondeo && <span>Redondeado de {explained.redondeo.exacto}</span>}
      </div>
    </details>
  )
}

/** `1–4, 7` of line numbers. */
function rangesOf(lineas: readonly number[]): string {
  const parts: string[] = []
  let from = lineas[0] ?? 0
  lineas.forEach((n, i) => {
    const next = lineas[i + 1]
    if (next === n + 1) return
    parts.push(from === n ? `${n}` : `${from}–${n}`)
    from = next ?? 0
  })
  return parts.join(', ')
}

/** What to look at, of many lines; each is said again once it is issued. */
const AVISOS_MAX = 3

interface PanelProps {
  readonly tipoDte: TipoDte
  readonly evaluated: Evaluated | null
  readonly problems: readonly { readonly at: string; readonly message: string }[]
  readonly goTo: (at: string) => void
  /** Nothing is filled in yet: neither valid nor invalid. */
  readonly blank: boolean
  readonly children: ReactNode
}

export function TotalesPanel(props: PanelProps) {
  const { evaluated, tipoDte, problems, goTo, blank, children } = props
  const explained = new Map(
    evaluated?.explicacion.totales.map((one) => [one.importe, one] as const) ?? [],
  )
  const rows = evaluated && !blank ? rowsOf(tipoDte, evaluated) : []
  const { label, importe } = TIPO_FORM[tipoDte].total
  const total = blank ? 0 : (evaluated?.totales[importe] ?? 0)
  return (
    <section className={css.panel} aria-label="Totales">
      <div className={css.rows}>
        <div className={css.title}>Totales</div>
        {rows.map((row) => (
          <TotalRow
            key={row.importe}
            label={row.label}
            amount={money(row.amount)}
            explained={
              explained.get(row.importe) ??
              (row.importe === 'totalIva'
                ? (explained.get('tributos[20]') ?? explained.get('iva'))
                : undefined)
            }
          />
        ))}
        {rows.length === 0 && (blank || !evaluated) && (
          <div className={css.total}>
            Aún no hay {TIPO_FORM[tipoDte].lineas === 'contable' ? 'montos' : 'líneas'}
          </div>
        )}
      </div>
      <div className={css.band}>
        <span>{label}</span>
        <span data-total>$ {money(total)}</span>
      </div>
      <div className={css.words}>{blank ? '' : letras(evaluated?.totales.totalLetras)}</div>
      <div className={css.acts}>
        {!blank && problems.length === 0 && evaluated && (
          <p className={`${css.check} t-ok`}>
            <CircleCheck className="icon" aria-hidden />
            Cumple las reglas de Hacienda.
          </p>
        )}
        {!blank &&
          evaluated?.avisos.slice(0, AVISOS_MAX).map((aviso) => (
            <p key={aviso} className="notice warn">
              {aviso}
            </p>
          ))}
        {problems.length > 0 && (
          <div>
            <p className={`${css.check} t-bad`}>
              <CircleAlert className="icon" aria-hidden />
              {problems.length} por corregir
            </p>
            <section className={css.problems} aria-label="Por corregir">
              {problems.slice(0, 8).map(({ at, message }) => (
                <button key={at} type="button" onClick={() => goTo(at)}>
                  {message}
                </button>
              ))}
            </section>
          </div>
        )}
        {children}
      </div>
    </section>
  )
}

const letras = (text: string | null | undefined) =>
  text ? text.charAt(0) + text.slice(1).toLowerCase().replace(' dolares', ' dólares') : ''

/** Announces the total after a second without changes. */
export function Announcer({ label, total }: { label: string; total: number }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(
      () => setSaid(total === 0 ? '' : `${label} ${money(total)} dólares`),
      1000,
    )
    return () => clearTimeout(timer)
  }, [label, total])
  return (
    <div className="unseen" aria-live="polite">
      {said}
    </div>
  )
}
