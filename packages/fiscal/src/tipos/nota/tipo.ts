/**
 * Shared by 05 and 06: a note adjusts earlier documents, each line one of them. Prices exclude IVA. Source:
 * docs/sources.md#notas.
 */
import type { Presence } from '../../catalogos/catalogo.ts'
import type { Emisor, Nota } from '../../documento.ts'
import { parte } from '../../exacto.ts'
import { CERO, type Monto, plus, positivePart } from '../../monto.ts'
import type { Renglon } from '../../renglon.ts'
import type { ReceptorRequest } from '../../request.ts'
import { IVA } from '../../tasas.ts'
import { CON_CENTAVO, conCentavo } from '../centavos.ts'
import type { Cuenta, Paso } from '../cuenta.ts'
import {
  type CuentaDeLinea,
  PASOS_DE_VENTA,
  PASOS_DEL_UNO_POR_CIENTO,
  type PasoDeLinea,
} from '../linea.ts'
import { SUMAS_DE_VENTAS, sumOf } from '../pasos.ts'
import { contribuyente, NIT, withoutHyphens } from '../receptor.ts'
import { letras, seccionesDeVenta } from '../secciones.ts'
import type { ItemMember, Member, Partes } from '../tipo.ts'
import {
  isGravado,
  sumOfSection1,
  TRIBUTOS_DE_SECCION_1,
  tributosDeLinea,
  tributosDelResumen,
} from '../tributos.ts'

const TRIBUTO_IVA = '20'
const CONTADO = 1
/** CAT-006: a note retains the 1 %. */
const RETENCION_UNO_POR_CIENTO = '22'

export const PASOS_DE_NOTA: readonly Paso[] = [
  ...SUMAS_DE_VENTAS,
  {
    importe: 'totalDescu',
    formula: 'R2(Σ montoDescu)',
    source: 'docs/sources.md#descuentos',
    r2: (_, base) => sumOf(base, 'montoDescu'),
  },
  {
    importe: 'netoGravado',
    formula: 'totalGravada',
    valor: (c) => c.totalGravada,
  },
  {
    importe: 'tributos[20]',
    formula: `R2(netoGravado · 13 %), sobre el total y no por línea; ${CON_CENTAVO}`,
    r2: (c, { venta }) => conCentavo(parte(c.netoGravado, IVA), '20', venta.centavos),
  },
  ...TRIBUTOS_DE_SECCION_1,
  {
    importe: 'totalTributos',
    formula: 'IVA + Σ otros tributos de la sección 1',
    valor: (c) => plus(c['tributos[20]'], sumOfSection1(c)),
  },
  {
    importe: 'montoTotalOperacion',
    formula: 'subTotalVentas + tributos',
    valor: (c) => plus(c.subTotalVentas, c.totalTributos),
  },
  {
    importe: 'ivaPerci',
    formula: `R2(Σ ivaPerci); ${CON_CENTAVO}`,
    r2: (_, base) => conCentavo(sumOf(base, 'ivaPerci'), 'ivaPerci', base.venta.centavos),
  },
  {
    importe: 'totalIva',
    formula: '0: lo llevan las notas sobre un comprobante de retención',
    valor: () => CERO,
  },
  {
    importe: 'ivaRete',
    formula: `R2(Σ ivaRete); ${CON_CENTAVO}`,
    r2: (_, base) => conCentavo(sumOf(base, 'ivaRete'), 'ivaRete', base.venta.centavos),
  },
  {
    importe: 'totalNoGravado',
    formula: 'R2(Σ noGravado)',
    source: 'docs/sources.md#no-gravado',
    r2: (_, base) => sumOf(base, 'noGravado'),
  },
  {
    importe: 'saldo',
    formula: 'montoTotalOperacion + ivaPerci − ivaRete + totalNoGravado',
    valor: (c) => (c.montoTotalOperacion + c.ivaPerci - c.ivaRete + c.totalNoGravado) as Monto,
  },
  {
    importe: 'totalPagar',
    formula: 'el saldo',
    valor: (c) => positivePart(c.saldo),
  },
]

/** The request members of both notes. A note has neither global discounts nor payments. */
export const MEMBERS_DE_NOTA = {
  receptor: 'required',
  items: 'required',
  retencion: 'forbidden',
  liquidacion: 'forbidden',
  liquidacionContable: 'forbidden',
  observaciones: 'optional',
  bienTitulo: 'forbidden',
  condicionOperacion: 'optional',
  descuentos: 'forbidden',
  descuento: 'forbidden',
  pagos: 'forbidden',
  formaPago: 'forbidden',
  plazo: 'forbidden',
  periodo: 'forbidden',
  ventaTercero: 'optional',
  aplicarRetencionIva: 'optional',
  aplicarPercepcionIva: 'optional',
  documentosRelacionados: 'required',
  origenes: 'forbidden',
  otrosDocumentos: 'forbidden',
  compraTercero: 'forbidden',
  fusion: 'optional',
  exportacion: 'forbidden',
  aplicarReteRenta: 'forbidden',
} as const satisfies Partial<Record<Member, Presence>>

