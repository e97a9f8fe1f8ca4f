/**
 * What a company may do only by an authorisation of the ministry. It is a fact of the company: the ministry has no
 * service that could be asked for it, and refuses the document of one that lacks it. Source: docs/sources.md#autorizaciones.
 */

// biome-ignore format: a table
export const AUTORIZACIONES = {
  'exportar-D1':       { nombre: 'exportar combustible con FOVIAL (D1)' },
  'exportar-C8':       { nombre: 'exportar combustible con COTRANS (C8)' },
  'exportar-tributos': { nombre: 'exportar con líneas que son un tributo (tipoItem 4)' },
} as const

export type Autorizacion = keyof typeof AUTORIZACIONES

/** The authority that grants them, for messages. */
export const QUIEN_AUTORIZA =
  'la Dirección General de Impuestos Internos del Ministerio de Hacienda'
