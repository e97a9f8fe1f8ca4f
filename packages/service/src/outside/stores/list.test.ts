/** Listing names in a folder and in a bucket, with which a reconciliation searches lost files. */
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { without } from '../../../../../scripts/test-tools.ts'
import { makeFolder } from '../../../test/folder.ts'
import { startS3 } from '../../../test/s3.ts'
import { makeBucket, startSwift } from '../../../test/swift.ts'
import { systemClock, systemRandom } from '../../base/clock.ts'
import { createBucket } from './bucket.ts'
import { createFolder } from './folder.ts'
import { type Store, StoreFailed } from './store.ts'

const swift = await startSwift()
const skip = without(import.meta.url, 'swift')
const s3 = await startS3()
const folder = await makeFolder('list')
before(async () => {
  if (swift) await makeBucket(swift, 'listas')
})
after(async () => {
  await s3.close()
  await swift?.close()
  await rm(folder, { recursive: true })
})

const NAMES = ['DTE-01.json', 'DTE-01.pdf', 'DTE-02.json', 'A1.json', 'D0.json']

/** Finds names by prefix, and omits those of other months and destinations. */
async function assertLists(store: Store): Promise<void> {
  const files = NAMES.map((name) => ({ path: `DTE/2026/11/${name}`, bytes: Buffer.from(name) }))
  const others = ['DTE/2026/12/DTE-03.json', 'DTE/pruebas/2026/11/DTE-04.json']
  await store.put([...files, ...others.map((path) => ({ path, bytes: Buffer.from(path) }))])
  const list = async (...prefixes: string[]) =>
    [...(await store.list('DTE/2026/11', prefixes))].sort()
  assert.deepEqual(await list('DTE-'), ['DTE-01.json', 'DTE-01.pdf', 'DTE-02.json'])
  assert.deepEqual(await list('A', 'D0'), ['A1.json', 'D0.json'])
  assert.deepEqual(await list('X'), [])
  assert.deepEqual(await store.list('DTE/2020/01', ['DTE-']), [])
}

test('a folder lists the names with a prefix', async () => {
  await assertLists(createFolder(folder, systemRandom))
})

test('an unavailable folder fails, even for a month that never existed', async () => {
  const gone = createFolder(join(folder, 'nowhere'), systemRandom)
  await assert.rejects(gone.list('DTE/2026/11', ['DTE-']), StoreFailed)
})

const KEYS = { region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' }

for (const place of ['lista', 'lista/empresa-1']) {
  test(`a bucket lists names page by page, below ${place}`, async () => {
    await assertLists(createBucket(`${s3.url}/${place}`, KEYS, systemClock))
  })
}

test('a real store lists names, also below a prefix of the bucket', { skip }, async () => {
  const { url = '', accessKeyId = '', secretAccessKey = '' } = swift ?? {}
  const credentials = { region: 'us-east-1', accessKeyId, secretAccessKey }
  for (const place of ['listas', 'listas/empresa-1']) {
    await assertLists(createBucket(`${url}/${place}`, credentials, systemClock))
  }
})
