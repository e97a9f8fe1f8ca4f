/**
 * CAT-015, edition July 2026: tributes. Documents contain the names as the descripcion of a tribute, so they match
 * the catalogue exactly.
 *
 * The section says where a code is used: 1 in the tributos of a line, added to the total; 2 as the codTributo of
 * its own line (tipoItem 4); 3 for information, in no total and not printed. D4 and D5 are in sections 1 and 2.
 */
import type { Catalogo } from './catalogo.ts'

interface Row {
  readonly nombre: string
  readonly secciones: readonly (1 | 2 | 3)[]
}

// biome-ignore format: a table
export const TRIBUTOS = {
  '20': { secciones: [1],    nombre: 'Impuesto al Valor Agregado 13%' },
  'C3': { secciones: [1],    nombre: 'Impuesto al Valor Agregado (exportaciones) 0%' },
  '59': { secciones: [1],    nombre: 'Turismo: por alojamiento (5%)' },
  '71': { secciones: [1],    nombre: 'Turismo: salida del país por vía aérea $7.00' },
  'D1': { secciones: [1],    nombre: 'FOVIAL ($0.20 Ctvs. por galón)' },
  'C8': { secciones: [1],    nombre: 'COTRANS ($0.10 Ctvs. por galón)' },
  'D5': { secciones: [1, 2], nombre: 'Otras tasas casos especiales' },
  'D4': { secciones: [1, 2], nombre: 'Otros impuestos casos especiales' },
  'A8': { secciones: [2],    nombre: 'Impuesto Especial al Combustible (0%, 0.5%, 1%)' },
  '57': { secciones: [2],    nombre: 'Impuesto industria de Cemento' },
  '90': { secciones: [2],    nombre: 'Impuesto especial a la primera matrícula' },
  'A6': { secciones: [2],    nombre: 'Impuesto ad- valorem, armas de fuego, municiones explosivas y artículos similares' },
  'C5': { secciones: [3],    nombre: 'Impuesto ad- valorem por diferencial de precios de bebidas alcohólicas (8%)' },
  'C6': { secciones: [3],    nombre: 'Impuesto ad- valorem por diferencial de precios al tabaco cigarrillos (39%)' },
  'C7': { secciones: [3],    nombre: 'Impuesto ad- valorem por diferencial de precios al tabaco cigarros (100%)' },
  '19': { secciones: [3],    nombre: 'Fabricante de Bebidas Gaseosas, Isotónicas, Deportivas, Fortificantes, Energizante o Estimulante' },
  '28': { secciones: [3],    nombre: 'Importador de Bebidas Gaseosas, Isotónicas, Deportivas, Fortificantes, Energizante o Estimulante' },
  '31': { secciones: [3],    nombre: 'Detallistas o Expendedores de Bebidas Alcohólicas' },
  '32': { secciones: [3],    nombre: 'Fabricante de Cerveza' },
  '33': { secciones: [3],    nombre: 'Importador de Cerveza' },
  '34': { secciones: [3],    nombre: 'Fabricante de Productos de Tabaco' },
  '35': { secciones: [3],    nombre: 'Importador de Productos de Tabaco' },
  '36': { secciones: [3],    nombre: 'Fabricante de Armas de Fuego, Municiones y Artículos Similares' },
  '37': { secciones: [3],    nombre: 'Importador de Arma de Fuego, Munición y Artículos. Similares' },
  '38': { secciones: [3],    nombre: 'Fabricante de Explosivos' },
  '39': { secciones: [3],    nombre: 'Importador de Explosivos' },
  '42': { secciones: [3],    nombre: 'Fabricante de Productos Pirotécnicos' },
  '43': { secciones: [3],    nombre: 'Importador de Productos Pirotécnicos' },
  '44': { secciones: [3],    nombre: 'Productor de Tabaco' },
  '50': { secciones: [3],    nombre: 'Distribuidor de Bebidas Gaseosas, Isotónicas, Deportivas, Fortificantes, Energizante o Estimulante' },
  '51': { secciones: [3],    nombre: 'Bebidas Alcohólicas' },
  '52': { secciones: [3],    nombre: 'Cerveza' },
  '53': { secciones: [3],    nombre: 'Productos del Tabaco' },
  '54': { secciones: [3],    nombre: 'Bebidas Carbonatadas o Gaseosas Simples o Endulzadas' },
  '55': { secciones: [3],    nombre: 'Otros Específicos' },
  '58': { secciones: [3],    nombre: 'Alcohol' },
  '77': { secciones: [3],    nombre: 'Importador de Jugos, Néctares, Bebidas con Jugo y Refrescos' },
  '78': { secciones: [3],    nombre: 'Distribuidor de Jugos, Néctares, Bebidas con Jugo y Refrescos' },
  '79': { secciones: [3],    nombre: 'Sobre Llamadas Telefónicas Provenientes del Ext.' },
  '85': { secciones: [3],    nombre: 'Detallista de Jugos, Néctares, Bebidas con Jugo y Refrescos' },
  '86': { secciones: [3],    nombre: 'Fabricante de Preparaciones Concentradas o en Polvo para la Elaboración de Bebidas' },
  '91': { secciones: [3],    nombre: 'Fabricante de Jugos, Néctares, Bebidas con Jugo y Refrescos' },
  '92': { secciones: [3],    nombre: 'Importador de Preparaciones Concentradas o en Polvo para la Elaboración de Bebidas' },
  'A1': { secciones: [3],    nombre: 'Específicos y Ad-Valorem' },
  'A5': { secciones: [3],    nombre: 'Bebidas Gaseosas, Isotónicas, Deportivas, Fortificantes, Energizantes o Estimulantes' },
  'A7': { secciones: [3],    nombre: 'Alcohol Etílico' },
  'A9': { secciones: [3],    nombre: 'Sacos Sintéticos' },
} as const satisfies Catalogo<Row>

export type Tributo = keyof typeof TRIBUTOS
