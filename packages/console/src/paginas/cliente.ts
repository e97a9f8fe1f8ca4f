/** A customer of a spreadsheet: its columns, and the body for one row. */
import type { CsvRow } from './csv.ts'

const DIRECCION = {
  departamento: 'Departamento',
  municipio: 'Municipio',
  distrito: 'Distrito',
  complemento: 'Dirección',
}
const OWN = {
  nombre: 'Nombre',
  tipoDocumento: 'Tipo de documento',
  numDocumento: 'Número de documento',
  nrc: 'NRC',
  codActividad: 'Actividad económica',
  nombreComercial: 'Nombre comercial',
  telefono: 'Teléfono',
  correo: 'Correo',
  externalId: 'Código propio',
}
export const COLUMNS = { ...OWN, ...DIRECCION }

/** Restores the leading zero that spreadsheets remove from codes. */
const DIGITS: Readonly<Record<string, number>> = {
  ...{ tipoDocumento: 2, departamento: 2, municipio: 2, distrito: 2, codActividad: 5 },
}

/** The body for one row. Empty members are omitted. */
export function clienteDeFila(row: CsvRow): object {
  const given = (name: string) => {
    const text = row[name] ?? ''
    return /^\d+$/.test(text) ? text.padStart(DIGITS[name] ?? 0, '0') : text
  }
  const members = Object.keys(OWN).flatMap((name) =>
    row[name] ? [[name, given(name)] as const] : [],
  )
  const direccion = Object.keys(DIRECCION).some((name) => row[name])
    ? { direccion: Object.fromEntries(Object.keys(DIRECCION).map((name) => [name, given(name)])) }
    : {}
  return { ...Object.fromEntries(members), ...direccion }
}
