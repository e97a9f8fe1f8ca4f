/** What codes mean, in words. A code that is in no catalogue is printed as it is. */
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

/** The code with its name, where the law asks for the code: `2 Contingencia`. */
export function codeAndName(
  code: string | number | null | undefined,
  name: string | null | undefined,
): string | null {
  if (code === null || code === undefined) return name ?? null
  return name ? `${code} ${name}` : String(code)
}

/** A code with its name of a catalogue; null where there is no code. */
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

/** Street, district, municipality, department; a name that repeats the one before it is written once. */
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

/** 2026-10-05 is read as 05/10/2026 in El Salvador. */
export function fecha(isoDate: string): string {
  return isoDate.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')
}

export function fechaHora({ fecEmi, horEmi }: Identificacion): string {
  return `${fecha(fecEmi)} ${horEmi}`
}
