/**
 * Requests that must be accepted, of every kind that the types allow: prices and quantities of up to 8 decimals,
 * exempt and not-subject lines, line and global discounts, charges and credits, retention and perception, one
 * payment or several, cash and credit, anonymous and full receptors. Totals stay below 50,000.
 */
import fc from 'fast-check'
import type { DteRequest } from '../src/index.ts'
import { exportacion } from './arbitraries-11.ts'
import { compra } from './arbitraries-14.ts'
import { conAsociados } from './arbitraries-asociados.ts'
import { nota } from './arbitraries-nota.ts'
import { conTributos } from './arbitraries-tributos.ts'
import { expectedOf } from './independent.ts'
import { choices, chosenOf, contribuyente, extras, identificado, items } from './pieces.ts'

/** From here on a receptor of 01 must be named and identified. */
const IDENTIFIED_FROM = 1095

export function dteRequest(tipoDte: DteRequest['tipoDte']): fc.Arbitrary<DteRequest> {
  return REQUESTS[tipoDte]
}

const factura: fc.Arbitrary<DteRequest> = fc
  .tuple(conTributos(items), choices, extras, fc.option(identificado), identificado)
  .map(([lines, chosen, more, anyone, someone]) => {
    const request = chosenOf({ tipoDte: '01', items: lines, ...more } as DteRequest, chosen)
    const monto = Number(expectedOf(request).resumen.montoTotalOperacion)
    const receptor = monto >= IDENTIFIED_FROM ? someone : anyone
    return receptor ? { ...request, receptor } : request
  })

const creditoFiscal: fc.Arbitrary<DteRequest> = fc
  .tuple(conTributos(items), choices, extras, contribuyente)
  .map(([lines, chosen, more, receptor]) =>
    chosenOf({ tipoDte: '03', items: lines, receptor, ...more } as DteRequest, chosen),
  )

const REQUESTS: Readonly<Record<DteRequest['tipoDte'], fc.Arbitrary<DteRequest>>> = {
  '01': conAsociados(factura),
  '03': conAsociados(creditoFiscal),
  '05': nota('05'),
  '06': nota('06'),
  '11': conAsociados(exportacion),
  '14': compra,
}
