/** What goes with a document: the sections that most documents leave empty. */
import {
  DOCUMENTOS_TRIBUTARIOS,
  DOMICILIOS_FISCALES,
  OTROS_DOCUMENTOS,
  TIPOS_GENERACION,
  TIPOS_SERVICIO_MEDICO,
} from '@sello/fiscal'
import type { Apendice, DocumentoRelacionado, OtroDocumento, VentaTercero } from '../documento.ts'
import { fecha, nameOf } from './names.ts'
import { type Section, type Table, table } from './sheet.ts'

const DOCUMENTOS_RELACIONADOS: Table = table<DocumentoRelacionado>({
  title: 'Documentos relacionados',
  clase: 'D',
  rows: (p) => p.documento.documentoRelacionado ?? [],
  // biome-ignore format: a table
  columns: [
    { label: 'Tipo de documento', align: 'left', width: 'fill', value: (r) => nameOf(DOCUMENTOS_TRIBUTARIOS, r.tipoDocumento) ?? '' },
    { label: 'Generación',        align: 'left', width: 'fit',  value: (r) => nameOf(TIPOS_GENERACION, r.tipoGeneracion) ?? '' },
    { label: 'Número',            align: 'left', width: 'fit',  value: (r) => r.numeroDocumento },
    { label: 'Fecha',             align: 'left', width: 'fit',  value: (r) => fecha(r.fechaEmision) },
  ],
})

const OTROS_DOCUMENTOS_ASOCIADOS: Table = table<OtroDocumento>({
  title: 'Otros documentos asociados',
  clase: 'D',
  rows: (p) => p.documento.otrosDocumentos ?? [],
  // biome-ignore format: a table
  columns: [
    { label: 'Documento asociado', align: 'left', width: 'fit', max: 80,  value: (r) => nameOf(OTROS_DOCUMENTOS, r.codDocAsociado) ?? '' },
    { label: 'Identificación',     align: 'left', width: 'fit', max: 190, value: (r) => r.descDocumento ?? medicoDocumento(r) },
    { label: 'Detalle',            align: 'left', width: 'fill',          value: (r) => r.detalleDocumento ?? medicoDetalle(r) },
  ],
})

const VENTA_TERCERO: Table = table<VentaTercero>({
  title: 'Venta por cuenta de terceros',
  clase: 'D',
  rows: (p) => (p.documento.ventaTercero ? [p.documento.ventaTercero] : []),
  // biome-ignore format: a table
  columns: [
    { label: 'NIT',       align: 'left', width: 'fit',  value: (r) => r.nit ?? '' },
    { label: 'Nombre',    align: 'left', width: 'fill', value: (r) => r.nombre },
    { label: 'Domicilio', align: 'left', width: 'fit',  value: (r) => nameOf(DOMICILIOS_FISCALES, r.codDomiciliado) ?? '' },
  ],
})

/** They stand before the body. */
export const ASSOCIATED: Section = {
  kind: 'tables',
  tables: [DOCUMENTOS_RELACIONADOS, OTROS_DOCUMENTOS_ASOCIADOS, VENTA_TERCERO],
}

/** Free members of the issuer's own; printed by their etiqueta, which is made for people. */
export const APENDICE: Section = {
  kind: 'tables',
  tables: [
    table<Apendice>({
      title: 'Apéndice',
      clase: 'C',
      rows: (p) => p.documento.apendice ?? [],
      // biome-ignore format: a table
      columns: [
        { label: 'Campo',    align: 'left', width: 'fit', max: 110, value: (r) => r.campo },
        { label: 'Etiqueta', align: 'left', width: 'fit', max: 160, value: (r) => r.etiqueta },
        { label: 'Valor',    align: 'left', width: 'fill',          value: (r) => r.valor },
      ],
    }),
  ],
}

function medicoDocumento({ medico }: OtroDocumento): string {
  return medico?.nit ? `NIT ${medico.nit}` : (medico?.docIdentificacion ?? '')
}

function medicoDetalle({ medico }: OtroDocumento): string {
  if (!medico) return ''
  const servicio = nameOf(TIPOS_SERVICIO_MEDICO, medico.tipoServicio)
  return [medico.nombre, servicio].filter((part) => part !== null).join(', ')
}
