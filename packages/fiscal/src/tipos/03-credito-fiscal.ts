/** 03, Comprobante de crédito fiscal: a sale to an IVA taxpayer. The price excludes the IVA. */
import { TRIBUTOS } from '../catalogos/cat-015-tributo.ts'
import { MONTO_TOTAL_OPERACION_BRUTO } from '../criterios.ts'
import type { CreditoFiscal } from '../documento.ts'
import { creditoFiscalV4 } from '../estructuras/03-v4.ts'
import { CERO, type Monto, round } from '../monto.ts'
import type { ReceptorRequest } from '../request.ts'
import { RULES_03 } from '../rules/03-credito-fiscal.ts'
import { ivaSobre, unoPorCiento } from '../tasas.ts'
import type { Paso } from './cuenta.ts'
import { importes } from './linea.ts'
import { netOfDiscount, SALDO, VENTAS } from './pasos.ts'
import { descActividad, withoutHyphens } from './receptor.ts'
import { resumenDeVenta, seccionesDeVenta } from './secciones.ts'
import type { TipoDef } from './tipo.ts'
import { version } from './version.ts'

const VERSION = 4
const TRIBUTO_IVA = '20'

const PASOS: readonly Paso[] = [
  ...VENTAS,
  {
    importe: 'netoGravado',
    formula: 'totalGravada − descuGravada',
    valor: (c) => netOfDiscount(c),
  },
  {
    importe: 'totalIva',
    formula: 'R2(netoGravado · 13 %), sobre el total y no por línea',
    valor: (c) => round(ivaSobre(c.netoGravado), 2),
  },
  { importe: 'totalTributos', formula: 'el IVA', valor: (c) => c.totalIva },
  {
    importe: 'ivaPerci',
    formula: 'R2(netoGravado · 1 %) cuando se pide la percepción',
    valor: (c, { venta }) => (venta.percepcionIva ? round(unoPorCiento(c.netoGravado), 2) : CERO),
  },
  {
    importe: 'ivaRete',
    formula: 'R2(netoGravado · 1 %) cuando se pide la retención',
    valor: (c, { venta }) => (venta.retencionIva ? round(unoPorCiento(c.netoGravado), 2) : CERO),
  },
  {
    importe: 'montoTotalOperacion',
    formula: MONTO_TOTAL_OPERACION_BRUTO
      ? 'subTotal + tributos'
      : 'subTotal + tributos + ivaPerci − ivaRete',
    valor: (c) =>
      (c.subTotal +
        c.totalTributos +
        (MONTO_TOTAL_OPERACION_BRUTO ? CERO : c.ivaPerci - c.ivaRete)) as Monto,
  },
  ...SALDO,
]

export const creditoFiscal: TipoDef<CreditoFiscal> = {
  tipoDte: '03',
  nombre: 'Comprobante de crédito fiscal',
  source: 'docs/sources.md#03',
  versions: [version(VERSION, '2026-08-01', creditoFiscalV4)],
  receptor: 'Receptor',
  precios: 'sin IVA',
  members: {
    receptor: 'required',
    descuentos: 'optional',
    pagos: 'optional',
    ventaTercero: 'optional',
    aplicarRetencionIva: 'optional',
    aplicarPercepcionIva: 'optional',
    documentosRelacionados: 'forbidden',
    numPagoElectronico: 'forbidden',
    exportacion: 'forbidden',
    aplicarReteRenta: 'forbidden',
  },
  retorno: false,
  pasos: PASOS,

  linea(renglon, numItem) {
    const ventas = importes(renglon)
    return {
      numItem,
      tipoItem: renglon.tipoItem,
      numeroDocumento: null,
      codigo: renglon.codigo,
      codTributo: null,
      descripcion: renglon.descripcion,
      cantidad: renglon.cantidad,
      uniMedida: renglon.uniMedida,
      precioUni: renglon.precioUni,
      montoDescu: renglon.montoDescu,
      ventaNoSuj: ventas.ventaNoSuj,
      ventaExenta: ventas.ventaExenta,
      ventaGravada: ventas.ventaGravada,
      tributos: ventas.ventaGravada > CERO ? [TRIBUTO_IVA] : null,
      psv: CERO,
      noGravado: ventas.noGravado,
    }
  },

  documento({ identificacion, emisor, receptor, venta, lineas, cuenta }) {
    return {
      identificacion: { version: VERSION, tipoDte: '03', ...identificacion },
      emisor,
      receptor: receptorDe(receptor ?? {}),
      ...seccionesDeVenta(venta),
      cuerpoDocumento: lineas,
      resumen: {
        ...resumenDeVenta(cuenta, venta),
        tributos: tributos(cuenta.totalGravada, cuenta.totalIva),
        ivaPerci: cuenta.ivaPerci,
      },
    }
  },

  rules: RULES_03,
}

/** One row for the IVA where any line lists it, also when a discount leaves nothing to tax. */
function tributos(totalGravada: Monto, valor: Monto): CreditoFiscal['resumen']['tributos'] {
  if (totalGravada <= CERO) return null
  return [{ codigo: TRIBUTO_IVA, descripcion: TRIBUTOS[TRIBUTO_IVA].nombre, valor }]
}

/**
 * The structure wants every member of this buyer. One that the request lacks is null here, and the
 * rules of the type say what is missing.
 */
function receptorDe(receptor: ReceptorRequest): CreditoFiscal['receptor'] {
  const partes = {
    nit: withoutHyphens(receptor.numDocumento),
    nrc: withoutHyphens(receptor.nrc),
    nombre: receptor.nombre ?? null,
    codActividad: receptor.codActividad ?? null,
    descActividad: descActividad(receptor),
    nombreComercial: receptor.nombreComercial ?? null,
    direccion: receptor.direccion ? { ...receptor.direccion } : null,
    telefono: receptor.telefono ?? null,
    correo: receptor.correo ?? null,
  }
  return partes as CreditoFiscal['receptor']
}
