/** A line of 07 lists a document of the supplier, and the IVA that its buyer retains on it. */
import type { Monto } from './monto.ts'
import { type DocumentoRelacionado, relacionado } from './relacionado.ts'
import type { DocumentoRetenidoRequest } from './request.ts'

export interface Retenido extends DocumentoRelacionado {
  /** What the document charges without IVA, after its discounts. */
  readonly monto: Monto
  /** CAT-006. */
  readonly codigoRetencion: string
  /** Null: as the code says. */
  readonly ivaRetenido: Monto | null
  readonly descripcion: string | null
}

const UNO_POR_CIENTO = '22'
const TRECE_POR_CIENTO = 'C4'
const SUJETO_EXCLUIDO = '14'

/** `amount` reads an amount of the line. */
export function readRetenido(
  documento: DocumentoRetenidoRequest,
  amount: (n: number | null | undefined, field: string) => Monto,
): Retenido {
  const { ivaRetenido = null } = documento
  return {
    ...relacionado(documento),
    monto: amount(documento.monto, 'montoSujetoGrav'),
    codigoRetencion: documento.codigoRetencion ?? usual(documento),
    ivaRetenido: ivaRetenido === null ? null : amount(ivaRetenido, 'ivaRetenido'),
    descripcion: documento.descripcion ?? null,
  }
}

/** The 1 % is retained from taxpayers; from somebody who is none, 13 % (Código Tributario, art. 162). */
function usual({ tipoDocumento }: DocumentoRetenidoRequest): string {
  return tipoDocumento === SUJETO_EXCLUIDO ? TRECE_POR_CIENTO : UNO_POR_CIENTO
}
