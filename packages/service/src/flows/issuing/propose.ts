/**
 * A sale that a person issues later: checked as issuing would check it, with the limits of the key that proposes it,
 * and with what is stored of its customer and products put into its request, so that what the person saw is issued.
 */
import type { DteRequest } from '@sello/contract'
import { referenciaOf } from '../../ledger/proposals/store.ts'
import type { Caller } from '../context.ts'
import { assertAmountLimit } from './assert.ts'
import { buildDraft } from './build.ts'
import { completeItems } from './complete-items.ts'
import { completeReceptor } from './complete-receptor.ts'
import type { Draft } from './draft.ts'
import { buyerOf, wireTotales } from './numerado.ts'

/** Refuses what issuing would refuse (409, 404, 422, 429). Spends nothing and stores nothing. */
export async function checkSale(ctx: Caller, request: DteRequest) {
  const draft = await buildDraft(ctx, request, null)
  assertAmountLimit(ctx.key, draft)
  return drawDraft(draft)
}

/** The same for the proposal `id`, with the request that will be issued. */
export async function proposeSale(ctx: Caller, request: DteRequest, id: string) {
  const completed = await completeItems(ctx, await completeReceptor(ctx, request))
  const sale = { ...completed, referencia: referenciaOf(id) }
  const { items, ...withoutItems } = sale // a type that has none is given an empty list when it is read
  const peticion = items.length > 0 ? sale : withoutItems
  return { peticion, ...(await checkSale(ctx, sale)) }
}

function drawDraft({ documento, tipoDte, totales }: Draft) {
  const { receptorNombre: nombre, receptorDocumento: numDocumento } = buyerOf(documento)
  return {
    tipoDte,
    receptor: nombre === null && numDocumento === null ? null : { nombre, numDocumento },
    totales: wireTotales(totales),
    documento,
  }
}
