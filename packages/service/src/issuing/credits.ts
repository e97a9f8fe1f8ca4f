/**
 * The notes over one of our documents take back no more than it sold. Asked twice: before the vault is
 * opened, so that a caller is told with everything else, and in commit 1 under the lock of the document's
 * row, which decides. Source: docs/sources.md#documentos-relacionados, ADR 0015.
 */
import { type Issue, Refused } from '@sello/contract'
import {
  acreditable,
  acreditado,
  type Documento,
  type Exceso,
  excedido,
  type Monto,
  minus,
  type NotaCredito,
  plusVentas,
  round,
  SIN_VENTAS,
  toText,
  type Ventas,
} from '@sello/fiscal'
import type { Db, Tx } from '../db/tx.ts'
import { type Ajuste, insertAjustes, lockSealed, sumOfNotes } from '../documents/related.ts'
import { creditoFiscalOf, type Origen } from './complete-related.ts'

/** What a note takes of a document of ours, and how much there is. */
export interface AjusteConLimite extends Ajuste {
  /** Which of the related documents it is. */
  readonly at: number
  readonly limite: Ventas
}

const NOTA_DE_CREDITO = '05'
const RULE = 'MF-37'

/** Of a checked document. A debit note is tied to its documents too: they are not invalidated under it. */
export function ajustesOf(
  documento: Documento,
  origenes: readonly Origen[],
): readonly AjusteConLimite[] {
  const taken =
    documento.identificacion.tipoDte === NOTA_DE_CREDITO
      ? acreditado(documento as NotaCredito)
      : new Map<string, Ventas>()
  return origenes.flatMap((origen) => {
    const adjusted = creditoFiscalOf(origen)
    const { at, codigoGeneracion } = origen
    const ventas = taken.get(codigoGeneracion) ?? SIN_VENTAS
    return adjusted ? [{ at, origen: codigoGeneracion, ventas, limite: acreditable(adjusted) }] : []
  })
}

/** What a note is tied to, and whose it is. */
export interface Tied {
  readonly companyId: string
  readonly ajustes: readonly AjusteConLimite[]
}

/** Refuses (422) what takes more than is left by now. Nothing is held: commit 1 asks again. */
export async function assertCredits(db: Db, { companyId, ajustes }: Tied): Promise<void> {
  if (ajustes.length === 0) return
  const taken = await sumOfNotes(db, companyId, codigosOf(ajustes))
  refuse(ajustes.flatMap((ajuste) => checkLimite(ajuste, taken.get(ajuste.origen) ?? SIN_VENTAS)))
}

/**
 * Refuses (422) what takes more than is left, or adjusts what was invalidated meanwhile. Afterwards, with
 * the commit, what the note takes counts; the documents that it adjusts are locked until then. Its own row
 * in `documents` may come later in the transaction.
 */
export async function takeCredits(
  tx: Tx,
  { companyId, ajustes, nota }: Tied & { readonly nota: string },
): Promise<void> {
  if (ajustes.length === 0) return
  const codigos = codigosOf(ajustes)
  const sealed = await lockSealed(tx, companyId, codigos)
  const taken = await sumOfNotes(tx, companyId, codigos) // a statement of its own: it sees what it waited for
  refuse(
    ajustes.flatMap((ajuste) =>
      sealed.has(ajuste.origen)
        ? checkLimite(ajuste, taken.get(ajuste.origen) ?? SIN_VENTAS)
        : [invalidado(ajuste)],
    ),
  )
  await insertAjustes(tx, { companyId, nota }, ajustes)
}

const codigosOf = (ajustes: readonly Ajuste[]) => ajustes.map(({ origen }) => origen)

const fieldOf = ({ at }: AjusteConLimite) => `documentoRelacionado[${at}].numeroDocumento`

/** One problem for each kind of sale that the note takes of, and takes too much of. */
function checkLimite(ajuste: AjusteConLimite, taken: Ventas): readonly Issue[] {
  return excedido(ajuste.limite, plusVentas(taken, ajuste.ventas))
    .filter(({ clase }) => ajuste.ventas[clase] > 0n)
    .map((exceso) => ({
      field: fieldOf(ajuste),
      rule: RULE,
      message: excesoDe(exceso, ajuste, taken),
    }))
}

const CLASES: Readonly<Record<keyof Ventas, string>> = {
  gravadas: 'las ventas gravadas',
  exentas: 'las ventas exentas',
  noSujetas: 'las ventas no sujetas',
  noGravado: 'los cargos no gravados',
}

function excesoDe({ clase }: Exceso, { origen, limite, ventas }: AjusteConLimite, taken: Ventas) {
  const left = round(minus(limite[clase], taken[clase]), 2)
  const quedan = toText(left > 0n ? left : (0n as Monto))
  return `De ${CLASES[clase]} del documento ${origen} quedan ${quedan} por acreditar (de ${toText(limite[clase])}) y esta nota acredita ${toText(ventas[clase])}; redúzcala.`
}

function invalidado(ajuste: AjusteConLimite): Issue {
  const message = `El documento ${ajuste.origen} se invalidó entretanto: no hay nada que ajustar.`
  return { field: fieldOf(ajuste), rule: RULE, message }
}

function refuse(issues: readonly Issue[]): void {
  const [first] = issues
  if (!first) return
  throw new Refused('validation_failed', `${first.message} No se gastó número.`, { issues })
}
