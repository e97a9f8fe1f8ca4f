/**
 * 07, Comprobante de retención: the buyer states the IVA that it retained on its supplier's documents. The receptor is
 * the supplier; nothing is sold.
 */
import { TOTAL_IVA_07, type TotalIvaDe07 } from '../../criterios.ts'
import { parte } from '../../exacto.ts'
import { CERO } from '../../monto.ts'
import type { ReceptorRequest } from '../../request.ts'
import { IVA } from '../../tasas.ts'
import type { Paso } from '../cuenta.ts'
import type { PasoDeLinea } from '../linea.ts'
import { NO_ITEM_MEMBERS, NO_MEMBERS } from '../nothing.ts'
import { sumOf } from '../pasos.ts'
import { contribuyente, NIT, tipoDocumento, withoutHyphens } from '../receptor.ts'
import { letrasDe, seccionesDeVenta } from '../secciones.ts'
import type { TipoDef } from '../tipo.ts'
import { version } from '../version.ts'
import type { Retencion } from './estructura.ts'
import { retencionV2 } from './estructura.ts'
import { AVISOS_07, RULES_07 } from './reglas.ts'
import { ivaRetenidoExacto, TRECE_POR_CIENTO } from './retencion.ts'

const VERSION = 2

const PASOS_DE_LINEA: readonly PasoDeLinea[] = [
  {
    importe: 'montoSujetoGrav',
    formula: 'lo que el documento cobra sin IVA, según la petición',
    valor: (_, { renglon }) => retenidoDe(renglon).monto,
  },
  {
    importe: 'ivaRetenido',
    formula:
      'R2(montoSujetoGrav · 1 %); con C4, R2(montoSujetoGrav · 13 %); con C9, lo que se pide',
    r2: (c, { renglon }) => ivaRetenidoExacto({ ...retenidoDe(renglon), monto: c.montoSujetoGrav }),
  },
]

/** The steps of the summary, by what totalIva says. */
export function pasosDe07(totalIva: TotalIvaDe07 = TOTAL_IVA_07): readonly Paso[] {
  const isSaid = (lineas: readonly object[]) => totalIva === 'siempre' || lineas.some(isAlTrece)
  return [
    {
      importe: 'totalSujetoRetencion',
      formula: 'Σ montoSujetoGrav',
      valor: (_, base) => sumOf(base, 'montoSujetoGrav'),
    },
    {
      importe: 'totalIva',
      formula: `R2(totalSujetoRetencion · 13 %)${totalIva === 'siempre' ? '' : ' si se retiene el 13 %'}: informativo, no entra en ningún total`,
      r2: (c, { lineas }) => (isSaid(lineas) ? parte(c.totalSujetoRetencion, IVA) : CERO),
    },
    {
      importe: 'totalIvaRetenido',
      formula: 'Σ ivaRetenido',
      valor: (_, base) => sumOf(base, 'ivaRetenido'),
    },
  ]
}

export const comprobanteDeRetencion: TipoDef<Retencion> = {
  tipoDte: '07',
  nombre: 'Comprobante de retención',
  palabras: { nombre: 'Retención', genero: 'femenino', letra: 'T' },
  source: 'docs/sources.md#07',
  versions: [version(VERSION, '2026-08-01', retencionV2)],
  versionesAnteriores: [1],
  receptor: 'Receptor',
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
    ...NO_MEMBERS,
    receptor: 'required',
    retencion: 'required',
    observaciones: 'optional',
  },
  itemMembers: NO_ITEM_MEMBERS,
  tributos: null,
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
  pasos: pasosDe07(),
  pasosDeLinea: PASOS_DE_LINEA,

  linea(renglon, numItem, importes) {
    const listed = retenidoDe(renglon)
    return {
      numItem,
      tipoDte: listed.tipoDocumento,
      tipoGeneracion: listed.tipoGeneracion,
      numeroDocumento: listed.numeroDocumento,
      fechaEmision: listed.fechaEmision,
      montoSujetoGrav: importes.montoSujetoGrav,
      codigoRetencionMH: listed.codigoRetencion,
      ivaRetenido: importes.ivaRetenido,
      descripcion: listed.descripcion,
    }
  },

  documento({ identificacion, emisor, receptor, venta, lineas, cuenta }) {
    return {
      identificacion: { version: VERSION, tipoDte: '07', ...identificacion, fusion: null },
      emisor,
      receptor: receptorDe(receptor ?? {}),
      cuerpoDocumento: lineas,
      resumen: {
        totalSujetoRetencion: cuenta.totalSujetoRetencion,
        totalIva: cuenta.totalIva,
        totalIvaRetenido: cuenta.totalIvaRetenido,
        totalLetras: letrasDe(cuenta.totalIvaRetenido),
        observaciones: venta.observaciones,
      },
      apendice: seccionesDeVenta(venta).apendice,
    }
  },

  rules: RULES_07,
  avisos: AVISOS_07,
}

function isAlTrece(linea: { readonly codigoRetencionMH?: string }): boolean {
  return linea.codigoRetencionMH === TRECE_POR_CIENTO
}

function retenidoDe<T>({ retenido }: { readonly retenido: T | null }): T {
  if (retenido === null) throw new Error('bug: a line of 07 that lists no document')
  return retenido
}

/** A member missing in the request is null here, and the type's rules report it. */
function receptorDe(receptor: ReceptorRequest): Retencion['receptor'] {
  const partes = {
    tipoDocumento: tipoDocumento(receptor) ?? NIT, // without a number, which is reported
    numDocumento: withoutHyphens(receptor.numDocumento),
    ...contribuyente(receptor),
  }
  return partes as Retencion['receptor']
}
