/**
 * The notes over one of our documents may not exceed it. Checked twice: before the vault opens, so that the caller
 * gets all problems at once, and in commit 1 under the lock of the document's row, which is decisive. Source:
 * docs/sources.md#documentos-relacionados, ADR 0015.
 */
import { type DteRequest, type Issue, Refused } from '@sello/contract'
import {
  type Acreditado,
  acreditable,
  acreditar,
  type Centavos,
  type CreditoFiscal,
  centavosDe,
  type Documento,
  type Exceso,
  isAjustable,
  isCredito,
  mensajeDeExceso,
  NADA_ACREDITADO,
  type NotaCredito,
  readDocumento,
  requestPath,
  type Saldo,
  valorDeGravamen,
} from '@sello/fiscal'
import type { Db, Tx } from '../../base/db/tx.ts'
import { findDocument, type Reader } from '../../ledger/documents/find.ts'
import {
  type Ajuste,
  findBeingInvalidated,
  insertAjustes,
  lockDocuments,
  sumOfNotes,
} from '../../ledger/documents/related.ts'
import { creditoFiscalOf, type Origen } from './complete-related.ts'
import type { Ajustado, Draft } from './draft.ts'

/** A checked note and the documents that it adjusts. */
interface Ajustes {
  readonly documento: Documento
  readonly ajustados: readonly Ajustado[]
  readonly centavos: Centavos
}

type Acreditables = Pick<Ajustado, 'origen' | 'acreditable'>
interface Owner {
  readonly companyId: string
}

const RULE = 'MF-37'

/** Which of our documents a note adjusts. Debit notes count too: a document with one cannot be invalidated. */
export function ajustadosOf(origenes: readonly Origen[], asked: DteRequest): readonly Ajustado[] {
  return origenes.flatMap((origen) => {
    const adjusted = creditoFiscalOf(origen)
    if (!adjusted) return []
    const documento = `documentoRelacionado[${origen.at}].numeroDocumento`
    const field = requestPath(documento, { asked, completed: asked })
    return [
      { field, documento, origen: origen.codigoGeneracion, acreditable: acreditable(adjusted) },
    ]
  })
}

/**
 * Refuses (422) a note that exceeds what is left. Returns the cent adjustments that keep all notes within the
 * document. Takes no lock: commit 1 checks again.
 */
export async function assertCredits(db: Db, owner: Owner, ajustes: Ajustes): Promise<Centavos> {
  const nota = creditOf(ajustes)
  if (!nota || ajustes.ajustados.length === 0) return ajustes.centavos
  const { excesos, valores } = acreditar(nota, await readSaldos(db, owner, ajustes.ajustados))
  refuse(excesos.map((exceso) => issueOf(exceso, ajustes)))
  return centavosDe(nota, valores, ajustes.centavos)
}

/**
 * Refuses (422) a note that exceeds what is left, or adjusts a document invalidated meanwhile. After the commit
 * the note counts; the adjusted documents are locked until then. Returns the note, with other cents if another
 * note came first. Its own row in `documents` may be inserted later in the transaction.
 */
export async function takeCredits(
  tx: Tx,
  owner: Owner & { readonly nota: string },
  draft: Draft,
): Promise<Draft> {
  const { ajustados } = draft
  if (ajustados.length === 0) return draft
  const estados = await lockDocuments(tx, owner.companyId, codigosOf(ajustados))
  refuse(ajustados.filter(({ origen }) => estados.get(origen) !== 'sellado').map(invalidado))
  const ending = await findBeingInvalidated(tx, owner.companyId, codigosOf(ajustados))
  refuse(ajustados.filter(({ origen }) => ending.has(origen)).map(beingInvalidated))
  const credit = creditOf(draft)
  if (!credit) {
    await insertAjustes(tx, owner, withAcreditado(ajustados, new Map()))
    return draft
  }
  const saldos = await readSaldos(tx, owner, ajustados) // a separate statement: its snapshot is taken after the lock wait
  const { excesos, valores, acreditado } = acreditar(credit, saldos)
  refuse(excesos.map((exceso) => issueOf(exceso, draft)))
  await insertAjustes(tx, owner, withAcreditado(ajustados, acreditado))
  const isAsBuilt = [...valores].every(([one, valor]) => valorDeGravamen(credit, one) === valor)
  return isAsBuilt ? draft : draft.withCentavos(centavosDe(credit, valores, draft.centavos))
}

/** What a note takes of each; of a debit note nothing. */
export function withAcreditado(
  ajustados: readonly Acreditables[],
  acreditado: ReadonlyMap<string, Acreditado>,
): readonly Ajuste[] {
  return ajustados.map(({ origen }) => ({
    origen,
    acreditado: acreditado.get(origen) ?? NADA_ACREDITADO,
  }))
}

function creditOf({ documento }: Ajustes): NotaCredito | null {
  const { tipoDte } = documento.identificacion
  return isCredito(tipoDte) ? (documento as NotaCredito) : null
}

/** The balance of our crédito fiscal; null for another type or an unknown document. */
export async function readSaldo(db: Db, reader: Reader, codigo: string): Promise<Saldo | null> {
  const stored = await findDocument(db, reader, codigo)
  if (!stored || !isAjustable(stored.tipoDte)) return null
  const documento = readDocumento(stored.payload) as CreditoFiscal
  const taken = await sumOfNotes(db, reader.companyId, [stored.codigoGeneracion])
  return {
    acreditable: acreditable(documento),
    acreditado: taken.get(stored.codigoGeneracion) ?? NADA_ACREDITADO,
  }
}

/** Their balances by code. */
export async function readSaldos(
  db: Db,
  { companyId }: Owner,
  ajustados: readonly Acreditables[],
): Promise<ReadonlyMap<string, Saldo>> {
  const taken = await sumOfNotes(db, companyId, codigosOf(ajustados))
  return new Map(
    ajustados.map(({ origen, acreditable: limite }) => [
      origen,
      { acreditable: limite, acreditado: taken.get(origen) ?? NADA_ACREDITADO },
    ]),
  )
}

const codigosOf = (ajustados: readonly Acreditables[]) => ajustados.map(({ origen }) => origen)

function issueOf(exceso: Exceso, { ajustados }: Ajustes): Issue {
  const ajustado = ajustados.find(({ origen }) => origen === exceso.numeroDocumento)
  if (!ajustado) throw new Error('bug: a note exceeds what it does not adjust')
  const message = mensajeDeExceso(exceso)
  return { field: ajustado.field, documento: ajustado.documento, rule: RULE, message }
}

function invalidado(ajustado: Ajustado): Issue {
  const message = `El documento ${ajustado.origen} se invalidó entretanto: no hay nada que ajustar.`
  return { field: ajustado.field, documento: ajustado.documento, rule: RULE, message }
}

/** Its invalidation is signed, and may already be sealed. */
function beingInvalidated(ajustado: Ajustado): Issue {
  const message = `El documento ${ajustado.origen} tiene una invalidación que Hacienda no ha respondido; repítala antes de ajustarlo.`
  return { field: ajustado.field, documento: ajustado.documento, rule: RULE, message }
}

function refuse(issues: readonly Issue[]): void {
  const [first] = issues
  if (!first) return
  throw new Refused('validation_failed', `${first.message} No se gastó número.`, { issues })
}
