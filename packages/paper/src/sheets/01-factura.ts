/** 01, Factura, version 2. Prices include the IVA, so the ivaItem of a line is not printed. */
import type { Printable } from '../documento.ts'
import {
  APENDICE,
  ASSOCIATED,
  CLOSING_FIELDS,
  documentoLabel,
  EMISOR,
  IDENTIFICACION,
  notices,
  OBSERVACIONES,
  PAGOS,
  receptor,
  receptorField,
  saldoFavorRows,
  tributoRows,
} from './common.ts'
import { codeAndName, direccion } from './names.ts'
import { amount } from './numbers.ts'
import { type Sheet, type TotalRow, table } from './sheet.ts'
import { VENTA_COLUMNS } from './venta.ts'

export const factura: Sheet = {
  nombre: 'Factura',
  identificacion: IDENTIFICACION,
  emisor: EMISOR,
  notices,
  sections: [
    // biome-ignore format: a table
    receptor([
      { ...receptorField('Nombre',                             'A', (r) => r.nombre), strong: true },
      receptorField((r) => documentoLabel(r.tipoDocumento),    'A', (r) => r.numDocumento),
      receptorField('NRC',                                     'D', (r) => r.nrc),
      receptorField('Actividad',                               'D', (r) => codeAndName(r.codActividad, r.descActividad)),
      receptorField('Dirección',                               'D', (r) => direccion(r.direccion)),
      receptorField('Correo',                                  'D', (r) => r.correo),
      receptorField('Teléfono',                                'D', (r) => r.telefono),
    ]),
    ASSOCIATED,
    {
      kind: 'cuerpo',
      table: table({
        title: 'Detalle',
        clase: 'A',
        rows: (p) => p.documento.cuerpoDocumento,
        columns: VENTA_COLUMNS,
      }),
    },
    { kind: 'closing', fields: CLOSING_FIELDS, pagos: PAGOS, totals, total },
    OBSERVACIONES,
    APENDICE,
  ],
}

function totals({ documento: { resumen } }: Printable): TotalRow[] {
  // biome-ignore format: a table
  return [
    { label: 'Sumatoria de ventas',                  amount: amount(resumen.subTotalVentas) },
    { label: 'Descuento global a ventas no sujetas', amount: amount(resumen.descuNoSuj) },
    { label: 'Descuento global a ventas exentas',    amount: amount(resumen.descuExenta) },
    { label: 'Descuento global a ventas gravadas',   amount: amount(resumen.descuGravada) },
    ...tributoRows(resumen),
    { label: 'Sub-total',                            amount: amount(resumen.subTotal) },
    { label: 'IVA retenido',                         amount: amount(resumen.ivaRete) },
    { label: 'Monto total de la operación',          amount: amount(resumen.montoTotalOperacion), strong: true },
    { label: 'Total otros montos no afectos',        amount: amount(resumen.totalNoGravado) },
    ...saldoFavorRows(resumen),
  ]
}

function total({ documento: { resumen } }: Printable): TotalRow {
  return { label: 'Total a pagar', amount: amount(resumen.totalPagar) }
}
