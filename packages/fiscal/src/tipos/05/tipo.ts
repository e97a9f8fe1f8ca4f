/** 05, Nota de crédito: credits what was charged. Source: docs/sources.md#05. */

import { RULES_DE_NOTA } from '../nota/reglas.ts'
import {
  fusionDe,
  ITEM_MEMBERS_DE_NOTA,
  lineaDeNota,
  MEMBERS_DE_NOTA,
  PASOS_DE_LINEA_DE_NOTA,
  PASOS_DE_NOTA,
  resumenDeNota,
  seccionesDeNota,
} from '../nota/tipo.ts'
import { FORMULARIO_DE_CONTRIBUYENTE } from '../receptor.ts'
import type { TipoDef } from '../tipo.ts'
import { TRIBUTOS_CON_IVA_APARTE } from '../tributos.ts'
import { version } from '../version.ts'
import type { NotaCredito } from './estructura.ts'
import { notaCreditoV4 } from './estructura.ts'

const VERSION = 4

export const notaCredito: TipoDef<NotaCredito> = {
  tipoDte: '05',
  nombre: 'Nota de crédito',
  palabras: { nombre: 'Nota de crédito', genero: 'femenino', letra: 'R' },
  source: 'docs/sources.md#05',
  versions: [version(VERSION, '2026-08-01', notaCreditoV4)],
  versionesAnteriores: [3],
  receptor: 'Receptor',
  formularioDelReceptor: FORMULARIO_DE_CONTRIBUYENTE,
  precios: 'sin IVA',
  members: { ...MEMBERS_DE_NOTA, numPagoElectronico: 'forbidden' },
  itemMembers: ITEM_MEMBERS_DE_NOTA,
  tributos: TRIBUTOS_CON_IVA_APARTE,
  contingencia: true,
  retorno: null,
  invalidacion: {
    plazo: 'mes siguiente',
    sinReemplazo: 'Una nota de crédito', // it is cancelled first and reissued afterwards
    fechaDelDocumento: true,
    enAnexo: true,
  },
  ajustable: false,
  libro: 'contribuyentes',
  ventas: -1,
  pasos: PASOS_DE_NOTA,
  pasosDeLinea: PASOS_DE_LINEA_DE_NOTA,
  linea: lineaDeNota,

  documento(partes) {
    return {
      identificacion: {
        version: VERSION,
        tipoDte: '05',
        ...partes.identificacion,
        fusion: fusionDe(partes),
      },
      ...seccionesDeNota(partes),
      cuerpoDocumento: partes.lineas,
      resumen: resumenDeNota(partes.cuenta, partes),
    }
  },

  rules: RULES_DE_NOTA,
}
