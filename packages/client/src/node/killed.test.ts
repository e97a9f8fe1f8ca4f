/** Programs that share a file of keys, and are killed while they write and rewrite it. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SEED } from '../../../fiscal/test/seed.ts'
import { createDice } from '../../../service/test/crash/dice.ts'
import { nodeArgs } from '../../../service/test/programs.ts'
import { until } from '../../../service/test/until.ts'
import { fileKeyStore } from './file-key-store.ts'

/** Each is at a random moment, also while the file is rewritten. */
const KILLS = Number(process.env.SELLO_KEY_STORE_KILLS ?? 12)
const KEYS_BETWEEN = 5

test(`three programs with one file, killed ${KILLS} times, lose no key that was written`, {
  timeout: 30 * 60_000,
}, async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const dice = createDice(SEED)
  const folder = await mkdtemp(join(tmpdir(), 'sello-keys-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'deep', 'keys.jsonl')
  const written: string[] = []
  let runs = 0
  const start = () => {
    runs += 1
    const args = [...nodeArgs('packages/client/test/key-store-child.ts'), path, `p${runs}`, '20']
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const program = { child, closed: once(child, 'close'), keys: 0 }
    let rest = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      program.keys += lines.length
      written.push(...lines)
    })
    return program
  }
  const running = [start(), start(), start()]
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = running.map(({ keys }) => keys)
    await until('more keys of every program', () =>
      running.every(({ keys }, n) => keys > (before[n] ?? 0) + KEYS_BETWEEN),
    )
    await sleep(dice.between(0, 9))
    // Also all at once: then none is left that would write down again what another one's rewriting lost.
    const killed = running.splice(0, dice.between(1, running.length))
    for (const { child } of killed) child.kill('SIGKILL')
    for (const { closed } of killed) await closed
    running.push(...killed.map(start))
  }
  for (const { child, closed } of running) {
    child.kill('SIGKILL')
    await closed
  }
  const store = fileKeyStore(path, () => 0)
  const lost: string[] = []
  for (const operation of written) if ((await store.read(operation)) === null) lost.push(operation)
  assert.ok(written.length > KILLS)
  assert.deepEqual(lost, [])
})
