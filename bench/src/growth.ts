/** A company that begins from an empty database: how fast its first minutes are, and what PostgreSQL reads for a document early and late. */
import { setTimeout as pause } from 'node:timers/promises'
import { load } from './load.ts'
import type { World } from './world.ts'

export interface Growth {
  /** For each document of a window that began after so many. */
  readonly after: number
  readonly measured: number
  readonly rows: number
  readonly blocks: number
  /** Copies made in the window: the copier may lag, and then works off sales of before. */
  readonly copied: number
  readonly perSecond: number
}

const CALLERS = 64
const WINDOW_SECONDS = 10
/** A session that rests reports within ten seconds what it read. */
const REPORTED_MS = 12_000

/** One window after each number of documents, ascending. */
export async function measureGrowth(world: World, after: readonly number[]): Promise<Growth[]> {
  const windows: Growth[] = []
  let documents = 0
  for (const least of after) {
    while (documents < least)
      documents += (await load(world, { callers: CALLERS, seconds: 2 })).sealed
    const began = documents
    const before = await readSoFar(world)
    const { sealed, seconds } = await load(world, { callers: CALLERS, seconds: WINDOW_SECONDS })
    const now = await readSoFar(world)
    documents += sealed
    windows.push({
      ...{ after: began, measured: sealed, perSecond: sealed / seconds },
      rows: (now.rows - before.rows) / sealed,
      blocks: (now.blocks - before.blocks) / sealed,
      copied: (now.copied - before.copied) / sealed,
    })
  }
  return windows
}

/** Sealed documents a second in each ten seconds of the first two minutes, whose statements are planned while the tables are empty. */
export async function measureFirstMinutes(world: World): Promise<readonly number[]> {
  const windows: number[] = []
  while (windows.length < 12) {
    const { sealed, seconds } = await load(world, { callers: 16, seconds: WINDOW_SECONDS })
    windows.push(sealed / seconds)
  }
  return windows
}

type Reads = Readonly<Record<'rows' | 'blocks' | 'copied', number>>

/** Of all sessions since the database was made: rows that indexes or scans returned, and blocks touched. */
async function readSoFar(world: World): Promise<Reads> {
  await pause(REPORTED_MS)
  const sql = `select (tup_returned + tup_fetched)::float8 as rows, (blks_hit + blks_read)::float8 as blocks,
                      (select n_tup_ins from pg_stat_user_tables where relname = 'copies')::float8 as copied
                 from pg_stat_database where datname = current_database()`
  return world.administer(({ pool }) => pool.one<Reads>(sql))
}
