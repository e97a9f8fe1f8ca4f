/** The summary of 14: a purchase, with 10 % of the services withheld in some cases. */
import { ITEM_BIEN, ITEM_SERVICIO } from '../catalogues/codigos.ts'
import type { SujetoExcluido } from '../documento.ts'
import { divide, integer, round2, sum } from '../json/decimal.ts'
import { type Suma, total } from './suma.ts'

export function sumasCompra(documento: SujetoExcluido): readonly Suma[] {
  const { resumen: r, cuerpoDocumento: lineas } = documento
  return [
    ['totalCompra', r.totalCompra, total(lineas, 'compra')],
    ['totalDescu', r.totalDescu, total(lineas, 'montoDescu') + r.descu],
    ['subTotal', r.subTotal, r.totalCompra - r.descu],
    ['reteRenta', r.reteRenta, 0n, ...retenciones(documento)],
    ['totalPagar', r.totalPagar, r.subTotal - r.reteRenta],
  ]
}

/**
 * 10 % of the services (income tax law, 156). Two points are unsettled and accepted either way: whether a
 * line of goods and services together counts, and whether the global discount lowers the base by the
 * services' share of it.
 */
function retenciones({ resumen: r, cuerpoDocumento }: SujetoExcluido): readonly bigint[] {
  const of = (isService: (tipoItem: bigint) => boolean): bigint =>
    sum(cuerpoDocumento.filter((one) => isService(one.tipoItem)).map(({ compra }) => compra))
  const bases = [
    of((tipoItem) => tipoItem !== integer(ITEM_BIEN)),
    of((tipoItem) => tipoItem === integer(ITEM_SERVICIO)),
  ]
  return bases.flatMap((base) => {
    const net = r.totalCompra > 0n ? divide(base * r.subTotal, r.totalCompra) : 0n
    return [round2(divide(net, 10n)), round2(divide(base, 10n))]
  })
}
