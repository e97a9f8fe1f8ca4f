/** The head of every sheet: the document, its issuer, and warnings. */
import { TIPOS_CONTINGENCIA } from '@sello/fiscal'
import type { Invalidado, Printable } from '../documento.ts'
import { codeAndName, direccion, fechaHora, nameOf, nit, nrc } from './names.ts'
import type { Field, IdentificacionField } from './sheet.ts'

/** Short names: the catalogues' names repeat the label. */
const PREVIO_DIFERIDO: Readonly<Record<number, string>> = { 1: 'Previo', 2: 'Diferido' }
const NORMAL_CONTINGENCIA: Readonly<Record<number, string>> = { 1: 'Normal', 2: 'Contingencia' }
const EN_CONTINGENCIA = 2
const AMBIENTE_PRUEBAS = '00'

// biome-ignore format: a table
export const IDENTIFICACION: readonly IdentificacionField[] = [
  { place: 'beside_qr', clase: 'A', label: 'Número de control',          value: (p) => id(p).numeroControl, strong: true },
  { place: 'beside_qr', clase: 'A', label: 'Fecha y hora de generación', value: (p) => fechaHora(id(p)) },
  { place: 'beside_qr', clase: 'A', label: 'Modelo de facturación',      value: (p) => codeAndName(id(p).tipoModelo, PREVIO_DIFERIDO[id(p).tipoModelo]), half: true },
  { place: 'beside_qr', clase: 'A', label: 'Tipo de transmisión',        value: (p) => codeAndName(id(p).tipoOperacion, NORMAL_CONTINGENCIA[id(p).tipoOperacion]), half: true },
  { place: 'below',     clase: 'A', label: 'Código de generación',       value: (p) => id(p).codigoGeneracion, strong: true },
  { place: 'below',     clase: 'A', label: 'Sello de recepción',         value: (p) => p.selloRecibido, strong: true, slot: true },
  { place: 'below',     clase: 'C', label: 'Fecha y hora de recepción',  value: (p) => p.fhProcesamiento, slot: true, half: true },
  { place: 'below',     clase: 'B', label: 'NIT del contribuyente absorbido por fusión', value: (p) => nit(id(p).fusion), half: true },
  { place: 'below',     clase: 'B', label: 'Motivo de contingencia',     value: (p) => motivoContingencia(p) },
]

// biome-ignore format: a table
const CONTRIBUYENTE: readonly Field[] = [
  { clase: 'A', label: 'NIT',              value: ({ documento: { emisor } }) => nit(emisor.nit ?? emisor.numDocumento) },
  { clase: 'A', label: 'NRC',              value: (p) => nrc(p.documento.emisor.nrc) },
  { clase: 'A', label: 'Actividad',        value: (p) => codeAndName(p.documento.emisor.codActividad, p.documento.emisor.descActividad) },
  { clase: 'A', label: 'Dirección',        value: (p) => direccion(p.documento.emisor.direccion) },
  { clase: 'A', label: 'Teléfono',         value: (p) => p.documento.emisor.telefono },
  { clase: 'A', label: 'Correo',           value: (p) => p.documento.emisor.correo },
]

const NOMBRE_COMERCIAL: Field = {
  clase: 'D',
  label: 'Nombre comercial',
  value: (p) => p.documento.emisor.nombreComercial ?? null,
}
const ESTABLECIMIENTO: Field = { clase: 'C', label: 'Establecimiento', value: establecimiento }

export const EMISOR: readonly Field[] = [...CONTRIBUYENTE, NOMBRE_COMERCIAL, ESTABLECIMIENTO]

/** 14 has no nombreComercial. */
export const COMPRADOR: readonly Field[] = [...CONTRIBUYENTE, ESTABLECIMIENTO]

/** Warnings: a test document, or one without the ministry's seal. */
export const notices = (p: Printable): string[] => noticesOf('Documento', p)

export function noticesOf(
  que: 'Documento' | 'Evento',
  { documento, selloRecibido, invalidado }: Printable,
): string[] {
  const { ambiente, tipoOperacion } = documento.identificacion
  const lines = []
  if (invalidado) lines.push(...anuncio(que, invalidado))
  if (ambiente === AMBIENTE_PRUEBAS) {
    lines.push(`Ambiente de pruebas: este ${que.toLowerCase()} no tiene validez tributaria.`)
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

function anuncio(que: string, { codigoGeneracion, fhProcesamiento }: Invalidado): string[] {
  const when = fhProcesamiento ? ` el ${fhProcesamiento}` : ''
  return [
    `${que.toUpperCase()} INVALIDADO: ya no tiene efectos. El Ministerio de Hacienda selló su invalidación${when}.`,
    `Evento de invalidación ${codigoGeneracion}`,
  ]
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
  const { tipoContingencia = null, motivoContin = null } = id(p)
  if (tipoContingencia === null) return motivoContin
  const reason = codeAndName(tipoContingencia, nameOf(TIPOS_CONTINGENCIA, tipoContingencia))
  return motivoContin ? `${reason}: ${motivoContin}` : reason
}
