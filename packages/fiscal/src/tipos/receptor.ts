/** Shared by the receptors of several types. Source: docs/sources.md#receptor. */
import type { TObject } from 'typebox'
import { ACTIVIDADES } from '../catalogos/cat-019-actividad-economica.ts'
import { findRow } from '../catalogos/catalogo.ts'
import type { ReceptorRequest } from '../request.ts'
import type { TipoDef } from './tipo.ts'

/** What the form of a person or a company of any kind asks. */
export const FORMULARIO_DE_PERSONA = [
  'tipoDocumento',
  'numDocumento',
  'nombre',
  'direccion',
  'telefono',
  'correo',
] as const

/** What the form of an IVA taxpayer asks. */
export const FORMULARIO_DE_CONTRIBUYENTE = [
  'nit',
  'nrc',
  'nombre',
  'codActividad',
  'nombreComercial',
  'direccion',
  'telefono',
  'correo',
] as const

/** V2.0 writes the numbers of DUI, NIT and NRC without hyphens. */
export function withoutHyphens(number: string | null | undefined): string | null {
  return number?.replaceAll('-', '') ?? null
}

/** The stated description, or else the catalogue's name. */
export function descActividad(receptor: ReceptorRequest): string | null {
  const { codActividad } = receptor
  return (
    receptor.descActividad ??
    (codActividad ? (findRow(ACTIVIDADES, codActividad)?.nombre ?? null) : null)
  )
}

/**
 * What the receptors of IVA taxpayers have in common, after their number. A member missing in the request is null here,
 * and the type's rules report it.
 */
export function contribuyente(receptor: ReceptorRequest) {
  return {
    nrc: withoutHyphens(receptor.nrc),
    nombre: receptor.nombre ?? null,
    codActividad: receptor.codActividad ?? null,
    descActividad: descActividad(receptor),
    nombreComercial: receptor.nombreComercial ?? null,
    direccion: receptor.direccion ? { ...receptor.direccion } : null,
    telefono: receptor.telefono ?? null,
    correo: receptor.correo ?? null,
  }
}

export const NIT = '36'
const DUI = '13'
const OTRO = '37'

/** The CAT-022 kind of a number if not stated: 14 digits are a NIT, 9 a DUI. */
export function tipoDocumento(receptor: ReceptorRequest): string | null {
  const number = withoutHyphens(receptor.numDocumento)
  if (receptor.tipoDocumento || number === null) return receptor.tipoDocumento ?? null
  if (/^\d{14}$/.test(number)) return NIT
  return /^\d{9}$/.test(number) ? DUI : OTRO
}

/** Whether the structure has the member in its receptor, under this name: that of a crédito fiscal has a `nit`. */
export function hasInReceptor({ versions: [{ estructura }] }: TipoDef, member: string): boolean {
  const { receptor } = (estructura as TObject<{ receptor: TObject }>).properties
  return Object.hasOwn(receptor.properties, member)
}
