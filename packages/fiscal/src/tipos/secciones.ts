/** The sections and summary members that a sale has in 01 and 03 alike. */
import { enLetras } from '../en-letras.ts'
import { CERO, MONTO_LIMIT } from '../monto.ts'
import type { Venta } from '../venta.ts'
import type { Cuenta } from './cuenta.ts'
import { pagos } from './pagos.ts'
import { withoutHyphens } from './receptor.ts'

/** The request's members outside the body and the summary. */
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

/** Documents that go with a sale inside the country: a physician's among them, and no transport. */
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

/** The NIT of a third party in the country is written without hyphens, as every NIT. */
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

/** No words for a total that no structure holds: its own problem says so. */
export function letras({ totalPagar }: Cuenta): string | null {
  return totalPagar >= CERO && totalPagar < MONTO_LIMIT ? enLetras(totalPagar) : null
}
