/** The means of payment (functional manual, p. 48-51). */
import {
  CONDICION_OPERACION,
  CONTADO,
  CREDITO,
  EFECTIVO,
  FORMA_PAGO,
  PAGO_OTRO,
  PLAZO,
} from '../catalogues/codigos.ts'
import { type Message, refusal } from '../codes.ts'
import type { Resumen } from '../documento.ts'
import { sum } from '../json/decimal.ts'
import { type Check, firstOf, toInteger } from './case.ts'
import { checkAmount } from './suma.ts'

/** Those of a donation have no term. */
type Pago = Extract<NonNullable<Resumen['pagos']>[number], { readonly plazo: unknown }>

export const checkPagos: Check = ({ documento }) => {
  const { condicionOperacion, pagos, totalPagar, totalLetras } = documento.resumen
  const { saldoFavor = 0n } = documento.resumen
  if (totalLetras === null) return refusal('005', 'resumen.totalLetras')
  if (condicionOperacion === undefined || totalPagar === undefined) return null // nothing is sold
  const condicion = toInteger(condicionOperacion)
  if (!CONDICION_OPERACION.has(condicion) || (totalPagar === 0n && condicion !== CONTADO)) {
    return refusal('007', 'resumen.condicionOperacion')
  }
  if (pagos === undefined) return null // notes have no payments
  // A cash sale may omit it; a credit sale must state its terms.
  if (pagos === null) return condicion === CONTADO ? null : refusal('005', 'resumen.pagos')
  const paid = sum(pagos.map(({ montoPago }) => montoPago))
  return (
    checkAmount('resumen.pagos', paid, totalPagar) ??
    firstOf(pagos as readonly Pago[], (pago, i) =>
      checkPago(pago, condicion, saldoFavor, `resumen.pagos[${i}]`),
    )
  )
}

function checkPago(pago: Pago, condicion: number, saldoFavor: bigint, at: string): Message | null {
  const { codigo, referencia, plazo, periodo } = pago
  if (codigo !== null && !FORMA_PAGO.has(codigo)) return refusal('003', `${at}.codigo`)
  if (saldoFavor < 0n && codigo !== PAGO_OTRO) return refusal('007', `${at}.codigo`)
  if (codigo === EFECTIVO && referencia !== null) return refusal('024', `${at}.referencia`)
  if (plazo !== null && !PLAZO.has(plazo)) return refusal('003', `${at}.plazo`)
  if (condicion === CONTADO && plazo !== null) return refusal('024', `${at}.plazo`)
  if (condicion === CONTADO && periodo !== null) return refusal('024', `${at}.periodo`)
  const terms = condicion === CREDITO || plazo !== null || periodo !== null
  if (terms && plazo === null) return refusal('005', `${at}.plazo`)
  return terms && periodo === null ? refusal('005', `${at}.periodo`) : null
}
