/**
 * Copies what a client issues to the company's own destinations: an intent is on disk before a call is sent, its
 * result before the call returns, and copying continues in the background. A killed program resumes.
 */
import { isSelloError, SelloError } from '../../error.ts'
import type { HoldingRow } from '../../generated/wire.ts'
import type { Archive, ArchivedClient, ArchiveState, Intent, Opened } from '../../own/archive.ts'
import { readUnlockKey } from '../../own/unlock-key.ts'
import { type Platform, runtime } from '../../platform.ts'
import { sealedOf } from './answers.ts'
import { copyTo } from './copy-entry.ts'
import { createDestinationSet } from './destination-set.ts'
import { problemOf } from './destinations.ts'
import { fetchFiles } from './fetch-files.ts'
import { type Entry, nameOf, openOutbox, type StoredIntent } from './outbox.ts'
import { type Found, resolveIntent } from './resolve-intent.ts'

export interface OwnArchiveOptions {
  /** `sellouk_…`: decrypts the destinations. It is never sent. */
  readonly unlockKey: string
  /** The folder of the outbox, on this machine; it must persist. */
  readonly folder: string
  /** The destinations to write to, by id; absent: all that the key decrypts. */
  readonly destinations?: readonly string[] | undefined
  /** Called whenever a copy fails. */
  readonly onProblem?: ((problem: string) => void) | undefined
  readonly platform?: Partial<Platform> | undefined
}

/** How many documents are copied at once. */
const CONCURRENCY = 4
const RETRY_MS = 5_000
const RETRY_MS_MAX = 10 * 60_000

