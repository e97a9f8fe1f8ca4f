/**
 * BEGIN in front of the first statement of a transaction, and COMMIT behind its last one, each in the
 * same message: two round trips less for each transaction. PostgreSQL skips the rest of a message after
 * an error, so a statement never runs outside of its transaction, and one that failed is not committed.
 *
 * NOTE: this reaches into pg's Query, whose version is pinned; `begin.test.ts` fails if that changes.
 */
import pg, { type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import { DatabaseUnavailable, sqlState } from './errors.ts'

/** What pg's Query and Connection have, beyond their types. */
interface Wire {
  parse(statement: { text: string }): void
  bind(portal: object): void
  execute(portal: object): void
  sync(): void
}
interface Inside {
  callback: (error: Error | null, result: QueryResult) => void
  prepare(wire: Wire): void
  _getRows(wire: Wire): void
  handleCommandComplete(message: { text: string }, wire: Wire): void
}

/** An error of BEGIN itself is `DatabaseUnavailable`; one of the statement comes as it is. */
export function askWithBegin(client: PoolClient, config: QueryConfig): Promise<QueryResult> {
  const { query, inside } = extended(config)
  const prepare = inside.prepare.bind(query)
  const handleCommandComplete = inside.handleCommandComplete.bind(query)
  let begun = false
  inside.prepare = (wire) => {
    send(wire, 'begin')
    prepare(wire)
  }
  inside.handleCommandComplete = (message, wire) => {
    if (begun) handleCommandComplete(message, wire)
    begun = true
  }
  return new Promise((resolve, reject) => {
    inside.callback = (error, result) => {
      if (error === null) resolve(result)
      else if (begun || sqlState(error) === null) reject(error)
      else reject(new DatabaseUnavailable('the transaction did not begin', { cause: error }))
    }
    client.query(query)
  })
}

/** The statement's result, and what PostgreSQL called the end: COMMIT, or ROLLBACK of a failed one. */
export interface Ended {
  readonly result: QueryResult
  readonly command: string
}

/** Afterwards the transaction has ended. An error of the statement leaves it open, and failed. */
export function askWithCommit(client: PoolClient, config: QueryConfig): Promise<Ended> {
  const { query, inside } = extended(config)
  const handleCommandComplete = inside.handleCommandComplete.bind(query)
  const tags: string[] = []
  inside._getRows = (wire) => {
    wire.execute({})
    send(wire, 'commit')
    wire.sync()
  }
  inside.handleCommandComplete = (message, wire) => {
    tags.push(message.text)
    if (tags.length === 1) handleCommandComplete(message, wire)
  }
  return new Promise((resolve, reject) => {
    inside.callback = (error, result) => {
      if (error) reject(error)
      else resolve({ result, command: tags[1] ?? '' })
    }
    client.query(query)
  })
}

/** Extended, because only there can statements share a message and stay apart. */
function extended(config: QueryConfig) {
  const query = new pg.Query({ ...config, queryMode: 'extended' } as QueryConfig)
  return { query, inside: query as unknown as Inside }
}

function send(wire: Wire, text: string): void {
  wire.parse({ text })
  wire.bind({})
  wire.execute({})
}
