/**
 * CAT-014, edition July 2026: units. 59 where nothing else is said, 99 on lines of charges and of
 * tributes.
 */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const UNIDADES_MEDIDA = {
  1:  { nombre: 'Metro' },
  2:  { nombre: 'Yarda' },
  6:  { nombre: 'Milímetro' },
  9:  { nombre: 'Kilómetro cuadrado' },
  10: { nombre: 'Hectárea' },
  13: { nombre: 'Metro cuadrado' },
  15: { nombre: 'Vara cuadrada' },
  18: { nombre: 'Metro cúbico' },
  20: { nombre: 'Barril' },
  22: { nombre: 'Galón' },
  23: { nombre: 'Litro' },
  24: { nombre: 'Botella' },
  26: { nombre: 'Mililitro' },
  30: { nombre: 'Tonelada' },
  32: { nombre: 'Quintal' },
  33: { nombre: 'Arroba' },
  34: { nombre: 'Kilogramo' },
  36: { nombre: 'Libra' },
  37: { nombre: 'Onza troy' },
  38: { nombre: 'Onza' },
  39: { nombre: 'Gramo' },
  40: { nombre: 'Miligramo' },
  42: { nombre: 'Megawatt' },
  43: { nombre: 'Kilowatt' },
  44: { nombre: 'Watt' },
  45: { nombre: 'Megavoltio-amperio' },
  46: { nombre: 'Kilovoltio-amperio' },
  47: { nombre: 'Voltio-amperio' },
  49: { nombre: 'Gigawatt-hora' },
  50: { nombre: 'Megawatt-hora' },
  51: { nombre: 'Kilowatt-hora' },
  52: { nombre: 'Watt-hora' },
  53: { nombre: 'Kilovoltio' },
  54: { nombre: 'Voltio' },
  55: { nombre: 'Millar' },
  56: { nombre: 'Medio millar' },
  57: { nombre: 'Ciento' },
  58: { nombre: 'Docena' },
  59: { nombre: 'Unidad' },
  99: { nombre: 'Otra' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type UnidadMedida = keyof typeof UNIDADES_MEDIDA
