/** Listing names in a folder and in a bucket, with which a reconciliation searches lost files. */
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { without } from '../../../../../scripts/test-tools.ts'
import { makeFolder } from '../../../test/folder.ts'
import { startS3 } from '../../../test/s3.ts'
import { makeBucket, startSwift } from '../../../test/swift.ts'
import { systemClock, systemRandom } from '../../base/clock.ts'
import { createBucket } from './bucket.ts'
import { createFolder } from './folder.ts'
import { readListing } from './listing.ts'
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

test('a bucket’s names are those of its keys, whatever letters XML escapes, over several pages', async () => {
  const store = createBucket(`${s3.url}/letras`, KEYS, systemClock)
  const names = ['a&b.json', 'a&lt;b.json', 'a<b.json', 'a>b.json', ' a+b.json ', 'a;b&amp;c.json']
  for (const name of names) s3.files.set(`/letras/DTE/${name}`, Buffer.from(name))
  assert.deepEqual([...(await store.list('DTE', ['']))].sort(), names.toSorted())
})

const PAGE = (keys: string) => `<ListBucketResult>${keys}</ListBucketResult>`
const KEY = '<Contents><Key>DTE/2026/11/DTE-01.json</Key></Contents>'
/** Each with a status of 200. */
// biome-ignore format: a table
const NO_LISTINGS: readonly (readonly [what: string, answer: string])[] = [
  ['nothing',                                '' ],
  ['the page of a proxy',                    '<html><body>Inicie sesión</body></html>'],
  ['a page that is not XML',                 '<!doctype html><p>Inicie sesión<br>'],
  ['JSON',                                   '{"ListBucketResult":{}}'],
  ['a listing that ends before its end',     `<ListBucketResult>${KEY}`],
  ['entities of its own',                    `<!DOCTYPE x [<!ENTITY a "aaaa">]>${PAGE('<Contents><Key>&a;</Key></Contents>')}`],
  ['a key that is not a text',               PAGE('<Contents><Key><b>x</b></Key></Contents>')],
  ['a row without a key',                    PAGE('<Contents>x</Contents>')],
  ['rows that are nested without end',       PAGE('<a>'.repeat(50) + '</a>'.repeat(50))],
  ['more than the keys of a page can be',    PAGE(KEY.repeat(50_000))],
]

for (const [what, answer] of NO_LISTINGS) {
  test(`a bucket that answers with ${what} has failed: it is not empty`, async () => {
    const server = createServer((_, response) => response.end(answer))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      const store = createBucket(`http://127.0.0.1:${port}/lista`, KEYS, systemClock)
      await assert.rejects(store.list('DTE/2026/11', ['DTE-']), {
        name: 'StoreFailed',
        message: /no respondió con una lista de S3/,
      })
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })
}

test('a listing is read as text, to its last byte, and where its next page begins', () => {
  const read = (text: string) => readListing('UNO', Buffer.from(text))
  const declared = `<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet href="x"?>`
  const token = (text: string) => `<NextContinuationToken>${text}</NextContinuationToken>`
  assert.deepEqual(read(declared + PAGE(KEY + token('007'))), {
    ...{ keys: ['DTE/2026/11/DTE-01.json'], token: '007' },
  })
  assert.deepEqual(read(PAGE(`<Contents><Key>1e5</Key></Contents>${token('')}`)), {
    ...{ keys: ['1e5'], token: null },
  })
  const whole = 2 * 1024 * 1024 - PAGE('').length
  assert.deepEqual(read(PAGE(' '.repeat(whole))), { keys: [], token: null })
  assert.throws(() => read(PAGE(' '.repeat(whole + 1))), StoreFailed)
})

test('a real store lists names, also below a prefix of the bucket', { skip }, async () => {
  const { url = '', accessKeyId = '', secretAccessKey = '' } = swift ?? {}
  const credentials = { region: 'us-east-1', accessKeyId, secretAccessKey }
  for (const place of ['listas', 'listas/empresa-1']) {
    await assertLists(createBucket(`${url}/${place}`, credentials, systemClock))
  }
})