/** An archive for one client: `new Sello({ …, archive: ownArchive({ unlockKey, folder }) })`. */
export function ownArchive(options: OwnArchiveOptions): Archive {
  readUnlockKey(options.unlockKey)
  const platform: Platform = { ...runtime, ...options.platform }
  const afterPause = options.platform?.after ?? unreferenced
  const outbox = openOutbox(options.folder, platform.uuid)
  /** Intents of this archive's running calls, which are not resolved yet. */
  const underWay = new Set<string>()
  const destinations = createDestinationSet(options, platform)
  let attached: ArchivedClient | null = null
  let draining: Promise<void> | null = null
  let isDueAgain = false
  let rounds = 0
  let cancelNext = () => {}
  let state: ArchiveState = { pending: 0, destinations: [], problem: null }

  const client = () => {
    if (attached) return attached
    throw new Error('bug: an archive without its client')
  }

  /** Converts this machine's time, as far as an answer has shown its offset. */
  const serviceTime = (at: number) => at + (client().clockOffsetMs ?? 0)

  async function keep(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) await outbox.writeEntry(entry)
  }

  const waiting = (found: Found): Entry => ({ ...found, at: platform.now(), files: null })

  async function begin(intent: Intent): Promise<Opened> {
    const id = platform.uuid()
    const byService = client().clockOffsetMs !== null
    await outbox.writeIntent({ ...intent, id, at: serviceTime(platform.now()), byService })
    underWay.add(id)
    const leave = () => {
      underWay.delete(id)
    }
    const forget = async () => {
      await outbox.dropIntent(id).catch(() => {}) // it will be searched once in vain
      leave()
    }
    return {
      async answered(answer) {
        try {
          await keep(sealedOf(answer, platform.now()))
          await forget()
        } catch (error) {
          leave() // the intent is kept and resolved later
          say(error instanceof Error ? error.message : String(error))
        }
        kick()
      },
      refused: forget,
      async unknown() {
        leave()
        kick()
      },
    }
  }

  /** Copies in the background, one round at a time. */
  function kick(): void {
    if (draining !== null) {
      isDueAgain = true
      return
    }
    cancelNext()
    draining = round()
      .catch((error: unknown) => say(`bug: ${String(error)}`))
      .finally(() => {
        draining = null
        if (isDueAgain) {
          isDueAgain = false
          kick()
        } else if (state.pending > 0) later()
      })
  }

  function later(): void {
    rounds += 1
    const ms = Math.min(RETRY_MS * 2 ** (rounds - 1), RETRY_MS_MAX)
    cancelNext = afterPause(ms, kick)
  }

  async function round(): Promise<void> {
    const problems = new Set<string>()
    const note = (error: unknown) => void problems.add(problemOf(error))
    let left = 0
    try {
      await outbox.sweep(platform.now())
      if ((await countOpen()) > 0) await destinations.open(client(), note)
      left += await resolveAll(note)
      left += await copyAll(note)
    } catch (error) {
      note(error)
      left = await countAll().catch(() => 1) // unread, it is not known to be empty
    }
    if (left === 0) rounds = 0
    const [problem = null] = problems
    state = { pending: left, destinations: destinations.ids(), problem }
    if (problem !== null) tell(problem)
  }

  /** Errors of the listener are ignored. */
  function tell(problem: string): void {
    try {
      options.onProblem?.(problem)
    } catch {
      // The caller's own.
    }
  }

  /** The amount of pending work: with none the service is not called. */
  async function countOpen(): Promise<number> {
    const intents = (await outbox.intents()).filter(({ id }) => !underWay.has(id))
    return intents.length + (await outbox.entries()).length
  }

  const countAll = async () => (await outbox.entries()).length + (await outbox.intents()).length

  /** Searches what interrupted calls have sealed. Returns how many are still unresolved. */
  async function resolveAll(note: (error: unknown) => void): Promise<number> {
    let open = 0
    for (const intent of await outbox.intents()) {
      if (underWay.has(intent.id)) continue
      try {
        if (!(await resolve(intent, note))) open += 1
      } catch (error) {
        open += 1
        note(error)
      }
    }
    return open
  }

  async function resolve(intent: StoredIntent, note: (error: unknown) => void): Promise<boolean> {
    const at = intent.byService ? intent.at : serviceTime(intent.at)
    const now = serviceTime(platform.now())
    const { found, isOver } = await resolveIntent(client(), { ...intent, at }, now)
    for (const one of found) {
      if (!destinations.wasCopied(nameOf(one))) await outbox.writeEntry(waiting(one))
    }
    const isNamed = intent.codigoGeneracion !== null || intent.referencia !== null
    if (isOver && found.length === 0 && !isNamed) note(nothingFound(at))
    if (isOver) await outbox.dropIntent(intent.id)
    return isOver
  }

  async function copyAll(note: (error: unknown) => void): Promise<number> {
    const documents = inOrder(await outbox.entries())
    let left = 0
    let isStopped = false
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (let names = documents.shift(); names; names = documents.shift()) {
          let copied = 0
          try {
            for (const name of names) {
              if (isStopped || !(await copy(name))) break
              copied += 1
            }
          } catch (error) {
            isStopped ||= stopsAll(error)
            note(error)
          }
          left += names.length - copied
        }
      }),
    )
    return left
  }

  /** Returns true when nothing more is to be done for it. */
  async function copy(name: string): Promise<boolean> {
    const entry = await outbox.readEntry(name)
    if (entry === null) return true // another program's
    const { codigoGeneracion: code } = entry
    const files = entry.files ?? (await fetchFiles(client(), code))
    if (files === 'later') return false
    if (files !== 'never') {
      const found = destinations.all()
      if (found.length === 0) throw destinations.none()
      for (const destination of found) {
        await destinations.guard(() =>
          copyTo(client(), destination, { codigoGeneracion: code, files }),
        )
      }
      destinations.copied(name)
    }
    await outbox.dropEntry(name)
    return true
  }

  function say(problem: string): void {
    state = { ...state, problem, pending: Math.max(1, state.pending) }
    tell(problem)
  }

  async function flush(): Promise<ArchiveState> {
    kick()
    while (draining !== null) await draining
    return state
  }

  /** Newest first, until the pages end. */
  async function* held(): AsyncGenerator<HoldingRow> {
    let cursor: string | undefined
    do {
      const page = await client().holding(
        cursor === undefined ? { limit: 100 } : { limit: 100, cursor },
      )
      yield* page.documentos
      cursor = page.siguiente ?? undefined
    } while (cursor !== undefined)
  }

  return {
    attach(sello) {
      if (attached)
        throw new SelloError('invalid_option', 'archive: es de otro cliente.', {
          details: { field: 'archive' },
        })
      attached = sello
    },
    begin,
    flush,
    async pull() {
      let found = 0
      for await (const { codigoGeneracion, whereLanded } of held()) {
        if (whereLanded === 'byos') continue
        await outbox.writeEntry(waiting({ codigoGeneracion }))
        found += 1
      }
      return { ...(await flush()), found }
    },
    get state() {
      return state
    },
  }
}

/** Does not keep an idle program alive: pending work is on disk. */
function unreferenced(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref()
  return () => clearTimeout(timer)
}

/** The entries of each document in order: as sealed, then as invalidated. */
function inOrder(names: readonly string[]): string[][] {
  const documents = new Map<string, string[]>()
  for (const name of [...names].sort()) {
    const [code = name] = name.split('.')
    documents.set(code, [...(documents.get(code) ?? []), name])
  }
  return [...documents.values()]
}

/** The call may never have arrived; if it did, the service still has its result. */
function nothingFound(at: number): SelloError {
  const minute = new Date(at).toISOString().slice(0, 16)
  const message = `De una venta sin referencia que se interrumpió (${minute}Z) no se halló documento. Revise la lista; si se emitió, tráigalo con pull.`
  return new SelloError('local_store', message, { details: { cause: message } })
}

/** A store or service that is down, a spent quota and an unauthorised key affect every document alike. */
function stopsAll(error: unknown): boolean {
  const { status } = isSelloError(error) ? error : { status: null }
  return status === null || status >= 500 || status === 429 || status === 401 || status === 403
}
