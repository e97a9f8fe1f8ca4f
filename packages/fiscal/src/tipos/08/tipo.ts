/**
 * 08, Comprobante de liquidación: a commission agent states to its principal, the receptor, what it sold for it in a
 * month, a line for each document.
 */
import { TRIBUTOS } from '../../catalogos/cat-015-tributo.ts'
import { findRow } from '../../catalogos/catalogo.ts'
import type { Liquidado } from '../../liquidado.ts'
import { CERO } from '../../monto.ts'
import type { ReceptorRequest } from '../../request.ts'
import type { Cuenta } from '../cuenta.ts'
import { NO_ITEM_MEMBERS, NO_MEMBERS } from '../nothing.ts'
import { contribuyente, NIT, tipoDocumento, withoutHyphens } from '../receptor.ts'
import { letrasDe, seccionesDeVenta } from '../secciones.ts'
import { sinContingencia } from '../sin-contingencia.ts'
import type { Identificacion, TipoDef } from '../tipo.ts'
import { version } from '../version.ts'
import { type Liquidacion, liquidacionV2 } from './estructura.ts'
import { OTROS_TRIBUTOS_08, PASOS_DE_LINEA_08, pasosDe08 } from './pasos.ts'
import { AVISOS_08, RULES_08 } from './reglas.ts'

const VERSION = 2
const DOMICILIADO = 1
const IVA = '20'
const IVA_DE_EXPORTACION = 'C3'

export const comprobanteDeLiquidacion: TipoDef<Liquidacion> = {
  tipoDte: '08',
  nombre: 'Comprobante de liquidación',
  palabras: { nombre: 'Liquidación', genero: 'femenino', letra: 'L' },
  source: 'docs/sources.md#08',
  versions: [version(VERSION, '2026-08-01', liquidacionV2)],
  versionesAnteriores: [1],
  receptor: 'ReceptorMandante',
  formularioDelReceptor: [
    'tipoDocumento',
    'numDocumento',
    'nrc',
    'nombre',
    'codDomiciliado',
    'codActividad',
    'direccion',
    'telefono',
    'correo',
  ],
  precios: 'sin IVA',
  members: {
    ...NO_MEMBERS,
    receptor: 'required',
    liquidacion: 'required',
    observaciones: 'optional',
    condicionOperacion: 'optional',
  },
  itemMembers: NO_ITEM_MEMBERS,
  tributos: null,
  contingencia: false,
  retorno: null,
  invalidacion: {
    plazo: 'mes siguiente',
    sinReemplazo: 'Un comprobante de liquidación',
    fechaDelDocumento: true,
    enAnexo: true,
  },
  ajustable: false,
  libro: null,
  ventas: 0,
  pasos: pasosDe08(),
  pasosDeLinea: PASOS_DE_LINEA_08,

  linea(renglon, numItem, importes) {
    const listed = liquidadoDe(renglon)
    return {
      numItem,
      tipoDte: listed.tipoDocumento,
      tipoGeneracion: listed.tipoGeneracion,
      numeroDocumento: listed.numeroDocumento,
      fechaEmision: listed.fechaEmision,
      ventaNoSuj: importes.ventaNoSuj,
      ventaExenta: importes.ventaExenta,
      ventaGravada: importes.ventaGravada,
      exportaciones: importes.exportaciones,
      tributos: tributosDe(listed),
      ivaItem: importes.ivaItem,
      observaciones: listed.observaciones,
    }
  },

  documento({ identificacion, emisor, receptor, venta, lineas, cuenta }) {
    return {
      identificacion: identificacionDe(identificacion),
      emisor,
      receptor: receptorDe(receptor ?? {}),
      cuerpoDocumento: lineas,
      resumen: {
        totalNoSuj: cuenta.totalNoSuj,
        totalExenta: cuenta.totalExenta,
        totalGravada: cuenta.totalGravada,
        exportacion: cuenta.exportacion,
        subTotalVentas: cuenta.subTotalVentas,
        tributos: filasDe(cuenta, lineas),
        montoTotalOperacion: cuenta.montoTotalOperacion,
        ivaPerci: cuenta.ivaPerci,
        total: cuenta.total,
        totalLetras: letrasDe(cuenta.total),
        condicionOperacion: venta.pago.condicionOperacion,
        observaciones: venta.observaciones,
      },
      apendice: seccionesDeVenta(venta).apendice,
    }
  },

  rules: RULES_08,
  avisos: AVISOS_08,
}

function liquidadoDe<T>({ liquidado }: { readonly liquidado: T | null }): T {
  if (liquidado === null) throw new Error('bug: a line of 08 that lists no document')
  return liquidado
}

/** IVA where something is taxed, that of exports where something was exported, and what the document had besides. */
function tributosDe({ ventaGravada, exportaciones, tributos }: Liquidado): string[] | null {
  const codes = [
    ...(ventaGravada === CERO ? [] : [IVA]),
    ...(exportaciones === CERO ? [] : [IVA_DE_EXPORTACION]),
    ...tributos.map(({ codigo }) => codigo),
  ]
  return codes.length > 0 ? codes : null
}

/** One row for each code that a line lists, in the order in which they are listed. */
function filasDe(cuenta: Cuenta, lineas: readonly { readonly tributos: string[] | null }[]) {
  const codes = new Set(lineas.flatMap(({ tributos }) => tributos ?? []))
  if (codes.size === 0) return null
  return [...codes].map((codigo) => ({
    codigo,
    descripcion: findRow<{ nombre: string }>(TRIBUTOS, codigo)?.nombre ?? codigo,
    valor: valorDe(codigo, cuenta),
  }))
}

function valorDe(codigo: string, cuenta: Cuenta) {
  const known = [IVA, ...OTROS_TRIBUTOS_08].find((one) => one === codigo)
  return known ? cuenta[`tributos[${known}]` as 'tributos[20]'] : CERO
}

function identificacionDe(of: Identificacion): Liquidacion['identificacion'] {
  const rest = sinContingencia(of)
  const identificacion = { version: VERSION, tipoDte: '08', ...rest, fusion: null } as const
  return identificacion as Liquidacion['identificacion']
}

/** A member missing in the request is null here, and the type's rules report it. */
function receptorDe(receptor: ReceptorRequest): Liquidacion['receptor'] {
  const partes = {
    tipoDocumento: tipoDocumento(receptor) ?? NIT, // without a number, which is reported
    numDocumento: withoutHyphens(receptor.numDocumento),
    codDomiciliado: receptor.codDomiciliado ?? DOMICILIADO,
    ...contribuyente(receptor),
  }
  return partes as Liquidacion['receptor']
}
