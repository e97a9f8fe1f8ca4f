/** 03, Comprobante de crédito fiscal, version 4. Prices exclude the IVA, which is a row of the totals. */
import { APENDICE, ASSOCIATED } from './associated.ts'
import { CLOSING_FIELDS, OBSERVACIONES, PAGOS } from './closing.ts'
import { EMISOR, IDENTIFICACION, notices } from './header.ts'
import { VENTA_COLUMNS } from './linea.ts'
import { codeAndName, direccion, nit, nrc } from './names.ts'
import { receptor, receptorField } from './receptor.ts'
import { type Sheet, table } from './sheet.ts'
import { rareTotal, strongTotal, total, tributoRows } from './totals.ts'

export const creditoFiscal: Sheet = {
  nombre: 'Comprobante de crédito fiscal',
  identificacion: IDENTIFICACION,
  emisor: EMISOR,
  notices,
  sections: [
    // biome-ignore format: a table
    receptor([
      { ...receptorField('Nombre',      'A', (r) => r.nombre), strong: true },
      receptorField('NIT',              'A', (r) => nit(r.nit)),
      receptorField('NRC',              'A', (r) => nrc(r.nrc)),
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
        total('IVA percibido',                        (r) => r.ivaPerci),
        total('IVA retenido',                         (r) => r.ivaRete),
        strongTotal('Monto total de la operación',    (r) => r.montoTotalOperacion),
        total('Total otros montos no afectos',        (r) => r.totalNoGravado),
        rareTotal('Saldo a favor',                    (r) => r.saldoFavor),
      ],
      total: total('Total a pagar', (r) => r.totalPagar),
    },
    APENDICE,
  ],
}
