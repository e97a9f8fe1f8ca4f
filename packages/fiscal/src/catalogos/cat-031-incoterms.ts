/**
 * CAT-031, edition July 2026: terms of delivery. Documents contain the names as descIncoterms, so they match the
 * catalogue exactly.
 */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const INCOTERMS = {
  '01': { nombre: 'EXW-En fabrica' },
  '02': { nombre: 'FCA-Libre transportista' },
  '03': { nombre: 'CPT-Transporte pagado hasta' },
  '04': { nombre: 'CIP-Transporte y seguro pagado hasta' },
  '05': { nombre: 'DAP-Entrega en el lugar' },
  '06': { nombre: 'DPU-Entregado en el lugar descargado' },
  '07': { nombre: 'DDP-Entrega con impuestos pagados' },
  '08': { nombre: 'FAS-Libre al costado del buque' },
  '09': { nombre: 'FOB-Libre a bordo' },
  '10': { nombre: 'CFR-Costo y flete' },
  '11': { nombre: 'CIF- Costo seguro y flete' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type Incoterms = keyof typeof INCOTERMS
