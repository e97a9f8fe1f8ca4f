/** 18, Evento de retorno, version 1: what is returned, with the columns that the sheet of its documents says. */
import { cuerpoDeAjuste } from './ajustes.ts'
import { APENDICE, DOCUMENTOS_AJUSTADOS, VENTA_TERCERO } from './associated.ts'
import { EMISOR_DE_EVENTO, IDENTIFICACION_DE_EVENTO, noticesDeEvento } from './evento.ts'
import { codeAndName, numDocumento } from './names.ts'
import { documentoLabel, receptor, receptorField } from './receptor.ts'
import type { RetornoDeTipo, Sheet } from './sheet.ts'
import { rareTotal, strongTotal, total, tributoRows } from './totals.ts'

/** The sheet of a return of documents whose sheet says this. */
export function sheetOfRetorno({ columns, exportacion }: RetornoDeTipo): Sheet {
  return {
    nombre: 'Evento de retorno',
    identificacion: IDENTIFICACION_DE_EVENTO,
    emisor: EMISOR_DE_EVENTO,
    notices: noticesDeEvento,
    sections: [
      { kind: 'tables', tables: [DOCUMENTOS_AJUSTADOS] },
      // biome-ignore format: a table
      receptor([
        { ...receptorField('Nombre',  'A', (r) => r.nombre), strong: true },
        receptorField(documentoLabel, 'A', (r) => numDocumento(r.tipoDocumento, r.numDocumento)),
        ...(exportacion ? [receptorField('País', 'A', (r) => codeAndName(r.codPais, r.nombrePais))] : []),
        receptorField('Correo',       'D', (r) => r.correo),
        receptorField('Teléfono',     'D', (r) => r.telefono),
      ]),
      ...(exportacion ? [exportacion] : []),
      { kind: 'tables', tables: [VENTA_TERCERO] },
      {
        kind: 'cuerpo',
        table: cuerpoDeAjuste('Detalle de lo que regresa', columns),
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
