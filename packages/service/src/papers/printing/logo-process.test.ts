/** A logo is read in a process of its own: what it does there reaches nobody else. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Clock, systemClock } from '../../base/clock.ts'
import { logoRefusal } from './logo-process.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sello-logo-'))
})
after(() => rm(folder, { recursive: true }))

async function program(text: string): Promise<URL> {
  const path = join(folder, 'program.mjs')
  await writeFile(path, `process.on('message', () => { ${text} })`)
  return pathToFileURL(path)
}

const LOGO = Buffer.from('<svg viewBox="0 0 9 3"><path d="M0 0h9v3z" fill="#c00"/></svg>')
/** The time is up at once. */
const IMPATIENT: Pick<Clock, 'sleep'> = { sleep: async () => {} }

test('a logo that can be printed is not refused, and another one is, in words', async () => {
  assert.equal(await logoRefusal(LOGO, systemClock), null)
  const refused = await logoRefusal(Buffer.alloc(99), systemClock)
  assert.match(refused ?? '', /PNG, JPEG ni SVG/)
})

test('nobody waits for the time limit once it has answered', async () => {
  const limits: (readonly [ms: number, signal: AbortSignal | undefined])[] = []
  const sleep: Clock['sleep'] = (ms, signal) => {
    limits.push([ms, signal])
    return systemClock.sleep(ms, signal)
  }
  assert.equal(await logoRefusal(LOGO, { sleep }), null)
  assert.deepEqual(
    limits.map(([ms, signal]) => [ms, signal?.aborted]),
    [[8_000, true]],
  )
})

test('a process that does not end is ended, and the logo refused in words', async () => {
  const refused = await logoRefusal(LOGO, IMPATIENT, await program('for (;;);'))
  assert.match(refused ?? '', /tarda demasiado/)
})

test('a process that takes all its memory is ended, and the logo refused in words', async () => {
  const text = 'const all = []; for (;;) all.push(new Array(1_000).fill(all.length))'
  assert.match((await logoRefusal(LOGO, systemClock, await program(text))) ?? '', /tarda demasiado/)
})

test('one that is aborted has run out of memory, whether it says so by a signal or by its code', async () => {
  for (const text of ['process.abort()', 'process.exit(134)']) {
    const refused = await logoRefusal(LOGO, systemClock, await program(text))
    assert.match(refused ?? '', /tarda demasiado/, text)
  }
  for (const code of [133, 135]) {
    const ended = logoRefusal(LOGO, systemClock, await program(`process.exit(${code})`))
    await assert.rejects(ended, /ended by itself: 13\d /)
  }
})

test('a process that cannot be started is the error of that', async () => {
  const { execPath } = process
  process.execPath = join(folder, 'none')
  try {
    await assert.rejects(logoRefusal(LOGO, systemClock), { code: 'ENOENT' })
  } finally {
    process.execPath = execPath
  }
})

test('a fault of our own is no refusal', async () => {
  const faults = [
    ['throw new Error("a bug")', /a bug/],
    ['process.send({ id: 0 })', /could not be read/],
    ['process.exit(0)', /ended by itself/],
    ['process.kill(process.pid, "SIGTERM")', /ended by itself: SIGTERM/],
  ] as const
  for (const [text, message] of faults) {
    await assert.rejects(logoRefusal(LOGO, systemClock, await program(text)), message)
  }
})

test('it has none of the secrets of the service', async () => {
  const text =
    'process.send({ id: 0, result: { refused: JSON.stringify(Object.keys(process.env)) } })'
  process.env.SELLO_TEST_SECRET = 'secreto'
  const seen = await logoRefusal(LOGO, systemClock, await program(text))
  delete process.env.SELLO_TEST_SECRET
  assert.deepEqual(JSON.parse(seen ?? ''), [])
})

test('it may take 192 MB, and of what it said last three hundred letters are told', async () => {
  const text = 'process.send({ id: 0, result: { refused: process.execArgv.join() } })'
  const seen = await logoRefusal(LOGO, systemClock, await program(text))
  assert.equal(seen, '--max-old-space-size=192')
  const fails = 'process.stderr.write("a".repeat(100) + "b".repeat(300), () => process.exit(3))'
  await assert.rejects(logoRefusal(LOGO, systemClock, await program(fails)), {
    message: `the process that reads a logo ended by itself: 3 ${'b'.repeat(300)}`,
  })
})
