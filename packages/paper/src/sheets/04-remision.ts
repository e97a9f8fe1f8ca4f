/** 04, Nota de remisión, version 4: goods on their way, with what they are worth; it travels with them. */
import { BIENES_REMITIDOS } from '@sello/fiscal'
import { APENDICE, ASSOCIATED_REMISION } from './associated.ts'
import { OBSERVACIONES } from './closing.ts'
import { EMISOR, IDENTIFICACION, notices } from './header.ts'
import { NO_AFECTOS, VENTA_COLUMNS } from './linea.ts'
import { codeAndName, direccion, nameOf, nrc, numDocumento } from './names.ts'
import { documentoLabel, receptor, receptorField } from './receptor.ts'
import { type Sheet, table } from './sheet.ts'
import { strongTotal, total, tributoRows } from './totals.ts'

export const notaDeRemision: Sheet = {
  nombre: 'Nota de remisión',
  identificacion: IDENTIFICACION,
  emisor: EMISOR,
  notices,
  sections: [
    // biome-ignore format: a table
    receptor([
      { ...receptorField('Nombre',      'A', (r) => r.nombre), strong: true },
      receptorField(documentoLabel,     'A', (r) => numDocumento(r.tipoDocumento, r.numDocumento)),
      receptorField('NRC',              'A', (r) => nrc(r.nrc)),
      receptorField('Actividad',        'A', (r) => codeAndName(r.codActividad, r.descActividad)),
      receptorField('Dirección',        'A', (r) => direccion(r.direccion)),
      receptorField('Título de los bienes', 'A', (r) => nameOf(BIENES_REMITIDOS, r.bienTitulo ?? null)),
      receptorField('Correo',           'D', (r) => r.correo),
      receptorField('Teléfono',         'D', (r) => r.telefono),
      receptorField('Nombre comercial', 'D', (r) => r.nombreComercial),
    ]),
    ASSOCIATED_REMISION,
    {
      kind: 'cuerpo',
      table: table({
        title: 'Detalle',
        clase: 'A',
        rows: (p) => p.documento.cuerpoDocumento,
        columns: VENTA_COLUMNS.filter((column) => column !== NO_AFECTOS),
      }),
    },
    {
      kind: 'closing',
      // biome-ignore format: a table
      fields: [
        { clase: 'A', label: 'Valor en letras', value: (p) => p.documento.resumen.totalLetras, strong: true },
      ],
      pagos: null,
      note: OBSERVACIONES,
      // biome-ignore format: a table
      totals: [
        total('Sumatoria de ventas',                  (r) => r.subTotalVentas),
        total('Descuento global a ventas no sujetas', (r) => r.descuNoSuj),
        total('Descuento global a ventas exentas',    (r) => r.descuExenta),
        total('Descuento global a ventas gravadas',   (r) => r.descuGravada),
        tributoRows,
        strongTotal('Sub-total',                      (r) => r.subTotal),
      ],
      total: total('Monto total', (r) => r.montoTotalOperacion),
    },
    APENDICE,
  ],
}
