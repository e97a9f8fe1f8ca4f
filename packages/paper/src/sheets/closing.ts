/** The left side of the closing: the amount in words, the payments, the observations. */
import { CONDICIONES_OPERACION, FORMAS_PAGO, PLAZOS, RETENCIONES_IVA } from '@sello/fiscal'
import type { Pago } from '../documento.ts'
import { codeAndName, codeWithName, nameOf } from './names.ts'
import { amount, DASH } from './numbers.ts'
import { type Field, type Note, type Table, table } from './sheet.ts'

// biome-ignore format: a table
export const CLOSING_FIELDS: readonly Field[] = [
  { clase: 'A', label: 'Valor en letras',           value: (p) => p.documento.resumen.totalLetras, strong: true },
  { clase: 'A', label: 'Condición de la operación', value: (p) => nameOf(CONDICIONES_OPERACION, p.documento.resumen.condicionOperacion) },
  { clase: 'C', label: 'Número de pago electrónico', value: (p) => p.documento.resumen.numPagoElectronico ?? null },
]

// biome-ignore format: a table
export const CLOSING_FIELDS_NOTA: readonly Field[] = [
  ...CLOSING_FIELDS,
  { clase: 'C', label: 'Código de retención', value: (p) => codeWithName(RETENCIONES_IVA, p.documento.resumen.codigoRetencionMH) },
]

// biome-ignore format: a table
export const CLOSING_FIELDS_EXPORTACION: readonly Field[] = [
  ...CLOSING_FIELDS,
  { clase: 'D', label: 'INCOTERMS', value: ({ documento: { resumen: r } }) => codeAndName(r.codIncoterms, r.descIncoterms) },
]

export const OBSERVACIONES: Note = {
  title: 'Observaciones',
  clase: 'D',
  value: (p) => p.documento.resumen.observaciones,
}

export const PAGOS: Table = table<Pago>({
  title: 'Pagos',
  clase: 'D',
  rows: (p) => p.documento.resumen.pagos ?? [],
  // biome-ignore format: a table
  columns: [
    { label: 'Forma de pago', align: 'left',  width: 'fill',         value: (r) => nameOf(FORMAS_PAGO, r.codigo) ?? '' },
    { label: 'Referencia',    align: 'left',  width: 'fit', max: 90, value: (r) => r.referencia ?? DASH },
    { label: 'Plazo',         align: 'left',  width: 'fit',          value: (r) => plazo(r) || DASH },
    { label: 'Monto',         align: 'right', width: 'fit',          value: (r) => amount(r.montoPago) },
  ],
})

function plazo({ plazo, periodo }: Pago): string {
  return [periodo, nameOf(PLAZOS, plazo)?.toLowerCase()]
    .filter((part) => part !== null && part !== undefined)
    .join(' ')
}
