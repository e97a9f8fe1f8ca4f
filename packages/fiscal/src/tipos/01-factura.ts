/** 01, Factura: a sale to the final consumer. The price already contains the IVA. */
import type { Factura } from '../documento.ts'
import { facturaV2 } from '../estructuras/01-v2.ts'
import { CERO, type Monto, round } from '../monto.ts'
import type { ReceptorRequest } from '../request.ts'
import { RULES_01 } from '../rules/01-factura.ts'
import { ivaDentroDe, sinIva, unoPorCiento } from '../tasas.ts'
import type { Paso } from './cuenta.ts'
import { importes } from './linea.ts'
import { netOfDiscount, SALDO, sumOf, VENTAS } from './pasos.ts'
import { descActividad, tipoDocumento, withoutHyphens } from './receptor.ts'
import { resumenDeVenta, seccionesDeVenta } from './secciones.ts'
import type { TipoDef } from './tipo.ts'
import { version } from './version.ts'

const VERSION = 2

const PASOS: readonly Paso[] = [
  ...VENTAS,
  {
    importe: 'netoGravado',
    formula: '(totalGravada − descuGravada) / 1.13',
    valor: (c) => sinIva(netOfDiscount(c)),
  },
  {
    importe: 'totalIva',
    formula: 'R2(Σ ivaItem); con descuento global R2((totalGravada − descuGravada) / 1.13 · 0.13)',
    valor: (c, base) =>
      round(c.descuGravada === CERO ? sumOf(base, 'ivaItem') : ivaDentroDe(netOfDiscount(c)), 2),
  },
  {
    importe: 'totalTributos',
    formula: '0: el IVA ya está en los precios',
    valor: () => CERO,
  },
  { importe: 'ivaPerci', formula: 'no aplica', valor: () => CERO },
  {
    importe: 'ivaRete',
    formula: 'R2(netoGravado · 1 %) cuando se pide la retención',
    valor: (c, { venta }) => (venta.retencionIva ? round(unoPorCiento(c.netoGravado), 2) : CERO),
  },
  {
    importe: 'montoTotalOperacion',
    formula: 'subTotal + tributos',
    valor: (c) => (c.subTotal + c.totalTributos) as Monto,
  },
  ...SALDO,
]

export const factura: TipoDef<Factura> = {
  tipoDte: '01',
  nombre: 'Factura',
  source: 'docs/sources.md#01',
  versions: [version(VERSION, '2026-08-01', facturaV2)],
  receptor: 'Receptor',
  precios: 'con IVA',
  members: {
    receptor: 'optional', // an anonymous final consumer
    descuentos: 'optional',
    pagos: 'optional',
    ventaTercero: 'optional',
    aplicarRetencionIva: 'optional',
    aplicarPercepcionIva: 'forbidden',
    documentosRelacionados: 'forbidden',
    numPagoElectronico: 'forbidden',
    exportacion: 'forbidden',
    aplicarReteRenta: 'forbidden',
  },
  retorno: true,
  pasos: PASOS,

  linea(renglon, numItem) {
    const ventas = importes(renglon)
    return {
      numItem,
      tipoItem: renglon.tipoItem,
      numeroDocumento: null,
      cantidad: renglon.cantidad,
      codigo: renglon.codigo,
      codTributo: null,
      uniMedida: renglon.uniMedida,
      descripcion: renglon.descripcion,
      precioUni: renglon.precioUni,
      montoDescu: renglon.montoDescu,
      ventaNoSuj: ventas.ventaNoSuj,
      ventaExenta: ventas.ventaExenta,
      ventaGravada: ventas.ventaGravada,
      tributos: null, // the IVA of 01 is never listed as a tribute: Anexo IV, rule 96
      psv: CERO,
      noGravado: ventas.noGravado,
      ivaItem: ivaDentroDe(ventas.ventaGravada),
    }
  },

  documento({ identificacion, emisor, receptor, venta, lineas, cuenta }) {
    return {
      identificacion: { version: VERSION, tipoDte: '01', ...identificacion },
      emisor,
      receptor: receptor && receptorDe(receptor),
      ...seccionesDeVenta(venta),
      cuerpoDocumento: lineas,
      resumen: { ...resumenDeVenta(cuenta, venta), tributos: null, totalIva: cuenta.totalIva },
    }
  },

  rules: RULES_01,
}

/** A receptor that says nothing is an anonymous one. */
function receptorDe(receptor: ReceptorRequest): Factura['receptor'] {
  if (Object.values(receptor).every((value) => value === null || value === undefined)) return null
  return {
    tipoDocumento: tipoDocumento(receptor),
    numDocumento: withoutHyphens(receptor.numDocumento),
    nrc: withoutHyphens(receptor.nrc),
    nombre: receptor.nombre ?? null,
    codActividad: receptor.codActividad ?? null,
    descActividad: descActividad(receptor),
    direccion: receptor.direccion ? { ...receptor.direccion } : null,
    telefono: receptor.telefono ?? null,
    correo: receptor.correo ?? null,
  }
}
