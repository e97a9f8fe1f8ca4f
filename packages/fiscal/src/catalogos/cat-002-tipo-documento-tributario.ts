/** CAT-002, edition July 2026: every document and event of the ministry. TIPOS lists those that we issue. */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const DOCUMENTOS_TRIBUTARIOS = {
  '01': { nombre: 'Factura' },
  '03': { nombre: 'Comprobante de crédito fiscal' },
  '04': { nombre: 'Nota de remisión' },
  '05': { nombre: 'Nota de crédito' },
  '06': { nombre: 'Nota de débito' },
  '07': { nombre: 'Comprobante de retención' },
  '08': { nombre: 'Comprobante de liquidación' },
  '09': { nombre: 'Documento contable de liquidación' },
  '11': { nombre: 'Factura de exportación' },
  '14': { nombre: 'Factura de sujeto excluido' },
  '15': { nombre: 'Comprobante de donación' },
  '17': { nombre: 'Evento de operaciones especiales' },
  '18': { nombre: 'Evento de retorno' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type DocumentoTributario = keyof typeof DOCUMENTOS_TRIBUTARIOS
