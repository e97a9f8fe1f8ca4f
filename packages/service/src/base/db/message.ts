/**
 * One message to PostgreSQL: a statement, preceded by BEGIN or followed by COMMIT where it begins or ends a
 * transaction. This saves two round trips per transaction. After an error PostgreSQL skips the rest of a message,
 * so a statement never runs outside its transaction, and a failed one is not committed.
 *
 * It replaces pg's own Query, which requests the column descriptions with every statement: here a prepared one is
 * described once per connection. If its columns change, PostgreSQL refuses it (0A000), and that connection is not
 * used again.
 *
 * NOTE: this uses pg's Connection beyond its types. The version is pinned, and `message.test.ts` fails if that
 * interface changes.
 */
import pg, { type PoolClient, type QueryConfig } from 'pg'
import { DatabaseUnavailable, sqlState } from './errors.ts'
import { TYPES } from './types.ts'

/** PostgreSQL's answer to a statement. */
export interface Answer {
  readonly rows: unknown[]
  /** Null when the command has no row count. */
  readonly rowCount: number | null
  /** The first word of the command tag; for a message that ends a transaction, COMMIT or ROLLBACK. */
  readonly command: string
}

/** Runs the statement. Its own error is thrown unchanged; an error of BEGIN as `DatabaseUnavailable`. */
export function send(client: PoolClient, query: QueryConfig, edge: Edge = null): Promise<Answer> {
  const answered = new Promise<Answer>((resolve, reject) => {
    const { text, name, values = [] } = query
    const prepared = values.map((value) => prepareValue(value)) // an unsendable value throws before anything is sent
    client.query(
      new Message({ text, name, values: prepared }, edge, (error, answer) => {
        if (error === null) resolve(answer as Answer)
        else reject(error)
      }),
    )
  })
  return answered.catch((error: Error) => {
    Error.captureStackTrace(error) // the caller's stack, instead of the socket's
    throw error
  })
}

/** How the statement bounds its transaction. */
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

/** Members of pg's Connection that its types omit. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  /** The text of each prepared statement of this session, by name. */
  readonly parsedStatements: Readonly<Record<string, string>>
  parse(statement: { text: string; name?: string | undefined }): void
  bind(portal: { statement?: string | undefined; values?: readonly unknown[] }): void
  describe(portal: { type: 'P' }): void
  execute(portal: object): void
  sync(): void
  sendCopyFail(why: string): void
}

/** The columns of each session's prepared statements, by name; empty if the statement returns no rows. */
const DESCRIBED = new WeakMap<Wire, Map<string, readonly Column[]>>()

/** pg calls these methods as the answer arrives, and reads and may replace `callback`, `name` and `text`. */
class Message implements pg.Submittable {
  /**
   * At each ParseComplete pg marks the statement of this name as prepared. After BEGIN the first ParseComplete is
   * BEGIN's own, so the name is set only once BEGIN is complete.
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
  /** The descriptions of the session that it was sent in. */
  private described: Map<string, readonly Column[]> | null = null
  /** The error of an unreadable value. The rest of the answer is skipped. */
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

  handleEmptyQuery(): void {} // no text, no rows: nothing to do

  handlePortalSuspended(): void {
    throw new Error('bug: a portal was suspended, and no number of rows was asked for')
  }

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('nothing is copied in')
  }

  handleCopyData(): void {} // we never copy out either
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

/** Sends a command without parameters and columns. */
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
