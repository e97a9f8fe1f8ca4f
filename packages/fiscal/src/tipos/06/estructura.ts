/** Structure of 06, Nota de débito, version 4. */
import Type, { type Static } from 'typebox'
import { tributos, ventaTercero } from '../../estructuras/comun.ts'
import {
  anyText,
  closed,
  nullable,
  signedAmount,
  summaryAmount,
  text,
  textUpTo,
} from '../../estructuras/schema.ts'
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

const NIT_ABSORBIDO = '^([0-9]{14}|[0-9]{9})$'

const resumen = closed({
  totalNoSuj: summaryAmount(),
  totalExenta: summaryAmount(),
  totalGravada: summaryAmount(),
  subTotalVentas: summaryAmount(),
  totalDescu: summaryAmount(),
  tributos,
  ivaPerci: summaryAmount(),
  totalIva: summaryAmount(),
  ivaRete: summaryAmount(),
  montoTotalOperacion: summaryAmount(),
  totalNoGravado: signedAmount(2),
  totalPagar: summaryAmount(),
  totalLetras: nullable(text(8, 200)),
  condicionOperacion: Type.Number(),
  numPagoElectronico: nullable(textUpTo(100)),
  observaciones,
  codigoRetencionMH,
})

export const notaDebitoV4 = closed({
  identificacion: identificacion('06', NIT_ABSORBIDO),
  documentoRelacionado,
  emisor,
  receptor: closed({ ...receptor.properties, codActividad: anyText() }),
  ventaTercero,
  cuerpoDocumento: Type.Array(linea, { minItems: 1, maxItems: 2000 }),
  resumen,
  apendice,
})

export type NotaDebito = Static<typeof notaDebitoV4>
