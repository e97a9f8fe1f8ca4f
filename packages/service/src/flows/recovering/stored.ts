/**
 * What the companies' own storage has from the lost time: documents unknown to the database, including those of
 * unknown types and points of sale, and events.
 */
import { TIPOS_DTE } from '@sello/contract'
import { isNota } from '@sello/fiscal'
import { concurrently } from '../../base/concurrently.ts'
import { type Connected, listDestinations } from '../../ledger/destinations/destinations.ts'
import type { Reader } from '../../ledger/documents/find.ts'
import { listOwners, unknownEvents, unknownNumbers } from '../../ledger/marks/found.ts'
import { openStore } from '../../outside/stores/open.ts'
import { type Store, StoreFailed } from '../../outside/stores/store.ts'
import { folderOf } from '../keeping/paths.ts'
import { importLost, type RecoveryDeps } from './import.ts'
import { jwsIn, readLost } from './lost-document.ts'
import { type LostEvent, readLostEvent } from './lost-event.ts'
import { readReferencia, type Searched, type WhereOf } from './search.ts'

export interface Looking {
  /** Months (`2026-11`) in which a lost document may be dated. */
  readonly months: readonly string[]
  /** Months in which the target of a lost event may be dated. */
  readonly eventMonths: readonly string[]
}

/** An event that was found, and its owner. */
export interface FoundEvent {
  readonly reader: Reader
  readonly lost: LostEvent
}

export interface FromStorage {
  /** Documents that were restored. */
  readonly documentos: number
  readonly eventos: readonly FoundEvent[]
  /** Destinations whose files cannot be listed: there, documents are only searched by number. */
  readonly sinLista: readonly string[]
}

/** Imports the documents. Events are imported once all documents are there. */
export async function importStored(
  deps: RecoveryDeps,
  whereOf: WhereOf,
  looking: Looking,
): Promise<FromStorage> {
  const eventos: FoundEvent[] = []
  const sinLista = new Set<string>()
  let documentos = 0
  for (const owner of await listOwners(deps.pool)) {
    const where = await whereOf(owner)
    for (const destination of await listDestinations(deps.pool, owner.companyId)) {
      const store = openStore(destination, deps)
      try {
        documentos += await importDocuments(deps, { store, where }, looking.months)
        eventos.push(...(await findEvents(deps, { store, where }, looking.eventMonths)))
      } catch (error) {
        if (!isWithoutList(error, destination)) throw error
        sinLista.add(destination.location)
      }
    }
  }
  return { documentos, eventos, sinLista: [...sinLista] }
}

/** A bucket's key may allow reading and writing but not listing; an unlistable folder is missing. */
const isWithoutList = (error: unknown, { kind }: Connected) =>
  error instanceof StoreFailed && kind === 'managed_bucket'

interface OpenStorage {
  readonly store: Store
  readonly where: Searched
}

/** How the numbers of notes begin. */
const NOTES = TIPOS_DTE.filter(isNota).map((tipoDte) => `DTE-${tipoDte}-`)
const isNote = (numeroControl: string) => NOTES.some((start) => numeroControl.startsWith(start))
const DOCUMENTO = /^(DTE-.{27})\.json$/
const EVENTO = /^([0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12})\.json$/
const HEX = [...'0123456789ABCDEF']
/** Prefixes of the codes of events; "D" alone would also list every document. */
const EVENT_PREFIXES = HEX.flatMap((digit) =>
  digit === 'D' ? HEX.map((next) => `D${next}`) : digit,
)

/** What a note takes is computed from its documents and from earlier notes. */
export const notesLast = (numbers: readonly string[]) => ({
  others: numbers.filter((one) => !isNote(one)),
  notes: numbers.filter(isNote).toSorted(),
})

async function importDocuments(
  deps: RecoveryDeps,
  { store, where }: OpenStorage,
  months: readonly string[],
): Promise<number> {
  const { reader, publicKeys } = where
  let count = 0
  for (const month of months) {
    const folder = folderOf(reader.ambiente, month)
    const numbers = matching(await store.list(folder, ['DTE-']), DOCUMENTO)
    const unknown = await unknownNumbers(deps.pool, reader, Number(month.slice(0, 4)), numbers)
    const { notes, others } = notesLast(unknown)
    const importOne = async (numeroControl: string) => {
      const path = `${folder}/${numeroControl}.json`
      const file = await store.get(path)
      const lost = file && readLost(file, publicKeys)
      if (lost?.nit !== reader.nit || lost.numeroControl !== numeroControl) return
      if (lost.ambiente !== reader.ambiente) return
      const imported = await importLost(deps, reader, lost, await readReferencia(store, path))
      if (imported === 'imported') count++
    }
    await concurrently(others, importOne)
    for (const note of notes) await importOne(note)
  }
  return count
}

async function findEvents(
  deps: RecoveryDeps,
  { store, where }: OpenStorage,
  months: readonly string[],
): Promise<readonly FoundEvent[]> {
  const { reader, publicKeys } = where
  const found: FoundEvent[] = []
  for (const month of months) {
    const folder = folderOf(reader.ambiente, month)
    const codes = matching(await store.list(folder, EVENT_PREFIXES), EVENTO)
    await concurrently(await unknownEvents(deps.pool, reader, codes), async (code) => {
      const file = await store.get(`${folder}/${code}.json`)
      const jws = file && jwsIn(file)
      const lost = jws ? readLostEvent(jws, publicKeys) : null
      const isOwn = lost?.nit === reader.nit && lost.ambiente === reader.ambiente
      if (isOwn && lost.codigoGeneracion === code) found.push({ reader, lost })
    })
  }
  return found
}

const matching = (names: readonly string[], form: RegExp): string[] =>
  names.flatMap((name) => form.exec(name)?.[1] ?? [])
