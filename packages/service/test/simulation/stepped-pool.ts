/**
 * The connections of a simulated process: each statement is a step, and a connection may break before or after it.
 */
import type pg from 'pg'
import { DatabaseUnavailable } from '../../src/base/db/errors.ts'
import type { Pool, Session } from '../../src/base/db/pool.ts'
import { type Answer, type Ask, reader } from '../../src/base/db/query.ts'
import type { Owner, Schedule } from './schedule.ts'

/** How a connection breaks: the statement did not arrive, or its answer did not. */
export type Break = 'before' | 'behind'

export interface Stepping {
  readonly schedule: Schedule
  readonly owner: Owner
  /** The connections currently lent, of all processes. */
  readonly lent: Set<Lent>
  /** Asked before each statement; null: it goes well. */
  breaks(): Break | null
}

export interface Lent {
  readonly owner: Owner
  readonly session: Session
  release(): void
}

/** Connections of the real pool that processes hold at once; the next one waits. */
export const LENT_MAX = 40
const LABEL_CHARS = 70

/** The same database as `inner`, whose connections the processes share: a dead one's are rolled back. */
export function createSteppedPool(inner: Pool, stepping: Stepping): Pool {
  const { schedule, owner, lent } = stepping
  async function lend<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const held = await schedule.act({
      owner,
      label: 'connects',
      run: () => hold(inner, stepping),
      isReady: () => lent.size < LENT_MAX,
    })
    try {
      return await work(stepped(held.session, stepping))
    } finally {
      held.release()
    }
  }
  const ask: Ask = (query) => lend((session) => session.ask(query))
  const { one, maybeOne, many } = reader(ask, inner.options.preparedStatements !== 'off')
  return {
    options: inner.options,
    one,
    maybeOne,
    many,
    lend,
    load: inner.load,
    close: async () => {},
  }
}

/** A dead process's connections: PostgreSQL rolls them back, and others get them. */
export async function releaseLent(lent: Set<Lent>, owner: Owner): Promise<void> {
  for (const held of [...lent].filter((one) => one.owner === owner)) {
    if (held.session.client.getTransactionStatus() !== 'I')
      await held.session.ask({ text: 'rollback' })
    held.release()
  }
}

function hold(inner: Pool, { owner, lent }: Stepping): Promise<Lent> {
  return new Promise((resolve, reject) => {
    const used = (session: Session) =>
      new Promise<void>((done) => {
        const held: Lent = {
          owner,
          session,
          release() {
            lent.delete(held)
            done()
          },
        }
        lent.add(held)
        resolve(held)
      })
    inner.lend(used).catch(reject)
  })
}

function stepped(session: Session, { schedule, owner, breaks }: Stepping): Session {
  const { client } = session
  let broken = false
  /** BEGIN is part of the next statement's step, because nobody else can see it. */
  let begin: Query | null = null
  /** Statements that were sent together are done in their order, each as a step of its own. */
  let before: Promise<unknown> = Promise.resolve()
  const inOrder = (work: () => Promise<Answer>): Promise<Answer> => {
    const answer = before.then(work)
    before = answer.catch(() => {})
    return answer
  }
  const step = (query: Query, kind: string, send: () => Promise<Answer>): Promise<Answer> =>
    inOrder(async () => {
      if (broken) throw new DatabaseUnavailable('the connection was lost before')
      if (/^begin\b/.test(query.text)) {
        begin = query
        return { rows: [], rowCount: null, command: 'BEGIN' }
      }
      const kindNow = () => {
        if (begin) return 'begin; '
        return kind || (client.getTransactionStatus() === 'I' ? 'alone; ' : 'within; ')
      }
      return schedule.act({
        owner,
        label: kindNow() + query.text.replace(/\s+/g, ' ').trim().slice(0, LABEL_CHARS),
        pid: pidOf(client),
        async run() {
          const how = breaks()
          if (how === 'before') return lose()
          if (begin) await session.ask(begin)
          begin = null
          const answer = await send()
          return how === 'behind' ? lose() : answer
        },
      })
    })
  async function lose(): Promise<never> {
    broken = true
    if (client.getTransactionStatus() !== 'I') await session.ask({ text: 'rollback' })
    throw new DatabaseUnavailable('the connection was lost')
  }
  return {
    client,
    ask: (query) => step(query, '', () => session.ask(query)),
    end: (queries) => step(queries[0], 'last; commit; ', () => session.end(queries)),
  }
}

type Query = Parameters<Ask>[0]

const pidOf = (client: pg.PoolClient) => (client as unknown as { processID: number }).processID
