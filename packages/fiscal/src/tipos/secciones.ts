/** Sections and summary members that 01 and 03 share. */
import { enLetras } from '../en-letras.ts'
import { CERO, MONTO_LIMIT, type Monto } from '../monto.ts'
import type { Venta } from '../venta.ts'
import type { Cuenta } from './cuenta.ts'
import { pagos } from './pagos.ts'
import { withoutHyphens } from './receptor.ts'

/** The members besides body and summary, from the request. */
export function seccionesDeVenta(venta: Venta) {
  return {
    documentoRelacionado: origenes(venta),
    ventaTercero: venta.ventaTercero && ventaTercero(venta.ventaTercero),
    apendice: venta.apendice?.map((fila) => ({ ...fila })) ?? null,
  }
}

/** The origins of the sale; null when it names none. */
function origenes({ origenes }: Venta) {
  return origenes.length === 0 ? null : origenes.map((origen) => ({ ...origen }))
}

/** Associated documents of a domestic sale: a physician's among them, but no transport. */
export function otrosDocumentosDeVenta({ otrosDocumentos }: Venta) {
  if (otrosDocumentos.length === 0) return null
  return otrosDocumentos.map(({ codDocAsociado, descDocumento, detalleDocumento, medico }) => ({
    codDocAsociado,
    descDocumento: descDocumento ?? null,
    detalleDocumento: detalleDocumento ?? null,
    medico: medico
      ? {
          nombre: medico.nombre,
          nit: withoutHyphens(medico.nit),
          docIdentificacion: medico.docIdentificacion ?? null,
          tipoServicio: medico.tipoServicio,
        }
      : null,
  }))
}

const DOMICILIADO = 1

/** The NIT of a domestic third party is written without hyphens, like every NIT. */
function ventaTercero({ nit, nombre, codDomiciliado }: NonNullable<Venta['ventaTercero']>) {
  return {
    nit: codDomiciliado === DOMICILIADO ? withoutHyphens(nit) : nit,
    nombre,
    codDomiciliado,
  }
}

export function resumenDeVenta(cuenta: Cuenta, venta: Venta) {
  return {
    totalNoSuj: cuenta.totalNoSuj,
    totalExenta: cuenta.totalExenta,
    totalGravada: cuenta.totalGravada,
    subTotalVentas: cuenta.subTotalVentas,
    descuNoSuj: cuenta.descuNoSuj,
    descuExenta: cuenta.descuExenta,
    descuGravada: cuenta.descuGravada,
    porcentajeDescuento: cuenta.porcentajeDescuento,
    totalDescu: cuenta.totalDescu,
    subTotal: cuenta.subTotal,
    ivaRete: cuenta.ivaRete,
    montoTotalOperacion: cuenta.montoTotalOperacion,
    totalNoGravado: cuenta.totalNoGravado,
    totalPagar: cuenta.totalPagar,
    totalLetras: letras(cuenta),
    saldoFavor: cuenta.saldoFavor,
    ...pagos(cuenta, venta.pago),
    numPagoElectronico: null,
    observaciones: venta.observaciones,
  }
}

/** Null for a total beyond the structures' limit, which has its own problem. */
export function letras({ totalPagar }: Cuenta): string | null {
  return letrasDe(totalPagar)
}

/** The same of any amount. */
export function letrasDe(amount: Monto): string | null {
  return amount >= CERO && amount < MONTO_LIMIT ? enLetras(amount) : null
}
