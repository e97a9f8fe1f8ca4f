/**
 * What is still to be copied to the destinations, in a folder: an intent for each call that may seal something, and
 * an entry for each document until every destination has it. Each is one file, on disk before its call continues; a
 * crash leaves a complete file or none.
 */
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SelloError } from '../../error.ts'
import type { Intent } from '../../own/archive.ts'
import { flushFolder } from './folder-store.ts'

export interface StoredIntent extends Intent {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** `at` is the service's time; otherwise this machine's, which may be off. */
  readonly byService?: boolean
}

/** The files of a document, or only its code while they are to be fetched. */
export interface Entry {
  readonly codigoGeneracion: string
  readonly at: number
  readonly files: EntryFiles | null
  /** Replaces its copies by those that show its invalidation; separate from the entry of the sealed document. */
  readonly invalidado?: boolean
}

/** The name of an entry in the outbox. */
export const nameOf = ({ codigoGeneracion, invalidado }: Omit<Entry, 'at' | 'files'>) =>
  invalidado ? `${codigoGeneracion}.invalidado` : codigoGeneracion

export interface EntryFiles {
  readonly ambiente: '00' | '01'
  readonly fecEmi: string
  /** The numeroControl of a document, or the code of an event. */
  readonly name: string
  readonly json: string
  /** In base64; null if the service no longer has a printed copy. */
  readonly pdf: string | null
}

export interface Outbox {
  writeIntent(intent: StoredIntent): Promise<void>
  dropIntent(id: string): Promise<void>
  intents(): Promise<readonly StoredIntent[]>
  /** Keeps an existing entry that has its files if the new one has none. */
  writeEntry(entry: Entry): Promise<void>
  readEntry(name: string): Promise<Entry | null>
  dropEntry(name: string): Promise<void>
  /** Names, unordered. */
  entries(): Promise<readonly string[]>
  /** Deletes drafts left by a killed program; runs once. */
  sweep(now: number): Promise<void>
}

const INTENT = /^([0-9a-f-]{36})\.intento$/
const DRAFT = /^\.[0-9a-f-]{36}\.nuevo$/
/** Longer than any program writes a draft. */
const DRAFT_MS = 3_600_000
const ENTRY = /^([0-9A-F-]{36}(?:\.invalidado)?)\.documento$/

export function openOutbox(folder: string, uuid: () => string): Outbox {
  const intentFile = (id: string) => join(folder, `${id}.intento`)
  const entryFile = (name: string) => join(folder, `${name}.documento`)
  let isSwept = false
  const drop = (file: string) => orLocal(() => rm(file, { force: true }))

  async function write(file: string, value: object): Promise<void> {
    await orLocal(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = join(folder, `.${uuid()}.nuevo`)
      try {
        const handle = await open(draft, 'wx', 0o600)
        try {
          await handle.writeFile(JSON.stringify(value))
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await flushFolder(folder)
    })
  }

  async function named(form: RegExp): Promise<readonly string[]> {
    const names = await orLocal(() => readdir(folder).catch(orNone<string[]>([])))
    return names.flatMap((name) => form.exec(name)?.[1] ?? [])
  }

  async function readEntry(name: string): Promise<Entry | null> {
    return readJson<Entry>(entryFile(name))
  }

  return {
    writeIntent: (intent) => write(intentFile(intent.id), intent),
    dropIntent: (id) => drop(intentFile(id)),
    async intents() {
      const read = await Promise.all(
        (await named(INTENT)).map((id) => readJson<StoredIntent>(intentFile(id))),
      )
      return read.flatMap((intent) => intent ?? [])
    },
    async writeEntry(entry) {
      const name = nameOf(entry)
      if (entry.files === null && (await readEntry(name)) !== null) return
      await write(entryFile(name), entry)
    },
    readEntry,
    dropEntry: (name) => drop(entryFile(name)),
    entries: () => named(ENTRY),
    async sweep(now) {
      if (isSwept) return
      isSwept = true
      const names = await orLocal(() => readdir(folder).catch(orNone<string[]>([])))
      for (const name of names.filter((one) => DRAFT.test(one))) {
        const file = join(folder, name)
        const found = await stat(file).catch(orNone(null))
        if (found && now - found.mtimeMs > DRAFT_MS) await drop(file)
      }
    },
  }
}

/** Null for one that another program finished meanwhile. */
function readJson<T>(file: string): Promise<T | null> {
  return orLocal(async () => {
    const text = await readFile(file, 'utf8').catch(orNone(null))
    return text === null ? null : (JSON.parse(text) as T)
  })
}

function orNone<T>(none: T) {
  return (error: unknown): T => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return none
    throw error
  }
}

async function orLocal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause)
    throw new SelloError('local_store', `La bandeja del archivo propio no se puede usar: ${said}`, {
      details: { cause: said },
      cause,
    })
  }
}
