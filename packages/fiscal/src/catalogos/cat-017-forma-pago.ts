/** CAT-017, edition July 2026: means of payment. Only cash has no reference. */
import type { Catalogo, Presence } from './catalogo.ts'

interface Row {
  readonly nombre: string
  readonly referencia: Presence
}

// biome-ignore format: a table
export const FORMAS_PAGO = {
  '01': { nombre: 'Billetes y monedas', referencia: 'forbidden' },
  '02': { nombre: 'Tarjeta de débito', referencia: 'optional' },
  '03': { nombre: 'Tarjeta de crédito', referencia: 'optional' },
  '04': { nombre: 'Cheque', referencia: 'optional' },
  '05': { nombre: 'Transferencia o depósito bancario', referencia: 'optional' },
  '08': { nombre: 'Dinero electrónico', referencia: 'optional' },
  '09': { nombre: 'Monedero electrónico', referencia: 'optional' },
  '11': { nombre: 'Bitcoin', referencia: 'optional' },
  '12': { nombre: 'Otras criptomonedas', referencia: 'optional' },
  '13': { nombre: 'Cuentas por pagar del receptor', referencia: 'optional' },
  '14': { nombre: 'Giro bancario', referencia: 'optional' },
  '99': { nombre: 'Otros', referencia: 'optional' },
} as const satisfies Catalogo<Row>

export type FormaPago = keyof typeof FORMAS_PAGO
