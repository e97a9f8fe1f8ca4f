/**
 * The ledger next to a file of sales: one JSON line per outcome. Losing its last lines is harmless: a sale's
 * Idempotency-Key is derived from the ledger's id and the sale, so a repeat gets the same document.
 */
import { createHash, randomUUID } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { createWhole } from '../calling/new-file.ts'
import { CliError } from '../exit.ts'
import type { Sale } from './sales.ts'

export interface Entry {
  readonly referencia: string
  readonly rows: readonly number[]
  readonly hash: string
  /** Set if it differs from `hash` because a product filled in part of the request. */
  readonly sent?: string
  readonly estado: 'sellado' | 'contingencia' | 'rechazado' | 'refused'
  readonly codigoGeneracion?: string
  readonly numeroControl?: string
  readonly selloRecibido?: string
  readonly totalPagar?: number
  /** Its date, if another file or an earlier run issued it: the service had a document with the referencia. */
  readonly previo?: string
  readonly code?: string
  readonly message?: string
}

const FORMAT = 1

interface Head {
  readonly sello: typeof FORMAT
  /** The ledger's id, which identifies every sale without its own `referencia`. */
  readonly libro: string
  readonly tipoDte: string
  /** The key and the service that it belongs to: with another company's, everything would be issued again. */
  readonly destino: string
}

export interface Ledger {
  readonly path: string
  referenciaOf(sale: Sale): string
  /** Equal for the same sale and the same attempt, in every run. */
  keyOf(referencia: string, request: object): string
  find(referencia: string): Entry | null
  record(entry: Entry): Promise<void>
  close(): Promise<void>
}

/** Opens or creates the ledger. Refuses one for another document type or key. */
export async function openLedger(
  path: string,
  { tipoDte, destino }: Pick<Head, 'tipoDte' | 'destino'>,
): Promise<Ledger> {
  const { head, entries, isCut } = await readOrBegin(path, { tipoDte, destino })
  if (head.tipoDte !== tipoDte || head.destino !== destino) {
    throw new CliError(
      'refused',
      `${path} es de otra llave, de otro servicio o de otro tipo de documento. Si de verdad son otras ventas, guarde la hoja con otro nombre.`,
    )
  }
  const handle = await open(path, 'a', 0o600)
  if (isCut) {
    await handle.write('\n')
    await handle.sync()
  }
  return {
    path,
    referenciaOf: (sale) => referenciaIn(head, sale),
    keyOf(referencia, request) {
      const text = JSON.stringify([head.libro, referencia, request])
      return `hoja-${createHash('sha256').update(text).digest('hex').slice(0, 48)}`
    },
    find: (referencia) => entries.get(referencia) ?? null,
    async record(entry) {
      entries.set(entry.referencia, entry)
      await handle.write(`${JSON.stringify(entry)}\n`)
    },
    async close() {
      await handle.sync()
      await handle.close()
    },
  }
}

/** If two commands start with the same file, one creates the ledger and the other reads it. */
async function readOrBegin(path: string, about: Pick<Head, 'tipoDte' | 'destino'>) {
  const found = await readLedger(path)
  if (found.head) return { ...found, head: found.head }
  const head = JSON.stringify({ sello: FORMAT, libro: randomUUID(), ...about })
  await createWhole(path, `${head}\n`, { mode: 0o600 })
  const begun = await readLedger(path)
  if (begun.head) return { ...begun, head: begun.head }
  return refuseForeign(path)
}

const referenciaIn = ({ libro }: Head, { referencia, rows }: Sale) =>
  referencia ?? `${libro.slice(0, 13)}-f${rows[0]}`

/** Recognises sales that were issued unchanged, which need neither a check nor a call. */
export async function readIssued(path: string): Promise<(sale: Sale) => boolean> {
  const { head, entries } = await readLedger(path)
  return (sale) => {
    const entry = head && entries.get(referenciaIn(head, sale))
    return entry ? isDone(entry) && entry.hash === sale.hash : false
  }
}

async function readLedger(path: string) {
  const entries = new Map<string, Entry>()
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const [first = '', ...lines] = text.split('\n')
  if (text === '') return { head: null, entries, isCut: false }
  const head = parse<Head>(first)
  if (head?.sello !== FORMAT || typeof head.libro !== 'string') refuseForeign(path)
  for (const line of lines) {
    const entry = parse<Entry>(line) // null for a line truncated by a crash
    if (entry && typeof entry.referencia === 'string' && Array.isArray(entry.rows)) {
      entries.set(entry.referencia, entry)
    }
  }
  return { head, entries, isCut: !text.endsWith('\n') }
}

/** Whoever deletes a ledger makes the rows without a referencia new sales. */
function refuseForeign(path: string): never {
  throw new CliError(
    'refused',
    `${path} no es un libro de Sello que esta versión lea: ahí se anota lo ya emitido de la hoja. Si es de otro programa, guárdelo con otro nombre y repita; si lo escribió Sello, recupere el original o ponga referencia en todas las filas.`,
  )
}

function parse<T>(line: string): T | null {
  try {
    return JSON.parse(line) as T
  } catch {
    return null
  }
}

/** An issued sale whose row has changed is ambiguous, so it is refused. */
export const isChanged = (entry: Entry | null, sale: Sale) =>
  entry !== null && isDone(entry) && entry.hash !== sale.hash

/** Issued, so nothing is left to do but to wait for its seal. */
export const isDone = ({ estado }: Entry) => estado === 'sellado' || estado === 'contingencia'
