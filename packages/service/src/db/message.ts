/**
 * A statement on its way to PostgreSQL, with BEGIN in front of it or COMMIT behind it where it begins or
 * ends a transaction: all in one message, so two round trips less for each transaction. PostgreSQL skips
 * the rest of a message after an error, so a statement never runs outside of its transaction, and one that
 * failed is not committed.
 *
 * It goes through pg's connection in the place of pg's own Query, which asks what the columns are with
 * every statement: here a prepared one is described once for each connection. It cannot come to have
 * others: PostgreSQL refuses it then (0A000), and that connection is not used again.
 *
 * NOTE: this speaks to pg's Connection, beyond its types; its version is pinned, and `message.test.ts`
 * fails if that changes.
 */
import pg, { type PoolClient, type QueryConfig } from 'pg'
import { DatabaseUnavailable, sqlState } from './errors.ts'
import { TYPES } from './types.ts'

/** What PostgreSQL answered to a statement. */
export interface Answer {
  readonly rows: unknown[]
  /** Null when the command has no row count. */
  readonly rowCount: number | null
  /** The first word of what it calls the command; of a message that ends a transaction, COMMIT or ROLLBACK. */
  readonly command: string
}

/** Afterwards it was run. Its error comes as it is, and one of BEGIN as `DatabaseUnavailable`. */
export function send(client: PoolClient, query: QueryConfig, edge: Edge = null): Promise<Answer> {
  const answered = new Promise<Answer>((resolve, reject) => {
    const { text, name, values = [] } = query
    const prepared = values.map((value) => prepareValue(value)) // what cannot be sent throws before anything is
    client.query(
      new Message({ text, name, values: prepared }, edge, (error, answer) => {
        if (error === null) resolve(answer as Answer)
        else reject(error)
      }),
    )
  })
  return answered.catch((error: Error) => {
    Error.captureStackTrace(error) // of who asked, where it was that of the socket
    throw error
  })
}

/** Its effect on the transaction. */
type Edge = 'begin' | 'commit' | null

type Callback = (error: Error | null, answer?: Answer) => void

interface Statement {
  readonly text: string
  readonly name: string | undefined
  readonly values: readonly unknown[]
}

interface Column {
  readonly name: string
  readonly read: (text: string) => unknown
}

/** What pg's Connection has, beyond its types. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  /** The text of each statement that this session has prepared, by name. */
  readonly parsedStatements: Readonly<Record<string, string>>
  parse(statement: { text: string; name?: string | undefined }): void
  bind(portal: { statement?: string | undefined; values?: readonly unknown[] }): void
  describe(portal: { type: 'P' }): void
  execute(portal: object): void
  sync(): void
  sendCopyFail(why: string): void
}

/** The columns of what each session has prepared, by name; of what returns none, none. */
const DESCRIBED = new WeakMap<Wire, Map<string, readonly Column[]>>()

/** pg calls its methods as the answer arrives; `callback`, `name` and `text` it reads and may replace. */
class Message implements pg.Submittable {
  /**
   * At each ParseComplete pg takes down the statement of this name as prepared. The first one behind BEGIN is
   * BEGIN's own, so the name is given only once BEGIN is complete.
   */
  name: string | undefined
  private readonly prepares: string | undefined
  readonly text: string
  callback: Callback
  private readonly values: readonly unknown[]
  private readonly edge: Edge
  private readonly rows: unknown[] = []
  private readonly tags: string[] = []
  private columns: readonly Column[] = []
  /** Of the session that it was sent in. */
  private described: Map<string, readonly Column[]> | null = null
  /** A value that could not be read. What else was answered is let pass. */
  private failure: Error | null = null

  constructor({ name, text, values }: Statement, edge: Edge, callback: Callback) {
    this.name = edge === 'begin' ? undefined : name
    this.prepares = name
    this.text = text
    this.values = values
    this.edge = edge
    this.callback = callback
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    wire.stream.cork()
    try {
      this.write(wire)
    } finally {
      wire.stream.uncork()
    }
  }

  private write(wire: Wire): void {
    const { prepares: name, text, values } = this
    if (this.edge === 'begin') writeWhole(wire, 'begin')
    if (name === undefined || wire.parsedStatements[name] === undefined) wire.parse({ text, name })
    wire.bind({ statement: name, values })
    this.described = describedBy(wire)
    const known = name === undefined ? undefined : this.described.get(name)
    if (known) this.columns = known
    else wire.describe({ type: 'P' })
    wire.execute({})
    if (this.edge === 'commit') writeWhole(wire, 'commit')
    wire.sync()
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: TYPES.getTypeParser(dataTypeID, 'text') as Column['read'],
    }))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.failure !== null) return
    try {
      this.rows.push(readRow(this.columns, fields))
    } catch (error) {
      this.failure = error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.tags.push(text)
    this.name = this.prepares
  }

  handleReadyForQuery(): void {
    if (this.failure !== null) {
      this.callback(this.failure)
      return
    }
    const tag = this.tags[this.edge === 'begin' ? 1 : 0] ?? ''
    const ended = this.edge === 'commit' ? this.tags[1] : tag
    if (this.prepares !== undefined) this.described?.set(this.prepares, this.columns)
    this.callback(null, {
      rows: this.rows,
      rowCount: countOf(tag),
      command: ended?.split(' ', 1)[0] ?? '',
    })
  }

  handleError(error: Error): void {
    const begins = this.edge === 'begin' && this.tags.length === 0
    this.callback(
      begins && sqlState(error) !== null
        ? new DatabaseUnavailable('the transaction did not begin', { cause: error })
        : error,
    )
  }

  handleEmptyQuery(): void {} // no text, no rows: nothing is missing

  handlePortalSuspended(): void {
    throw new Error('bug: a portal was suspended, and no number of rows was asked for')
  }

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('nothing is copied in')
  }

  handleCopyData(): void {} // nothing is copied out either
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

function readRow(columns: readonly Column[], texts: readonly (string | null)[]): unknown {
  const row: Record<string, unknown> = {}
  columns.forEach(({ name, read }, i) => {
    const text = texts[i] ?? null
    row[name] = text === null ? null : read(text)
  })
  return row
}

function describedBy(wire: Wire): Map<string, readonly Column[]> {
  const known = DESCRIBED.get(wire)
  if (known) return known
  const fresh = new Map<string, readonly Column[]>()
  DESCRIBED.set(wire, fresh)
  return fresh
}

/** A command without parameters and columns. */
function writeWhole(wire: Wire, text: string): void {
  wire.parse({ text })
  wire.bind({})
  wire.execute({})
}

/** `INSERT 0 3` and `SELECT 3` count, `BEGIN` does not. */
function countOf(tag: string): number | null {
  const count = /\d+$/.exec(tag)
  return count ? Number(count[0]) : null
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } })
  .utils
