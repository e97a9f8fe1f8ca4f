/** How a request names another document: a codigoGeneracion, or the number of a paper. */
import type { DocumentoRelacionadoRequest } from './request.ts'

export interface DocumentoRelacionado {
  readonly tipoDocumento: string
  readonly tipoGeneracion: number
  readonly numeroDocumento: string
  readonly fechaEmision: string
}

/** `tipoGeneracion` of a document that has a codigoGeneracion (CAT-007); 1 is a paper. */
export const ELECTRONICO = 2

/** Missing parts are empty, which the structure and the rules refuse. */
export function relacionado(documento: DocumentoRelacionadoRequest): DocumentoRelacionado {
  return {
    tipoDocumento: documento.tipoDocumento ?? '',
    tipoGeneracion: documento.tipoGeneracion ?? ELECTRONICO,
    numeroDocumento: numeroDe(documento.numeroDocumento) ?? '',
    fechaEmision: documento.fechaEmision ?? '',
  }
}

const CODIGO_GENERACION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A codigoGeneracion is written in capitals; another number unchanged. */
export function numeroDe(numeroDocumento: string | null | undefined): string | null {
  const numero = numeroDocumento ?? null
  return numero !== null && CODIGO_GENERACION.test(numero) ? numero.toUpperCase() : numero
}
