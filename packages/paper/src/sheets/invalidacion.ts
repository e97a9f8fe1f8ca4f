/** The invalidation event, version 3: which document it cancels, why, who answers for it and who asked. */
import {
  DOCUMENTOS_IDENTIFICACION,
  DOCUMENTOS_TRIBUTARIOS,
  findRow,
  TIPOS_ANULACION,
} from '@sello/fiscal'
import type { Anulacion, Printable } from '../documento.ts'
import { EMISOR_DE_EVENTO, IDENTIFICACION_DE_EVENTO, noticesDeEvento } from './evento.ts'
import { codeWithName, fecha, numDocumento } from './names.ts'
import { documentoLabel, receptor, receptorField } from './receptor.ts'
import type { Field, Section, Sheet } from './sheet.ts'

function anulacionOf({ documento: { anulacion } }: Printable): Anulacion {
  if (!anulacion) throw new Error('bug: an invalidation that cancels nothing')
  return anulacion
}

const motivo = (p: Printable) => anulacionOf(p).motivo
const documento = (p: Printable) => anulacionOf(p).documento

// biome-ignore format: a table
const DOCUMENTO: readonly Field[] = [
  { clase: 'A', label: 'Tipo de documento',    value: (p) => codeWithName(DOCUMENTOS_TRIBUTARIOS, documento(p).tipoDte), strong: true },
  { clase: 'A', label: 'Código de generación', value: (p) => documento(p).codigoGeneracion },
  { clase: 'A', label: 'Número de control',    value: (p) => documento(p).numeroControl },
  { clase: 'A', label: 'Sello de recepción',   value: (p) => documento(p).selloRecibido, whole: true },
  { clase: 'A', label: 'Fecha de generación',  value: (p) => fecha(documento(p).fecEmi) },
  { clase: 'D', label: 'Lo reemplaza',         value: (p) => documento(p).codigoGeneracionR },
]

// biome-ignore format: a table
const MOTIVO: readonly Field[] = [
  { clase: 'A', label: 'Tipo',   value: (p) => codeWithName(TIPOS_ANULACION, motivo(p).tipoAnulacion), strong: true },
  { clase: 'D', label: 'Motivo', value: (p) => motivo(p).motivoAnulacion },
]

// biome-ignore format: a table
const RESPONSABLE: readonly Field[] = [
  { clase: 'A', label: 'Nombre', value: (p) => motivo(p).nombreResponsable, strong: true },
  { clase: 'A', label: (p) => kindOf(motivo(p).tipDocResponsable), value: (p) => numDocumento(motivo(p).tipDocResponsable, motivo(p).numDocResponsable) },
]

// biome-ignore format: a table
const SOLICITA: readonly Field[] = [
  { clase: 'A', label: 'Nombre', value: (p) => motivo(p).nombreSolicita, strong: true },
  { clase: 'A', label: (p) => kindOf(motivo(p).tipDocSolicita), value: (p) => numDocumento(motivo(p).tipDocSolicita, motivo(p).numDocSolicita) },
]

function kindOf(tipoDocumento: string): string {
  const row = findRow<{ etiqueta: string }>(DOCUMENTOS_IDENTIFICACION, tipoDocumento)
  return row?.etiqueta ?? 'Documento'
}

const section = (title: string, fields: readonly Field[]): Section => ({
  kind: 'fields',
  title,
  empty: () => false,
  fields,
})

export const invalidacion: Sheet = {
  nombre: 'Evento de invalidación',
  identificacion: IDENTIFICACION_DE_EVENTO,
  emisor: EMISOR_DE_EVENTO,
  notices: noticesDeEvento,
  sections: [
    section('Documento que se invalida', DOCUMENTO),
    // biome-ignore format: a table
    receptor([
      { ...receptorField('Nombre',  'A', (r) => r.nombre), strong: true },
      receptorField(documentoLabel, 'A', (r) => numDocumento(r.tipoDocumento, r.numDocumento)),
      receptorField('Correo',       'D', (r) => r.correo),
      receptorField('Teléfono',     'D', (r) => r.telefono),
    ], 'Receptor del documento'),
    section('Motivo de la invalidación', MOTIVO),
    section('Responsable de la invalidación', RESPONSABLE),
    section('Quien solicita la invalidación', SOLICITA),
  ],
}
