/**
 * Computes the documents' arithmetic independently, from the request alone, with another library and other formulas
 * of the same law. Shares no arithmetic with src: the type only answers which of these formulas are its own.
 */
import type { Decimal } from 'decimal.js'
import { type DteRequest, isNota, TIPOS } from '../src/index.ts'
import { added, Exact, r2, r8, texts } from './decimal.ts'
import { expectedRetencion } from './independent-07.ts'
import { expectedLiquidacion } from './independent-08.ts'
import { expectedContable } from './independent-09.ts'
import { expectedExportacion } from './independent-11.ts'
import { expectedCompra } from './independent-14.ts'
import { expectedDonacion } from './independent-15.ts'
import { expectedNota } from './independent-nota.ts'
import { tributosOf } from './independent-tributos.ts'

export interface Expected {
  readonly lineas: readonly Readonly<Record<string, string>>[]
  readonly resumen: Readonly<Record<string, string>>
}

/** Every amount as decimal text. Members of single types are included with those of all. */
export function expectedOf(request: DteRequest): Expected {
  const { members, itemMembers, libro, precios } = TIPOS[request.tipoDte]
  if (isNota(request.tipoDte)) return expectedNota(request)
  if (members.exportacion === 'required') return expectedExportacion(request)
  if (libro === 'compras') return expectedCompra(request)
  if (members.retencion === 'required') return expectedRetencion(request)
  if (members.liquidacion === 'required') return expectedLiquidacion(request)
  if (members.liquidacionContable === 'required') return expectedContable(request)
  if (itemMembers.tipoDonacion === 'required') return expectedDonacion(request)
  return expectedVenta(request, precios === 'con IVA')
}

function expectedVenta(request: DteRequest, conIva: boolean): Expected {
  const lineas = request.items.map((item) => {
    const cargo = new Exact(item.noGravado ?? 0)
    const venta = cargo.isZero()
      ? r8(new Exact(item.cantidad).mul(item.precioUni ?? 0)).minus(item.montoDescu ?? 0)
      : new Exact(0)
    const kind = item.tipoVenta ?? 'gravada'
    const gravada = kind === 'gravada' ? venta : new Exact(0)
    return {
      ventaNoSuj: kind === 'no_sujeta' ? venta : new Exact(0),
      ventaExenta: kind === 'exenta' ? venta : new Exact(0),
      ventaGravada: gravada,
      noGravado: cargo,
      ivaItem: conIva ? r8(gravada.minus(gravada.div('1.13'))) : new Exact(0),
    }
  })
  const total = (member: keyof (typeof lineas)[number]) =>
    r2(lineas.reduce((sum, linea) => sum.plus(linea[member]), new Exact(0)))

  const totalNoSuj = total('ventaNoSuj')
  const totalExenta = total('ventaExenta')
  const totalGravada = total('ventaGravada')
  const totalNoGravado = total('noGravado')
  const descuNoSuj = new Exact(request.descuentos?.noSujetas ?? 0)
  const descuExenta = new Exact(request.descuentos?.exentas ?? 0)
  const descuGravada = new Exact(request.descuentos?.gravadas ?? 0)
  const globales = descuNoSuj.plus(descuExenta).plus(descuGravada)
  const subTotalVentas = totalNoSuj.plus(totalExenta).plus(totalGravada)
  const subTotal = subTotalVentas.minus(globales)
  const gravadaNeta = totalGravada.minus(descuGravada)
  const neto = conIva ? gravadaNeta.div('1.13') : gravadaNeta
  const unoPorCiento = r2(neto.mul('0.01'))
  const ivaRete = request.aplicarRetencionIva ? unoPorCiento : new Exact(0)
  const ivaPerci = request.aplicarPercepcionIva ? unoPorCiento : new Exact(0)
  // What an export sold is remitted at 0 %.
  const isExported = request.origenes?.some(({ tipoDocumento }) => tipoDocumento === '11')
  const iva = conIva || isExported ? new Exact(0) : r2(gravadaNeta.mul('0.13'))
  const tributos = tributosOf(
    request.items,
    lineas.map((l) => l.ventaNoSuj.plus(l.ventaExenta).plus(l.ventaGravada).minus(l.ivaItem)),
  )
  const montoTotalOperacion = subTotal.plus(iva).plus(added(Object.values(tributos)))
  const saldo = montoTotalOperacion.plus(ivaPerci).minus(ivaRete).plus(totalNoGravado)
  const lineDiscounts = request.items.reduce(
    (sum, item) => sum.plus(item.montoDescu ?? 0),
    new Exact(0),
  )
  return {
    lineas: lineas.map((linea) => texts(linea)),
    resumen: texts({
      totalNoSuj,
      totalExenta,
      totalGravada,
      totalNoGravado,
      descuNoSuj,
      descuExenta,
      descuGravada,
      subTotalVentas,
      subTotal,
      porcentajeDescuento: subTotalVentas.isZero()
        ? new Exact(0)
        : r2(globales.mul(100).div(subTotalVentas)),
      totalDescu: r2(lineDiscounts.plus(globales)),
      neto,
      iva,
      ...tributos,
      totalIva: descuGravada.isZero() ? total('ivaItem') : r2(neto.mul('0.13')),
      ivaRete,
      ivaPerci,
      montoTotalOperacion,
      totalPagar: Exact.max(saldo, 0),
      saldoFavor: Exact.min(saldo, 0),
    }),
  }
}

/** The largest discount that a line may have, to eight decimals. */
export function lineAmount(cantidad: number, precioUni: number): Decimal {
  return r8(new Exact(cantidad).mul(precioUni))
}
