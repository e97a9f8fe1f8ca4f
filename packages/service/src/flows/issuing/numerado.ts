/** What is stored of a numbered document besides its bytes, read from the document itself. */
import type { Ambiente, TipoDte, Totales } from '@sello/contract'
import { type Documento, nitDelEmisor, toNumber, totales } from '@sello/fiscal'
import type { Numerado } from '../../ledger/documents/firmado.ts'

export function identityOf(documento: Documento) {
  const { identificacion } = documento
  return {
    codigoGeneracion: identificacion.codigoGeneracion,
    numeroControl: identificacion.numeroControl,
    tipoDte: identificacion.tipoDte as TipoDte,
    version: identificacion.version,
    ambiente: identificacion.ambiente as Ambiente,
    nit: nitDelEmisor(documento),
    fecEmi: identificacion.fecEmi,
    horEmi: identificacion.horEmi,
  }
}

export function numeradoOf<S extends Buffer | null>(
  documento: Documento,
  signed: { readonly companyId: string; readonly payload: string; readonly signature: S },
): Numerado & { readonly signature: S } {
  const { companyId, payload, signature } = signed
  return {
    kind: 'documento',
    companyId,
    totales: wireTotales(totales(documento)),
    payload,
    signature,
    ...identityOf(documento), // last (ADR 0027)
  }
}

/** The buyer, as lists show it. */
export function buyerOf({ receptor }: Documento) {
  const numDocumento = receptor && ('nit' in receptor ? receptor.nit : receptor.numDocumento)
  return {
    receptorNombre: receptor?.nombre ?? null,
    receptorDocumento: numDocumento ?? null,
  }
}

/** A document's totals on the wire. Every answer has the members in this order. */
export function wireTotales(t: ReturnType<typeof totales>): Totales {
  return {
    totalNoSuj: toNumber(t.totalNoSuj),
    totalExenta: toNumber(t.totalExenta),
    totalGravada: toNumber(t.totalGravada),
    totalDescu: toNumber(t.totalDescu),
    totalIva: toNumber(t.totalIva),
    montoTotalOperacion: toNumber(t.montoTotalOperacion),
    totalPagar: toNumber(t.totalPagar),
    totalLetras: t.totalLetras,
  }
}
