/** Sales on behalf of a third party. Source: docs/sources.md#venta-tercero. */
import { DOMICILIOS_FISCALES } from '../catalogos/cat-032-domicilio-fiscal.ts'
import { isCode } from '../catalogos/catalogo.ts'
import type { DocumentoDeVenta } from '../documento.ts'
import { isNit } from './identidad.ts'
import { NIT_MAL, otroQueElEmisor } from './persona.ts'
import { about, type Grupo, type Rule } from './rule.ts'

type VentaTercero = NonNullable<DocumentoDeVenta['ventaTercero']>

interface ConTercero extends Pick<DocumentoDeVenta, 'ventaTercero'> {
  readonly emisor: { readonly nit: string }
}

const NO_DOMICILIADO = 2

const VENTA_TERCERO: readonly Rule<VentaTercero, ConTercero>[] = [
  {
    name: 'domicilio del tercero del catálogo',
    rule: 'CAT-032',
    field: 'codDomiciliado',
    holds: ({ codDomiciliado }) => isCode(DOMICILIOS_FISCALES, codDomiciliado),
    message: 'Escriba el domicilio fiscal del tercero: 1 (domiciliado) o 2 (no domiciliado).',
  },
  {
    name: 'NIT del tercero domiciliado',
    rule: 'MF-43',
    field: 'nit',
    holds: ({ nit, codDomiciliado }) =>
      codDomiciliado === NO_DOMICILIADO ? nit !== null : nit !== null && isNit(nit),
    message: ({ nit }) =>
      nit === null
        ? 'Falta el NIT del tercero; escríbalo.'
        : `El NIT "${nit}" del tercero ${NIT_MAL}`,
  },
  otroQueElEmisor('nit', 'el tercero'),
]

export const VENTA_TERCERO_GROUPS: readonly Grupo<ConTercero>[] = [
  about('ventaTercero', (d: ConTercero) => d.ventaTercero, VENTA_TERCERO),
]
