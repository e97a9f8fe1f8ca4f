/** A file that is written once: whose text it has, who may read it, and that nothing else is left. */
import assert from 'node:assert/strict'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeFolder } from '../../test/folder.ts'
import { keepFirst, readIfThere } from './first-file.ts'

let folder: string
before(async () => {
  folder = await makeFolder('first')
})
after(() => rm(folder, { recursive: true }))

test('of several who write it at once one does, all read its text, and no draft is left', async () => {
  const file = join(folder, 'secret')
  assert.equal(await readIfThere(file), null)
  const read = await Promise.all(['a', 'b', 'c'].map((text) => keepFirst(file, text, 0o600)))
  assert.equal(new Set(read).size, 1)
  assert.equal(await readFile(file, 'utf8'), `${read[0]}\n`)
  assert.equal(await keepFirst(file, 'later', 0o600), read[0])
  assert.equal(await readIfThere(file), read[0])
  assert.deepEqual(await readdir(folder), ['secret'])
})

test('it is as open as was asked for, whatever the process would take from its files', async () => {
  const before = process.umask(0o077)
  try {
    for (const mode of [0o600, 0o644]) {
      const file = join(folder, `mode-${mode}`)
      await keepFirst(file, 'x', mode)
      assert.equal((await stat(file)).mode & 0o777, mode)
    }
  } finally {
    process.umask(before)
  }
})

test('what cannot be written or read is an error, and no missing file', async () => {
  await assert.rejects(keepFirst(join(folder, 'none', 'file'), 'x', 0o600), { code: 'ENOENT' })
  await assert.rejects(readIfThere(folder), { code: 'EISDIR' })
})
