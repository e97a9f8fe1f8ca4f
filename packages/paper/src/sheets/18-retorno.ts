/** 18, Evento de retorno, version 1: what is returned of a 01, 11 or 14, with the columns of each. */
import { RECINTOS_FISCALES, REGIMENES, TIPOS_ITEM, TIPOS_REGIMEN } from '@sello/fiscal'
import { cuerpoDeAjuste } from './ajustes.ts'
import { APENDICE, DOCUMENTOS_AJUSTADOS, VENTA_TERCERO } from './associated.ts'
import { EMISOR_DE_EVENTO, IDENTIFICACION_DE_EVENTO } from './evento.ts'
import { notices } from './header.ts'
import { articuloColumns, GRAVADAS, NO_AFECTOS, VENTA_COLUMNS } from './linea.ts'
import { codeAndName, codeWithName, numDocumento } from './names.ts'
import { amount } from './numbers.ts'
import { documentoLabel, receptor, receptorField } from './receptor.ts'
import type { LineaColumn, Section, Sheet } from './sheet.ts'
import { rareTotal, strongTotal, total, tributoRows } from './totals.ts'

// biome-ignore format: a table
const IVA_RETENIDO: LineaColumn =
  { label: 'IVA\nretenido', align: 'right', width: 'fit', value: (l) => amount(l.ivaRete), sum: (r) => amount(r.ivaRete) }
// biome-ignore format: a table
const DE_EXPORTACION: readonly LineaColumn[] = [
  { label: 'Seguro', align: 'right', width: 'fit', value: (l) => amount(l.seguro), sum: (r) => amount(r.totalSeguro) },
  { label: 'Flete',  align: 'right', width: 'fit', value: (l) => amount(l.flete),  sum: (r) => amount(r.totalFlete) },
]
// biome-ignore format: a table
const DE_COMPRA: readonly LineaColumn[] = [
  { label: 'Compras',            align: 'right', width: 'fit', value: (l) => amount(l.compra),    sum: (r) => amount(r.totalCompraExcluidos) },
  { label: 'Retención\nde renta', align: 'right', width: 'fit', value: (l) => amount(l.reteRenta), sum: (r) => amount(r.reteRenta) },
]

/** By the type of the documents that the event takes from; all have the same type. */
const COLUMNS: Readonly<Record<string, readonly LineaColumn[]>> = {
  '01': [...VENTA_COLUMNS, IVA_RETENIDO],
  '11': [...articuloColumns('Suma de ventas'), NO_AFECTOS, GRAVADAS, ...DE_EXPORTACION],
  '14': [...articuloColumns('Suma de compras'), ...DE_COMPRA],
}

// biome-ignore format: a table
const EXPORTACION: Section = {
  kind: 'fields',
  title: 'Exportación',
  empty: () => false,
  fields: [
    { clase: 'A', label: 'Tipo de ítem',    value: (p) => codeWithName(TIPOS_ITEM, p.documento.emisor.tipoItemExpor) },
    { clase: 'D', label: 'Recinto fiscal',  value: (p) => codeWithName(RECINTOS_FISCALES, p.documento.emisor.recintoFiscal) },
    { clase: 'D', label: 'Tipo de régimen', value: (p) => codeWithName(TIPOS_REGIMEN, p.documento.emisor.tipoRegimen) },
    { clase: 'D', label: 'Régimen',         value: (p) => codeWithName(REGIMENES, p.documento.emisor.regimen) },
  ],
}

const SHEETS: ReadonlyMap<string, Sheet> = new Map(
  Object.keys(COLUMNS).map((tipoDocumento) => [tipoDocumento, retorno(tipoDocumento)]),
)

export function retornoOf(tipoDocumento: string): Sheet {
  const sheet = SHEETS.get(tipoDocumento)
  if (!sheet) throw new Error(`bug: there is no sheet for a return of type ${tipoDocumento}`)
  return sheet
}

function retorno(tipoDocumento: string): Sheet {
  const isAbroad = tipoDocumento === '11'
  return {
    nombre: 'Evento de retorno',
    identificacion: IDENTIFICACION_DE_EVENTO,
    emisor: EMISOR_DE_EVENTO,
    notices,
    sections: [
      { kind: 'tables', tables: [DOCUMENTOS_AJUSTADOS] },
      // biome-ignore format: a table
      receptor([
        { ...receptorField('Nombre',  'A', (r) => r.nombre), strong: true },
        receptorField(documentoLabel, 'A', (r) => numDocumento(r.tipoDocumento, r.numDocumento)),
        ...(isAbroad ? [receptorField('País', 'A', (r) => codeAndName(r.codPais, r.nombrePais))] : []),
        receptorField('Correo',       'D', (r) => r.correo),
        receptorField('Teléfono',     'D', (r) => r.telefono),
      ]),
      ...(isAbroad ? [EXPORTACION] : []),
      { kind: 'tables', tables: [VENTA_TERCERO] },
      {
        kind: 'cuerpo',
        table: cuerpoDeAjuste('Detalle de lo que regresa', COLUMNS[tipoDocumento] ?? []),
      },
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
        // biome-ignore format: a table
        totals: [
          total('Sumatoria de ventas',               (r) => r.subTotalVentas),
          tributoRows,
          rareTotal('Seguro',                        (r) => r.totalSeguro),
          rareTotal('Flete',                         (r) => r.totalFlete),
          strongTotal('Monto total de la operación', (r) => r.montoTotalOperacion),
          total('Total IVA retenido',                (r) => r.ivaRete),
          total('Retención de renta',                (r) => r.reteRenta),
          total('Total otros montos no afectos',     (r) => r.totalNoGravado),
          rareTotal('Saldo a favor',                 (r) => r.saldoFavor),
        ],
        total: total('Total a pagar', (r) => r.totalPagar),
      },
      APENDICE,
    ],
  }
}
