/** When a simulator writes its file, and that all of it is in there. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { NOW } from '../../test/documentos.ts'
import { makeFolder } from '../../test/folder.ts'
import { CHECKS } from '../checks/index.ts'
import { seededRandom } from '../world/random.ts'
import { createWorld, type World } from '../world/world.ts'
import { openDataFile } from './data-file.ts'

/** With that many taxpayers: a line of the file for each, and one before them. */
function worldOf(count: number): World {
  const taxpayers = Array.from({ length: count }, (_, i) => {
    return { nit: String(i).padStart(14, '0'), password: 'x', publicKeyPem: null }
  })
  return createWorld({
    now: () => new Date(NOW),
    random: seededRandom('data file'),
    ...{ ambiente: null, authFailure: 200, notHeld: 404, held: 200 },
    ...{ tokenLifeMs: 1, ledgerJws: true, lotMs: 0 },
    ...{ checks: CHECKS, taxpayers, published: new Map() },
  })
}

const fileOf = async (t: TestContext) => join(await makeFolder(t), 'data.ndjson')

test('a change is written a second later, the next ones later by a tenth of a millisecond for each line', async (t) => {
  const path = await fileOf(t)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const file = openDataFile(worldOf(99), path)
  for (const waitMs of [1_000, 1_010, 1_010]) {
    file.changed()
    t.mock.timers.tick(waitMs - 1)
    file.changed()
    assert.equal(existsSync(path), false)
    t.mock.timers.tick(1)
    assert.equal(existsSync(path), true)
    await rm(path)
  }
  file.close()
  assert.equal(existsSync(path), false, 'nothing had changed since')
  file.changed()
  file.close()
  assert.equal(existsSync(path), true)
  await rm(path)
  t.mock.timers.tick(2_000)
  assert.equal(existsSync(path), false, 'it is closed')
})

test('each thing has one line, however many there are', async (t) => {
  for (const count of [498, 499, 500, 1_001]) {
    const path = await fileOf(t)
    const file = openDataFile(worldOf(count), path)
    file.changed()
    file.close()
    const lines = (await readFile(path, 'utf8')).split('\n')
    assert.deepEqual([lines.length, new Set(lines).size, lines.at(-1)], [count + 2, count + 2, ''])
    const read = worldOf(0)
    openDataFile(read, path).close()
    assert.equal(read.taxpayers.size, count)
  }
})
