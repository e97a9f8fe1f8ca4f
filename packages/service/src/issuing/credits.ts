/**
 * The notes over one of our documents take back no more than it sold. Asked twice: before the vault is
 * opened, so that a caller is told with everything else, and in commit 1 under the lock of the document's
 * row, which decides. Source: docs/sources.md#documentos-relacionados, ADR 0015.
 */
import { type Issue, Refused } from '@sello/contract'
import {
  type Acreditable,
  type Acreditado,
  acreditable,
  acreditar,
  type Centavos,
  type Documento,
  type Exceso,
  type Gravamen,
  type Monto,
  minus,
  NADA_ACREDITADO,
  type NotaCredito,
  type Saldo,
  TRIBUTOS,
  toText,
  valorDeGravamen,
} from '@sello/fiscal'
import type { Db, Tx } from '../db/tx.ts'
import { insertAjustes, lockSealed, sumOfNotes } from '../documents/related.ts'
import { creditoFiscalOf, type Origen } from './complete-related.ts'

/** A document of ours that a note adjusts. */
export interface Ajustado {
  /** Which of the related documents it is. */
  readonly at: number
  readonly origen: string
  readonly acreditable: Acreditable
}

/** A checked note and what it adjusts. */
export interface Ajustes {
  readonly documento: Documento
  readonly ajustados: readonly Ajustado[]
}

/** Whose note it is. */
interface Owned extends Ajustes {
  readonly companyId: string
}

const NOTA_DE_CREDITO = '05'
const RULE = 'MF-37'

/** Of a checked document. A debit note is tied to its documents too: they are not invalidated under it. */
export function ajustesOf(documento: Documento, origenes: readonly Origen[]): Ajustes {
  const ajustados = origenes.flatMap((origen) => {
    const adjusted = creditoFiscalOf(origen)
    const { at, codigoGeneracion } = origen
    return adjusted ? [{ at, origen: codigoGeneracion, acreditable: acreditable(adjusted) }] : []
  })
  return { documento, ajustados }
}

/**
 * Refuses (422) what takes more than is left by now, and says by which cents the note is to differ from its
 * own computation for the notes not to exceed the document. Nothing is held: commit 1 asks again.
 */
export async function assertCredits(db: Db, owned: Owned): Promise<Centavos> {
  const nota = creditOf(owned)
  if (!nota || owned.ajustados.length === 0) return {}
  const { excesos, valores } = acreditar(nota, await readSaldos(db, owned))
  refuse(excesos.map((exceso) => issueOf(exceso, owned)))
  const centavos: Partial<Record<Gravamen, Monto>> = {}
  for (const [gravamen, valor] of valores) {
    const stated = valorDeGravamen(nota, gravamen)
    if (valor !== stated) centavos[gravamen] = minus(valor, stated)
  }
  return centavos
}

/**
 * Refuses (422) what takes more than is left, or adjusts what was invalidated meanwhile, and (503) a note
 * whose cents other notes have changed since it was built. Afterwards, with the commit, what the note
 * takes counts; the documents that it adjusts are locked until then. Its own row in `documents` may come
 * later in the transaction.
 */
export async function takeCredits(tx: Tx, owned: Owned & { readonly nota: string }): Promise<void> {
  const { companyId, ajustados, nota } = owned
  if (ajustados.length === 0) return
  const sealed = await lockSealed(tx, companyId, codigosOf(ajustados))
  const gone = ajustados.filter(({ origen }) => !sealed.has(origen))
  refuse(gone.map(invalidado))
  const credit = creditOf(owned)
  const taken = credit && acreditar(credit, await readSaldos(tx, owned)) // it sees what it waited for
  if (credit && taken) {
    refuse(taken.excesos.map((exceso) => issueOf(exceso, owned)))
    const isStale = [...taken.valores].some(
      ([one, valor]) => valorDeGravamen(credit, one) !== valor,
    )
    if (isStale) throw overtaken()
  }
  await insertAjustes(
    tx,
    { companyId, nota },
    ajustados.map(({ origen }) => ({
      origen,
      acreditado: taken?.acreditado.get(origen) ?? NADA_ACREDITADO,
    })),
  )
}

function creditOf({ documento }: Ajustes): NotaCredito | null {
  const { tipoDte } = documento.identificacion
  return tipoDte === NOTA_DE_CREDITO ? (documento as NotaCredito) : null
}

async function readSaldos(
  db: Db,
  { companyId, ajustados }: Owned,
): Promise<ReadonlyMap<string, Saldo>> {
  const taken: ReadonlyMap<string, Acreditado> = await sumOfNotes(
    db,
    companyId,
    codigosOf(ajustados),
  )
  return new Map(
    ajustados.map(({ origen, acreditable: limite }) => [
      origen,
      { acreditable: limite, acreditado: taken.get(origen) ?? NADA_ACREDITADO },
    ]),
  )
}

const codigosOf = (ajustados: readonly Ajustado[]) => ajustados.map(({ origen }) => origen)

const fieldOf = ({ at }: Ajustado) => `documentoRelacionado[${at}].numeroDocumento`

const CLASES: Readonly<Record<Exclude<Exceso['clase'], keyof typeof TRIBUTOS>, string>> = {
  gravadas: 'las ventas gravadas',
  exentas: 'las ventas exentas',
  noSujetas: 'las ventas no sujetas',
  noGravado: 'los cargos no gravados',
  total: 'el total',
  ivaPerci: 'la percepción de IVA',
  ivaRete: 'la retención de IVA',
}

function nombreDe(clase: Exceso['clase']): string {
  return isTributo(clase) ? `el tributo ${clase} (${TRIBUTOS[clase].nombre})` : CLASES[clase]
}

function isTributo(clase: Exceso['clase']): clase is Extract<typeof clase, keyof typeof TRIBUTOS> {
  return clase in TRIBUTOS
}

function issueOf({ numeroDocumento, clase, ...exceso }: Exceso, { ajustados }: Ajustes): Issue {
  const ajustado = ajustados.find(({ origen }) => origen === numeroDocumento)
  if (!ajustado) throw new Error('bug: a note exceeds what it does not adjust')
  const [queda, limite, acredita] = [exceso.queda, exceso.acreditable, exceso.acredita].map(cents)
  const nombre = nombreDe(clase)
  const what = nombre.startsWith('el ') ? `Del ${nombre.slice(3)}` : `De ${nombre}`
  const message = `${what} del documento ${numeroDocumento} quedan ${queda} por acreditar (de ${limite}) y esta nota acredita ${acredita}; redúzcala.`
  return { field: fieldOf(ajustado), rule: RULE, message }
}

const cents = (amount: Monto) => {
  const [whole = '', fraction = ''] = toText(amount).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

function invalidado(ajustado: Ajustado): Issue {
  const message = `El documento ${ajustado.origen} se invalidó entretanto: no hay nada que ajustar.`
  return { field: fieldOf(ajustado), rule: RULE, message }
}

/** Another note over the document was first: built again, this one is a cent different. */
function overtaken() {
  return new Refused(
    'correlative_unavailable',
    'Otra nota sobre el mismo documento llegó primero. No se hizo nada: repita con la misma Idempotency-Key.',
    {},
  )
}

function refuse(issues: readonly Issue[]): void {
  const [first] = issues
  if (!first) return
  throw new Refused('validation_failed', `${first.message} No se gastó número.`, { issues })
}
