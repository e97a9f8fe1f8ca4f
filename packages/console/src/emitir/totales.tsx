/** The totals box of the printed copy: the amounts, how they are computed, and whether it may be issued. */
import type { TipoDte } from '@sello/contract'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Evaluated, Totales } from '../fiscal/protocol.ts'
import { money } from '../ui/text.ts'
import { TIPO_FORM } from './tipo-form.ts'

interface Row {
  readonly label: string
  readonly amount: number
  /** Belongs to the explanation. */
  readonly importe: string
  readonly keep?: boolean
}

/** The amounts other than zero, with the labels of the printed copy. */
function rowsOf(
  tipoDte: TipoDte,
  totales: Totales,
  resumen: Readonly<Record<string, number>>,
): readonly Row[] {
  const of = (member: string) => resumen[member] ?? 0
  const rows: readonly Row[] = [
    { label: 'Compras', amount: of('totalCompra'), importe: 'totalCompra' },
    { label: 'Ventas gravadas', amount: totales.totalGravada, importe: 'totalGravada' },
    { label: 'Ventas exentas', amount: totales.totalExenta, importe: 'totalExenta' },
    { label: 'Ventas no sujetas', amount: totales.totalNoSuj, importe: 'totalNoSuj' },
    { label: 'Descuentos ya restados', amount: totales.totalDescu, importe: 'totalDescu' },
    { label: TIPO_FORM[tipoDte].iva, amount: totales.totalIva, importe: 'totalIva' },
    { label: 'Flete', amount: of('flete'), importe: 'flete' },
    { label: 'Seguro', amount: of('seguro'), importe: 'seguro' },
    { label: 'IVA retenido 1 %', amount: -of('ivaRete'), importe: 'ivaRete' },
    { label: 'IVA percibido 1 %', amount: of('ivaPerci'), importe: 'ivaPerci' },
    { label: 'Renta retenida 10 %', amount: -of('reteRenta'), importe: 'reteRenta' },
    {
      label: 'Cargos y abonos no gravados',
      amount: of('totalNoGravado'),
      importe: 'totalNoGravado',
    },
  ]
  return rows.filter(({ amount }) => amount !== 0)
}

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
  totalTributos: 'Tributos', saldo: 'Saldo',
}

/** An amount of a summary in words; `tributos[20]` by the code that its printed line has. */
export function nombreDe(importe: string): string {
  const tributo = /^tributos\[(\w+)\]/.exec(importe)?.[1]
  if (tributo === '20') return 'IVA 13 %'
  if (tributo === 'C3') return 'IVA de exportación 0 %'
  return tributo === undefined ? (IMPORTE[importe] ?? importe) : `Tributo ${tributo}`
}

/** A total that opens to show its formula. */
function TotalRow({ row, explained }: { row: Row; explained: Explained | undefined }) {
  const line = (
    <>
      {explained ? <u>{row.label}</u> : <span>{row.label}</span>}
      <b>{money(row.amount)}</b>
    </>
  )
  if (!explained) return <div className="tl">{line}</div>
  return (
    <details className="tlx">
      <summary className="tl">{line}</summary>
      <div className="why">
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
export function rangesOf(lineas: readonly number[]): string {
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
  const rows = evaluated && !blank ? rowsOf(tipoDte, evaluated.totales, evaluated.resumen) : []
  const total = blank ? 0 : (evaluated?.totales.totalPagar ?? 0)
  return (
    <section className="tot" aria-label="Totales">
      <div className="rows">
        <div className="kick">Totales</div>
        {rows.map((row) => (
          <TotalRow
            key={row.importe}
            row={row}
            explained={
              explained.get(row.importe) ??
              explained.get(`tributos[20]`.replace('20', row.importe === 'totalIva' ? '20' : '-'))
            }
          />
        ))}
        {rows.length === 0 && <div className="tl">Aún no hay líneas</div>}
      </div>
      <div className="band">
        <span>Total a pagar</span>
        <span data-total>$ {money(total)}</span>
      </div>
      <div className="letras">{blank ? '' : letras(evaluated?.totales.totalLetras)}</div>
      <div className="act">
        {!blank && problems.length === 0 && evaluated && (
          <p className="chk t-ok">
            <CircleCheck className="i" aria-hidden />
            Cumple las reglas de Hacienda.
          </p>
        )}
        {problems.length > 0 && (
          <div>
            <p className="chk t-bad">
              <CircleAlert className="i" aria-hidden />
              {problems.length} por corregir
            </p>
            <div className="fix">
              {problems.slice(0, 8).map(({ at, message }) => (
                <button key={at} type="button" onClick={() => goTo(at)}>
                  {message}
                </button>
              ))}
            </div>
          </div>
        )}
        {children}
      </div>
    </section>
  )
}

const letras = (text: string | null | undefined) =>
  text ? text.charAt(0) + text.slice(1).toLowerCase().replace(' dolares', ' dólares') : ''
