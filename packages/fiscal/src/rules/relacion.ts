/** Rules for every related document, of notes and of sales. */
import { TIPOS_GENERACION } from '../catalogos/cat-007-tipo-generacion.ts'
import { isCode } from '../catalogos/catalogo.ts'
import { ELECTRONICO } from '../relacionado.ts'
import type { Rule } from './rule.ts'

interface Relacion {
  readonly tipoGeneracion: number
  readonly numeroDocumento: string
}

export const CODIGO_DE_ELECTRONICO = /^[A-F0-9]{8}(-[A-F0-9]{4}){3}-[A-F0-9]{12}$/

export const TIPO_DE_GENERACION: Rule<{ readonly tipoGeneracion: number | null }> = {
  name: 'tipo de generación del catálogo',
  rule: 'CAT-007',
  field: 'tipoGeneracion',
  holds: ({ tipoGeneracion }) => isCode(TIPOS_GENERACION, tipoGeneracion),
  message: ({ tipoGeneracion }) =>
    `El tipo de generación ${tipoGeneracion} no existe; use 1 (físico) o 2 (electrónico).`,
}

export const RELACION: readonly Rule<Relacion>[] = [
  TIPO_DE_GENERACION,
  {
    name: 'número del documento electrónico relacionado',
    rule: 'IV-4',
    field: 'numeroDocumento',
    holds: ({ tipoGeneracion, numeroDocumento }) =>
      tipoGeneracion !== ELECTRONICO || CODIGO_DE_ELECTRONICO.test(numeroDocumento),
    message: ({ numeroDocumento }) =>
      `"${numeroDocumento}" no es un código de generación; un documento electrónico se relaciona por el suyo, y uno en papel con tipoGeneracion 1.`,
  },
]
