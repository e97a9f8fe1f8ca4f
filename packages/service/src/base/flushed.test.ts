/** What survives a power cut: secrets before anything is encrypted with them, and copies before they are told. */
import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { test } from 'node:test'
import { watchFlushes, withoutFlushes } from '../../test/flushed.ts'
import { makeFolder } from '../../test/folder.ts'
import { createFolder } from '../outside/stores/folder.ts'
import { systemRandom } from './clock.ts'
import { readConfig } from './config.ts'
import { readSecrets } from './secrets/secret-files.ts'

const skip = withoutFlushes(import.meta.url)

test('new secrets are on the disk, with the names of their files and of their folder', {
  skip,
}, async (t) => {
  const dataDir = await makeFolder('flushed')
  const flushed = await watchFlushes(t)
  await readSecrets({ ...readConfig({ SELLO_DATA_DIR: dataDir }), dataDir })
  const each = (name: string) => [name, 'secrets', 'data']
  const named = flushed.map((one) => one.replace(/\.new-.*/, ''))
  assert.deepEqual(
    named.map((one) => (one === basename(dataDir) ? 'data' : one)),
    [...each('master.key'), ...each('pepper.key')],
  )
})

test('files of a folder are on the disk, and then their names', { skip }, async (t) => {
  const location = await makeFolder('flushed')
  const flushed = await watchFlushes(t)
  const store = createFolder(location, systemRandom)
  const bytes = Buffer.from('{}')
  const named = () => flushed.splice(0).map((one) => (one.startsWith('.sello-') ? 'draft' : one))
  await store.put([
    { path: 'a/1.json', bytes },
    { path: 'b/2.json', bytes },
  ])
  assert.deepEqual(named(), ['draft', 'draft', 'a', 'b'])
  assert.equal(await store.create({ path: '.marca', bytes }), true)
  assert.deepEqual(named(), ['draft', basename(location)])
})
