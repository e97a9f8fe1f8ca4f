/** A ministry whose exchanges a test scripts one by one, and what each of them asks, tells and logs. */
import assert from 'node:assert/strict'
import { createLog } from '../src/base/log.ts'
import type { Lease } from '../src/ledger/companies/ministry-account.ts'
import type { Filing } from '../src/ledger/transmission/filing.ts'
import type { Post, Raw } from '../src/outside/ministry/exchange.ts'
import { createMinistry, type Silence } from '../src/outside/ministry/ministry.ts'
import { type ScriptedStalls, scriptedStalls } from './stalls.ts'

export const START = new Date('2026-10-05T16:00:00Z').getTime()
export const CODE = '0F0F0F0F-0000-4000-8000-000000000000'
const SELLO = '2026ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
export const SALE: Filing = {
  ...{ kind: 'documento', companyId: 'c', ambiente: '01', nit: '06140000000000' },
  ...{ tipoDte: '01', version: 1, codigoGeneracion: CODE, payload: '{}' },
  signature: Buffer.from('firma'),
}
export const EVENT: Filing = { ...SALE, kind: 'contingencia' }
export const LOTE = '1F0F0F0F-0000-4000-8000-000000000000'
export const LOT = { companyId: 'c', ambiente: '01', nit: SALE.nit, lote: LOTE } as const
export const [TIMEOUT_MS, BUDGET_MS] = [8_000, 40_000]

export const answered = (status: number, json: unknown): Raw => ({ kind: 'response', status, json })
export const SEALED = answered(200, {
  estado: 'PROCESADO',
  selloRecibido: SELLO,
  codigoGeneracion: CODE,
})
export const REJECTED = answered(400, { estado: 'RECHAZADO', codigoMsg: '020' })
export const NOT_FOUND = answered(404, { status: 404 })
export const BARE = answered(404, undefined)
export const NO_TOKEN = answered(401, undefined)
export const PAGE = answered(502, undefined)
export const LATE: Raw = { kind: 'silence', why: 'timeout', code: 'TimedOut' }
export const CLOSED: Raw = {
  kind: 'silence',
  why: 'unreachable',
  code: 'ECONNREFUSED',
  unsent: true,
}
export const SENT = '/fesv/recepciondte'
export const ASKED = '/fesv/recepcion/consultadte/'

interface Options {
  readonly leases?: readonly Lease[]
  readonly isAway?: boolean
  /** Of each exchange. */
  readonly tookMs?: number
  /** The one that is asked; without it, that of production. */
  readonly host?: string
  /** Called in each exchange. */
  readonly meanwhile?: (stalls: ScriptedStalls) => void
}

/** A ministry that answers so, the last again and again. */
export function ministryOf(answers: readonly Raw[], options: Options = {}) {
  const { leases, isAway = false, tookMs = 10, meanwhile = () => {} } = options
  const { host: asked = 'http://01' } = options
  let nowMs = START
  let tokens = 0
  const posts: Post[] = []
  const pauses: number[] = []
  const silences: Silence[] = []
  const exchanged: unknown[] = []
  const dates: unknown[] = []
  const lines: string[] = []
  const kept: string[] = []
  const closed: string[] = []
  const stalls = scriptedStalls()
  const clock = {
    now: () => new Date(nowMs),
    async sleep(ms: number) {
      pauses.push(ms)
      nowMs += ms
    },
  }
  const token = () =>
    ({ kind: 'token', token: `t-${tokens}`, until: new Date(START + 1e9) }) as const
  const accounts = {
    async takeToken() {
      const lease = leases?.[Math.min(tokens, leases.length - 1)] ?? token()
      tokens += 1
      return lease
    },
    ...{ dropToken: async () => {}, storeToken: async () => {}, endLogin: async () => {} },
  }
  const ministry = createMinistry({
    settings: {
      hosts: { '00': 'http://00', '01': 'http://01' },
      timeoutMs: TIMEOUT_MS,
      budgetMs: BUDGET_MS,
      connections: 1,
    },
    clock,
    stalls,
    accounts: accounts as never,
    log: createLog('info', { write: (line) => void lines.push(line) }),
    openExchange: (host) => ({
      async post(post) {
        assert.equal(host, asked)
        const raw = answers[Math.min(posts.length, answers.length - 1)]
        posts.push(post)
        nowMs += tookMs
        meanwhile(stalls)
        return raw ?? assert.fail('nobody is asked')
      },
      close: async () => void closed.push(host),
    }),
    keepTests: ({ post, close }) => ({
      post(one) {
        kept.push(one.path)
        return post(one)
      },
      close,
    }),
    onExchange: (seen) => exchanged.push(seen),
    isAway: () => isAway,
    onSilence: async (_, silence) => void silences.push(silence),
    noteDate: (ambiente, { date }) => dates.push([ambiente, date]),
  })
  const said = () =>
    lines.map((line) => {
      const { time: _, ...told } = JSON.parse(line)
      return told
    })
  const paths = () => posts.map(({ path }) => path)
  return { ministry, posts, paths, pauses, silences, exchanged, dates, kept, closed, said }
}
