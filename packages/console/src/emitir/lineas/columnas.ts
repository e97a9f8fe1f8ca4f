/** What the lines of a type are, and their columns: things sold, things given, documents that are listed; or one record. */
import { BIEN, CASO_ESPECIAL, EFECTIVO, type Linea, SERVICIO } from './linea.ts'

export type Clase = 'venta' | 'donacion' | 'retencion' | 'liquidacion' | 'contable'

export type Column =
  | 'descripcion'
  | 'cantidad'
  | 'precio'
  | 'descuento'
  | 'venta'
  | 'donacion'
  | 'depreciacion'
  | 'numero'
  | 'tipo'
  | 'fecha'
  | 'retencion'
  | 'retenido'

export type Choices = readonly (readonly [code: string, name: string])[]

export interface Columna {
  readonly column: Column
  readonly kind: 'producto' | 'texto' | 'numero' | 'fecha' | 'elegir' | 'venta'
  readonly label: string
  /** Above the column, where it is not its label; null: the type's name of its prices. */
  readonly head?: string | null
  readonly placeholder?: string
  /** By the kind of document on which IVA is retained. */
  readonly choices?: (retenidos: string) => Choices
  /** Whether the line has it; absent: every line. */
  readonly has?: (linea: Linea) => boolean
}

interface Lineas {
  /** The title of the section, and of a line's own sheet. */
  readonly title: string
  readonly one: string
  /** What is said of a form without lines. */
  readonly empty: string
  readonly add: string
  readonly columnas: readonly Columna[]
  /** Where Enter goes on, in order; after the last one, to the next row. */
  readonly enter: readonly Column[]
  /** The heading of the computed amount, and the column that replaces it where a line states it. */
  readonly importe: string
  readonly stated?: Columna
  /** Where the hands are in a line that was copied. */
  readonly copied: Column
  /** Whether its lines may be products, which a scanner reads. */
  readonly hasProducts: boolean
}

const DONACIONES: Choices = [
  [EFECTIVO, 'Efectivo'],
  [BIEN, 'Bien'],
  [SERVICIO, 'Servicio'],
]
const RETENCIONES: Choices = [
  ['', '1 %'],
  ['C4', '13 %'],
  [CASO_ESPECIAL, 'Otra'],
]
/** Of somebody who is no taxpayer the 13 % is retained. */
const RETENCIONES_DE_14: Choices = [
  ['', '13 %'],
  ['22', '1 %'],
  [CASO_ESPECIAL, 'Otra'],
]

/** What is sold for somebody else, and what adjusts it. */
const LIQUIDABLES: Choices = [
  ['03', 'Crédito fiscal'],
  ['01', 'Factura'],
  ['11', 'Exportación'],
  ['05', 'Nota de crédito'],
  ['06', 'Nota de débito'],
  ['18', 'Devolución'],
]

export const nombreLiquidable = (tipo: string) =>
  LIQUIDABLES.find(([code]) => code === tipo)?.[1] ?? tipo

const DESCRIPCION: Columna = {
  column: 'descripcion',
  kind: 'producto',
  label: 'Producto o servicio',
  placeholder: 'Escriba o busque',
}
const CANTIDAD: Columna = {
  column: 'cantidad',
  kind: 'numero',
  label: 'Cantidad',
  placeholder: '1',
}
const PRECIO: Columna = {
  ...{ column: 'precio', kind: 'numero', label: 'Precio', head: null, placeholder: '0.00' },
}

/** Of a document that is listed. */
const NUMERO: Columna = {
  ...{ column: 'numero', kind: 'texto', label: 'Código de generación o número' },
  placeholder: 'Código, o número si es de papel',
}
const FECHA: Columna = {
  ...{ column: 'fecha', kind: 'fecha', label: 'Fecha', placeholder: 'dd/mm/aaaa' },
}

