/**
 * Finds out whether a number was issued after the restore point: searches its company's own storage, where files
 * are named by number, and queries the ministry for every code that the number could have been given.
 */
import type { Ambiente, TipoDte } from '@sello/contract'
import { listDestinations } from '../../ledger/destinations/destinations.ts'
import type { Reader } from '../../ledger/documents/find.ts'
import { codigoOf } from '../../ledger/numbering/codigo.ts'
import type { SealedAnswer } from '../../ledger/transmission/answer.ts'
import { openStore } from '../../outside/stores/open.ts'
import type { Store } from '../../outside/stores/store.ts'
import { pathOfNumber, pathOfReferencia } from '../keeping/paths.ts'
import { askSeal, type RecoveryDeps } from './import.ts'
import { type LostDocument, readLost } from './lost-document.ts'

/** A number that may have been issued. */
export interface CandidateNumber {
  readonly ambiente: Ambiente
  readonly tipoDte: TipoDte
  readonly year: number
  readonly numeroControl: string
}

export interface Searched {
  readonly reader: Reader
  /** PEM, of all certificates that the company has had. */
  readonly publicKeys: readonly string[]
  /** Months (`2026-11`) in which the lost documents may be dated. */
  readonly months: readonly string[]
  /** How many codes one number may have been given. */
  readonly turns: number
}

/** The search, by company and environment. */
export type WhereOf = (of: { companyId: string; ambiente: Ambiente }) => Promise<Searched>

export type Found =
  | { readonly kind: 'file'; readonly lost: LostDocument; readonly referencia: string | null }
  | { readonly kind: 'held'; readonly codigoGeneracion: string; readonly held: SealedAnswer }

/** Null if neither a file nor the ministry has one. Throws `MinistrySilent`. */
export async function search(
  deps: RecoveryDeps,
  candidate: CandidateNumber,
  where: Searched,
): Promise<Found | null> {
  const file = await findFile(deps, candidate, where)
  if (file) return file
  const { companyId, nit, dataKey } = where.reader
  for (let turn = 0; turn < where.turns; turn++) {
    const codigoGeneracion = codigoOf(dataKey, candidate, turn)
    const { ambiente, tipoDte } = candidate
    const asked = {
      kind: 'documento',
      companyId,
      ambiente,
      nit,
      tipoDte,
      codigoGeneracion,
    } as const
    const held = await askSeal(deps, asked)
    if (held) return { kind: 'held', codigoGeneracion, held }
  }
  return null
}

/** The first complete file of that number, from any destination of the company. */
async function findFile(
  deps: RecoveryDeps,
  candidate: CandidateNumber,
  { reader, publicKeys, months }: Searched,
): Promise<Extract<Found, { kind: 'file' }> | null> {
  for (const destination of await listDestinations(deps.pool, reader.companyId)) {
    const store = openStore(destination, deps)
    for (const month of months.filter((one) => one.startsWith(`${candidate.year}-`))) {
      const path = pathOfNumber(candidate, month)
      const file = await store.get(path)
      const lost = file && readLost(file, publicKeys)
      if (lost?.nit === reader.nit && lost.numeroControl === candidate.numeroControl)
        return { kind: 'file', lost, referencia: await readReferencia(store, path) }
    }
  }
  return null
}

/** The caller's own reference for the sale, if it had one. */
export async function readReferencia(store: Store, json: string): Promise<string | null> {
  return (await store.get(pathOfReferencia(json)))?.toString() ?? null
}
