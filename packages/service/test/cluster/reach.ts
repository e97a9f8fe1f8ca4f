/** Which machines of a Citus cluster each statement of some work reaches, as the coordinator says in its notices. */
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../database.ts'

/** A statement, and where it was sent. */
export interface Reached {
  readonly sql: string
  /** By their hosts. */
  readonly machines: ReadonlySet<string>
  /** Results that the coordinator fetched and sent on: what it could not send whole. */
  readonly subplans: number
}

/** A database whose coordinator tells what it sends to whom. */
export async function createTellingDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const name = new URL(database.url).pathname.slice(1)
    await client.query(`alter database ${name} set citus.log_remote_commands = on`)
    await client.query(`alter database ${name} set client_min_messages = 'debug1'`)
  } finally {
    await client.end()
  }
  return database
}

interface Notice {
  readonly message?: string
  readonly detail?: string
}

interface Asking {
  readonly _activeQuery: { readonly text?: string } | null
}

/** Statements of `work` in this process, each as often as it was asked. Those that stayed on the coordinator reach none. */
export async function reachedBy(work: () => Promise<unknown>): Promise<readonly Reached[]> {
  const { emit } = pg.Client.prototype
  const reached = new Map<object, { sql: string; machines: Set<string>; subplans: number }>()
  pg.Client.prototype.emit = function (this: pg.Client, event: string | symbol, ...given) {
    if (event === 'notice') tell(this as unknown as Asking, given[0] as Notice)
    return emit.call(this, event, ...given)
  }
  function tell({ _activeQuery: query }: Asking, { message = '', detail = '' }: Notice): void {
    if (query === null) return
    const sql = (query.text ?? '').replace(/\s+/g, ' ').trim()
    const one = reached.get(query) ?? { sql, machines: new Set(), subplans: 0 }
    reached.set(query, one)
    const [, machine] = /^on server \w+@(\S+) /.exec(detail) ?? []
    if (message.startsWith('issuing ') && machine !== undefined) one.machines.add(machine)
    if (message.startsWith('generating subplan ')) one.subplans += 1
  }
  try {
    await work()
  } finally {
    pg.Client.prototype.emit = emit
  }
  return [...reached.values()]
}
