/** The associated sections, which most documents leave empty. */
import {
  DOCUMENTOS_TRIBUTARIOS,
  DOMICILIOS_FISCALES,
  MODOS_TRANSPORTE,
  OTROS_DOCUMENTOS,
  TIPOS_GENERACION,
  TIPOS_SERVICIO_MEDICO,
} from '@sello/fiscal'
import type {
  Apendice,
  CompraTercero,
  DocumentoRelacionado,
  Medico,
  OtroDocumento,
  VentaTercero,
} from '../documento.ts'
import { fecha, nameOf, nit } from './names.ts'
import { DASH } from './numbers.ts'
import { type Section, type Table, table } from './sheet.ts'

const RELACIONADOS = {
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
} as const satisfies Parameters<typeof table<DocumentoRelacionado>>[0]

const DOCUMENTOS_RELACIONADOS: Table = table<DocumentoRelacionado>(RELACIONADOS)

interface Numerado extends DocumentoRelacionado {
  readonly numero: number
}

/**
 * The documents that a note or a return adjusts: the first thing its reader looks for. They are numbered, and each
 * line of the body cites its document by this number.
 */
export const DOCUMENTOS_AJUSTADOS: Table = table<Numerado>({
  ...RELACIONADOS,
  rows: (p) => (p.documento.documentoRelacionado ?? []).map((r, n) => ({ ...r, numero: n + 1 })),
  columns: [
    { label: 'N°', align: 'right', width: 'fit', value: (r) => String(r.numero) },
    ...RELACIONADOS.columns,
  ],
  prominent: true,
})

const OTROS_DOCUMENTOS_ASOCIADOS: Table = table<OtroDocumento>({
  title: 'Otros documentos asociados',
  clase: 'D',
  rows: (p) => p.documento.otrosDocumentos ?? [],
  // biome-ignore format: a table
  columns: [
    { label: 'Documento asociado', align: 'left', width: 'fit', max: 80,  value: (r) => nameOf(OTROS_DOCUMENTOS, r.codDocAsociado) ?? '' },
    { label: 'Identificación',     align: 'left', width: 'fit', max: 190, value: (r) => r.descDocumento ?? medicoDocumento(r) },
    { label: 'Detalle',            align: 'left', width: 'fill',          value: detalle },
  ],
})

export const VENTA_TERCERO: Table = table<VentaTercero>({
  title: 'Venta por cuenta de terceros',
  clase: 'D',
  rows: (p) => (p.documento.ventaTercero ? [p.documento.ventaTercero] : []),
  // biome-ignore format: a table
  columns: [
    { label: 'NIT',       align: 'left', width: 'fit',  value: (r) => nit(r.nit) ?? '' },
    { label: 'Nombre',    align: 'left', width: 'fill', value: (r) => r.nombre },
    { label: 'Domicilio', align: 'left', width: 'fit',  value: (r) => nameOf(DOMICILIOS_FISCALES, r.codDomiciliado) ?? '' },
  ],
})

const COMPRA_TERCERO: Table = table<CompraTercero>({
  title: 'Compra por cuenta de terceros',
  clase: 'D',
  rows: (p) => (p.documento.compraTercero ? [p.documento.compraTercero] : []),
  // biome-ignore format: a table
  columns: [
    { label: 'Documento', align: 'left', width: 'fit',  value: (r) => r.numDocumento },
    { label: 'Nombre',    align: 'left', width: 'fill', value: (r) => r.nombre },
  ],
})

/** They go before the body. */
export const ASSOCIATED: Section = {
  kind: 'tables',
  tables: [DOCUMENTOS_RELACIONADOS, OTROS_DOCUMENTOS_ASOCIADOS, VENTA_TERCERO],
}

export const ASSOCIATED_REMISION: Section = {
  kind: 'tables',
  tables: [DOCUMENTOS_RELACIONADOS, VENTA_TERCERO],
}

/** The resolution among them. */
export const ASSOCIATED_DONACION: Section = { kind: 'tables', tables: [OTROS_DOCUMENTOS_ASOCIADOS] }

export const ASSOCIATED_EXPORTACION: Section = {
  kind: 'tables',
  tables: [DOCUMENTOS_RELACIONADOS, OTROS_DOCUMENTOS_ASOCIADOS, VENTA_TERCERO, COMPRA_TERCERO],
}

/** The issuer's own free fields, printed by their etiqueta, which is meant for people. */
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

function detalle(r: OtroDocumento): string {
  const parts = [r.detalleDocumento, r.medico ? medicoDetalle(r.medico) : '', transporte(r)]
  return parts.filter((part) => part).join('. ')
}

function medicoDocumento({ medico }: OtroDocumento): string {
  return medico?.nit ? `NIT ${nit(medico.nit)}` : (medico?.docIdentificacion ?? DASH)
}

function medicoDetalle(medico: Medico): string {
  const servicio = nameOf(TIPOS_SERVICIO_MEDICO, medico.tipoServicio)
  return [medico.nombre, servicio].filter((part) => part !== null).join(', ')
}

/** For 11 only: how the goods travel, and who drives them. */
function transporte(r: OtroDocumento): string {
  const parts = [
    nameOf(MODOS_TRANSPORTE, r.modoTransp ?? null),
    r.placaTrans && `identificación ${r.placaTrans}`,
    r.nombreConductor && `conductor ${r.nombreConductor}`,
    r.numConductor && `documento ${r.numConductor}`,
  ]
  return parts.filter((part) => part).join(', ')
}
