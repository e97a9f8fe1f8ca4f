/** 14, Factura de sujeto excluido, version 2: a purchase, so the issuer is the buyer and the receptor the seller. */
import { APENDICE } from './associated.ts'
import { CLOSING_FIELDS, OBSERVACIONES, PAGOS } from './closing.ts'
import { COMPRADOR, IDENTIFICACION, notices } from './header.ts'
import { articuloColumns } from './linea.ts'
import { codeAndName, direccion, numDocumento } from './names.ts'
import { amount } from './numbers.ts'
import { documentoLabel, receptor, receptorField } from './receptor.ts'
import { type LineaColumn, type Sheet, table } from './sheet.ts'
import { strongTotal, total } from './totals.ts'

// biome-ignore format: a table
const COMPRAS: LineaColumn =
  { label: 'Compras', align: 'right', width: 'fit', value: (l) => amount(l.compra), sum: (r) => amount(r.totalCompra) }

// biome-ignore format: a table
const DEVUELTAS: readonly LineaColumn[] = [
  { label: 'Compras',            align: 'right', width: 'fit', value: (l) => amount(l.compra),    sum: (r) => amount(r.totalCompraExcluidos) },
  { label: 'Retención\nde renta', align: 'right', width: 'fit', value: (l) => amount(l.reteRenta), sum: (r) => amount(r.reteRenta) },
]

export const sujetoExcluido: Sheet = {
  nombre: 'Factura de sujeto excluido',
  identificacion: IDENTIFICACION,
  emisor: COMPRADOR,
  notices,
  sections: [
    receptor(
      // biome-ignore format: a table
      [
        { ...receptorField('Nombre',  'A', (r) => r.nombre), strong: true },
        receptorField(documentoLabel, 'A', (r) => numDocumento(r.tipoDocumento, r.numDocumento)),
        receptorField('Actividad',    'D', (r) => codeAndName(r.codActividad, r.descActividad)),
        receptorField('Dirección',    'A', (r) => direccion(r.direccion)),
        receptorField('Correo',       'D', (r) => r.correo),
        receptorField('Teléfono',     'D', (r) => r.telefono),
      ],
      'Receptor: sujeto excluido que vende',
    ),
    {
      kind: 'cuerpo',
      table: table({
        title: 'Detalle',
        clase: 'A',
        rows: (p) => p.documento.cuerpoDocumento,
        columns: [...articuloColumns('Suma de compras'), COMPRAS],
      }),
    },
    {
      kind: 'closing',
      fields: CLOSING_FIELDS,
      pagos: PAGOS,
      note: OBSERVACIONES,
      // biome-ignore format: a table
      totals: [
        total('Total de operaciones',           (r) => r.totalCompra),
        total('Descuento global',               (r) => r.descu),
        strongTotal('Sub-total',                (r) => r.subTotal),
        total('Retención de renta',             (r) => r.reteRenta),
      ],
      total: total('Total a pagar', (r) => r.totalPagar),
    },
    APENDICE,
  ],
  retorno: { columns: [...articuloColumns('Suma de compras'), ...DEVUELTAS] },
}
