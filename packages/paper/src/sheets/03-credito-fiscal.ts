/** 03, Comprobante de crédito fiscal, version 4. Prices exclude the IVA, which is a row of the totals. */
import type { Printable } from '../documento.ts'
import {
  APENDICE,
  ASSOCIATED,
  CLOSING_FIELDS,
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

export const creditoFiscal: Sheet = {
  nombre: 'Comprobante de crédito fiscal',
  identificacion: IDENTIFICACION,
  emisor: EMISOR,
  notices,
  sections: [
    // biome-ignore format: a table
    receptor([
      { ...receptorField('Nombre',      'A', (r) => r.nombre), strong: true },
      receptorField('NIT',              'A', (r) => r.nit),
      receptorField('NRC',              'A', (r) => r.nrc),
      receptorField('Actividad',        'A', (r) => codeAndName(r.codActividad, r.descActividad)),
      receptorField('Dirección',        'A', (r) => direccion(r.direccion)),
      receptorField('Correo',           'A', (r) => r.correo),
      receptorField('Teléfono',         'D', (r) => r.telefono),
      receptorField('Nombre comercial', 'D', (r) => r.nombreComercial),
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
    { label: 'IVA percibido',                        amount: amount(resumen.ivaPerci ?? 0) },
    { label: 'IVA retenido',                         amount: amount(resumen.ivaRete) },
    { label: 'Monto total de la operación',          amount: amount(resumen.montoTotalOperacion), strong: true },
    { label: 'Total otros montos no afectos',        amount: amount(resumen.totalNoGravado) },
    ...saldoFavorRows(resumen),
  ]
}

function total({ documento: { resumen } }: Printable): TotalRow {
  return { label: 'Total a pagar', amount: amount(resumen.totalPagar) }
}
