/**
 * 07, Comprobante de retención, version 2: the issuer is the buyer that retained, the receptor its supplier. The body
 * lists the supplier's documents.
 */
import { DOCUMENTOS_TRIBUTARIOS, RETENCIONES_IVA } from '@sello/fiscal'
import type { Linea } from '../documento.ts'
import { APENDICE } from './associated.ts'
import { OBSERVACIONES } from './closing.ts'
import { EMISOR, IDENTIFICACION, notices } from './header.ts'
import { codeAndName, direccion, fecha, nameOf, nrc, numDocumento } from './names.ts'
import { amount, DASH } from './numbers.ts'
import { documentoLabel, receptor, receptorField } from './receptor.ts'
import { type Sheet, table } from './sheet.ts'
import { strongTotal, total } from './totals.ts'

const DOCUMENTOS = table<Linea>({
  title: 'Documentos sobre los que se retiene',
  clase: 'A',
  rows: (p) => p.documento.cuerpoDocumento,
  // biome-ignore format: a table
  columns: [
    { label: 'N°',                align: 'right', width: 'fit',          value: (l) => String(l.numItem) },
    { label: 'Tipo de documento', align: 'left',  width: 'fit', max: 80, value: (l) => nameOf(DOCUMENTOS_TRIBUTARIOS, l.tipoDte ?? null) ?? DASH },
    { label: 'N° de documento',   align: 'left',  width: 'fit',          value: (l) => l.numeroDocumento ?? DASH },
    { label: 'Fecha',             align: 'left',  width: 'fit',          value: (l) => l.fechaEmision ? fecha(l.fechaEmision) : DASH },
    { label: 'Descripción',       align: 'left',  width: 'fill',         value: (l) => l.descripcion ?? DASH, sum: () => 'Sumas' },
    { label: 'Código',            align: 'left',  width: 'fit',          value: (l) => l.codigoRetencionMH ?? DASH },
    { label: 'Monto sujeto\na retención', align: 'right', width: 'fit',  value: (l) => amount(l.montoSujetoGrav), sum: (r) => amount(r.totalSujetoRetencion) },
    { label: 'IVA\nretenido',     align: 'right', width: 'fit',          value: (l) => amount(l.ivaRetenido), sum: (r) => amount(r.totalIvaRetenido) },
  ],
})

export const comprobanteDeRetencion: Sheet = {
  nombre: 'Comprobante de retención',
  identificacion: IDENTIFICACION,
  emisor: EMISOR,
  notices,
  sections: [
    receptor(
      // biome-ignore format: a table
      [
        { ...receptorField('Nombre',      'A', (r) => r.nombre), strong: true },
        receptorField(documentoLabel,     'A', (r) => numDocumento(r.tipoDocumento, r.numDocumento)),
        receptorField('NRC',              'A', (r) => nrc(r.nrc)),
        receptorField('Actividad',        'A', (r) => codeAndName(r.codActividad, r.descActividad)),
        receptorField('Dirección',        'A', (r) => direccion(r.direccion)),
        receptorField('Correo',           'D', (r) => r.correo),
        receptorField('Teléfono',         'D', (r) => r.telefono),
        receptorField('Nombre comercial', 'D', (r) => r.nombreComercial),
      ],
      'Receptor: sujeto de retención',
    ),
    { kind: 'cuerpo', table: DOCUMENTOS, documents: true },
    {
      kind: 'closing',
      // biome-ignore format: a table
      fields: [
        { clase: 'A', label: 'Valor en letras',     value: (p) => p.documento.resumen.totalLetras, strong: true },
        { clase: 'A', label: 'Código de retención', value: (p) => codesOf(p.documento.cuerpoDocumento) },
      ],
      pagos: null,
      note: OBSERVACIONES,
      // biome-ignore format: a table
      totals: [
        strongTotal('Total sujeto a retención', (r) => r.totalSujetoRetencion),
        total('IVA 13 %, informativo',          (r) => r.totalIva),
      ],
      total: total('Total IVA retenido', (r) => r.totalIvaRetenido),
    },
    APENDICE,
  ],
}

/** Each code that a line has, with its name. */
function codesOf(lineas: readonly Linea[]): string {
  const codes = new Set(lineas.map(({ codigoRetencionMH }) => codigoRetencionMH ?? DASH))
  return [...codes].map((code) => codeAndName(code, nameOf(RETENCIONES_IVA, code))).join('; ')
}
