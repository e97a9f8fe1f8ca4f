/** What 05 and 06 share: a note adjusts the documents that it relates, and each line adjusts one of them. */
import { cuerpoDeAjuste } from './ajustes.ts'
import { APENDICE, DOCUMENTOS_AJUSTADOS, VENTA_TERCERO } from './associated.ts'
import { CLOSING_FIELDS_NOTA, OBSERVACIONES } from './closing.ts'
import { EMISOR, IDENTIFICACION, notices } from './header.ts'
import { VENTA_COLUMNS } from './linea.ts'
import { codeAndName, direccion, nrc, numDocumento } from './names.ts'
import { amount } from './numbers.ts'
import { documentoLabel, receptor, receptorField } from './receptor.ts'
import type { LineaColumn, Sheet } from './sheet.ts'
import { rareTotal, strongTotal, total, tributoRows } from './totals.ts'

// biome-ignore format: a table
const NOTA_COLUMNS: readonly LineaColumn[] = [
  ...VENTA_COLUMNS,
  { label: 'IVA\npercibido', align: 'right', width: 'fit', value: (l) => amount(l.ivaPerci) },
  { label: 'IVA\nretenido',  align: 'right', width: 'fit', value: (l) => amount(l.ivaRete) },
]

export function nota(nombre: string): Sheet {
  return {
    nombre,
    identificacion: IDENTIFICACION,
    emisor: EMISOR,
    notices,
    sections: [
      { kind: 'tables', tables: [DOCUMENTOS_AJUSTADOS] },
      // biome-ignore format: a table
      receptor([
        { ...receptorField('Nombre',      'A', (r) => r.nombre), strong: true },
        receptorField(documentoLabel,     'A', (r) => numDocumento(r.tipoDocumento, r.numDocumento)),
        receptorField('NRC',              'D', (r) => nrc(r.nrc)),
        receptorField('Actividad',        'A', (r) => codeAndName(r.codActividad, r.descActividad)),
        receptorField('Dirección',        'A', (r) => direccion(r.direccion)),
        receptorField('Correo',           'A', (r) => r.correo),
        receptorField('Teléfono',         'D', (r) => r.telefono),
        receptorField('Nombre comercial', 'D', (r) => r.nombreComercial),
      ]),
      { kind: 'tables', tables: [VENTA_TERCERO] },
      {
        kind: 'cuerpo',
        table: cuerpoDeAjuste('Detalle', NOTA_COLUMNS),
      },
      {
        kind: 'closing',
        fields: CLOSING_FIELDS_NOTA,
        pagos: null,
        note: OBSERVACIONES,
        // biome-ignore format: a table
        totals: [
          total('Sumatoria de ventas',               (r) => r.subTotalVentas),
          tributoRows,
          rareTotal('IVA de los comprobantes de retención', (r) => r.totalIva),
          strongTotal('Monto total de la operación', (r) => r.montoTotalOperacion),
          total('Total IVA percibido',               (r) => r.ivaPerci),
          total('Total IVA retenido',                (r) => r.ivaRete),
          total('Total otros montos no afectos',     (r) => r.totalNoGravado),
        ],
        total: total('Total a pagar', (r) => r.totalPagar),
      },
      APENDICE,
    ],
  }
}
