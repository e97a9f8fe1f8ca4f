/** Structure of 05, Nota de crédito, version 4. */
import Type, { type Static } from 'typebox'
import { tributos, ventaTercero } from '../../estructuras/comun.ts'
import { closed, nullable, signedAmount, summaryAmount, text } from '../../estructuras/schema.ts'
import {
  apendice,
  codigoRetencionMH,
  documentoRelacionado,
  emisor,
  identificacion,
  linea,
  observaciones,
  receptor,
} from '../nota/estructura.ts'

/** Not one repeated digit, and not beginning with seven zeros. */
const NIT_ABSORBIDO = '^(?!([0-9])\\1+$)(?!0{7})([0-9]{14}|[0-9]{9})$'

const resumen = closed({
  totalNoSuj: summaryAmount(),
  totalExenta: summaryAmount(),
  totalGravada: summaryAmount(),
  subTotalVentas: summaryAmount(),
  totalDescu: summaryAmount(),
  tributos,
  montoTotalOperacion: summaryAmount(),
  ivaPerci: summaryAmount(),
  totalIva: summaryAmount(),
  ivaRete: summaryAmount(),
  totalNoGravado: signedAmount(2),
  totalPagar: summaryAmount(),
  totalLetras: nullable(text(8, 200)),
  condicionOperacion: Type.Number(),
  observaciones,
  codigoRetencionMH,
})

export const notaCreditoV4 = closed({
  identificacion: identificacion('05', NIT_ABSORBIDO),
  documentoRelacionado,
  emisor,
  receptor,
  ventaTercero,
  cuerpoDocumento: Type.Array(linea, { minItems: 1, maxItems: 2000 }),
  resumen,
  apendice,
})

export type NotaCredito = Static<typeof notaCreditoV4>
