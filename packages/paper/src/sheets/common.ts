/** What all document types print alike. */
import {
  CONDICIONES_OPERACION,
  DOCUMENTOS_IDENTIFICACION,
  DOCUMENTOS_TRIBUTARIOS,
  DOMICILIOS_FISCALES,
  FORMAS_PAGO,
  findRow,
  OTROS_DOCUMENTOS,
  PLAZOS,
  TIPOS_CONTINGENCIA,
  TIPOS_GENERACION,
  TIPOS_SERVICIO_MEDICO,
} from '@sello/fiscal'
import type {
  Apendice,
  DocumentoRelacionado,
  OtroDocumento,
  Pago,
  Printable,
  Receptor,
  VentaTercero,
} from '../documento.ts'
import { codeAndName, direccion, fecha, fechaHora, nameOf } from './names.ts'
import { amount, DASH } from './numbers.ts'
import {
  type Field,
  type IdentificacionField,
  type Note,
  type Section,
  type Table,
  table,
} from './sheet.ts'

const PREVIO_DIFERIDO: Readonly<Record<number, string>> = { 1: 'Previo', 2: 'Diferido' }
const NORMAL_CONTINGENCIA: Readonly<Record<number, string>> = { 1: 'Normal', 2: 'Contingencia' }
const EN_CONTINGENCIA = 2
const AMBIENTE_PRUEBAS = '00'

// biome-ignore format: a table
export const IDENTIFICACION: readonly IdentificacionField[] = [
  { place: 'beside_qr', clase: 'A', label: 'Número de control',          value: (p) => id(p).numeroControl, strong: true },
  { place: 'beside_qr', clase: 'A', label: 'Fecha y hora de generación', value: (p) => fechaHora(id(p)) },
  { place: 'beside_qr', clase: 'A', label: 'Modelo de facturación',      value: (p) => codeAndName(id(p).tipoModelo, PREVIO_DIFERIDO[id(p).tipoModelo]) },
  { place: 'beside_qr', clase: 'A', label: 'Tipo de transmisión',        value: (p) => codeAndName(id(p).tipoOperacion, NORMAL_CONTINGENCIA[id(p).tipoOperacion]) },
  { place: 'below',     clase: 'A', label: 'Código de generación',       value: (p) => id(p).codigoGeneracion, strong: true },
  { place: 'below',     clase: 'A', label: 'Sello de recepción',         value: (p) => p.selloRecibido, strong: true },
  { place: 'below',     clase: 'C', label: 'Fecha y hora de recepción',  value: (p) => p.fhProcesamiento },
  { place: 'below',     clase: 'B', label: 'Motivo de contingencia',     value: (p) => motivoContingencia(p) },
]

// biome-ignore format: a table
export const EMISOR: readonly Field[] = [
  { clase: 'A', label: 'NIT',              value: (p) => p.documento.emisor.nit },
  { clase: 'A', label: 'NRC',              value: (p) => p.documento.emisor.nrc },
  { clase: 'A', label: 'Actividad',        value: (p) => codeAndName(p.documento.emisor.codActividad, p.documento.emisor.descActividad) },
  { clase: 'A', label: 'Dirección',        value: (p) => direccion(p.documento.emisor.direccion) },
  { clase: 'A', label: 'Teléfono',         value: (p) => p.documento.emisor.telefono },
  { clase: 'A', label: 'Correo',           value: (p) => p.documento.emisor.correo },
  { clase: 'D', label: 'Nombre comercial', value: (p) => p.documento.emisor.nombreComercial },
  { clase: 'C', label: 'Establecimiento',  value: (p) => establecimiento(p) },
]

/** What a reader must not overlook: that it is a trial, or that the ministry has not sealed it. */
export function notices({ documento, selloRecibido }: Printable): string[] {
  const { ambiente, tipoOperacion } = documento.identificacion
  const lines = []
  if (ambiente === AMBIENTE_PRUEBAS) {
    lines.push('Ambiente de pruebas: este documento no tiene validez tributaria.')
  }
  if (selloRecibido === null) {
    lines.push(
      tipoOperacion === EN_CONTINGENCIA
        ? 'Emitido en contingencia: se entrega sin sello de recepción y se transmitirá al Ministerio de Hacienda al cesar la causa.'
        : 'Sin sello de recepción: la transmisión al Ministerio de Hacienda está pendiente de respuesta.',
    )
  }
  return lines
}

