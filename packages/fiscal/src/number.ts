import type { DocumentoComun } from './documento.ts'

/** Replaces the placeholders of number and code with the real ones, and nothing else. */
export function numberDocumento<D extends DocumentoComun>(
  documento: D,
  { codigoGeneracion, numeroControl }: { codigoGeneracion: string; numeroControl: string },
): D {
  const identificacion = { ...documento.identificacion, numeroControl, codigoGeneracion }
  return { ...documento, identificacion }
}
