/** The identity document of a buyer or seller. Sources: docs/sources.md#identidad, #receptor. */
import { DOCUMENTOS_IDENTIFICACION } from '../catalogos/cat-022-tipo-documento-identificacion.ts'
import { isCode } from '../catalogos/catalogo.ts'
import { hasDuiForm, isDui, isNit } from './identidad.ts'
import { NIT_MAL } from './persona.ts'
import type { Rule } from './rule.ts'

interface Identidad {
  readonly tipoDocumento: string | null
  readonly numDocumento: string | null
}

const NIT = '36'
const DUI = '13'

/** Its kind, and the form of its number if present. */
export const FORMA_DE_IDENTIDAD: readonly Rule<Identidad>[] = [
  {
    name: 'tipo de documento del catálogo',
    rule: 'CAT-022',
    field: 'tipoDocumento',
    holds: ({ tipoDocumento }) =>
      tipoDocumento === null || isCode(DOCUMENTOS_IDENTIFICACION, tipoDocumento),
    message: ({ tipoDocumento }) =>
      `El tipo de documento "${tipoDocumento}" no existe; use 36 (NIT), 13 (DUI), 02, 03 o 37.`,
  },
  {
    name: 'forma del NIT del receptor',
    rule: 'IV-NIT',
    field: 'numDocumento',
    holds: (r) => r.tipoDocumento !== NIT || r.numDocumento === null || isNit(r.numDocumento),
    message: (r) => `El NIT "${r.numDocumento}" ${NIT_MAL}`,
  },
  {
    name: 'forma del DUI del receptor',
    rule: 'IV-DUI',
    field: 'numDocumento',
    holds: (r) => r.tipoDocumento !== DUI || r.numDocumento === null || hasDuiForm(r.numDocumento),
    message: (r) => `El DUI "${r.numDocumento}" debe tener 9 dígitos.`,
  },
  {
    name: 'dígito verificador del DUI del receptor',
    rule: 'SELLO-DUI',
    field: 'numDocumento',
    holds: (r) =>
      r.tipoDocumento !== DUI ||
      r.numDocumento === null ||
      !hasDuiForm(r.numDocumento) ||
      isDui(r.numDocumento),
    message: (r) =>
      `El DUI "${r.numDocumento}" no existe: su último dígito no verifica los otros; revíselo.`,
  },
]

/** The same for somebody who may have none. */
export const DOCUMENTO_DE_IDENTIDAD: readonly Rule<Identidad>[] = [
  ...FORMA_DE_IDENTIDAD,
  {
    name: 'número del tipo de documento',
    rule: 'CAT-022',
    field: 'numDocumento',
    holds: (r) => r.tipoDocumento === null || r.numDocumento !== null,
    message: 'Falta el número del documento del receptor; escríbalo o quite el tipoDocumento.',
  },
]
