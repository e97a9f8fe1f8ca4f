/** Addresses: department, municipality and district must match. Source: docs/sources.md#catalogos. */
import { findDistrito, findDistritoOf } from '../catalogos/cat-008-distrito.ts'
import { DEPARTAMENTOS } from '../catalogos/cat-012-departamento.ts'
import { findMunicipio } from '../catalogos/cat-013-municipio.ts'
import { isCode } from '../catalogos/catalogo.ts'
import type { Rule } from './rule.ts'

interface Direccion {
  readonly departamento: string
  readonly municipio: string
  readonly distrito: string
}

/** Each rule skips what an earlier rule refuses, so that one error is one problem. */
export const DIRECCION: readonly Rule<Direccion>[] = [
  {
    name: 'departamento del catálogo',
    rule: 'CAT-012',
    field: 'departamento',
    holds: (d) => hasDepartamento(d),
    message: (d) =>
      `El departamento "${d.departamento}" no existe; use un código de CAT-012, de 01 a 14 (00 para extranjeros).`,
  },
  {
    name: 'municipio de su departamento',
    rule: 'CAT-013',
    field: 'municipio',
    holds: (d) => !hasDepartamento(d) || hasMunicipio(d),
    message: (d) =>
      `El municipio "${d.municipio}" no existe en el departamento ${d.departamento}; use un código de CAT-013 de ese departamento.`,
  },
  {
    name: 'distrito de su municipio',
    rule: 'CAT-008',
    field: 'distrito',
    holds: (d) =>
      !hasDepartamento(d) ||
      !hasMunicipio(d) ||
      findDistrito(d.departamento, d.municipio, d.distrito) !== null,
    message: (d) => {
      const elsewhere = findDistritoOf(d.departamento, d.distrito)
      return elsewhere
        ? `El distrito ${d.distrito} (${elsewhere.nombre}) es del municipio ${elsewhere.municipio}, no del ${d.municipio}; corrija uno de los dos.`
        : `El distrito "${d.distrito}" no existe en el departamento ${d.departamento}; use un código de CAT-008 del municipio ${d.municipio}.`
    },
  },
]

const EXTRANJERO = '00'

/** The same for somebody who may be a resident; for a resident with a wrong department only that is reported. */
export function direccionDe<D>(
  isResident: (documento: D) => boolean,
): readonly Rule<Direccion, D>[] {
  const [departamento, ...within] = DIRECCION
  if (!departamento) throw new Error('bug: an address without rules')
  const resides = residente(isResident)
  const follows = within.map(({ name, rule, field, holds, message }) => ({
    name,
    rule,
    field,
    holds: (d: Direccion, documento: D) => !resides.holds(d, documento) || holds(d, documento),
    message,
  }))
  return [departamento, resides, ...follows]
}

/** For a person with a number issued in this country. */
function residente<D>(isResident: (documento: D) => boolean): Rule<Direccion, D> {
  return {
    name: 'dirección de un contribuyente del país',
    rule: 'CAT-012',
    field: 'departamento',
    holds: ({ departamento }, d) => departamento !== EXTRANJERO || !isResident(d),
    message:
      'El departamento 00 es para extranjeros, y este se identifica con NIT o DUI; escriba su departamento, municipio y distrito.',
  }
}

/** By the receptor's kind of document, if the type states it. */
export function isResidente({
  receptor,
}: {
  readonly receptor: { readonly tipoDocumento: string | null } | null
}): boolean {
  return receptor?.tipoDocumento === '36' || receptor?.tipoDocumento === '13'
}

function hasDepartamento(d: Direccion): boolean {
  return isCode(DEPARTAMENTOS, d.departamento)
}

function hasMunicipio(d: Direccion): boolean {
  return findMunicipio(d.departamento, d.municipio) !== null
}
