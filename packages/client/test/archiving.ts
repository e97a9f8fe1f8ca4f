/** An archive of one client, whose service a test words, and whose destinations are folders. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { encryptLocation, newUnlockKey, type StorageLocation } from '../src/index.ts'
import { ownArchive } from '../src/node/index.ts'
import type { Fetch } from '../src/platform.ts'
import { refusal, SALE, type Said, START, scripted } from './scripted.ts'

export const NIT = '06140101901234'
export const MINUTES = 60_000
export const DAYS = 24 * 60 * MINUTES
export const codeOf = (n: number) => `A0000000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const idOf = (n: number) => `d0000000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const refused = (status: number, code: string, details = {}): Said => ({
  status,
  body: refusal(code, details),
})
interface Given {
  /** Of the folders that are connected. */
  readonly verificadoEl?: readonly (string | null)[]
  readonly wanted?: readonly string[]
  readonly bucket?: StorageLocation
  readonly fetch?: Fetch
  readonly onProblem?: (problem: string) => void
}

/** A service in words, and an archive that nothing but a test's `flush` and its calls set going. */
export async function archiving(t: TestContext, given: Given = {}) {
  const { verificadoEl = [new Date(START).toISOString()], wanted, bucket, fetch, onProblem } = given
  const root = await mkdtemp(join(tmpdir(), 'sello-own-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  const unlockKey = newUnlockKey()
  const pathOf = (n: number) => join(root, `disco-${n}`)
  const mark = (n: number) => writeFile(join(pathOf(n), '.sello-destino'), `${idOf(n)}\n`)
  const destinos = await Promise.all(
    verificadoEl.map(async (at, i) => {
      const [n, id] = [i + 1, idOf(i + 1)]
      await mkdir(pathOf(n))
      await mark(n)
      const location = bucket ?? { kind: 'byos_folder', path: pathOf(n) }
      const sellado = await encryptLocation(unlockKey, { nit: NIT, id, revision: 1 }, location)
      return {
        id,
        kind: location.kind,
        label: `Disco ${n}`,
        revision: 1,
        sellado,
        verificadoEl: at,
      }
    }),
  )
  let now = START
  let sold = 0
  const lines: string[] = []
  const reports = new Map<string, unknown>()
  /** What the service says besides, by its line. */
  const says = new Map<string, () => Said>()
  const answer = ({ url, method, body }: { url: string; method: string; body?: unknown }): Said => {
    const { pathname, search } = new URL(url)
    const line = `${method} ${pathname.replace('/api', '')}${search}`
    lines.push(line)
    const [, code = ''] = /^POST \/v1\/storage\/copies\/(.*)\/byos$/.exec(line) ?? []
    if (code !== '') reports.set(code, JSON.parse(String(body)))
    const own = says.get(line)
    if (own) return own()
    if (line === 'GET /v1/status') return { body: { emisor: { nit: NIT } } }
    if (line === 'GET /v1/storage/destinations') return { body: { destinos } }
    if (line.endsWith('/verification')) {
      return { body: { ...destinos[0], verificadoEl: new Date(now).toISOString() } }
    }
    if (line !== 'POST /v1/dte') return {}
    sold += 1
    const facts = { ambiente: '00', fecEmi: '2026-10-05', numeroControl: `DTE-01-${sold}` }
    const files = { archivoDte: `{"n":${sold}}`, representacionGrafica: btoa(`%PDF-${sold}`) }
    return { body: { estado: 'sellado', codigoGeneracion: codeOf(sold), ...facts, ...files } }
  }
  const folder = join(root, 'bandeja')
  const platform = { now: () => now, after: () => () => {}, ...(fetch ? { fetch } : {}) }
  const options = { unlockKey, folder, destinations: wanted, onProblem, platform }
  const archive = ownArchive(options)
  const { client, asked: sent } = scripted(answer, {
    archive,
    maxRetries: 0,
    platform: { now: platform.now },
  })
  return {
    ...{ archive, client, folder, unlockKey, lines, reports, says, sent, mark, pathOf },
    wait(ms: number) {
      now += ms
    },
    sell: () => client.issue(SALE),
    async sellAndFlush() {
      await client.issue(SALE)
      return archive.flush()
    },
    asked: (line: string) => lines.filter((one) => one === line).length,
  }
}
