import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { end, firstLine } from './program.ts'

const run = (program: string) =>
  spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })

test('a program that ended already is not waited for', async () => {
  const child = run('')
  await once(child, 'exit')
  await end(child)
  assert.equal(child.exitCode, 0)
})

test('a running program is asked to stop, and killed if it does not', async () => {
  const polite = run('setInterval(() => {}, 1000); console.log("ready")')
  await once(polite.stdout, 'data')
  await end(polite)
  assert.equal(polite.signalCode, 'SIGINT')

  const deaf = run(
    'process.on("SIGINT", () => {}); setInterval(() => {}, 1000); console.log("ready")',
  )
  await once(deaf.stdout, 'data')
  await end(deaf, 50)
  assert.equal(deaf.signalCode, 'SIGKILL')
})

test('one that ends before it is ready is not waited for either', async () => {
  const child = run('process.exit(3)')
  await assert.rejects(firstLine(child), /ended before it was ready/)
  const ready = run('console.log("here"); setInterval(() => {}, 1000)')
  assert.equal(await firstLine(ready), 'here')
  await end(ready)
})
