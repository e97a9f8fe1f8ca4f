/**
 * 08, Comprobante de liquidación, version 2: the issuer is the commission agent, the receptor its principal. The body
 * lists documents; what takes back is negative.
 */
import { CONDICIONES_OPERACION, DOCUMENTOS_TRIBUTARIOS, DOMICILIOS_FISCALES } from '@sello/fiscal'
import type { Linea } from '../documento.ts'
import { APENDICE } from './associated.ts'
import { OBSERVACIONES } from './closing.ts'
import { EMISOR, IDENTIFICACION, notices } from './header.ts'
import { codeAndName, direccion, fecha, nameOf, nrc, numDocumento } from './names.ts'
import { amount, DASH } from './numbers.ts'
import { documentoLabel, receptor, receptorField } from './receptor.ts'
import { type Sheet, table } from './sheet.ts'
import { rareTotal, strongTotal, total, tributoRows } from './totals.ts'

const RETORNO = '18'

function tipoOf({ tipoDte = null }: Linea): string {
  return tipoDte === RETORNO
    ? 'Evento de retorno'
    : (nameOf(DOCUMENTOS_TRIBUTARIOS, tipoDte) ?? DASH)
}

const DOCUMENTOS = table<Linea>({
  title: 'Documentos que se liquidan',
  clase: 'A',
  rows: (p) => p.documento.cuerpoDocumento,
  // biome-ignore format: a table
  columns: [
    { label: 'N°',                align: 'right', width: 'fit',          value: (l) => String(l.numItem) },
    { label: 'Tipo de documento', align: 'left',  width: 'fit', max: 66, value: tipoOf },
    { label: 'N° de documento',   align: 'left',  width: 'fit', max: 96, value: (l) => l.numeroDocumento ?? DASH },
    { label: 'Fecha',             align: 'left',  width: 'fit',          value: (l) => l.fechaEmision ? fecha(l.fechaEmision) : DASH },
    { label: 'Observación',       align: 'left',  width: 'fill',         value: (l) => l.observaciones ?? DASH, sum: () => 'Sumas' },
    { label: 'Exporta-\nciones',  align: 'right', width: 'fit',          value: (l) => amount(l.exportaciones), sum: (r) => amount(r.exportacion) },
    { label: 'No\nsujetas',       align: 'right', width: 'fit',          value: (l) => amount(l.ventaNoSuj),    sum: (r) => amount(r.totalNoSuj) },
    { label: 'Exentas',           align: 'right', width: 'fit',          value: (l) => amount(l.ventaExenta),   sum: (r) => amount(r.totalExenta) },
    { label: 'Gravadas',          align: 'right', width: 'fit',          value: (l) => amount(l.ventaGravada),  sum: (r) => amount(r.totalGravada) },
  ],
})

export const comprobanteDeLiquidacion: Sheet = {
  nombre: 'Comprobante de liquidación',
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
        receptorField('Domicilio',        'A', (r) => nameOf(DOMICILIOS_FISCALES, r.codDomiciliado ?? null)),
        receptorField('Dirección',        'A', (r) => direccion(r.direccion)),
        receptorField('Correo',           'D', (r) => r.correo),
        receptorField('Teléfono',         'D', (r) => r.telefono),
        receptorField('Nombre comercial', 'D', (r) => r.nombreComercial),
      ],
      'Receptor: mandante',
    ),
    { kind: 'cuerpo', table: DOCUMENTOS, documents: true },
    {
      kind: 'closing',
      // biome-ignore format: a table
      fields: [
        { clase: 'A', label: 'Valor en letras', value: (p) => p.documento.resumen.totalLetras, strong: true },
        { clase: 'A', label: 'Condición de la operación', value: (p) => nameOf(CONDICIONES_OPERACION, p.documento.resumen.condicionOperacion) },
      ],
      pagos: null,
      note: OBSERVACIONES,
      // biome-ignore format: a table
      totals: [
        strongTotal('Suma de operaciones',    (r) => r.subTotalVentas),
        tributoRows,
        total('Monto total de la operación',  (r) => r.montoTotalOperacion),
        rareTotal('IVA percibido',            (r) => r.ivaPerci),
      ],
      total: total('Total', (r) => r.total),
    },
    APENDICE,
  ],
}
