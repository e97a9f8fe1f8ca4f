/** 11, Factura de exportación: a sale to a buyer abroad, without IVA, stated as C3 at 0 %. */

import { PAISES } from '../../catalogos/cat-020-pais.ts'
import { INCOTERMS } from '../../catalogos/cat-031-incoterms.ts'
import { findRow } from '../../catalogos/catalogo.ts'
import type { Emisor } from '../../documento.ts'
import { CERO, type Monto, plus } from '../../monto.ts'
import type { Renglon } from '../../renglon.ts'
import type { ReceptorRequest } from '../../request.ts'
import { avisosDeOrigenes } from '../../rules/origenes.ts'
import type { Exportacion, Venta } from '../../venta.ts'
import type { Paso } from '../cuenta.ts'
import { PASOS_DE_VENTA_GRAVADA } from '../linea.ts'
import { pagos } from '../pagos.ts'
import { A_PAGAR, netOfDiscount, porcentaje, sumOf } from '../pasos.ts'
import { withoutHyphens } from '../receptor.ts'
import { letras, seccionesDeVenta } from '../secciones.ts'
import type { TipoDef } from '../tipo.ts'
import {
  sumOfSection1,
  TRIBUTOS_DE_EXPORTACION,
  TRIBUTOS_DE_SECCION_1,
  tributosDeLinea,
  tributosDelResumen,
} from '../tributos.ts'
import { version } from '../version.ts'
import type { FacturaExportacion } from './estructura.ts'
import { facturaExportacionV3 } from './estructura.ts'
import { RULES_11 } from './reglas.ts'

const VERSION = 3
const TRIBUTO_EXPORTACION = 'C3'
const NIT = '36'
const DUI = '13'
const OTRO_DOCUMENTO = '37'

const PASOS: readonly Paso[] = [
  {
    importe: 'totalGravada',
    formula: 'R2(Σ ventaGravada)',
    r2: (_, base) => sumOf(base, 'ventaGravada'),
  },
  {
    importe: 'descuGravada',
    formula: 'descuento global a ventas gravadas',
    valor: (_, { venta }) => venta.descuentos.gravadas,
  },
  {
    importe: 'porcentajeDescuento',
    formula: 'R2(descuGravada / totalGravada · 100)',
    r2: (c) => porcentaje(c.descuGravada, c.totalGravada),
  },
  {
    importe: 'totalDescu',
    formula: 'R2(Σ montoDescu + descuGravada)',
    r2: (c, base) => plus(sumOf(base, 'montoDescu'), c.descuGravada),
  },
  {
    importe: 'seguro',
    formula: 'seguro de la exportación',
    valor: (_, { venta }) => venta.exportacion?.seguro ?? CERO,
  },
  {
    importe: 'flete',
    formula: 'flete de la exportación',
    valor: (_, { venta }) => venta.exportacion?.flete ?? CERO,
  },
  ...TRIBUTOS_DE_SECCION_1.filter(({ importe }) => listedAbroad(importe)),
  {
    importe: 'totalTributos',
    formula: 'Σ tributos de la sección 1; el C3 vale 0',
    valor: sumOfSection1,
  },
  {
    importe: 'montoTotalOperacion',
    formula: 'totalGravada − descuGravada + seguro + flete + tributos',
    valor: (c) => (netOfDiscount(c) + c.seguro + c.flete + c.totalTributos) as Monto,
  },
  {
    importe: 'totalNoGravado',
    formula: 'R2(Σ noGravado)',
    r2: (_, base) => sumOf(base, 'noGravado'),
  },
  {
    importe: 'totalNoOnerosas',
    formula: 'lo que sale sin pago, según la petición; no entra en ningún total',
    valor: (_, { venta }) => venta.exportacion?.totalNoOnerosas ?? CERO,
  },
  {
    importe: 'saldo',
    formula: 'montoTotalOperacion + totalNoGravado',
    valor: (c) => plus(c.montoTotalOperacion, c.totalNoGravado),
  },
  ...A_PAGAR,
]

