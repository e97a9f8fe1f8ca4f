/** Interrupted calls of a program whose clock is off, or whose repeat was refused: they are copied anyway. */
import assert from 'node:assert/strict'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Demo, startDemo } from '../../../test/demo.ts'
import { type DteRequest, isSelloError, newUnlockKey } from '../../index.ts'
import { type Fetch, runtime } from '../../platform.ts'
import { connectDestination, ownArchive } from '../index.ts'

const HOUR = 3_600_000
const SALE: DteRequest = {
  tipoDte: '01',
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65 }],
}

let demo: Demo
before(async () => {
  demo = await startDemo()
})
after(() => demo.stop())

const loseAnswer: Fetch = async (url, init) => {
  await (await runtime.fetch(url, init)).arrayBuffer()
  throw new TypeError('fetch failed')
}
const loseRequest: Fetch = () => Promise.reject(new TypeError('fetch failed'))

let count = 0
/** A connected folder, and programs that archive into it, with a given clock and given first calls. */
async function connected() {
  count += 1
  const unlockKey = newUnlockKey()
  const path = join(demo.folder, `copias-${count}`)
  const folder = join(demo.folder, `salida-${count}`)
  await mkdir(path)
  const location = { kind: 'byos_folder', path } as const
  await connectDestination({ sello: demo.client(), unlockKey }, { label: `C ${count}`, location })
  const problems: string[] = []
  const client = (now: () => number, attempts: readonly Fetch[] = []) => {
    const left = [...attempts]
    const fetch: Fetch = (url, init) => (left.shift() ?? runtime.fetch)(url, init)
    const onProblem = (problem: string) => void problems.push(problem)
    const archive = ownArchive({ unlockKey, folder, onProblem, platform: { now } })
    const platform = { now }
    return demo.client({ fetch, archive, platform, retry: { delaysMs: [1] } })
  }
  /** Whether the last sealed sale is there; others close in time may be too. */
  const hasLatest = async () => {
    const [latest] = (await demo.client().listPage({ limit: 1 })).documentos
    const all = await readdir(path, { recursive: true })
    return all.some((name) => name.endsWith(`${latest?.numeroControl}.json`))
  }
  return { client, problems, hasLatest }
}

const failed = (call: Promise<unknown>) =>
  call.then(
    () => assert.fail('it was answered'),
    (error) => error,
  )

/** Clocks that are off by some hours. */
const off = (hours: number) => () => Date.now() + hours * HOUR

for (const hours of [-3, 3]) {
  test(`a lost sale is found by a program whose clock is off by ${hours} hours`, async () => {
    for (const isFirst of [true, false]) {
      const { client, hasLatest, problems } = await connected()
      const sello = client(off(hours), [
        ...(isFirst ? [] : [runtime.fetch]),
        loseAnswer,
        loseAnswer,
      ])
      if (!isFirst) await sello.status()
      const error = await failed(sello.issue(SALE))
      assert.ok(isSelloError(error, 'network'))
      await sello.archive?.flush()
      assert.ok(await hasLatest(), `first call: ${isFirst}`)
      assert.deepEqual(problems, [])
    }
  })
}

test('a sale that was sealed before its repeat was refused is copied', async () => {
  const { client, hasLatest } = await connected()
  const refuse: Fetch = (url, init) =>
    runtime.fetch(url, { ...init, headers: { ...init.headers, 'x-service-key': demo.queryKey } })
  const sello = client(Date.now, [loseAnswer, refuse])
  const error = await failed(sello.issue(SALE))
  await sello.archive?.flush()

  assert.ok(isSelloError(error, 'forbidden_scope'))
  assert.ok(await hasLatest())
})

test('an interrupted sale without referencia that is not found is reported once', async () => {
  const { client, problems } = await connected()
  const clock = off(-30 * 24)
  const began = clock()
  const failing = client(clock, [loseRequest, loseRequest])
  await failed(failing.issue(SALE))
  await failing.archive?.flush()
  // Weeks later, with a correct clock: nothing was issued at that time.
  const sello = client(Date.now)
  const state = await sello.archive?.flush()
  assert.equal(state?.pending, 0)
  const [told = '', ...more] = problems.filter((problem) => /no se halló documento/.test(problem))
  assert.deepEqual(more, [])
  const [, minute = ''] = /se interrumpió \((\d{4}-\d\d-\d\dT\d\d:\d\dZ)\)/.exec(told) ?? []
  const afterMs = Date.parse(minute) - began
  assert.ok(Math.abs(afterMs) < 600_000, told)
  await sello.archive?.flush()
  assert.equal(problems.filter((problem) => /no se halló documento/.test(problem)).length, 1)
})
