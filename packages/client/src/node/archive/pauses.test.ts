/** When an archive tries again what it could not resolve or copy. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { nodeArgs } from '../../../../service/test/programs.ts'
import {
  API_KEY,
  failureOf,
  refusal,
  SALE,
  type Said,
  SIGN_KEY,
  scripted,
} from '../../../test/scripted.ts'
import { newUnlockKey } from '../../index.ts'
import { ownArchive } from '../index.ts'

const SECONDS = [5, 10, 20, 40, 80, 160, 320, 600, 600, 600, 600, 600]
const CODE = 'A6C1B7F2-3D54-4E0B-9A77-2C5D8E9F0A11'

/** A service that knows a sale without files, and an archive whose pauses end when the test says so. */
async function archiving(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'sello-pauses-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const paused = new EventEmitter()
  /** What waits for the end of a pause, with its milliseconds. */
  const due = new Map<() => void, number>()
  const after = (ms: number, work: () => void) => {
    const end = () => {
      due.delete(end)
      work()
    }
    due.set(end, ms)
    paused.emit('paused')
    return () => void due.delete(end)
  }
  const archive = ownArchive({ unlockKey: newUnlockKey(), folder, platform: { after } })
  let isDown = false
  const answer = ({ url, method }: { url: string; method: string }): Said => {
    if (isDown || method === 'POST') throw new TypeError('fetch failed')
    const { pathname, search } = new URL(url)
    if (pathname.endsWith('/v1/status')) return { body: { emisor: { nit: '06140101901234' } } }
    if (pathname.endsWith('/v1/storage/destinations')) return { body: { destinos: [] } }
    const rows = [{ codigoGeneracion: CODE }]
    if (search.includes('referencia')) return { body: { documentos: rows, siguiente: null } }
    return { status: 404, body: refusal('not_found') }
  }
  const { client } = scripted(answer, {
    ...{ apiKey: API_KEY, signKey: SIGN_KEY, maxRetries: 0, archive },
  })
  return {
    ...{ archive, due },
    setDown(is: boolean) {
      isDown = is
    },
    /** Its answer is lost. */
    sell: () => failureOf(client.issue({ ...SALE, referencia: 'V-1' })),
    async untilPaused(begin: () => unknown) {
      const next = once(paused, 'paused')
      await begin()
      await next
    },
  }
}

test('what is pending is tried after 5 s, then after twice as long each time, up to 10 min, and from 5 s again once nothing is', async (t) => {
  const { archive, due, setDown, sell, untilPaused } = await archiving(t)
  for (const _ of ['an outage', 'another']) {
    setDown(true)
    await untilPaused(sell)
    const pauses: number[] = []
    for (const __ of SECONDS) {
      const [[end, ms] = assert.fail('nothing is due')] = due
      pauses.push(ms / 1_000)
      await untilPaused(end)
    }
    assert.deepEqual(pauses, SECONDS)
    setDown(false)
    const state = await archive.flush()
    assert.equal(state.pending, 0)
    assert.equal(due.size, 0, 'nothing is tried for nothing')
  }
})

test('however often it is asked during an outage, one try is due', async (t) => {
  const { archive, due, setDown, sell } = await archiving(t)
  setDown(true)
  for (let n = 0; n < 5; n++) {
    await sell()
    const state = await archive.flush()
    assert.deepEqual([state.pending, due.size], [n + 1, 1])
  }
})

test('a program ends although something is pending', { timeout: 60_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sello-pauses-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const options = { baseUrl: 'https://sello.example.com', apiKey: API_KEY, signKey: SIGN_KEY }
  const SELLO_CHILD = JSON.stringify({ ...options, unlockKey: newUnlockKey(), folder })
  const program = spawn(process.execPath, nodeArgs('packages/client/test/pending-child.ts'), {
    env: { ...process.env, SELLO_CHILD },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => program.kill('SIGKILL'))
  let said = ''
  program.stdout.on('data', (text) => {
    said += text
  })
  const [code] = await once(program, 'close')
  assert.deepEqual([code, said], [0, '1\n'])
})