export const facturaExportacion: TipoDef<FacturaExportacion> = {
  tipoDte: '11',
  nombre: 'Factura de exportación',
  palabras: { nombre: 'Exportación', genero: 'femenino', letra: 'X' },
  source: 'docs/sources.md#11',
  versions: [version(VERSION, '2026-08-01', facturaExportacionV3)],
  versionesAnteriores: [1, 2],
  receptor: 'ReceptorExportacion',
  formularioDelReceptor: [
    'nombre',
    'numDocumento',
    'codPais',
    'tipoPersona',
    'complemento',
    'descActividad',
    'telefono',
    'correo',
  ],
  precios: 'sin impuesto',
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
    aplicarRetencionIva: 'forbidden',
    aplicarPercepcionIva: 'forbidden',
    documentosRelacionados: 'forbidden',
    origenes: 'optional',
    otrosDocumentos: 'optional',
    compraTercero: 'optional',
    fusion: 'forbidden',
    numPagoElectronico: 'forbidden',
    exportacion: 'required',
    aplicarReteRenta: 'forbidden',
    descuento: 'forbidden',
  },
  itemMembers: {
    tipoItem: 'optional',
    montoDescu: 'optional',
    tipoDonacion: 'forbidden',
    depreciacion: 'forbidden',
    tipoVenta: 'forbidden',
    noGravado: 'optional',
    tributos: 'optional',
    codTributo: 'optional',
    numeroDocumento: 'forbidden',
  },
  tributos: TRIBUTOS_DE_EXPORTACION,
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

  pasosDeLinea: PASOS_DE_VENTA_GRAVADA,

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
      ventaGravada: importes.ventaGravada,
      tributos: tributosDeLinea(bearsC3(renglon) ? TRIBUTO_EXPORTACION : null, renglon),
      noGravado: importes.noGravado,
    }
  },

  documento({ identificacion, emisor, receptor, venta, lineas, cuenta }) {
    const { documentoRelacionado, ventaTercero, apendice } = seccionesDeVenta(venta)
    return {
      identificacion: { version: VERSION, tipoDte: '11', ...identificacion },
      documentoRelacionado,
      emisor: emisorDe(emisor, venta.exportacion),
      receptor: receptorDe(receptor ?? {}),
      otrosDocumentos: otrosDocumentosDe(venta),
      ventaTercero,
      compraTercero: compraTerceroDe(venta),
      cuerpoDocumento: lineas,
      resumen: {
        totalGravada: cuenta.totalGravada,
        descuGravada: cuenta.descuGravada,
        porcentajeDescuento: cuenta.porcentajeDescuento,
        totalDescu: cuenta.totalDescu,
        seguro: cuenta.seguro,
        flete: cuenta.flete,
        tributos: tributosDelResumen(cuenta, lineas),
        montoTotalOperacion: cuenta.montoTotalOperacion,
        totalNoGravado: cuenta.totalNoGravado,
        totalNoOnerosas: cuenta.totalNoOnerosas,
        totalPagar: cuenta.totalPagar,
        totalLetras: letras(cuenta),
        saldoFavor: cuenta.saldoFavor,
        ...pagos(cuenta, venta.pago),
        ...incotermsDe(venta.exportacion),
        numPagoElectronico: null,
        observaciones: venta.observaciones,
      },
      apendice,
    }
  },

  rules: RULES_11,
  avisos: avisosDeOrigenes(),
}

/** Associated documents of an export: the transport among them, but no physician's. */
function otrosDocumentosDe({ otrosDocumentos }: Venta): FacturaExportacion['otrosDocumentos'] {
  if (otrosDocumentos.length === 0) return null
  return otrosDocumentos.map(({ codDocAsociado, descDocumento, detalleDocumento, transporte }) => ({
    codDocAsociado,
    descDocumento: descDocumento ?? null,
    detalleDocumento: detalleDocumento ?? null,
    placaTrans: transporte?.placa ?? null,
    modoTransp: transporte?.modo ?? null,
    numConductor: transporte ? documentoDe(transporte.conductor) : null,
    nombreConductor: transporte?.conductor.nombre ?? null,
  }))
}

/** A DUI is written without its hyphen; a foreign driver's document is unchanged. */
function documentoDe({ documento }: { readonly documento: string }): string {
  return /^\d{8}-\d$/.test(documento) ? documento.replace('-', '') : documento
}

function compraTerceroDe({ compraTercero }: Venta): FacturaExportacion['compraTercero'] {
  return compraTercero && { ...compraTercero }
}

/** Every line that sells, including free ones, but no charges and no tributes. */
function bearsC3({ noGravado, codTributo }: Renglon): boolean {
  return noGravado === CERO && codTributo === null
}

function listedAbroad(importe: string): boolean {
  return TRIBUTOS_DE_EXPORTACION.linea.some((codigo) => importe === `tributos[${codigo}]`)
}

/** Without `exportacion`, which another rule reports, it is treated as an export of services. */
function emisorDe(emisor: Emisor, exportacion: Exportacion | null): FacturaExportacion['emisor'] {
  return {
    ...emisor,
    tipoItemExpor: exportacion?.tipoItemExpor ?? 2,
    recintoFiscal: exportacion?.recintoFiscal ?? null,
    tipoRegimen: exportacion?.tipoRegimen ?? null,
    regimen: exportacion?.regimen ?? null,
  }
}

function incotermsDe(exportacion: Exportacion | null) {
  const codIncoterms = exportacion?.incoterms ?? null
  const row = codIncoterms === null ? null : findRow<{ nombre: string }>(INCOTERMS, codIncoterms)
  return { codIncoterms, descIncoterms: row?.nombre ?? null }
}

/** A member missing in the request is null here, and the type's rules report it. */
function receptorDe(receptor: ReceptorRequest): FacturaExportacion['receptor'] {
  const tipoDocumento = receptor.tipoDocumento ?? OTRO_DOCUMENTO
  const partes = {
    nombre: receptor.nombre ?? null,
    tipoDocumento,
    numDocumento: numDocumento(tipoDocumento, receptor),
    descActividad: receptor.descActividad ?? null,
    nombreComercial: receptor.nombreComercial ?? null,
    codPais: receptor.codPais ?? null,
    nombrePais: receptor.nombrePais ?? nombreDe(receptor.codPais),
    complemento: receptor.complemento ?? null,
    tipoPersona: receptor.tipoPersona ?? null,
    telefono: receptor.telefono ?? null,
    correo: receptor.correo ?? null,
  }
  return partes as FacturaExportacion['receptor']
}

/** A foreign number keeps its hyphens and zeros; NIT and DUI are written without hyphens. */
function numDocumento(tipoDocumento: string, { numDocumento }: ReceptorRequest): string | null {
  const isLocal = tipoDocumento === NIT || tipoDocumento === DUI
  return isLocal ? withoutHyphens(numDocumento) : (numDocumento ?? null)
}

function nombreDe(codPais: string | null | undefined): string | null {
  return codPais ? (findRow<{ nombre: string }>(PAISES, codPais)?.nombre ?? null) : null
}
