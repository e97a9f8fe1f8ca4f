/** The lines of an issued document, in the columns of its kind of lines. */
import type { TipoDte } from '@sello/contract'
import type { Clase } from '../emitir/lineas/columnas.ts'
import { TIPO_FORM } from '../emitir/tipo-form.ts'
import { TIPOS_DONACION } from '../fiscal/catalogos.ts'
import { dayOf, moneyOrDash } from '../ui/text.ts'

type Json = Readonly<Record<string, unknown>>
export type Head = string | readonly [word: string, className: string]

interface Columnas {
  readonly heads: readonly Head[]
  /** The texts of a line, the last one its amount. */
  readonly cells: (linea: Json) => readonly string[]
}

const num = (value: unknown) => (typeof value === 'number' ? value : 0)
const text = (value: unknown) => String(value ?? '')

/** A line is one kind of sale, a purchase, or a charge; the others are zero. */
const importeOf = (linea: Json) =>
  num(linea.ventaGravada) +
  num(linea.ventaExenta) +
  num(linea.ventaNoSuj) +
  num(linea.compra) +
  num(linea.noGravado)

const CLASES = TIPOS_DONACION as Readonly<Record<string, { readonly nombre: string } | undefined>>

const LINEAS_DE: Readonly<Record<Clase, Columnas>> = {
  venta: {
    heads: ['Descripción', ['Cantidad', 'num'], ['Precio', 'num'], ['Importe', 'num']],
    cells: (linea) => [
      text(linea.descripcion),
      text(linea.cantidad),
      text(linea.precioUni),
      moneyOrDash(importeOf(linea)),
    ],
  },
  donacion: {
    heads: [
      ...['Descripción', 'Clase'],
      ...[['Cantidad', 'num'] as const, ['Valor unitario', 'num'] as const],
      ...[['Depreciación', 'num'] as const, ['Valor', 'num'] as const],
    ],
    cells: (linea) => [
      text(linea.descripcion),
      CLASES[text(linea.tipoDonacion)]?.nombre ?? '',
      text(linea.cantidad),
      text(linea.valorUni),
      moneyOrDash(num(linea.tipoDepreciacion)),
      moneyOrDash(num(linea.valor)),
    ],
  },
  retencion: {
    heads: ['Documento', 'Fecha', ['Monto sin IVA', 'num'], ['Retenido', 'num']],
    cells: (linea) => [
      [linea.numeroDocumento, linea.descripcion].filter(Boolean).map(text).join(' · '),
      linea.fechaEmision ? dayOf(text(linea.fechaEmision)) : '',
      moneyOrDash(num(linea.montoSujetoGrav)),
      moneyOrDash(num(linea.ivaRetenido)),
    ],
  },
  liquidacion: {
    heads: ['Documento', 'Fecha', ['IVA', 'num'], ['Ventas', 'num']],
    cells: (linea) => [
      `${text(linea.tipoDte)} · ${text(linea.numeroDocumento)}`,
      dayOf(text(linea.fechaEmision)),
      moneyOrDash(num(linea.ivaItem)),
      moneyOrDash(importeOf(linea) + num(linea.exportaciones)),
    ],
  },
  contable: {
    heads: [
      'Periodo',
      ['Operaciones', 'num'],
      ['IVA percibido', 'num'],
      ['Comisión con IVA', 'num'],
      ['Líquido', 'num'],
    ],
    cells: (registro) => [
      `${dayOf(text(registro.periodoLiquidacionFechaInicio))} a ${dayOf(text(registro.periodoLiquidacionFechaFin))}`,
      moneyOrDash(num(registro.valorOperaciones)),
      moneyOrDash(num(registro.ivaPercibido)),
      moneyOrDash(num(registro.comision) + num(registro.ivaComision)),
      moneyOrDash(num(registro.liquidoApagar)),
    ],
  },
}

/** The columns of a type's lines. */
export const columnasDe = (tipoDte: TipoDte): Columnas => LINEAS_DE[TIPO_FORM[tipoDte].lineas]

/** The lines of a document; one record (09) is its only one. */
export function lineasDe({ cuerpoDocumento: cuerpo }: Json): readonly Json[] {
  if (Array.isArray(cuerpo)) return cuerpo
  return cuerpo ? [cuerpo as Json] : []
}
