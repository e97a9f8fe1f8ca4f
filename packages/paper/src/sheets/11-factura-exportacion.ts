/** 11, Factura de exportación, version 3. No IVA applies; freight and insurance are rows of the totals. */
import {
  RECINTOS_FISCALES,
  REGIMENES,
  TIPOS_ITEM,
  TIPOS_PERSONA,
  TIPOS_REGIMEN,
} from '@sello/fiscal'
import { APENDICE, ASSOCIATED_EXPORTACION } from './associated.ts'
import { CLOSING_FIELDS_EXPORTACION, OBSERVACIONES, PAGOS } from './closing.ts'
import { withEnglish } from './english.ts'
import { EMISOR, IDENTIFICACION, notices } from './header.ts'
import { articuloColumns, GRAVADAS, NO_AFECTOS } from './linea.ts'
import { codeAndName, codeWithName, numDocumento } from './names.ts'
import { amount } from './numbers.ts'
import { documentoLabel, receptor, receptorField } from './receptor.ts'
import { type LineaColumn, type Section, type Sheet, table } from './sheet.ts'
import { rareTotal, strongTotal, total, tributoRows } from './totals.ts'

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

// biome-ignore format: a table
const DEVUELTAS: readonly LineaColumn[] = [
  { label: 'Seguro', align: 'right', width: 'fit', value: (l) => amount(l.seguro), sum: (r) => amount(r.totalSeguro) },
  { label: 'Flete',  align: 'right', width: 'fit', value: (l) => amount(l.flete),  sum: (r) => amount(r.totalFlete) },
]

export const facturaExportacion: Sheet = withEnglish({
  nombre: 'Factura de exportación',
  identificacion: IDENTIFICACION,
  emisor: EMISOR,
  notices,
  sections: [
    // biome-ignore format: a table
    receptor([
      { ...receptorField('Nombre',      'A', (r) => r.nombre), strong: true },
      receptorField(documentoLabel,     'A', (r) => numDocumento(r.tipoDocumento, r.numDocumento)),
      receptorField('Tipo de persona',  'C', (r) => codeWithName(TIPOS_PERSONA, r.tipoPersona)),
      receptorField('Actividad',        'A', (r) => r.descActividad),
      receptorField('País',             'A', (r) => codeAndName(r.codPais, r.nombrePais)),
      receptorField('Dirección',        'A', (r) => r.complemento),
      receptorField('Correo',           'D', (r) => r.correo),
      receptorField('Teléfono',         'D', (r) => r.telefono),
      receptorField('Nombre comercial', 'D', (r) => r.nombreComercial),
    ]),
    EXPORTACION,
    ASSOCIATED_EXPORTACION,
    {
      kind: 'cuerpo',
      table: table({
        title: 'Detalle',
        clase: 'A',
        rows: (p) => p.documento.cuerpoDocumento,
        columns: [...articuloColumns('Suma de ventas'), NO_AFECTOS, GRAVADAS],
      }),
    },
    {
      kind: 'closing',
      fields: CLOSING_FIELDS_EXPORTACION,
      pagos: PAGOS,
      note: OBSERVACIONES,
      // biome-ignore format: a table
      totals: [
        total('Total de ventas gravadas',               (r) => r.totalGravada),
        total('Descuento global',                       (r) => r.descuGravada),
        total('Seguro',                                 (r) => r.seguro),
        total('Flete',                                  (r) => r.flete),
        tributoRows,
        strongTotal('Monto total de la operación',      (r) => r.montoTotalOperacion),
        total('Total otros montos no afectos',          (r) => r.totalNoGravado),
        total('Total de transferencias no onerosas',    (r) => r.totalNoOnerosas),
        rareTotal('Saldo a favor',                      (r) => r.saldoFavor),
      ],
      total: total('Total a pagar', (r) => r.totalPagar),
    },
    APENDICE,
  ],
  retorno: {
    columns: [...articuloColumns('Suma de ventas'), NO_AFECTOS, GRAVADAS, ...DEVUELTAS],
    exportacion: EXPORTACION,
  },
})
