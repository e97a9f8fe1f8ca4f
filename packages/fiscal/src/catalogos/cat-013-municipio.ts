/**
 * CAT-013, edition July 2026: municipalities, by department. Codes repeat across departments, so both codes
 * identify a municipality. 00 is the address of a foreigner.
 */
import type { Departamento } from './cat-012-departamento.ts'
import { type Catalogo, findRow } from './catalogo.ts'

/**
 * The codes of the two halves of Cabañas. NOTE: this edition names 10 Este and 11 Oeste, and its districts
 * (CAT-008) agree with the law's halves; that the ministry's server reads them so is not confirmed. If not, only
 * these two lines change.
 */
export const CABANAS_ESTE = '10'
export const CABANAS_OESTE = '11'

interface Row {
  readonly nombre: string
}

// biome-ignore format: a table
export const MUNICIPIOS = {
  '00': {
    '00': { nombre: 'Otro (para extranjeros)' },
  },
  '01': {
    '13': { nombre: 'Ahuachapán Norte' },
    '14': { nombre: 'Ahuachapán Centro' },
    '15': { nombre: 'Ahuachapán Sur' },
  },
  '02': {
    '14': { nombre: 'Santa Ana Norte' },
    '15': { nombre: 'Santa Ana Centro' },
    '16': { nombre: 'Santa Ana Este' },
    '17': { nombre: 'Santa Ana Oeste' },
  },
  '03': {
    '17': { nombre: 'Sonsonate Norte' },
    '18': { nombre: 'Sonsonate Centro' },
    '19': { nombre: 'Sonsonate Este' },
    '20': { nombre: 'Sonsonate Oeste' },
  },
  '04': {
    '34': { nombre: 'Chalatenango Norte' },
    '35': { nombre: 'Chalatenango Centro' },
    '36': { nombre: 'Chalatenango Sur' },
  },
  '05': {
    '23': { nombre: 'La Libertad Norte' },
    '24': { nombre: 'La Libertad Centro' },
    '25': { nombre: 'La Libertad Oeste' },
    '26': { nombre: 'La Libertad Este' },
    '27': { nombre: 'La Libertad Costa' },
    '28': { nombre: 'La Libertad Sur' },
  },
  '06': {
    '20': { nombre: 'San Salvador Norte' },
    '21': { nombre: 'San Salvador Oeste' },
    '22': { nombre: 'San Salvador Este' },
    '23': { nombre: 'San Salvador Centro' },
    '24': { nombre: 'San Salvador Sur' },
  },
  '07': {
    '17': { nombre: 'Cuscatlán Norte' },
    '18': { nombre: 'Cuscatlán Sur' },
  },
  '08': {
    '23': { nombre: 'La Paz Oeste' },
    '24': { nombre: 'La Paz Centro' },
    '25': { nombre: 'La Paz Este' },
  },
  '09': {
    [CABANAS_ESTE]: { nombre: 'Cabañas Este' },
    [CABANAS_OESTE]: { nombre: 'Cabañas Oeste' },
  },
  '10': {
    '14': { nombre: 'San Vicente Norte' },
    '15': { nombre: 'San Vicente Sur' },
  },
  '11': {
    '24': { nombre: 'Usulután Norte' },
    '25': { nombre: 'Usulután Este' },
    '26': { nombre: 'Usulután Oeste' },
  },
  '12': {
    '21': { nombre: 'San Miguel Norte' },
    '22': { nombre: 'San Miguel Centro' },
    '23': { nombre: 'San Miguel Oeste' },
  },
  '13': {
    '27': { nombre: 'Morazán Norte' },
    '28': { nombre: 'Morazán Sur' },
  },
  '14': {
    '19': { nombre: 'La Unión Norte' },
    '20': { nombre: 'La Unión Sur' },
  },
} as const satisfies Record<Departamento, Catalogo<Row>>

/** The municipality of a department, or null where the department has no such code. */
export function findMunicipio(departamento: string, municipio: string): Row | null {
  const rows: Catalogo<Row> | null = findRow<Catalogo<Row>>(MUNICIPIOS, departamento)
  return rows && findRow(rows, municipio)
}
