import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { REFUSALS } from '@sello/contract'

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))

test('every code of the table of refusals is got by some test of the service', async () => {
  const names = (
    await Promise.all(
      ['src', 'test'].map(async (folder) =>
        (
          await readdir(join(PACKAGE, folder), { recursive: true })
        ).map((n) => join(PACKAGE, folder, n)),
      ),
    )
  ).flat()
  const own = basename(fileURLToPath(import.meta.url))
  const files = names.filter((name) => isOfTests(name) && basename(name) !== own)
  const texts = await Promise.all(files.map((name) => readFile(name, 'utf8')))
  const untested = Object.keys(REFUSALS).filter(
    (code) => !texts.some((text) => new RegExp(`\\b${code}\\b`).test(text)),
  )

  assert.ok(files.length > 10)
  assert.deepEqual(untested, [])
})

function isOfTests(name: string): boolean {
  return name.endsWith('.test.ts') || name.endsWith(join('test', 'malformed.ts'))
}
