/** 03, Comprobante de crédito fiscal: a sale to an IVA taxpayer. The price excludes the IVA. */
import { MONTO_TOTAL_OPERACION_BRUTO } from '../../criterios.ts'
import { parte } from '../../exacto.ts'
import { CERO, type Monto, plus } from '../../monto.ts'
import type { ReceptorRequest } from '../../request.ts'
import { avisosDeOrigenes } from '../../rules/origenes.ts'
import { IVA, UNO_POR_CIENTO } from '../../tasas.ts'
import type { Paso } from '../cuenta.ts'
import { PASOS_DE_VENTA } from '../linea.ts'
import { netOfDiscount, SALDO, VENTAS } from '../pasos.ts'
import { contribuyente, FORMULARIO_DE_CONTRIBUYENTE, withoutHyphens } from '../receptor.ts'
import { otrosDocumentosDeVenta, resumenDeVenta, seccionesDeVenta } from '../secciones.ts'
import type { TipoDef } from '../tipo.ts'
import {
  isGravado,
  sumOfSection1,
  TRIBUTOS_CON_IVA_APARTE,
  TRIBUTOS_DE_SECCION_1,
  tributosDeLinea,
  tributosDelResumen,
} from '../tributos.ts'
import { version } from '../version.ts'
import type { CreditoFiscal } from './estructura.ts'
import { creditoFiscalV4 } from './estructura.ts'
import { RULES_03 } from './reglas.ts'

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
    importe: 'tributos[20]',
    formula: 'R2(netoGravado · 13 %), sobre el total y no por línea',
    r2: (c) => parte(c.netoGravado, IVA),
  },
  ...TRIBUTOS_DE_SECCION_1,
  {
    importe: 'totalTributos',
    formula: 'IVA + Σ otros tributos de la sección 1',
    valor: (c) => plus(c['tributos[20]'], sumOfSection1(c)),
  },
  {
    importe: 'ivaPerci',
    formula: 'R2(netoGravado · 1 %) cuando se pide la percepción',
    r2: (c, { venta }) => (venta.percepcionIva ? parte(c.netoGravado, UNO_POR_CIENTO) : CERO),
  },
  {
    importe: 'ivaRete',
    formula: 'R2(netoGravado · 1 %) cuando se pide la retención',
    r2: (c, { venta }) => (venta.retencionIva ? parte(c.netoGravado, UNO_POR_CIENTO) : CERO),
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
  palabras: { nombre: 'Crédito fiscal', genero: 'masculino', letra: 'C' },
  source: 'docs/sources.md#03',
  versions: [version(VERSION, '2026-08-01', creditoFiscalV4)],
  versionesAnteriores: [3],
  receptor: 'Receptor',
  formularioDelReceptor: FORMULARIO_DE_CONTRIBUYENTE,
  precios: 'sin IVA',
  members: {
    receptor: 'required',
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
    aplicarPercepcionIva: 'optional',
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
  tributos: TRIBUTOS_CON_IVA_APARTE,
  contingencia: true,
  retorno: null,
  invalidacion: {
    plazo: 'mes siguiente',
    sinReemplazo: null,
    fechaDelDocumento: true,
    enAnexo: true,
  },
  ajustable: true,
  libro: 'contribuyentes',
  ventas: 1,
  pasos: PASOS,

  pasosDeLinea: PASOS_DE_VENTA,

  linea(renglon, numItem, importes) {
    return {
      numItem,
      tipoItem: renglon.tipoItem,
      numeroDocumento: null,
      codigo: renglon.codigo,
      codTributo: renglon.codTributo,
      descripcion: renglon.descripcion,
      cantidad: renglon.cantidad,
      uniMedida: renglon.uniMedida,
      precioUni: renglon.precioUni,
      montoDescu: renglon.montoDescu,
      ventaNoSuj: importes.ventaNoSuj,
      ventaExenta: importes.ventaExenta,
      ventaGravada: importes.ventaGravada,
      tributos: tributosDeLinea(isGravado(renglon) ? TRIBUTO_IVA : null, renglon),
      psv: CERO,
      noGravado: importes.noGravado,
    }
  },

  documento({ identificacion, emisor, receptor, venta, lineas, cuenta }) {
    return {
      identificacion: { version: VERSION, tipoDte: '03', ...identificacion },
      emisor,
      receptor: receptorDe(receptor ?? {}),
      ...seccionesDeVenta(venta),
      otrosDocumentos: otrosDocumentosDeVenta(venta),
      cuerpoDocumento: lineas,
      resumen: Object.assign(resumenDeVenta(cuenta, venta), {
        tributos: tributosDelResumen(cuenta, lineas),
        ivaPerci: cuenta.ivaPerci,
      }),
    }
  },

  rules: RULES_03,
  avisos: avisosDeOrigenes(),
}

/**
 * The structure requires every member of this buyer. A member missing in the request is null here, and the type's
 * rules report it.
 */
function receptorDe(receptor: ReceptorRequest): CreditoFiscal['receptor'] {
  const partes = {
    nit: withoutHyphens(receptor.numDocumento),
    ...contribuyente(receptor),
  }
  return partes as CreditoFiscal['receptor']
}
