/** The names of codes. A code that is in no catalogue is printed as it is. */
import {
  type Catalogo,
  DEPARTAMENTOS,
  findDistritoOf,
  findMunicipio,
  findRow,
  UNIDADES_MEDIDA,
} from '@sello/fiscal'
import type { Direccion, Identificacion } from '../documento.ts'

interface Named {
  readonly nombre: string
}

/** The name of a code, or the code; null stays null. */
export function nameOf(catalogo: Catalogo<Named>, code: string | number | null): string | null {
  return code === null ? null : (findRow(catalogo, code)?.nombre ?? String(code))
}

/** The code with its name, when the law requires the code: `2 Contingencia`. */
export function codeAndName(
  code: string | number | null | undefined,
  name: string | null | undefined,
): string | null {
  if (code === null || code === undefined) return name ?? null
  return name ? `${code} ${name}` : String(code)
}

/** A code with its name in a catalogue; null when there is no code. */
export function codeWithName(
  catalogo: Catalogo<Named>,
  code: string | number | null | undefined,
): string | null {
  return code === null || code === undefined
    ? null
    : codeAndName(code, findRow(catalogo, code)?.nombre)
}

export function unidad(uniMedida: number): string {
  return findRow<Named>(UNIDADES_MEDIDA, uniMedida)?.nombre ?? String(uniMedida)
}

/** Street, district, municipality, department; a name equal to the one before it is omitted. */
export function direccion(d: Direccion | null | undefined): string | null {
  if (!d) return null
  const names = [
    d.complemento.replace(/[\s,.;]+$/, ''),
    findDistritoOf(d.departamento, d.distrito)?.nombre ?? d.distrito,
    findMunicipio(d.departamento, d.municipio)?.nombre ?? d.municipio,
    nameOf(DEPARTAMENTOS, d.departamento) ?? '',
  ]
  return names.filter((name, n) => name !== '' && name !== names[n - 1]).join(', ')
}

/** Prints 2026-10-05 as 05/10/2026. */
export function fecha(isoDate: string): string {
  return isoDate.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')
}

export function fechaHora({ fecEmi, horEmi }: Identificacion): string {
  return `${fecha(fecEmi)} ${horEmi}`
}

/** 0614-280390-112-1, as on the card; nine digits are a DUI. Anything else is printed as it is. */
export function nit(digits: string | null | undefined): string | null {
  if (!digits) return null
  return /^\d{9}$/.test(digits)
    ? dui(digits)
    : digits.replace(/^(\d{4})(\d{6})(\d{3})(\d)$/, '$1-$2-$3-$4')
}

function dui(digits: string): string {
  return digits.replace(/^(\d{8})(\d)$/, '$1-$2')
}

/** 234567-8. */
export function nrc(digits: string | null | undefined): string | null {
  return digits?.replace(/^(\d{1,7})(\d)$/, '$1-$2') ?? null
}

/** The number of an identity document of a CAT-022 kind. */
export function numDocumento(
  tipoDocumento: string | null | undefined,
  number: string | null | undefined,
): string | null {
  if (!number) return null
  if (tipoDocumento === NIT) return nit(number)
  return tipoDocumento === DUI ? dui(number) : number
}

/** The kinds of CAT-022. */
const NIT = '36'
const DUI = '13'
