/** CAT-012, edition July 2026: the departments. 00 is the address of a foreigner. */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const DEPARTAMENTOS = {
  '00': { nombre: 'Otro (para extranjeros)' },
  '01': { nombre: 'Ahuachapán' },
  '02': { nombre: 'Santa Ana' },
  '03': { nombre: 'Sonsonate' },
  '04': { nombre: 'Chalatenango' },
  '05': { nombre: 'La Libertad' },
  '06': { nombre: 'San Salvador' },
  '07': { nombre: 'Cuscatlán' },
  '08': { nombre: 'La Paz' },
  '09': { nombre: 'Cabañas' },
  '10': { nombre: 'San Vicente' },
  '11': { nombre: 'Usulután' },
  '12': { nombre: 'San Miguel' },
  '13': { nombre: 'Morazán' },
  '14': { nombre: 'La Unión' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type Departamento = keyof typeof DEPARTAMENTOS
