/**
 * 09, Documento contable de liquidación, version 2: the issuer administers cards, the receptor is its affiliate. The body
 * is one record.
 */
import { TIPOS_ESTABLECIMIENTO } from '@sello/fiscal'
import type { Extension, Registro } from '../documento.ts'
import { APENDICE } from './associated.ts'
import { OBSERVACIONES } from './closing.ts'
import { EMISOR, IDENTIFICACION, notices } from './header.ts'
import { codeAndName, codeWithName, direccion, fecha, nit, nrc } from './names.ts'
import { amount } from './numbers.ts'
import { receptor, receptorField } from './receptor.ts'
import type { Field, Sheet } from './sheet.ts'
import { strongTotal, total } from './totals.ts'

function ofRecord(
  label: string,
  clase: Field['clase'],
  value: (r: Registro) => string | null,
): Field {
  return {
    label,
    clase,
    value: ({ documento: { registro } }) => (registro && value(registro)) || null,
  }
}

function ofExtension(
  label: string,
  clase: Field['clase'],
  value: (e: Extension) => string | null,
): Field {
  return {
    label,
    clase,
    value: ({ documento: { extension } }) => (extension && value(extension)) || null,
  }
}

export const documentoContableDeLiquidacion: Sheet = {
  nombre: 'Documento contable de liquidación',
  identificacion: IDENTIFICACION,
  emisor: EMISOR,
  notices,
  sections: [
    receptor(
      // biome-ignore format: a table
      [
        { ...receptorField('Nombre', 'A', (r) => r.nombre), strong: true },
        receptorField('NIT',              'A', (r) => nit(r.nit)),
        receptorField('NRC',              'A', (r) => nrc(r.nrc)),
        receptorField('Actividad',        'A', (r) => codeAndName(r.codActividad, r.descActividad)),
        receptorField('Establecimiento',  'A', (r) => codeWithName(TIPOS_ESTABLECIMIENTO, r.tipoEstablecimiento)),
        receptorField('Dirección',        'D', (r) => direccion(r.direccion)),
        receptorField('Correo',           'A', (r) => r.correo),
        receptorField('Teléfono',         'D', (r) => r.telefono),
        receptorField('Nombre comercial', 'D', (r) => r.nombreComercial),
      ],
      'Receptor: afiliado',
    ),
    {
      kind: 'fields',
      title: 'Liquidación',
      empty: () => false,
      // biome-ignore format: a table
      fields: [
        ofRecord('Período de liquidación', 'A', (r) => `${fecha(r.periodoLiquidacionFechaInicio)} a ${fecha(r.periodoLiquidacionFechaFin)}`),
        ofRecord('Código de liquidación',  'D', (r) => r.codLiquidacion),
        ofRecord('Cantidad de documentos', 'D', (r) => r.cantidadDoc === null ? null : String(r.cantidadDoc)),
        ofRecord('Porcentaje de comisión', 'A', (r) => `${amount(r.porcentComision)} %`),
        ofRecord('Valores no sujetos a percepción', 'D', (r) => r.descripSinPercepcion),
      ],
    },
    {
      kind: 'fields',
      title: 'Responsable de la liquidación',
      empty: () => false,
      // biome-ignore format: a table
      fields: [
        ofExtension('Nombre',             'A', (e) => e.nombEntrega),
        ofExtension('Documento',          'A', (e) => e.docuEntrega),
        ofExtension('Código de empleado', 'D', (e) => e.codEmpleado),
      ],
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
      note: OBSERVACIONES,
      // biome-ignore format: a table
      totals: [
        strongTotal('Valor de las operaciones',    (r) => r.valorOperaciones),
        total('Valores no sujetos a percepción',   (r) => r.montoSinPercepcion),
        total('Sub-total',                         (r) => r.subTotal),
        total('IVA de las operaciones',            (r) => r.iva),
        total('Monto sujeto a percepción sin IVA', (r) => r.montoSujetoPercepcion),
        total('IVA percibido (2 %)',               (r) => r.ivaPercibido),
        total('Comisión',                          (r) => r.comision),
        total('IVA de la comisión',                (r) => r.ivaComision),
      ],
      total: total('Líquido a pagar', (r) => r.liquidoApagar),
    },
    APENDICE,
  ],
}
