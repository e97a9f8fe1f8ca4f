/**
 * 17, Evento de operaciones especiales, version 1: the paper that is reported, or that is voided. Nobody receives it.
 */
import type { Linea, Printable } from '../documento.ts'
import { APENDICE } from './associated.ts'
import { EMISOR_DE_EVENTO, IDENTIFICACION_DE_EVENTO, noticesDeEvento } from './evento.ts'
import { codeAndName, fecha } from './names.ts'
import { amount, DASH, quantity } from './numbers.ts'
import { type LineaColumn, type Section, type Sheet, type Table, table } from './sheet.ts'
import { strongTotal, total, tributoRows } from './totals.ts'

/** The papers of CAT-023 that the event takes, both ways of writing the first (`TIPO_FVS_17`). */
const CLASES: Readonly<Record<string, string>> = {
  '02': 'Factura de venta simplificada',
  '22': 'Factura de venta simplificada',
  '97': 'Comprobante de control interno',
}

const clase = (tipoDocumento: string) => codeAndName(tipoDocumento, CLASES[tipoDocumento]) ?? DASH

// biome-ignore format: a table
const COLUMNS: readonly LineaColumn[] = [
  { label: 'N°',                 align: 'right', width: 'fit',          value: (l) => String(l.numItem) },
  { label: 'Tipo de documento',  align: 'left',  width: 'fit', max: 84, value: (l) => clase(l.tipoDocumento ?? '') },
  { label: 'Del número',         align: 'left',  width: 'fit', max: 80, value: (l) => l.docDel ?? l.numDocumento ?? DASH },
  { label: 'Al número',          align: 'left',  width: 'fit', max: 80, value: (l) => l.docAl ?? l.numDocumento ?? DASH },
  { label: 'Fecha',              align: 'left',  width: 'fit',          value: (l) => l.fechaEmision ? fecha(l.fechaEmision) : DASH },
  { label: 'Cantidad',           align: 'right', width: 'fit',          value: (l) => quantity(l.cantidad) },
  { label: 'Descripción',        align: 'left',  width: 'fill',         value: (l) => l.descripcion, sum: () => 'Sumas' },
  { label: 'Precio\nunitario',   align: 'right', width: 'fit',          value: (l) => amount(l.precioUni) },
  { label: 'Ventas no\nsujetas', align: 'right', width: 'fit',          value: (l) => amount(l.ventaNoSuj),  sum: (r) => amount(r.totalNoSuj) },
  { label: 'Ventas\nexentas',    align: 'right', width: 'fit',          value: (l) => amount(l.ventaExenta), sum: (r) => amount(r.totalExenta) },
  { label: 'Ventas\ngravadas',   align: 'right', width: 'fit',          value: (l) => amount(l.ventaGravada), sum: (r) => amount(r.totalGravada) },
]

const lineas = (p: Printable) => p.documento.cuerpoDocumento

const REPORTADOS = table<Linea>({
  title: 'Comprobantes que se reportan',
  clase: 'A',
  rows: lineas,
  columns: COLUMNS,
})

const eventoDe = ({ codigoGeneracionRef }: Linea) => codigoGeneracionRef ?? DASH

/** Each event once, and its lines cite it by its number: the code of each of 500 lines would fill pages. */
const eventosOf = (p: Printable) => [...new Set(lineas(p).map(eventoDe))]

const EVENTOS = table<{ readonly numero: number; readonly codigo: string }>({
  title: 'Eventos que reportaron lo que se anula',
  clase: 'A',
  rows: (p) => eventosOf(p).map((codigo, n) => ({ numero: n + 1, codigo })),
  // biome-ignore format: a table
  columns: [
    { label: 'N°',                   align: 'right', width: 'fit',  value: (r) => String(r.numero) },
    { label: 'Código de generación', align: 'left',  width: 'fill', value: (r) => r.codigo },
  ],
  prominent: true,
})

interface Anulada extends Linea {
  /** Its event's number in `EVENTOS`. */
  readonly lugar: number
}

const ANULADOS = table<Anulada>({
  title: 'Comprobantes que se anulan',
  clase: 'A',
  rows: (p) => {
    const eventos = eventosOf(p)
    return lineas(p).map((l) => ({ ...l, lugar: eventos.indexOf(eventoDe(l)) + 1 }))
  },
  columns: [
    ...COLUMNS,
    { label: 'N° de\nevento', align: 'right', width: 'fit', value: (l) => String(l.lugar) },
  ],
})

/** Amounts are positive in both. */
function sheetWith(nombre: string, before: readonly Section[], cuerpo: Table): Sheet {
  return {
    nombre,
    identificacion: IDENTIFICACION_DE_EVENTO,
    emisor: EMISOR_DE_EVENTO,
    notices: noticesDeEvento,
    sections: [
      ...before,
      { kind: 'cuerpo', table: cuerpo, documents: true },
      {
        kind: 'closing',
        fields: [
          {
            clase: 'A',
            label: 'Valor en letras',
            value: (p) => p.documento.resumen.totalLetras,
            strong: true,
          },
        ],
        pagos: null,
        note: null,
        totals: [strongTotal('Suma de ventas', (r) => r.subTotal), tributoRows],
        total: total('Total', (r) => r.total),
      },
      APENDICE,
    ],
  }
}

const NOMBRE = 'Evento de operaciones especiales'

export const operaciones = sheetWith(NOMBRE, [], REPORTADOS)

/** An event either reports or voids. */
export const anulacionDeOperaciones = sheetWith(
  `${NOMBRE}: anulación`,
  [{ kind: 'tables', tables: [EVENTOS] }],
  ANULADOS,
)
