/**
 * 09, Documento contable de liquidación: whoever issues or administers cards pays an affiliate what its customers paid
 * with them, less a commission and the 2 % of IVA that it perceives. The receptor is the affiliate.
 */
import { type Contable, NADA_QUE_LIQUIDAR } from '../../contable.ts'
import type { ReceptorRequest } from '../../request.ts'
import type { Cuenta } from '../cuenta.ts'
import { NO_ITEM_MEMBERS, NO_MEMBERS } from '../nothing.ts'
import { contribuyente, FORMULARIO_DE_CONTRIBUYENTE, withoutHyphens } from '../receptor.ts'
import { letrasDe, seccionesDeVenta } from '../secciones.ts'
import { sinContingencia } from '../sin-contingencia.ts'
import type { Identificacion, TipoDef } from '../tipo.ts'
import { version } from '../version.ts'
import { type DocumentoContable, documentoContableV2 } from './estructura.ts'
import { pasosDe09 } from './pasos.ts'
import { AVISOS_09, RULES_09 } from './reglas.ts'

const VERSION = 2

export const documentoContableDeLiquidacion: TipoDef<DocumentoContable> = {
  tipoDte: '09',
  nombre: 'Documento contable de liquidación',
  palabras: { nombre: 'Liquidación de tarjetas', genero: 'femenino', letra: 'J' },
  source: 'docs/sources.md#09',
  versions: [version(VERSION, '2026-08-01', documentoContableV2)],
  versionesAnteriores: [1],
  receptor: 'ReceptorAfiliado',
  formularioDelReceptor: [...FORMULARIO_DE_CONTRIBUYENTE, 'tipoEstablecimiento'],
  precios: 'con IVA',
  members: {
    ...NO_MEMBERS,
    receptor: 'required',
    liquidacionContable: 'required',
    observaciones: 'optional',
  },
  itemMembers: NO_ITEM_MEMBERS,
  tributos: null,
  contingencia: false,
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
  pasos: pasosDe09(),
  pasosDeLinea: [],

  linea() {
    throw new Error('bug: a line of 09, which has one record')
  },

  documento({ identificacion, emisor, receptor, venta, cuenta }) {
    const contable = venta.contable ?? NADA_QUE_LIQUIDAR
    const { responsable } = contable
    return {
      identificacion: identificacionDe(identificacion),
      emisor,
      receptor: receptorDe(receptor ?? {}),
      cuerpoDocumento: registroDe(contable, cuenta, venta.observaciones),
      extension: {
        nombEntrega: responsable.nombre,
        docuEntrega: responsable.documento,
        codEmpleado: responsable.codEmpleado,
      },
      apendice: seccionesDeVenta(venta).apendice,
    }
  },

  rules: RULES_09,
  avisos: AVISOS_09,
}

function identificacionDe(of: Identificacion): DocumentoContable['identificacion'] {
  const identificacion = { version: VERSION, tipoDte: '09', ...sinContingencia(of) } as const
  return identificacion as DocumentoContable['identificacion']
}

function registroDe(
  contable: Contable,
  cuenta: Cuenta,
  observaciones: string | null,
): DocumentoContable['cuerpoDocumento'] {
  const registro = {
    periodoLiquidacionFechaInicio: contable.desde,
    periodoLiquidacionFechaFin: contable.hasta,
    codLiquidacion: contable.codigo,
    cantidadDoc: contable.cantidadDocumentos,
    valorOperaciones: cuenta.valorOperaciones,
    montoSinPercepcion: cuenta.montoSinPercepcion,
    descripSinPercepcion: contable.descripSinPercepcion,
    subTotal: cuenta.subTotal,
    iva: cuenta.iva,
    montoSujetoPercepcion: cuenta.montoSujetoPercepcion,
    ivaPercibido: cuenta.ivaPercibido,
    comision: cuenta.comision,
    porcentComision: cuenta.porcentComision,
    ivaComision: cuenta.ivaComision,
    liquidoApagar: cuenta.liquidoApagar,
    totalLetras: letrasDe(cuenta.liquidoApagar),
    observaciones,
  }
  // Without words only where the amount is out of bounds, which is reported.
  return registro as DocumentoContable['cuerpoDocumento']
}

/** A member missing in the request is null here, and the type's rules report it. */
function receptorDe(receptor: ReceptorRequest): DocumentoContable['receptor'] {
  const partes = {
    nit: withoutHyphens(receptor.numDocumento),
    tipoEstablecimiento: receptor.tipoEstablecimiento ?? null,
    ...contribuyente(receptor),
  }
  return partes as DocumentoContable['receptor']
}
