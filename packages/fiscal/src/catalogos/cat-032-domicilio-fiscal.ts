/** CAT-032, edition July 2026: whether a third party is domiciled in the country (codDomiciliado). */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const DOMICILIOS_FISCALES = {
  1: { nombre: 'Domiciliado' },
  2: { nombre: 'No domiciliado' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type DomicilioFiscal = keyof typeof DOMICILIOS_FISCALES
