/**
 * Requests that must be accepted, of every kind that the types allow: prices and quantities of up to 8 decimals,
 * exempt and not-subject lines, line and global discounts, charges and credits, retention and perception, one
 * payment or several, cash and credit, anonymous and full receptors. Totals stay below 50,000.
 */
import fc from 'fast-check'
import {
  type DteRequest,
  hasInReceptor,
  isNota,
  TIPOS,
  type TipoDef,
  type TipoDte,
} from '../src/index.ts'
import { remision } from './arbitraries-04.ts'
import { retencion } from './arbitraries-07.ts'
import { liquidacion } from './arbitraries-08.ts'
import { liquidacionContable } from './arbitraries-09.ts'
import { exportacion } from './arbitraries-11.ts'
import { compra } from './arbitraries-14.ts'
import { donacion } from './arbitraries-15.ts'
import { conAsociados } from './arbitraries-asociados.ts'
import { nota } from './arbitraries-nota.ts'
import { conTributos } from './arbitraries-tributos.ts'
import { expectedOf } from './independent.ts'
import { choices, chosenOf, contribuyente, extras, identificado, items } from './pieces.ts'

/** From here on a receptor of 01 must be named and identified. */
const IDENTIFIED_FROM = 1095

/** By what the type answers; one that takes other members than these has its own requests here. */
export function dteRequest(tipoDte: TipoDte): fc.Arbitrary<DteRequest> {
  const { members, itemMembers, libro } = TIPOS[tipoDte]
  if (isNota(tipoDte)) return nota(tipoDte)
  if (libro === 'compras') return compra(tipoDte)
  if (members.retencion === 'required') return retencion(tipoDte)
  if (members.liquidacion === 'required') return liquidacion(tipoDte)
  if (members.liquidacionContable === 'required') return liquidacionContable(tipoDte)
  if (itemMembers.tipoDonacion === 'required') return donacion(tipoDte)
  if (members.bienTitulo === 'required') return remision(tipoDte)
  const sale = members.exportacion === 'required' ? exportacion(tipoDte) : venta(tipoDte)
  return members.origenes === 'forbidden' ? sale : conAsociados(sale)
}

/** A domestic sale, to an IVA taxpayer if the type is for them. */
function venta(tipoDte: TipoDte): fc.Arbitrary<DteRequest> {
  const tipo: TipoDef = TIPOS[tipoDte]
  const someone = hasInReceptor(tipo, 'nit') ? contribuyente : identificado
  const anyone = tipo.members.receptor === 'optional' ? fc.option(someone) : someone
  return fc
    .tuple(conTributos(items), choices, extras, anyone, someone)
    .map(([lines, chosen, more, any, receptor]) => {
      const sale = { tipoDte, items: lines, ...more } as DteRequest
      const { montoTotalOperacion } = expectedOf(chosenOf(sale, chosen)).resumen
      const named = Number(montoTotalOperacion) >= IDENTIFIED_FROM ? receptor : any
      return chosenOf(named ? { ...sale, receptor: named } : sale, chosen)
    })
}
