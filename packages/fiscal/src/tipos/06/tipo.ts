/** 06, Nota de débito: adds to what was charged. Source: docs/sources.md#06. */

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
import type { NotaDebito } from './estructura.ts'
import { notaDebitoV4 } from './estructura.ts'

const VERSION = 4

export const notaDebito: TipoDef<NotaDebito> = {
  tipoDte: '06',
  nombre: 'Nota de débito',
  palabras: { nombre: 'Nota de débito', genero: 'femenino', letra: 'D' },
  source: 'docs/sources.md#06',
  versions: [version(VERSION, '2026-08-01', notaDebitoV4)],
  versionesAnteriores: [3],
  receptor: 'Receptor',
  formularioDelReceptor: FORMULARIO_DE_CONTRIBUYENTE,
  precios: 'sin IVA',
  members: { ...MEMBERS_DE_NOTA, numPagoElectronico: 'optional' },
  itemMembers: ITEM_MEMBERS_DE_NOTA,
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
  libro: 'contribuyentes',
  ventas: 1,
  pasos: PASOS_DE_NOTA,
  pasosDeLinea: PASOS_DE_LINEA_DE_NOTA,
  linea: lineaDeNota,

  documento(partes) {
    return {
      identificacion: {
        version: VERSION,
        tipoDte: '06',
        ...partes.identificacion,
        fusion: fusionDe(partes),
      },
      ...seccionesDeNota(partes),
      cuerpoDocumento: partes.lineas,
      resumen: Object.assign(resumenDeNota(partes.cuenta, partes), {
        numPagoElectronico: partes.venta.numPagoElectronico,
      }),
    }
  },

  rules: RULES_DE_NOTA,
}
