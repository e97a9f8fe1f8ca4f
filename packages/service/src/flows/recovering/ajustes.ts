/** What a recovered note takes from our documents, computed from what it states. */
import {
  acreditable,
  acreditadoPor,
  type CreditoFiscal,
  type Documento,
  isAjustable,
  isCredito,
  NADA_ACREDITADO,
  type NotaCredito,
  readDocumento,
} from '@sello/fiscal'
import type { Db } from '../../base/db/tx.ts'
import { findDocument, type Reader } from '../../ledger/documents/find.ts'
import { type Ajuste, sumOfNotes } from '../../ledger/documents/related.ts'

const ELECTRONICO = 2

/** Empty for a document that is no note, and for originals that are not ours. */
export async function ajustesOf(
  db: Db,
  reader: Reader,
  nota: Documento,
): Promise<readonly Ajuste[]> {
  const adjusted = await findAdjusted(db, reader, nota)
  if (adjusted.size === 0) return []
  const codes = [...adjusted.keys()]
  if (!isCredito(nota.identificacion.tipoDte)) {
    return codes.map((origen) => ({ origen, acreditado: NADA_ACREDITADO }))
  }
  const taken = await sumOfNotes(db, reader.companyId, codes)
  const saldos = new Map(
    [...adjusted].map(([origen, documento]) => [
      origen,
      { acreditable: acreditable(documento), acreditado: taken.get(origen) ?? NADA_ACREDITADO },
    ]),
  )
  const acreditado = acreditadoPor(nota as NotaCredito, saldos)
  return codes.map((origen) => ({ origen, acreditado: acreditado.get(origen) ?? NADA_ACREDITADO }))
}

async function findAdjusted(
  db: Db,
  reader: Reader,
  nota: Documento,
): Promise<ReadonlyMap<string, CreditoFiscal>> {
  const related = 'documentoRelacionado' in nota ? (nota.documentoRelacionado ?? []) : []
  const adjusted = new Map<string, CreditoFiscal>()
  for (const { tipoGeneracion, numeroDocumento } of related) {
    if (tipoGeneracion !== ELECTRONICO) continue
    const stored = await findDocument(db, reader, numeroDocumento)
    if (!stored || !isAjustable(stored.tipoDte)) continue
    adjusted.set(stored.codigoGeneracion, readDocumento(stored.payload) as CreditoFiscal)
  }
  return adjusted
}
