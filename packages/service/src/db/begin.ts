/**
 * BEGIN in front of the first statement of a transaction, in the same message: one round trip less
 * for each transaction. PostgreSQL skips the rest of a message after an error, so the statement never
 * runs outside of its transaction.
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
}
interface Inside {
  callback: (error: Error | null, result: QueryResult) => void
  prepare(wire: Wire): void
  handleCommandComplete(message: { text: string }, wire: Wire): void
}

/** An error of BEGIN itself is `DatabaseUnavailable`; one of the statement comes as it is. */
export function askWithBegin(client: PoolClient, config: QueryConfig): Promise<QueryResult> {
  // Extended, because only there can statements share a message and stay apart.
  const query = new pg.Query({ ...config, queryMode: 'extended' } as QueryConfig)
  const inside = query as unknown as Inside
  const prepare = inside.prepare.bind(query)
  const handleCommandComplete = inside.handleCommandComplete.bind(query)
  let begun = false
  inside.prepare = (wire) => {
    wire.parse({ text: 'begin' })
    wire.bind({})
    wire.execute({})
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