export const LINEAS: Readonly<Record<Clase, Lineas>> = {
  venta: {
    ...{ title: 'Líneas', one: 'Línea', add: 'Agregar línea', importe: 'Importe' },
    empty: 'Escriba al menos una línea.',
    columnas: [
      DESCRIPCION,
      CANTIDAD,
      PRECIO,
      { column: 'descuento', kind: 'numero', label: 'Descuento', placeholder: '–' },
      { column: 'venta', kind: 'venta', label: 'Venta' },
    ],
    enter: ['descripcion', 'cantidad', 'precio'],
    copied: 'cantidad',
    hasProducts: true,
  },
  donacion: {
    ...{ title: 'Qué se dona', one: 'Lo que se dona', add: 'Agregar donación', importe: 'Valor' },
    empty: 'Escriba al menos una cosa donada.',
    columnas: [
      { ...DESCRIPCION, kind: 'texto', label: 'Descripción', placeholder: 'Qué se dona' },
      { column: 'donacion', kind: 'elegir', label: 'Clase', choices: () => DONACIONES },
      { ...CANTIDAD, has: ({ donacion }) => donacion !== EFECTIVO },
      { ...PRECIO, label: 'Valor unitario', head: 'Valor unitario' },
      {
        ...{ column: 'depreciacion', kind: 'numero', label: 'Depreciación', placeholder: '–' },
        has: ({ donacion }) => donacion === BIEN,
      },
    ],
    enter: ['descripcion', 'donacion', 'cantidad', 'precio'],
    copied: 'descripcion',
    hasProducts: false,
  },
  retencion: {
    ...{ title: 'Documentos', one: 'Documento', add: 'Agregar documento', importe: 'Retenido' },
    empty: 'Agregue al menos un documento.',
    columnas: [
      NUMERO,
      FECHA,
      { ...PRECIO, label: 'Monto sin IVA', head: 'Monto sin IVA' },
      {
        ...{ column: 'retencion', kind: 'elegir', label: 'Retención' },
        choices: (retenidos) => (retenidos === '14' ? RETENCIONES_DE_14 : RETENCIONES),
      },
    ],
    enter: ['numero', 'fecha', 'precio'],
    copied: 'numero',
    stated: {
      ...{ column: 'retenido', kind: 'numero', label: 'Retenido', placeholder: '0.00' },
      has: ({ retencion }) => retencion === CASO_ESPECIAL,
    },
    hasProducts: false,
  },
  liquidacion: {
    ...{ title: 'Documentos', one: 'Documento', add: 'Agregar documento', importe: 'Suma' },
    empty: 'Agregue al menos un documento.',
    columnas: [
      NUMERO,
      { column: 'tipo', kind: 'elegir', label: 'Tipo', choices: () => LIQUIDABLES },
      FECHA,
      { ...PRECIO, label: 'Gravado sin IVA, o exportado', head: 'Gravado o exportado' },
    ],
    enter: ['numero', 'tipo', 'fecha', 'precio'],
    copied: 'numero',
    hasProducts: false,
  },
  /** One record: its fields are those of contable-fields.tsx. */
  contable: {
    ...{ title: 'Qué se liquida', one: 'Liquidación', add: '', importe: '' },
    empty: 'Escriba lo que se pagó con tarjetas.',
    ...{ columnas: [], enter: [], copied: 'precio', hasProducts: false },
  },
}

const has = ({ has: asks }: Columna, linea: Linea) => asks === undefined || asks(linea)

/** The columns that a line has, from left to right. */
export function columnasOf(clase: Clase, linea: Linea): readonly Columna[] {
  const { columnas, stated } = LINEAS[clase]
  return [...columnas, ...(stated ? [stated] : [])].filter((one) => has(one, linea))
}

/** The column after one by Enter; null: the next row. */
export function nextColumn(clase: Clase, linea: Linea, column: Column): Column | null {
  const { enter } = LINEAS[clase]
  const all = columnasOf(clase, linea).map((one) => one.column)
  return all.slice(all.indexOf(column) + 1).find((one) => enter.includes(one)) ?? null
}
