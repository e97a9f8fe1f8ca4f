/**
 * A function that reads asks for a Db. A function that writes asks for a Tx, and only `transaction`
 * makes one, so it cannot be called outside a transaction. While a Tx is open nothing but SQL is
 * awaited: no ministry, no key derivation, no file.
 */
import { CommitUnknown, leavesDoubt } from './errors.ts'
import { limitsOfTransaction, type Pool, type Session } from './pool.ts'
import { type Ask, type Db, reader, toQuery, type Values } from './query.ts'

export type { Db, Values } from './query.ts'

declare const inside: unique symbol
export interface Tx extends Db {
  readonly [inside]: true
  /** The number of affected rows. */
  run(sql: string, values?: Values): Promise<number>
  /**
   * Sends one last statement and COMMIT in one message, which saves a round trip to work that is serial until its
   * commit. Without other statements, it is a transaction by itself. Nothing may follow.
   */
  commitWith<Row>(statement: Statement): Promise<Row[]>
}

/** A statement as data, for `commitWith`. */
export interface Statement {
  readonly sql: string
  readonly values: Values
}

/**
 * Commits everything that `work` wrote, or nothing. READ COMMITTED. An error of `work` rolls back and is rethrown;
 * `CommitUnknown` means that the outcome was not seen.
 */
export function transaction<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  return pool.lend(async (session) => {
    const inTx = await openTx(session, pool.options)
    let result: T
    try {
      result = await work(inTx.tx)
    } catch (error) {
      if (inTx.close()) await rollback(session)
      throw error
    }
    if (inTx.close()) await commit(session)
    if (inTx.wrote()) pool.options.afterCommit?.()
    return result
  })
}

/** One statement as its own transaction, which saves two round trips. */
export const statement = <Row>(pool: Pool, sql: string, values: Values = []): Promise<Row[]> =>
  transaction(pool, (tx) => tx.commitWith<Row>({ sql, values }))

/**
 * A Tx that refuses use after its transaction, when its connection belongs to others. BEGIN is sent with the first
 * statement; `close` returns whether a transaction is left to end.
 */
async function openTx(session: Session, options: Pool['options']): Promise<OpenTx> {
  const named = options.preparedStatements !== 'off'
  let open = true
  let committed = false
  let begun: Promise<unknown> | null = null
  if (options.preparedStatements !== 'on') {
    begun = session.ask({ text: `begin; ${limitsOfTransaction(options)}` })
    await begun
  }
  const ask: Ask = async (query) => {
    if (!open) throw new Error(`bug: a Tx was used after its transaction: ${query.text}`)
    if (begun === null) {
      const first = session.begin(query)
      begun = first
      return first
    }
    await begun.catch(() => {}) // if it did not begin, the session also fails for the next statement
    return session.ask(query)
  }
  async function commitWith<Row>({ sql, values }: Statement): Promise<Row[]> {
    if (!open) throw new Error(`bug: a Tx was used after its transaction: ${sql}`)
    open = false
    const query = toQuery(sql, values, named)
    await begun?.catch(() => {}) // as in `ask`
    const isAlone = begun === null
    const { rows, command } = await committing(session, () =>
      isAlone ? session.ask(query) : session.end(query),
    )
    if (!isAlone) assertCommitted(command)
    committed = true
    return rows as Row[]
  }
  const { one, maybeOne, many, run } = reader(ask, named)
  return {
    tx: { one, maybeOne, many, run, commitWith } as unknown as Tx,
    wrote: () => begun !== null || committed,
    close() {
      open = false
      return begun !== null && !committed
    },
  }
}

interface OpenTx {
  readonly tx: Tx
  /** Ends the use of the Tx. Returns whether a transaction is left to be committed or rolled back. */
  close(): boolean
  /** Whether any statement was sent, so that a transaction exists. */
  wrote(): boolean
}

/** If this fails the session ends, and PostgreSQL rolls back. */
async function rollback(session: Session): Promise<void> {
  if (session.usable()) await session.ask({ text: 'rollback' }).catch(() => {})
}

async function commit(session: Session): Promise<void> {
  const { command } = await committing(session, () => session.ask({ text: 'commit' }))
  assertCommitted(command)
}

/** PostgreSQL answers ROLLBACK, without an error, to the COMMIT of a failed transaction. */
function assertCommitted(command: string): void {
  if (command !== 'COMMIT') throw new Error('bug: an SQL error was swallowed inside a transaction')
}

/** Ends a transaction. Throws `CommitUnknown` if the answer was lost or the commit may not survive. */
async function committing<R>({ client }: Session, end: () => Promise<R>): Promise<R> {
  let doubt: string | null = null
  // A cancelled wait for the synchronous standby is a warning, not an error: the transaction is committed here, but
  // a fail-over may lose it.
  const onNotice = (notice: { code?: string | undefined; message?: string | undefined }) => {
    if (notice.code === WARNING) doubt = notice.message ?? 'a warning at commit'
  }
  client.on('notice', onNotice)
  try {
    const result = await end()
    if (doubt !== null) throw new CommitUnknown(doubt)
    return result
  } catch (error) {
    if (!leavesDoubt(error)) throw error
    throw new CommitUnknown('the answer to a commit was lost', { cause: error })
  } finally {
    client.off('notice', onNotice)
  }
}

const WARNING = '01000'
