import type { Documento } from './documento.ts'

/**
 * The document with its own number and code in the place of the stand-ins it was checked with.
 * Nothing else changes.
 */
export function numberDocumento<D extends Documento>(
  documento: D,
  { codigoGeneracion, numeroControl }: { codigoGeneracion: string; numeroControl: string },
): D {
  const identificacion = { ...documento.identificacion, numeroControl, codigoGeneracion }
  return { ...documento, identificacion }
}
