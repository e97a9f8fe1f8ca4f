/** A report of special operations as it is typed: what is asked for, what is wrong with each line, and its sums. */
import type { OperacionesCompletas, OperacionesRequest, TotalesOperaciones } from '@sello/contract'
import { CERO, readMonto, toNumber } from '@sello/fiscal/monto'
import { sumasDe, type VentasDeLinea } from '@sello/fiscal/operaciones'
import { fechaEscrita, leerFecha } from '../emitir/lineas/fecha.ts'
import { leerNumero, PREGUNTA } from '../emitir/numero.ts'

type Item = OperacionesRequest['items'][number]
export type Papel = Item['tipoDocumento']
export type Venta = NonNullable<Item['tipoVenta']>

// biome-ignore format: a table
export const PAPEL: Readonly<Record<Papel, string>> = {
  '02': 'Factura simplificada',
  '97': 'Comprobante de control interno',
}
export const VENTA: Readonly<Record<Venta, string>> = {
  gravada: 'Gravada',
  exenta: 'Exenta',
  no_sujeta: 'No sujeta',
}

/** A line as it is typed. Without `hasta` it is one voucher; of a 97 that is one, `fecha` is its date. */
export interface Fila {
  readonly id: number
  readonly papel: Papel
  readonly desde: string
  readonly hasta: string
  readonly fecha: string
  readonly venta: Venta
  readonly total: string
}
export type Campo = 'desde' | 'hasta' | 'fecha' | 'total'

/** The next line, of the same paper and kind as the one before. */
export const filaTras = (id: number, before?: Fila): Fila => ({
  ...{ id, papel: before?.papel ?? '02', venta: before?.venta ?? 'gravada' },
  ...{ desde: '', hasta: '', fecha: '', total: '' },
})

/** `errores` by line and cell: `3/desde`. */
export interface Leido {
  readonly items: readonly Item[]
  readonly errores: ReadonlyMap<string, string>
}

/** `anulaDe`: the event whose vouchers these lines void; null: they report. */
export function leerReporte(
  filas: readonly Fila[],
  { today, anulaDe }: { readonly today: string; readonly anulaDe: string | null },
): Leido {
  const errores = new Map<string, string>()
  const items = filas.map((fila): Item => {
    const wrong = (campo: Campo, message: string) => errores.set(`${fila.id}/${campo}`, message)
    const { papel: tipoDocumento, venta: tipoVenta } = fila
    const total = totalDe(fila.total, (message) => wrong('total', message))
    const which = cualesDe(fila, today, wrong)
    return { tipoDocumento, ...which, total, tipoVenta, ...(anulaDe === null ? {} : { anulaDe }) }
  })
  return { items, errores }
}

type Wrong = (campo: Campo, message: string) => void

function cualesDe(fila: Fila, today: string, wrong: Wrong): Partial<Item> {
  const [desde, hasta, fecha] = [fila.desde.trim(), fila.hasta.trim(), fila.fecha.trim()]
  if (desde === '') wrong('desde', 'Escriba el número.')
  if (fila.papel === '02' || fecha === '') return { desde, hasta: hasta || desde }
  if (hasta !== '') wrong('hasta', 'Con fecha es uno solo: borre este número, o la fecha.')
  const day = leerFecha(fecha, today)
  if (day === null) wrong('fecha', 'Escriba una fecha, como 20/11/2026.')
  return { numero: desde, fecha: day ?? fecha }
}

function totalDe(written: string, wrong: (message: string) => void): number {
  const leido = leerNumero(written)
  if (leido.kind === 'numero') return leido.valor
  wrong(
    leido.kind === 'duda' ? PREGUNTA(leido.propuesta) : 'Escriba el total sin IVA, como 180.00.',
  )
  return 0
}

/** What the event will say. */
export function totalesDe(items: readonly Item[]): TotalesOperaciones {
  const { totalNoSuj, totalExenta, totalGravada, iva, total } = sumasDe(items.map(ventasDe))
  return {
    totalGravada: toNumber(totalGravada),
    totalExenta: toNumber(totalExenta),
    totalNoSuj: toNumber(totalNoSuj),
    totalIva: toNumber(iva),
    total: toNumber(total),
  }
}

function ventasDe({ tipoVenta, total = 0 }: Item): VentasDeLinea {
  const of = (venta: Venta) => (tipoVenta === venta ? (readMonto(total) ?? CERO) : CERO)
  return { ventaGravada: of('gravada'), ventaExenta: of('exenta'), ventaNoSuj: of('no_sujeta') }
}

/** A line of a signed event. */
export interface Reportado {
  readonly numItem: number
  readonly codigoGeneracionRef: string | null
  readonly tipoDocumento: Papel
  readonly numDocumento: string | null
  readonly fechaEmision: string | null
  readonly docDel: string | null
  readonly docAl: string | null
  readonly cantidad: number
  readonly ventaNoSuj: number
  readonly ventaExenta: number
  readonly ventaGravada: number
}

export const reportadosDe = ({ documento }: Pick<OperacionesCompletas, 'documento'>) =>
  (documento as { readonly cuerpoDocumento: readonly Reportado[] }).cuerpoDocumento

/** `1201 a 1237`, `C7 del 5/10/2026`. */
export function numerosDe({ docDel, docAl, numDocumento, fechaEmision }: Reportado): string {
  if (numDocumento !== null) return `${numDocumento} del ${fechaEscrita(fechaEmision ?? '')}`
  return docDel === docAl ? `${docDel}` : `${docDel} a ${docAl}`
}

export function ventaDe({ ventaExenta, ventaNoSuj }: Reportado): Venta {
  if (ventaExenta > 0) return 'exenta'
  return ventaNoSuj > 0 ? 'no_sujeta' : 'gravada'
}

/** The lines of an event as they would be typed to void all of it. */
export const filasDe = (reportados: readonly Reportado[]): readonly Fila[] =>
  reportados.map((one) => ({
    id: one.numItem,
    papel: one.tipoDocumento,
    desde: one.numDocumento ?? one.docDel ?? '',
    hasta: one.docAl ?? '',
    fecha: one.fechaEmision === null ? '' : fechaEscrita(one.fechaEmision),
    venta: ventaDe(one),
    total: `${one.ventaGravada + one.ventaExenta + one.ventaNoSuj}`,
  }))
