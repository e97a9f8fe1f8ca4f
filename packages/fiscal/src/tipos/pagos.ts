/** The payments of a document. Source: docs/sources.md#pagos. */
import { CERO, type Monto } from '../monto.ts'
import type { FormaDePago } from '../venta.ts'
import type { Cuenta } from './cuenta.ts'

const CONTADO = 1
const CREDITO = 2
/** CAT-017: the means of payment of a document whose credits exceed its total. */
const OTROS = '99'
const BILLETES_Y_MONEDAS = '01'
const CUENTAS_POR_PAGAR = '13'

interface Pago {
  codigo: string
  montoPago: Monto
  referencia: string | null
  plazo: string | null
  periodo: number | null
}

/**
 * A document with nothing to pay is a cash document, whatever the request says, and one whose credits exceed its
 * total is paid by other means. Otherwise the request decides; with credit its plazo and periodo apply to every
 * payment without its own.
 */
export function pagos(cuenta: Cuenta, pago: FormaDePago) {
  const condicionOperacion = cuenta.totalPagar === CERO ? CONTADO : pago.condicionOperacion
  const term = termOf(condicionOperacion, pago)
  return {
    condicionOperacion,
    pagos: pago.pagos
      ? pago.pagos.map((p) => ({
          codigo: p.codigo,
          montoPago: p.montoPago,
          referencia: p.referencia ?? null,
          plazo: p.plazo ?? (condicionOperacion === CREDITO ? term.plazo : null),
          periodo: p.periodo ?? (condicionOperacion === CREDITO ? term.periodo : null),
        }))
      : [only(cuenta, pago, { ...term, condicionOperacion })],
  }
}

function only(
  cuenta: Cuenta,
  pago: FormaDePago,
  { condicionOperacion, ...term }: Pick<Pago, 'plazo' | 'periodo'> & { condicionOperacion: number },
): Pago {
  return {
    codigo: cuenta.saldoFavor < CERO ? OTROS : (pago.formaPago ?? usual(condicionOperacion)),
    montoPago: cuenta.totalPagar,
    referencia: null,
    ...term,
  }
}

/** Credit is not paid in cash. */
function usual(condicionOperacion: number): string {
  return condicionOperacion === CREDITO ? CUENTAS_POR_PAGAR : BILLETES_Y_MONEDAS
}

/** Cash has no term, so no plazo is written. */
function termOf(condicionOperacion: number, pago: FormaDePago): Pick<Pago, 'plazo' | 'periodo'> {
  return condicionOperacion === CONTADO
    ? { plazo: null, periodo: null }
    : { plazo: pago.plazo, periodo: pago.periodo }
}
