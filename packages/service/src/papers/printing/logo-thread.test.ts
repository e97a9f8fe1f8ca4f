/** A logo is read in a thread of its own: what it does there reaches nobody else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Clock, systemClock } from '../../base/clock.ts'
import { logoRefusal } from './logo-thread.ts'

const program = (text: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'
    parentPort.on('message', () => { ${text} })`)}`,
  )

const LOGO = Buffer.from('<svg viewBox="0 0 9 3"><path d="M0 0h9v3z" fill="#c00"/></svg>')
/** The time is up at once. */
const IMPATIENT: Pick<Clock, 'sleep'> = { sleep: async () => {} }

test('a logo that can be printed is not refused, and another one is, in words', async () => {
  assert.equal(await logoRefusal(LOGO, systemClock), null)
  const refused = await logoRefusal(Buffer.alloc(99), systemClock)
  assert.match(refused ?? '', /PNG, JPEG ni SVG/)
})

test('a thread that does not end is ended, and the logo refused in words', async () => {
  const refused = await logoRefusal(LOGO, IMPATIENT, program('for (;;);'))
  assert.match(refused ?? '', /tarda demasiado/)
})

test('a thread that takes all its memory is ended, and the logo refused in words', async () => {
  const text = 'const all = []; for (;;) all.push(new Array(1_000).fill(all.length))'
  assert.match((await logoRefusal(LOGO, systemClock, program(text))) ?? '', /tarda demasiado/)
})

test('a fault of our own is no refusal', async () => {
  const faults = [
    ['throw new Error("a bug")', /a bug/],
    ['parentPort.postMessage({ id: 0 })', /could not be read/],
    ['process.exit(0)', /ended by itself/],
  ] as const
  for (const [text, message] of faults) {
    await assert.rejects(logoRefusal(LOGO, systemClock, program(text)), message)
  }
})
