/**
 * CAT-010, edition July 2026: medical services, for the associated documents of those who file
 * form F-958.
 */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const TIPOS_SERVICIO_MEDICO = {
  1: { nombre: 'Cirugía' },
  2: { nombre: 'Operación' },
  3: { nombre: 'Tratamiento médico' },
  4: { nombre: 'Cirugía, Instituto Salvadoreño de Bienestar Magisterial' },
  5: { nombre: 'Operación, Instituto Salvadoreño de Bienestar Magisterial' },
  6: { nombre: 'Tratamiento médico, Instituto Salvadoreño de Bienestar Magisterial' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type TipoServicioMedico = keyof typeof TIPOS_SERVICIO_MEDICO
