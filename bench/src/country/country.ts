/**
 * A country's ten years in one database: fifty companies, one with half of all documents. What a sale reads of it
 * compared with what it read while there were few, and how long pages, queries and the console take, before the
 * tables are analysed and after.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addPerson } from '@sello/service/admin'
import { type Growth, measureGrowth } from '../growth.ts'
import { load } from '../load.ts'
import { NIT, startWorld, type World } from '../world.ts'
import { bulk, type Company, type Filled, fill } from './fill.ts'
import { type Asked, measureReads } from './reads.ts'

export interface Country {
  readonly documents: number
  /** Null: they were there before. */
  readonly filled: Filled | null
  readonly bytesPerDocument: number
  /** Of a sale among the real documents alone. */
  readonly early: Growth
  readonly parts: readonly Part[]
}

export interface Part {
  readonly name: 'never analysed' | 'analysed'
  readonly late: Growth
  readonly asked: readonly Asked[]
}

export interface CountryOptions {
  readonly documents: number
  /** Kept, so that a second run does not build it again. Null: in a folder that is removed. */
  readonly dataDir: string | null
  tell(line: string): void
}

const COMPANIES = 50
/** Issued through the service before anything is copied. */
const REAL = 10_000
const CORREO = 'duena@example.com'
const STATE = 'country.json'

/** Written after each step, so that an interrupted run goes on. */
interface State {
  /** What the copies were dated by. */
  readonly at: string
  readonly documents: number
  readonly early: Growth | null
  readonly slice: number
  readonly isFilled: boolean
}

export async function measureCountry(options: CountryOptions): Promise<Country> {
  const { documents, dataDir, tell } = options
  if (dataDir !== null) await mkdir(dataDir, { recursive: true })
  const world = await startWorld(0, dataDir === null ? {} : { dataDir })
  const file = join(world.dataDir, STATE)
  try {
    let state = await readState(file, documents)
    const keep = async (more: Partial<State>) => {
      state = { ...state, ...more }
      await writeFile(file, JSON.stringify(state))
    }
    if (state.early === null) {
      await world.administer(({ pool }) => bulk(pool, WITHOUT_STATISTICS))
      tell(`issuing ${REAL} documents`)
      const [early] = await measureGrowth(world, [REAL])
      if (!early) throw new Error('bug: no window of the early documents')
      await keep({ early })
    }
    const companies = await companiesOf(world, documents)
    const filled = state.isFilled
      ? null
      : await world.administer(({ pool }) =>
          fill(pool, {
            ...{ companies, at: new Date(state.at), done: state.slice },
            async tell({ slice, slices, perSecond }) {
              await keep({ slice })
              tell(`${slice} of ${slices} slices, ${perSecond.toFixed(0)} rows a second`)
            },
          }),
        )
    await keep({ isFilled: true })
    const parts = [await partOf(world, 'never analysed', tell)]
    tell('vacuum and analyze')
    await world.administer(async ({ pool }) => {
      for (const table of ['documents', 'copies']) await bulk(pool, `vacuum (analyze) ${table}`)
      await bulk(pool, 'analyze')
    })
    parts.push(await partOf(world, 'analysed', tell))
    if (state.early === null) throw new Error('bug: the early window was measured above')
    return { documents, filled, bytesPerDocument: await bytesOf(world), early: state.early, parts }
  } finally {
    await world.stop()
  }
}

/** Of the tables that grow with each sale: no statistics of few rows, and none that come while it is measured. */
const WITHOUT_STATISTICS = `
  alter table documents set (autovacuum_enabled = false);
  alter table copies set (autovacuum_enabled = false)`

async function readState(file: string, documents: number): Promise<State> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  const at = new Date().toISOString()
  if (text === null) return { at, documents, early: null, slice: 0, isFilled: false }
  const state: State = JSON.parse(text)
  if (state.documents !== documents) {
    throw new Error(
      `${file} is of ${state.documents} documents: give --documents or another folder`,
    )
  }
  return state
}

/** The company that sells, with half of all copies, and the others, with as many each. One person owns them all. */
async function companiesOf(world: World, documents: number): Promise<readonly Company[]> {
  const known = await world.administer(({ pool }) =>
    pool.many<{ nit: string }>('select nit from companies'),
  )
  for (let i = 1; i < COMPANIES; i++) {
    const nit = `0614151512${String(i).padStart(4, '0')}`
    if (known.some((one) => one.nit === nit)) continue
    await world.addSeller({ nit, nombre: `Empresa ${i} de Prueba` })
  }
  return world.administer(async (admin) => {
    const { pool } = admin
    const people = await pool.many('select 1 from people where correo = $1', [CORREO])
    if (people.length === 0) {
      const member = { nit: NIT, rol: 'dueno' } as const
      const person = { correo: CORREO, nombre: 'Dueña de Prueba', operador: false, password: null }
      await addPerson(admin, { ...person, member })
      await pool.many(
        `insert into memberships (company_id, person_id, rol, created_at)
         select c.company_id, p.person_id, 'dueno', now() from companies c cross join people p
          where p.correo = $1 on conflict do nothing`,
        [CORREO],
      )
    }
    const rows = await pool.many<{ companyId: string }>(
      'select company_id as "companyId" from companies order by nit <> $1, nit',
      [NIT],
    )
    return rows.map(({ companyId }, i) => ({
      companyId,
      documents: Math.floor(documents / 2 / (i === 0 ? 1 : COMPANIES - 1)),
    }))
  })
}

async function partOf(
  world: World,
  name: Part['name'],
  tell: CountryOptions['tell'],
): Promise<Part> {
  tell(`${name}: warming up`)
  await untilSealing(world)
  await load(world, { callers: 64, seconds: 5 })
  tell(`${name}: what a sale reads`)
  const [late] = await measureGrowth(world, [0])
  if (!late) throw new Error('bug: no window of the late documents')
  tell(`${name}: pages and queries`)
  return { name, late, asked: await measureReads(world, CORREO) }
}

/** An interrupted run leaves an outage open, until a sale of the next one is answered. */
async function untilSealing(world: World): Promise<void> {
  let cause: unknown
  for (let tries = 0; tries < 60; tries++) {
    try {
      await load(world, { callers: 1, seconds: 0.1 })
      return
    } catch (error) {
      cause = error
    }
    await pause(2_000)
  }
  throw new Error('no sale was sealed for two minutes', { cause })
}

async function bytesOf(world: World): Promise<number> {
  const sql = `select (pg_database_size(current_database())
                       / (select count(*) from documents))::float8 as bytes`
  return world.administer(({ pool }) =>
    pool.lend(async ({ ask }) => {
      await ask({ text: 'set statement_timeout = 0' })
      const { rows } = await ask({ text: sql, query_timeout: 30 * 60_000 } as { text: string })
      await ask({ text: 'reset statement_timeout' })
      return (rows[0] as { bytes: number }).bytes
    }),
  )
}
