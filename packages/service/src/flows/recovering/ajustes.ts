/** What a recovered note takes from our documents, computed from what it states. */
import {
  type Acreditable,
  acreditable,
  acreditadoPor,
  type CreditoFiscal,
  type Documento,
  ELECTRONICO,
  isAjustable,
  isCredito,
  type NotaCredito,
  readDocumento,
} from '@sello/fiscal'
import type { Db } from '../../base/db/tx.ts'
import { findDocument, type Reader } from '../../ledger/documents/find.ts'
import type { Ajuste } from '../../ledger/documents/related.ts'
import { readSaldos, withAcreditado } from '../issuing/credits.ts'

/** Empty for a document that is no note, and for originals that are not ours. */
export async function ajustesOf(
  db: Db,
  reader: Reader,
  nota: Documento,
): Promise<readonly Ajuste[]> {
  const adjusted = await findAdjusted(db, reader, nota)
  if (adjusted.length === 0 || !isCredito(nota.identificacion.tipoDte)) {
    return withAcreditado(adjusted, new Map())
  }
  const saldos = await readSaldos(db, reader, adjusted)
  return withAcreditado(adjusted, acreditadoPor(nota as NotaCredito, saldos))
}

async function findAdjusted(db: Db, reader: Reader, nota: Documento) {
  const related = 'documentoRelacionado' in nota ? (nota.documentoRelacionado ?? []) : []
  const adjusted = new Map<string, Acreditable>()
  for (const { tipoGeneracion, numeroDocumento } of related) {
    if (tipoGeneracion !== ELECTRONICO) continue
    const stored = await findDocument(db, reader, numeroDocumento)
    if (!stored || !isAjustable(stored.tipoDte)) continue
    const documento = readDocumento(stored.payload) as CreditoFiscal
    adjusted.set(stored.codigoGeneracion, acreditable(documento))
  }
  return [...adjusted].map(([origen, limite]) => ({ origen, acreditable: limite }))
}
