/**
 * 04, Nota de remisión: goods that move before they are invoiced, on consignment or deposit, or between places of the
 * issuer's own. It states what they are worth; nothing is paid.
 */
import type { Emisor } from '../../documento.ts'
import { parte } from '../../exacto.ts'
import { CERO, plus } from '../../monto.ts'
import type { Renglon } from '../../renglon.ts'
import type { ReceptorRequest } from '../../request.ts'
import { IVA } from '../../tasas.ts'
import type { Paso } from '../cuenta.ts'
import { PASOS_DE_VENTA_SIN_CARGO } from '../linea.ts'
import { netOfDiscount, VENTAS } from '../pasos.ts'
import { contribuyente, NIT, tipoDocumento, withoutHyphens } from '../receptor.ts'
import { letrasDe, seccionesDeVenta } from '../secciones.ts'
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
import type { NotaDeRemision } from './estructura.ts'
import { remisionV4 } from './estructura.ts'
import { isDeExportacion, RULES_04 } from './reglas.ts'

const VERSION = 4

const PASOS: readonly Paso[] = [
  ...VENTAS,
  {
    importe: 'netoGravado',
    formula: 'totalGravada − descuGravada',
    valor: (c) => netOfDiscount(c),
  },
  {
    importe: 'tributos[20]',
    formula:
      'R2(netoGravado · 13 %), sobre el total y no por línea; 0 cuando se remite lo que una exportación (11) vendió',
    r2: (c, { lineas }) => (lineas.some(isDeExportacion) ? CERO : parte(c.netoGravado, IVA)),
  },
  ...TRIBUTOS_DE_SECCION_1,
  {
    importe: 'totalTributos',
    formula: 'IVA + Σ otros tributos de la sección 1',
    valor: (c) => plus(c['tributos[20]'], sumOfSection1(c)),
  },
  {
    importe: 'montoTotalOperacion',
    formula: 'subTotal + tributos',
    valor: (c) => plus(c.subTotal, c.totalTributos),
  },
]

export const notaDeRemision: TipoDef<NotaDeRemision> = {
  tipoDte: '04',
  nombre: 'Nota de remisión',
  palabras: { nombre: 'Nota de remisión', genero: 'femenino', letra: 'N' },
  source: 'docs/sources.md#04',
  versions: [version(VERSION, '2026-08-01', remisionV4)],
  versionesAnteriores: [3],
  receptor: 'ReceptorRemision',
  formularioDelReceptor: [
    'tipoDocumento',
    'numDocumento',
    'nrc',
    'nombre',
    'codActividad',
    'nombreComercial',
    'direccion',
    'telefono',
    'correo',
  ],
  precios: 'sin IVA',
  members: {
    receptor: 'required',
    items: 'required',
    retencion: 'forbidden',
    liquidacion: 'forbidden',
    liquidacionContable: 'forbidden',
    observaciones: 'optional',
    bienTitulo: 'required',
    condicionOperacion: 'forbidden',
    descuentos: 'optional',
    pagos: 'forbidden',
    formaPago: 'forbidden',
    plazo: 'forbidden',
    periodo: 'forbidden',
    ventaTercero: 'optional',
    aplicarRetencionIva: 'forbidden',
    aplicarPercepcionIva: 'forbidden',
    documentosRelacionados: 'forbidden',
    origenes: 'optional',
    otrosDocumentos: 'forbidden',
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
    noGravado: 'forbidden',
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
  ajustable: false,
  libro: null,
  ventas: 0,
  pasos: PASOS,
  pasosDeLinea: PASOS_DE_VENTA_SIN_CARGO,

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
      tributos: tributosDeLinea(ivaDe(renglon), renglon),
    }
  },

  documento({ identificacion, emisor, receptor, venta, lineas, cuenta }) {
    const { documentoRelacionado, ventaTercero, apendice } = seccionesDeVenta(venta)
    return {
      identificacion: { version: VERSION, tipoDte: '04', ...identificacion },
      documentoRelacionado,
      emisor,
      receptor: {
        ...(receptor?.propio ? propioDe(receptor, emisor) : receptorDe(receptor ?? {})),
        // Null if the request omits it, which a rule reports.
        bienTitulo: venta.bienTitulo as string,
      },
      ventaTercero,
      cuerpoDocumento: lineas,
      resumen: {
        totalNoSuj: cuenta.totalNoSuj,
        totalExenta: cuenta.totalExenta,
        totalGravada: cuenta.totalGravada,
        subTotalVentas: cuenta.subTotalVentas,
        descuNoSuj: cuenta.descuNoSuj,
        descuExenta: cuenta.descuExenta,
        descuGravada: cuenta.descuGravada,
        porcentajeDescuento: cuenta.porcentajeDescuento,
        totalDescu: cuenta.totalDescu,
        tributos: tributosDelResumen(cuenta, lineas),
        subTotal: cuenta.subTotal,
        montoTotalOperacion: cuenta.montoTotalOperacion,
        totalLetras: letrasDe(cuenta.montoTotalOperacion),
        observaciones: venta.observaciones,
      },
      apendice,
    }
  },

  rules: RULES_04,
}

/** What an export sold bears 0 % on the way too. */
function ivaDe(renglon: Renglon): '20' | 'C3' | null {
  if (renglon.exporta) return renglon.codTributo === null ? 'C3' : null
  return isGravado(renglon) ? '20' : null
}

type Destinatario = Omit<NotaDeRemision['receptor'], 'bienTitulo'>

/** A member missing in the request is null here, and the type's rules report it. */
function receptorDe(receptor: ReceptorRequest): Destinatario {
  const partes = {
    tipoDocumento: tipoDocumento(receptor) ?? NIT, // without a number, which is reported
    numDocumento: withoutHyphens(receptor.numDocumento),
    ...contribuyente(receptor),
  }
  return partes as Destinatario
}

/** The issuer itself. The place, if stated, is where the goods go. */
function propioDe(lugar: ReceptorRequest, emisor: Emisor): Destinatario {
  return {
    tipoDocumento: NIT,
    numDocumento: emisor.nit,
    nrc: emisor.nrc,
    nombre: emisor.nombre,
    codActividad: emisor.codActividad,
    descActividad: emisor.descActividad,
    nombreComercial: lugar.nombreComercial ?? emisor.nombreComercial,
    direccion: { ...(lugar.direccion ?? emisor.direccion) },
    telefono: lugar.telefono ?? emisor.telefono,
    correo: lugar.correo ?? emisor.correo,
  }
}
