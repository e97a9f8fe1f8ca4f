/** Reads a recording of exchanges with the ministry: a folder with a file for each process that recorded. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../exit.ts'
import { FILE_REASONS } from '../explain.ts'
import { type Exchange, parseJson, recordedOf } from './read.ts'

export interface Recording {
  /** In the order in which they were asked. */
  readonly exchanges: readonly Exchange[]
  /** How many the service left out because too many waited to be written. */
  readonly missed: number
  /** Files whose last line was cut by a crash. */
  readonly torn: readonly string[]
}

const VERSION = 1

export async function readRecording(folder: string): Promise<Recording> {
  const names = (await readdir(folder).catch(refuse(folder))).filter((one) =>
    one.endsWith('.jsonl'),
  )
  if (names.length === 0) {
    throw new CliError('refused', `${folder}: no hay ninguna grabación (archivos .jsonl).`)
  }
  const exchanges: Exchange[] = []
  const torn: string[] = []
  let missed = 0
  for (const name of names.sort()) {
    const text = await readFile(join(folder, name), 'utf8').catch(refuse(join(folder, name)))
    const file = readLines(name, text)
    exchanges.push(...file.exchanges)
    missed += file.missed
    if (file.isTorn) torn.push(name)
  }
  exchanges.sort((a, b) => a.askedAt.getTime() - b.askedAt.getTime())
  return { exchanges, missed, torn }
}

function readLines(name: string, text: string) {
  const [head = '', ...lines] = text.split('\n')
  const last = lines.pop() // empty behind a whole line
  assertHead(name, parseJson(head))
  const exchanges: Exchange[] = []
  let missed = 0
  for (const [i, line] of lines.entries()) {
    const where = `${name}:${i + 2}`
    const read = recordedOf(where, parseJson(line))
    if (read === null) throw new CliError('refused', `${where}: no es un intercambio grabado.`)
    if ('missed' in read) missed += read.missed
    else exchanges.push(read)
  }
  return { exchanges, missed, isTorn: Boolean(last) }
}

function assertHead(name: string, head: unknown): void {
  const { recording, version } = (head ?? {}) as { recording?: unknown; version?: unknown }
  if (recording !== 'sello') {
    throw new CliError('refused', `${name}: no es una grabación de Sello.`)
  }
  if (version === VERSION) return
  throw new CliError(
    'refused',
    `${name}: la grabación es de la versión ${JSON.stringify(version)}, y este comando lee la ${VERSION}.`,
  )
}

const refuse = (path: string) => (error: NodeJS.ErrnoException) => {
  const reason = FILE_REASONS[String(error.code)]
  if (reason === undefined) throw error
  throw new CliError('refused', `${path}: ${reason}`, { cause: error })
}
