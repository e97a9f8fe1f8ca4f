/**
 * What a company may only do with the ministry's authorisation. It is recorded per company, because the ministry
 * has no service to query it and rejects the documents of a company without it. Source:
 * docs/sources.md#autorizaciones.
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
