/** Rows for issuer and buyer alike; other rows check for null. */
import { ACTIVIDADES } from '../catalogos/cat-019-actividad-economica.ts'
import { PAISES } from '../catalogos/cat-020-pais.ts'
import { TIPOS_PERSONA } from '../catalogos/cat-029-tipo-persona.ts'
import { isCode } from '../catalogos/catalogo.ts'
import { isCorreo } from './correo.ts'
import { isNit, isNrc } from './identidad.ts'
import type { Rule } from './rule.ts'

/** Its requirements, for messages. */
export const NIT_MAL =
  'debe tener 14 dígitos, no todos iguales, o los 9 de un DUI que exista cuando está homologado; corríjalo.'

export const NIT: Rule<{ readonly nit: string | null }> = {
  name: 'forma del NIT',
  rule: 'IV-NIT',
  field: 'nit',
  holds: ({ nit }) => nit === null || isNit(nit),
  message: ({ nit }) => `El NIT "${nit}" ${NIT_MAL}`,
}

export const NRC: Rule<{ readonly nrc: string | null }> = {
  name: 'forma del NRC',
  rule: 'IV-NRC',
  field: 'nrc',
  holds: ({ nrc }) => nrc === null || isNrc(nrc),
  message: ({ nrc }) =>
    `El NRC "${nrc}" debe tener de 2 a 8 dígitos, no todos iguales, sin letras ni espacios.`,
}

export const ACTIVIDAD: Rule<{ readonly codActividad: string | null }> = {
  name: 'actividad del catálogo',
  rule: 'CAT-019',
  field: 'codActividad',
  holds: ({ codActividad }) => codActividad === null || isCode(ACTIVIDADES, codActividad),
  message: ({ codActividad }) =>
    `La actividad económica "${codActividad}" no existe; use un código de CAT-019.`,
}

export const CORREO: Rule<{ readonly correo: string | null }> = {
  name: 'forma del correo',
  rule: 'IV-37',
  field: 'correo',
  holds: ({ correo }) => correo === null || isCorreo(correo),
  message: ({ correo }) =>
    `El correo "${correo}" no es una dirección completa con un dominio que exista; corríjalo.`,
}

/** The structures only limit its length. */
export const TELEFONO: Rule<{ readonly telefono: string | null }> = {
  name: 'teléfono con dígitos',
  rule: 'SELLO-telefono',
  field: 'telefono',
  holds: ({ telefono }) => telefono === null || (telefono.match(/\p{Nd}/gu) ?? []).length >= 7,
  message: ({ telefono }) => `El teléfono "${telefono}" lleva menos de 7 dígitos; corríjalo.`,
}

interface ConEmisor {
  readonly emisor: { readonly nit: string }
}

/** For types that nobody issues to itself, and for sales on behalf of others. `de` names the owner of the number. */
export function otroQueElEmisor<F extends string>(
  field: F,
  de: string,
): Rule<{ readonly [K in F]: string | null }, ConEmisor> {
  return {
    name: `${de} distinto del emisor`,
    rule: 'SELLO-partes',
    field,
    holds: (persona, { emisor }) => persona[field]?.replaceAll('-', '') !== emisor.nit,
    message: `Es el propio emisor; escriba el número ${de.replace(/^el /, 'del ')}.`,
  }
}

export const PAIS: Rule<{ readonly codPais: string | null }> = {
  name: 'país del catálogo',
  rule: 'CAT-020',
  field: 'codPais',
  holds: ({ codPais }) => isNothing(codPais) || isCode(PAISES, codPais),
  message: ({ codPais }) =>
    `El país "${codPais}" no existe; use un código de dos letras de CAT-020, por ejemplo US.`,
}

export const TIPO_PERSONA: Rule<{ readonly tipoPersona: number | null }> = {
  name: 'tipo de persona del catálogo',
  rule: 'CAT-029',
  field: 'tipoPersona',
  holds: ({ tipoPersona }) => isNothing(tipoPersona) || isCode(TIPOS_PERSONA, tipoPersona),
  message: ({ tipoPersona }) =>
    `El tipo de persona ${tipoPersona} no existe; use 1 (natural) o 2 (jurídica).`,
}

/** Another row checks for absence. */
function isNothing(value: unknown): value is null | '' {
  return value === null || value === ''
}
