/** 01, Factura, version 2. Prices include the IVA, so the ivaItem of a line is not printed. */
import { APENDICE, ASSOCIATED } from './associated.ts'
import { CLOSING_FIELDS, OBSERVACIONES, PAGOS } from './closing.ts'
import { EMISOR, IDENTIFICACION, notices } from './header.ts'
import { VENTA_COLUMNS } from './linea.ts'
import { codeAndName, direccion, nrc, numDocumento } from './names.ts'
import { amount } from './numbers.ts'
import { documentoLabel, receptor, receptorField } from './receptor.ts'
import { type LineaColumn, type Sheet, table } from './sheet.ts'
import { rareTotal, strongTotal, total, tributoRows } from './totals.ts'

// biome-ignore format: a table
const IVA_RETENIDO: LineaColumn =
  { label: 'IVA\nretenido', align: 'right', width: 'fit', value: (l) => amount(l.ivaRete), sum: (r) => amount(r.ivaRete) }

export const factura: Sheet = {
  nombre: 'Factura',
  identificacion: IDENTIFICACION,
  emisor: EMISOR,
  notices,
  sections: [
    // biome-ignore format: a table
    receptor([
      { ...receptorField('Nombre',                             'A', (r) => r.nombre), strong: true },
      receptorField(documentoLabel,                            'A', (r) => numDocumento(r.tipoDocumento, r.numDocumento)),
      receptorField('NRC',                                     'D', (r) => nrc(r.nrc)),
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
    {
      kind: 'closing',
      fields: CLOSING_FIELDS,
      pagos: PAGOS,
      note: OBSERVACIONES,
      // biome-ignore format: a table
      totals: [
        total('Sumatoria de ventas',                  (r) => r.subTotalVentas),
        total('Descuento global a ventas no sujetas', (r) => r.descuNoSuj),
        total('Descuento global a ventas exentas',    (r) => r.descuExenta),
        total('Descuento global a ventas gravadas',   (r) => r.descuGravada),
        tributoRows,
        total('Sub-total',                            (r) => r.subTotal),
        total('IVA retenido',                         (r) => r.ivaRete),
        strongTotal('Monto total de la operación',    (r) => r.montoTotalOperacion),
        total('Total otros montos no afectos',        (r) => r.totalNoGravado),
        rareTotal('Saldo a favor',                    (r) => r.saldoFavor),
      ],
      total: total('Total a pagar', (r) => r.totalPagar),
    },
    APENDICE,
  ],
  retorno: { columns: [...VENTA_COLUMNS, IVA_RETENIDO] },
}