export function receptor(fields: readonly Field[]): Section {
  return { kind: 'fields', title: 'Receptor', empty: (p) => p.documento.receptor === null, fields }
}

/** A field of the receiver, which a document may lack. */
export function receptorField(
  label: string | ((r: Receptor) => string),
  clase: Field['clase'],
  value: (r: Receptor) => string | null | undefined,
): Field {
  return {
    clase,
    label: (p) =>
      typeof label === 'string' || !p.documento.receptor
        ? String(label)
        : label(p.documento.receptor),
    value: (p) => (p.documento.receptor ? (value(p.documento.receptor) ?? null) : null),
  }
}

/** The label of an identity document is the name of its kind. */
export function documentoLabel(tipoDocumento: string | null | undefined): string {
  return (
    (tipoDocumento &&
      findRow<{ etiqueta: string }>(DOCUMENTOS_IDENTIFICACION, tipoDocumento)?.etiqueta) ||
    'Documento'
  )
}

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

/** The three sections that most documents leave empty. */
export const ASSOCIATED: Section = {
  kind: 'tables',
  tables: [DOCUMENTOS_RELACIONADOS, OTROS_DOCUMENTOS_ASOCIADOS, VENTA_TERCERO],
}

export const PAGOS: Table = table<Pago>({
  title: 'Pagos',
  clase: 'D',
  rows: (p) => p.documento.resumen.pagos ?? [],
  // biome-ignore format: a table
  columns: [
    { label: 'Forma de pago', align: 'left',  width: 'fill',         value: (r) => nameOf(FORMAS_PAGO, r.codigo) ?? '' },
    { label: 'Referencia',    align: 'left',  width: 'fit', max: 90, value: (r) => r.referencia ?? DASH },
    { label: 'Plazo',         align: 'left',  width: 'fit',          value: (r) => plazo(r) || DASH },
    { label: 'Monto',         align: 'right', width: 'fit',          value: (r) => amount(r.montoPago) },
  ],
})

// biome-ignore format: a table
export const CLOSING_FIELDS: readonly Field[] = [
  { clase: 'A', label: 'Valor en letras',           value: (p) => p.documento.resumen.totalLetras, strong: true },
  { clase: 'A', label: 'Condición de la operación', value: (p) => nameOf(CONDICIONES_OPERACION, p.documento.resumen.condicionOperacion) },
  { clase: 'C', label: 'Número de pago electrónico', value: (p) => p.documento.resumen.numPagoElectronico ?? null },
]

export const OBSERVACIONES: Note = {
  title: 'Observaciones',
  clase: 'D',
  value: (p) => p.documento.resumen.observaciones,
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

function id(p: Printable): Printable['documento']['identificacion'] {
  return p.documento.identificacion
}

function establecimiento({ documento: { emisor } }: Printable): string | null {
  if (!emisor.codEstable) return null
  return emisor.codPuntoVenta
    ? `${emisor.codEstable}, punto de venta ${emisor.codPuntoVenta}`
    : emisor.codEstable
}

function motivoContingencia(p: Printable): string | null {
  const { tipoContingencia, motivoContin } = id(p)
  if (tipoContingencia === null) return motivoContin
  const reason = codeAndName(tipoContingencia, nameOf(TIPOS_CONTINGENCIA, tipoContingencia))
  return motivoContin ? `${reason}: ${motivoContin}` : reason
}

function plazo({ plazo, periodo }: Pago): string {
  return [periodo, nameOf(PLAZOS, plazo)?.toLowerCase()]
    .filter((part) => part !== null && part !== undefined)
    .join(' ')
}

function medicoDocumento({ medico }: OtroDocumento): string {
  return medico?.nit ? `NIT ${medico.nit}` : (medico?.docIdentificacion ?? '')
}

function medicoDetalle({ medico }: OtroDocumento): string {
  if (!medico) return ''
  const servicio = nameOf(TIPOS_SERVICIO_MEDICO, medico.tipoServicio)
  return [medico.nombre, servicio].filter((part) => part !== null).join(', ')
}
