/** What a data folder remembers of a database: its last sign of life, and nothing of a file that is no such thing. */
import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { watchFlushes, withoutFlushes } from '../../../test/flushed.ts'
import { makeFolder } from '../../../test/folder.ts'
import { createMemory } from './memory.ts'

const RUN = '0f0f0f0f-0000-4000-8000-00000000000a'
const AT = '2026-12-01T12:00:00.000Z'
const seen = { birth: 'b1', aliveAt: new Date(AT), run: RUN, beats: 12n }

test('what was written is read by another process, for its own database, and leaves no draft', async () => {
  const folder = join(await makeFolder('memory'), 'made')
  assert.equal(await createMemory(folder).read('b1'), null)
  await createMemory(folder).write(seen)
  assert.deepEqual(await createMemory(folder).read('b1'), seen)
  assert.equal(await createMemory(folder).read('b2'), null)
  assert.deepEqual(await readdir(folder), ['database-mark-b1'])
})

test('it is due every ten seconds, and at once in a new process', async () => {
  const memory = createMemory(await makeFolder('memory'))
  const later = (ms: number) => ({ ...seen, aliveAt: new Date(seen.aliveAt.getTime() + ms) })
  assert.equal(memory.isDue(seen), true)
  await memory.write(seen)
  assert.equal(memory.isDue(later(9_999)), false)
  assert.equal(memory.isDue(later(10_000)), true)
})

test('a file that is cut off or of another form counts as absent', async () => {
  const folder = await makeFolder('memory')
  const read = async (text: string) => {
    await writeFile(join(folder, 'database-mark-b1'), text)
    return createMemory(folder).read('b1')
  }
  assert.deepEqual(await read(`${AT} ${RUN} 12\n`), seen)
  for (const other of [
    ...['', AT, `${AT} ${RUN}`, `${AT} ${RUN} 12 3`, `${AT} ${RUN} 12x`, `x${AT} ${RUN} 12`],
    ...[`a ${AT} ${RUN} 12`, `2026-13-01T12:00:00Z ${RUN} 12`, `${AT} ${RUN} 1234567890123456789`],
  ]) {
    assert.equal(await read(other), null, other)
  }
})

test('a file that is there and cannot be read is an error, and not the memory of a new folder', async () => {
  const folder = await makeFolder('memory')
  await mkdir(join(folder, 'database-mark-b1'))
  await assert.rejects(createMemory(folder).read('b1'), { code: 'EISDIR' })
})

test('what was written is on the disk, before it takes the place of what was there', {
  skip: withoutFlushes(import.meta.url),
}, async (t) => {
  const folder = await makeFolder('memory')
  const flushed = await watchFlushes(t)
  await createMemory(folder).write(seen)
  assert.deepEqual(flushed, [`database-mark-b1.${process.pid}`])
})
