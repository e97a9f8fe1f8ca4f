/** 01, Factura: a sale to the final consumer. The price already contains the IVA. */

import { parte } from '../../exacto.ts'
import { CERO, type Monto } from '../../monto.ts'
import type { ReceptorRequest } from '../../request.ts'
import { avisosDeOrigenes } from '../../rules/origenes.ts'
import { IVA_INCLUIDO, sinIva, UNO_POR_CIENTO } from '../../tasas.ts'
import type { Paso } from '../cuenta.ts'
import { PASO_DE_IVA_INCLUIDO, PASOS_DE_VENTA } from '../linea.ts'
import { netOfDiscount, SALDO, sumOf, VENTAS } from '../pasos.ts'
import { descActividad, FORMULARIO_DE_PERSONA, tipoDocumento, withoutHyphens } from '../receptor.ts'
import { otrosDocumentosDeVenta, resumenDeVenta, seccionesDeVenta } from '../secciones.ts'
import type { TipoDef } from '../tipo.ts'
import {
  sumOfSection1,
  TRIBUTOS_CON_IVA_EN_PRECIO,
  TRIBUTOS_DE_SECCION_1,
  tributosDeLinea,
  tributosDelResumen,
} from '../tributos.ts'
import { version } from '../version.ts'
import type { Factura } from './estructura.ts'
import { facturaV2 } from './estructura.ts'
import { RULES_01 } from './reglas.ts'

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
    r2: (c, base) =>
      c.descuGravada === CERO ? sumOf(base, 'ivaItem') : parte(netOfDiscount(c), IVA_INCLUIDO),
  },
  ...TRIBUTOS_DE_SECCION_1,
  {
    importe: 'totalTributos',
    formula: 'Σ tributos de la sección 1; el IVA ya está en los precios',
    valor: sumOfSection1,
  },
  {
    importe: 'ivaRete',
    formula: 'R2(netoGravado · 1 %) cuando se pide la retención',
    r2: (c, { venta }) => (venta.retencionIva ? parte(c.netoGravado, UNO_POR_CIENTO) : CERO),
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
  palabras: { nombre: 'Factura', genero: 'femenino', letra: 'F' },
  source: 'docs/sources.md#01',
  versions: [version(VERSION, '2026-08-01', facturaV2)],
  versionesAnteriores: [1],
  receptor: 'Receptor',
  formularioDelReceptor: FORMULARIO_DE_PERSONA,
  precios: 'con IVA',
  members: {
    receptor: 'optional', // an anonymous final consumer
    items: 'required',
    retencion: 'forbidden',
    liquidacion: 'forbidden',
    liquidacionContable: 'forbidden',
    observaciones: 'optional',
    bienTitulo: 'forbidden',
    condicionOperacion: 'optional',
    descuentos: 'optional',
    pagos: 'optional',
    formaPago: 'optional',
    plazo: 'optional',
    periodo: 'optional',
    ventaTercero: 'optional',
    aplicarRetencionIva: 'optional',
    aplicarPercepcionIva: 'forbidden',
    documentosRelacionados: 'forbidden',
    origenes: 'optional',
    otrosDocumentos: 'optional',
    compraTercero: 'forbidden',
    fusion: 'forbidden',
    numPagoElectronico: 'forbidden',
    exportacion: 'forbidden',
    aplicarReteRenta: 'forbidden',
    descuento: 'forbidden',
  },
  itemMembers: {
    tipoItem: 'optional',
    montoDescu: 'optional',
    tipoDonacion: 'forbidden',
    depreciacion: 'forbidden',
    tipoVenta: 'optional',
    noGravado: 'optional',
    tributos: 'optional',
    codTributo: 'optional',
    numeroDocumento: 'forbidden',
  },
  tributos: TRIBUTOS_CON_IVA_EN_PRECIO,
  contingencia: true,
  retorno: 'por actividad',
  invalidacion: {
    plazo: 'por actividad',
    sinReemplazo: null,
    fechaDelDocumento: false,
    enAnexo: true,
  },
  ajustable: false,
  libro: 'consumidorFinal',
  ventas: 1,
  pasos: PASOS,

  pasosDeLinea: [...PASOS_DE_VENTA, PASO_DE_IVA_INCLUIDO],

  linea(renglon, numItem, importes) {
    return {
      numItem,
      tipoItem: renglon.tipoItem,
      numeroDocumento: null,
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
      tributos: tributosDeLinea(null, renglon), // the IVA is never listed: Anexo IV, rule 96
      psv: CERO,
      noGravado: importes.noGravado,
      ivaItem: importes.ivaItem,
    }
  },

  documento({ identificacion, emisor, receptor, venta, lineas, cuenta }) {
    return {
      identificacion: { version: VERSION, tipoDte: '01', ...identificacion },
      emisor,
      receptor: receptor && receptorDe(receptor),
      ...seccionesDeVenta(venta),
      otrosDocumentos: otrosDocumentosDeVenta(venta),
      cuerpoDocumento: lineas,
      resumen: Object.assign(resumenDeVenta(cuenta, venta), {
        tributos: tributosDelResumen(cuenta, lineas),
        totalIva: cuenta.totalIva,
      }),
    }
  },

  rules: RULES_01,
  avisos: avisosDeOrigenes(),
}

/** An empty receptor is an anonymous one. */
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
