/**
 * 14, Factura de sujeto excluido: a purchase from somebody who is not an IVA taxpayer. The buyer issues it, the
 * receptor is the seller, and no IVA applies.
 */
import type { Emisor } from '../../documento.ts'
import { CERO, minus, plus } from '../../monto.ts'
import type { ReceptorRequest } from '../../request.ts'
import type { Paso } from '../cuenta.ts'
import { PASOS_DE_COMPRA } from '../linea.ts'
import { pagos } from '../pagos.ts'
import { sumOf } from '../pasos.ts'
import { descActividad, FORMULARIO_DE_PERSONA, withoutHyphens } from '../receptor.ts'
import { letras, seccionesDeVenta } from '../secciones.ts'
import type { TipoDef } from '../tipo.ts'
import { version } from '../version.ts'
import type { SujetoExcluido } from './estructura.ts'
import { sujetoExcluidoV2 } from './estructura.ts'
import { RULES_14 } from './reglas.ts'
import { reteRentaExacta, serviciosDe } from './rete-renta.ts'

const VERSION = 2
const DUI = '13'

const PASOS: readonly Paso[] = [
  {
    importe: 'totalCompra',
    formula: 'R2(Σ compra)',
    r2: (_, base) => sumOf(base, 'compra'),
  },
  {
    importe: 'descu',
    formula: 'descuento global a la compra',
    valor: (_, { venta }) => venta.descuento,
  },
  {
    importe: 'totalDescu',
    formula: 'R2(Σ montoDescu + descu)',
    r2: (c, base) => plus(sumOf(base, 'montoDescu'), c.descu),
  },
  {
    importe: 'subTotal',
    formula: 'totalCompra − descu',
    valor: (c) => minus(c.totalCompra, c.descu),
  },
  {
    importe: 'servicios',
    formula: 'Σ compra de las líneas de servicios (tipoItem 2)',
    valor: (_, { lineas }) => serviciosDe(lineas),
  },
  {
    importe: 'reteRenta',
    formula: 'R2(servicios · subTotal / totalCompra · 10 %) cuando se pide la retención',
    r2: (c, { venta }) => (venta.reteRenta ? reteRentaExacta(c.servicios, c) : CERO),
  },
  {
    importe: 'totalPagar',
    formula: 'subTotal − reteRenta',
    valor: (c) => minus(c.subTotal, c.reteRenta),
  },
]

export const sujetoExcluido: TipoDef<SujetoExcluido> = {
  tipoDte: '14',
  nombre: 'Factura de sujeto excluido',
  palabras: { nombre: 'Sujeto excluido', genero: 'masculino', letra: 'S' },
  source: 'docs/sources.md#14',
  versions: [version(VERSION, '2026-08-01', sujetoExcluidoV2)],
  versionesAnteriores: [1],
  receptor: 'ReceptorSujetoExcluido',
  formularioDelReceptor: FORMULARIO_DE_PERSONA,
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
    descuentos: 'forbidden',
    pagos: 'optional',
    formaPago: 'optional',
    plazo: 'optional',
    periodo: 'optional',
    ventaTercero: 'forbidden',
    aplicarRetencionIva: 'forbidden',
    aplicarPercepcionIva: 'forbidden',
    documentosRelacionados: 'forbidden',
    origenes: 'forbidden',
    otrosDocumentos: 'forbidden',
    compraTercero: 'forbidden',
    fusion: 'forbidden',
    numPagoElectronico: 'forbidden',
    exportacion: 'forbidden',
    aplicarReteRenta: 'optional',
    descuento: 'optional',
  },
  itemMembers: {
    tipoItem: 'optional',
    montoDescu: 'optional',
    tipoDonacion: 'forbidden',
    depreciacion: 'forbidden',
    tipoVenta: 'forbidden',
    noGravado: 'forbidden',
    tributos: 'forbidden',
    codTributo: 'forbidden',
    numeroDocumento: 'forbidden',
  },
  tributos: null,
  contingencia: true,
  retorno: 'tres meses',
  invalidacion: {
    plazo: 'tres meses',
    sinReemplazo: null,
    fechaDelDocumento: false,
    enAnexo: true,
  },
  ajustable: false,
  libro: 'compras',
  ventas: 0,
  pasos: PASOS,

  pasosDeLinea: PASOS_DE_COMPRA,

  linea(renglon, numItem, importes) {
    return {
      numItem,
      tipoItem: renglon.tipoItem,
      cantidad: renglon.cantidad,
      codigo: renglon.codigo,
      uniMedida: renglon.uniMedida,
      descripcion: renglon.descripcion,
      precioUni: renglon.precioUni,
      montoDescu: renglon.montoDescu,
      compra: importes.compra,
    }
  },

  documento({ identificacion, emisor, receptor, venta, lineas, cuenta }) {
    return {
      identificacion: { version: VERSION, tipoDte: '14', ...identificacion },
      emisor: emisorDe(emisor),
      receptor: receptorDe(receptor ?? {}),
      cuerpoDocumento: lineas,
      resumen: {
        totalCompra: cuenta.totalCompra,
        descu: cuenta.descu,
        totalDescu: cuenta.totalDescu,
        subTotal: cuenta.subTotal,
        reteRenta: cuenta.reteRenta,
        totalPagar: cuenta.totalPagar,
        totalLetras: letras(cuenta),
        ...pagos(cuenta, venta.pago),
        observaciones: venta.observaciones,
      },
      apendice: seccionesDeVenta(venta).apendice,
    }
  },

  rules: RULES_14,
}

/** The structure of a purchase has no member for the commercial name. */
function emisorDe({ nombreComercial: _, ...emisor }: Emisor): SujetoExcluido['emisor'] {
  return emisor
}

/** A member missing in the request is null here, and the type's rules report it. */
function receptorDe(receptor: ReceptorRequest): SujetoExcluido['receptor'] {
  const partes = {
    tipoDocumento: receptor.tipoDocumento ?? DUI,
    numDocumento: withoutHyphens(receptor.numDocumento),
    nombre: receptor.nombre ?? null,
    codActividad: receptor.codActividad ?? null,
    descActividad: descActividad(receptor),
    direccion: receptor.direccion ? { ...receptor.direccion } : null,
    telefono: receptor.telefono ?? null,
    correo: receptor.correo ?? null,
  }
  return partes as SujetoExcluido['receptor']
}