export const ITEM_MEMBERS_DE_NOTA: Readonly<Record<ItemMember, Presence>> = {
  tipoItem: 'optional',
  montoDescu: 'optional',
  tipoDonacion: 'forbidden',
  depreciacion: 'forbidden',
  tipoVenta: 'optional',
  noGravado: 'optional',
  tributos: 'optional',
  codTributo: 'optional',
  numeroDocumento: 'optional',
}

/** Each line has its own retention and perception, 1 % of its taxed amount, to 8 decimals. */
export const PASOS_DE_LINEA_DE_NOTA: readonly PasoDeLinea[] = [
  ...PASOS_DE_VENTA,
  ...PASOS_DEL_UNO_POR_CIENTO,
]

export function lineaDeNota(renglon: Renglon, numItem: number, importes: CuentaDeLinea) {
  return {
    numItem,
    tipoItem: renglon.tipoItem,
    // Null if the request omits it, which a rule reports.
    numeroDocumento: renglon.numeroDocumento as string,
    cantidad: renglon.cantidad,
    codigo: renglon.codigo,
    codTributo: renglon.codTributo,
    uniMedida: renglon.uniMedida,
    descripcion: renglon.descripcion,
    precioUni: renglon.precioUni,
    montoDescu: renglon.montoDescu,
    ventaNoSuj: importes.ventaNoSuj,
    ventaExenta: importes.ventaExenta,
    ventaGravada: importes.ventaGravada,
    tributos: tributosDeLinea(isGravado(renglon) ? TRIBUTO_IVA : null, renglon),
    noGravado: importes.noGravado,
    ivaPerci: importes.ivaPerci,
    totalIva: CERO,
    ivaRete: importes.ivaRete,
  }
}

export function seccionesDeNota({ emisor, receptor, venta }: Partes<Nota>) {
  const { ventaTercero, apendice } = seccionesDeVenta(venta)
  return {
    documentoRelacionado: venta.documentosRelacionados.map((relacionado) => ({ ...relacionado })),
    emisor: emisorDe(emisor),
    receptor: receptorDe(receptor ?? {}),
    ventaTercero,
    apendice,
  }
}

/** The absorbed company whose document is adjusted. */
export function fusionDe({ venta }: Partes<Nota>): string | null {
  return withoutHyphens(venta.fusion)
}

export function resumenDeNota(cuenta: Cuenta, { venta, lineas }: Partes<Nota>) {
  return {
    totalNoSuj: cuenta.totalNoSuj,
    totalExenta: cuenta.totalExenta,
    totalGravada: cuenta.totalGravada,
    subTotalVentas: cuenta.subTotalVentas,
    totalDescu: cuenta.totalDescu,
    tributos: tributosDelResumen(cuenta, lineas),
    montoTotalOperacion: cuenta.montoTotalOperacion,
    ivaPerci: cuenta.ivaPerci,
    totalIva: cuenta.totalIva,
    ivaRete: cuenta.ivaRete,
    totalNoGravado: cuenta.totalNoGravado,
    totalPagar: cuenta.totalPagar,
    totalLetras: letras(cuenta),
    // A document with nothing to pay is a cash document: docs/sources.md#pagos.
    condicionOperacion: cuenta.totalPagar === CERO ? CONTADO : venta.pago.condicionOperacion,
    observaciones: venta.observaciones,
    codigoRetencionMH: cuenta.ivaRete > CERO ? RETENCION_UNO_POR_CIENTO : null,
  }
}

/** The structure of a note has no members for the establishment, which is in the numeroControl. */
function emisorDe({ codEstable: _, codPuntoVenta: __, ...emisor }: Emisor): Nota['emisor'] {
  return emisor
}

/** A member missing in the request is null here, and the type's rules report it. */
function receptorDe(receptor: ReceptorRequest): Nota['receptor'] {
  const partes = {
    // The value of `nit` in the receptor of a 03, which may be the 9 digits of a DUI.
    tipoDocumento: receptor.tipoDocumento ?? NIT,
    numDocumento: withoutHyphens(receptor.numDocumento),
    ...contribuyente(receptor),
  }
  return partes as Nota['receptor']
}
