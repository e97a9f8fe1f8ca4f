/**
 * A function that reads asks for a Db. A function that writes asks for a Tx, and only `transaction`
 * makes one, so it cannot be called outside a transaction. While a Tx is open nothing but SQL is
 * awaited: no ministry, no key derivation, no file.
 */
import { CommitUnknown, DatabaseUnavailable, leavesDoubt, sqlState } from './errors.ts'
import { limitsOfMachines, limitsOfTransaction, type Pool, type Session } from './pool.ts'
import { type Answer, type Ask, type Db, reader, toQuery, type Values } from './query.ts'

export type { Db, Values } from './query.ts'

declare const inside: unique symbol
export interface Tx extends Db {
  readonly [inside]: true
  /** The number of affected rows. */
  run(sql: string, values?: Values): Promise<number>
  /**
   * Sends the last statements and COMMIT together, which saves a round trip to work that is serial until its commit.
   * Returns the rows of the last one. One statement without others is a transaction by itself. Nothing may follow.
   */
  commitWith<Row>(...statements: Statements): Promise<Row[]>
}

/** A statement as data, for `commitWith`. */
export interface Statement {
  readonly sql: string
  readonly values: Values
}

/** At least one, in order. */
export type Statements = readonly [Statement, ...Statement[]]

/**
 * Commits everything that `work` wrote, or nothing. READ COMMITTED. An error of `work` rolls back and is rethrown;
 * `CommitUnknown` means that the outcome was not seen.
 */
export function transaction<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  return pool.lend(async (session) => {
    const inTx = openTx(session, pool.options)
    let result: T
    try {
      result = await work(inTx.tx)
    } catch (error) {
      await inTx.rollback()
      throw error
    }
    if (await inTx.commit()) pool.options.afterCommit?.()
    return result
  })
}

/** One statement as its own transaction, which saves two round trips. */
export const statement = <Row>(pool: Pool, sql: string, values: Values = []): Promise<Row[]> =>
  transaction(pool, (tx) => tx.commitWith<Row>({ sql, values }))

interface OpenTx {
  readonly tx: Tx
  /** Returns whether there was anything to commit. */
  commit(): Promise<boolean>
  /** If this fails the session ends, and PostgreSQL rolls back. */
  rollback(): Promise<void>
}

/**
 * A Tx that refuses use after its transaction, when its connection belongs to others. BEGIN is sent before the first
 * statement.
 */
function openTx(session: Session, options: Pool['options']): OpenTx {
  const { preparedStatements } = options
  const named = preparedStatements !== 'off'
  let open = true
  let begun: Promise<void> | null = null
  /** The last statement with its COMMIT. */
  let last: Promise<Answer> | null = null
  function assertOpen(sql: string): void {
    if (!open) throw new Error(`bug: a Tx was used after its transaction: ${sql}`)
  }
  const ask: Ask = async (query) => {
    assertOpen(query.text)
    begun ??= begin(session, options)
    await begun
    assertOpen(query.text) // the work may have failed meanwhile
    return session.ask(query)
  }
  async function askLast([first, ...others]: Statements): Promise<Answer> {
    const toAsk = ({ sql, values }: Statement) => toQuery(sql, values, named)
    const query = toAsk(first)
    if (others.length === 0 && begun === null && preparedStatements === 'on') {
      return committing(session, () => session.ask(query))
    }
    const queries = [query, ...others.map(toAsk)] as const
    begun ??= begin(session, options)
    await begun
    const answer = await committing(session, () => session.end(queries))
    assertCommitted(answer)
    return answer
  }
  async function commitWith<Row>(...statements: Statements): Promise<Row[]> {
    assertOpen(statements[0].sql)
    open = false
    last = askLast(statements)
    return (await last).rows as Row[]
  }
  const { one, maybeOne, many, run } = reader(ask, named)
  return {
    tx: { one, maybeOne, many, run, commitWith } as unknown as Tx,
    async commit() {
      open = false
      if (last === null && begun === null) return false
      await begun
      await (last ?? commit(session))
      return true
    },
    async rollback() {
      open = false
      await Promise.allSettled([begun, last])
      const isOpen = session.client.getTransactionStatus() !== 'I'
      if (isOpen) await session.ask({ text: 'rollback' }).catch(() => {})
    },
  }
}

/**
 * Awaited before anything else is sent: if BEGIN fails, a statement behind it would commit by itself. An error of it
 * is thrown as `DatabaseUnavailable`.
 */
export async function begin(session: Session, options: Pool['options']): Promise<void> {
  const limits = options.preparedStatements === 'on' ? '' : `; ${limitsOfTransaction(options)}`
  const texts = [`begin${limits}`, ...limitsOfMachines(options)]
  const answers = await Promise.allSettled(texts.map((text) => session.ask({ text })))
  const failed = answers.find(({ status }) => status === 'rejected')
  if (failed?.status !== 'rejected') return
  const cause: unknown = failed.reason
  if (sqlState(cause) === null) throw cause
  throw new DatabaseUnavailable('the transaction did not begin', { cause })
}

async function commit(session: Session): Promise<void> {
  assertCommitted(await committing(session, () => session.ask({ text: 'commit' })))
}

/** PostgreSQL answers ROLLBACK, without an error, to the COMMIT of a failed transaction. */
function assertCommitted({ command }: Answer): void {
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
