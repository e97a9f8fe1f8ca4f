/** The issuer's own data, which come from the company, not from the request. */
import type { DocumentoDeContribuyente, DocumentoDeEstablecimiento } from '../documento.ts'
import { COD_ESTABLE, COD_PUNTO_VENTA } from '../numero-control.ts'
import { direccionDe } from './direccion.ts'
import { ACTIVIDAD, CORREO, NIT, NRC, TELEFONO } from './persona.ts'
import { about, type Grupo, type Rule } from './rule.ts'

const EMISOR: readonly Rule<DocumentoDeContribuyente['emisor'], DocumentoDeContribuyente>[] = [
  NIT,
  NRC,
  ACTIVIDAD,
  CORREO,
  TELEFONO,
]

const ESTABLECIMIENTO: readonly Rule<DocumentoDeEstablecimiento['emisor']>[] = [
  {
    name: 'código del establecimiento',
    rule: 'IV-5',
    field: 'codEstable',
    holds: ({ codEstable }) => codEstable !== null && COD_ESTABLE.test(codEstable),
    message: ({ codEstable }) =>
      `El código de establecimiento "${codEstable}" debe ser M, S, B o P y tres dígitos, como M001.`,
  },
  {
    name: 'código del punto de venta',
    rule: 'IV-5',
    field: 'codPuntoVenta',
    holds: ({ codPuntoVenta }) => codPuntoVenta !== null && COD_PUNTO_VENTA.test(codPuntoVenta),
    message: ({ codPuntoVenta }) =>
      `El código de punto de venta "${codPuntoVenta}" debe ser P y tres dígitos, como P001.`,
  },
]

export const EMISOR_GROUPS: readonly Grupo<DocumentoDeContribuyente>[] = [
  about('emisor', (d) => d.emisor, EMISOR),
  about('emisor.direccion', (d: DocumentoDeContribuyente) => d.emisor.direccion, [
    ...direccionDe(() => true),
  ]),
]

export const ESTABLECIMIENTO_GROUPS: readonly Grupo<DocumentoDeEstablecimiento>[] = [
  about('emisor', (d: DocumentoDeEstablecimiento) => d.emisor, ESTABLECIMIENTO),
]
