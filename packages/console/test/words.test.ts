/** Rule messages name members of the wire; on the screen they use the form's words. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Issue } from '../src/api/issue.ts'
import { markIssues } from '../src/emitir/campos.ts'

const EXAMPLES = new URL('../../fiscal/examples/', import.meta.url)

test('no message of a rejected example names a member of the wire', async () => {
  let read = 0
  const naming: string[] = []
  for (const tipo of ['01', '03', '05', '06', '11', '14']) {
    const folder = new URL(`${tipo}/rejected/`, EXAMPLES)
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.problems.json')) continue
      const issues = JSON.parse(await readFile(new URL(name, folder), 'utf8')) as Issue[]
      for (const { at, message } of markIssues(issues, ['a', 'b', 'c', 'd'])) {
        assert.ok(at !== '', name)
        if (/\b[a-z]+[A-Z]\w*|\w\[\d+\]/.test(message)) naming.push(`${tipo}/${name}: ${message}`)
        read += 1
      }
    }
  }
  assert.ok(read > 100, `only ${read} messages`)
  assert.deepEqual(naming, [])
})
