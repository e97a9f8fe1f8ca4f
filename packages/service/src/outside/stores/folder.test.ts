/** A folder as a store: files whole or not at all, and nothing left of those that failed. */
import assert from 'node:assert/strict'
import fs, { type FileHandle, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { beforeEach, test } from 'node:test'
import { watchSyncs } from '../../../../client/test/syncs.ts'
import { makeFolder } from '../../../test/folder.ts'
import { systemRandom } from '../../base/clock.ts'
import { createFolder } from './folder.ts'
import { makeFolder as makeRealFolder, realPathOf } from './folder-path.ts'
import { type Store, StoreFailed } from './store.ts'

const bytes = Buffer.from('uno')

let folder: string
let store: Store
beforeEach(async () => {
  folder = await makeFolder('store')
  store = createFolder(folder, systemRandom)
})

const all = async () => (await readdir(folder, { recursive: true })).sort()

test('files lie under their names, closed to others, and replace earlier ones', async () => {
  await store.put([
    { path: '2026/a.json', bytes },
    { path: 'b.json', bytes },
  ])
  assert.deepEqual(await all(), ['2026', '2026/a.json', 'b.json'])
  await store.create({ path: 'c.json', bytes })
  for (const file of ['b.json', 'c.json']) {
    assert.equal((await stat(join(folder, file))).mode & 0o137, 0)
  }
  assert.equal((await stat(join(folder, '2026'))).mode & 0o027, 0)
  await store.remove('c.json')
  await store.put([{ path: 'b.json', bytes: Buffer.from('dos') }])
  assert.equal(String(await store.get('b.json')), 'dos')
  assert.deepEqual(await all(), ['2026', '2026/a.json', 'b.json'])
})

test('where one of several cannot be named no draft is left, and the error is that of the name', async () => {
  await mkdir(join(folder, 'b.json', 'x'), { recursive: true })
  const put = store.put(['a.json', 'b.json', 'c.json'].map((path) => ({ path, bytes })))
  const error = await put.then(
    () => assert.fail('b.json is a folder'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof StoreFailed)
  assert.match(String((error.cause as NodeJS.ErrnoException).code), /EISDIR|ENOTEMPTY|EEXIST/)
  assert.deepEqual(await all(), ['a.json', 'b.json', 'b.json/x', 'c.json'])
})

test('a folder that is gone is not made again: it may be a mount that is lost', async () => {
  await rm(folder, { recursive: true })
  await assert.rejects(store.put([{ path: 'a.json', bytes }]), StoreFailed)
  await assert.rejects(store.create({ path: 'a.json', bytes }), StoreFailed)
  await assert.rejects(stat(folder), { code: 'ENOENT' })
})

test('of several who create a file one does, and its bytes stay', async () => {
  const made = await Promise.all(
    ['uno', 'dos', 'tres'].map(async (text) => {
      const isNew = await store.create({ path: 'marca', bytes: Buffer.from(text) })
      return isNew ? text : null
    }),
  )
  const winners = made.filter((text) => text !== null)
  assert.equal(winners.length, 1)
  assert.equal(await readFile(join(folder, 'marca'), 'utf8'), winners[0])
  assert.deepEqual(await all(), ['marca'])
})

test('what is not there is null, no file and no error to remove; a folder is no file', async () => {
  await mkdir(join(folder, 'sub'))
  assert.equal(await store.get('a.json'), null)
  assert.equal(await store.has('a.json'), false)
  assert.equal(await store.has('sub'), false)
  await store.remove('a.json')
  await store.put([{ path: 'a.json', bytes }])
  assert.equal(await store.has('a.json'), true)
  await store.remove('a.json')
  assert.deepEqual(await all(), ['sub'])
})

test('a place that is no folder says so in words, whatever is asked of it', async () => {
  await store.put([{ path: 'a.json', bytes }])
  const location = join(folder, 'a.json')
  const within = createFolder(location, systemRandom)
  const below = join(location, 'sub')
  // biome-ignore format: a table
  const asked: readonly (readonly [() => Promise<unknown>, place: string, code: string])[] = [
    [() => within.put([{ path: 'b.json', bytes }]),   location, 'EEXIST'],
    [() => within.create({ path: 'b.json', bytes }),  location, 'ENOTDIR'],
    [() => within.get('b.json'),                      location, 'ENOTDIR'],
    [() => within.has('b.json'),                      location, 'ENOTDIR'],
    [() => within.remove('b.json'),                   location, 'ENOTDIR'],
    [() => within.list('sub', ['b']),                 location, 'ENOTDIR'],
    [() => makeRealFolder(location),                  location, 'EEXIST'],
    [() => realPathOf(below),                         below,    'ENOTDIR'],
  ]
  for (const [ask, place, code] of asked) {
    const message = `No se puede escribir, leer y borrar en ${place} (${code}).`
    await assert.rejects(ask(), { name: 'StoreFailed', message }, String(ask))
  }
})

test('where a file cannot be linked, as on some network shares, it is written under its name', async () => {
  const { link } = fs
  const make = (path: string) => store.create({ path, bytes })
  try {
    for (const code of ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EIO']) {
      fs.link = async () => Promise.reject(Object.assign(new Error('no links'), { code }))
      syncBuiltinESMExports()
      if (code === 'EIO') await assert.rejects(make(code), StoreFailed)
      else assert.deepEqual([await make(code), await make(code)], [true, false], code)
    }
  } finally {
    fs.link = link
    syncBuiltinESMExports()
  }
  assert.deepEqual(await all(), ['ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM'])
  assert.equal(String(await store.get('EPERM')), 'uno')
  assert.equal((await stat(join(folder, 'EPERM'))).mode & 0o137, 0)
})

test('a file that was made keeps its name through a power cut, and one that was there asks nothing', async () => {
  const flushedBy = async (work: () => Promise<unknown>) => {
    const flushed: (readonly string[])[] = []
    const note = async (handle: FileHandle) => {
      if ((await handle.stat()).isDirectory()) flushed.push(await readdir(folder))
    }
    await watchSyncs(folder, note, work)
    return flushed
  }
  const create = () => store.create({ path: 'marca', bytes })
  assert.deepEqual(await flushedBy(create), [['marca']], 'the folder, once the file has its name')
  assert.deepEqual(await flushedBy(create), [])
})

test('what is put is on the disk with its name, in every folder that has some of it', async () => {
  const of = async (path: string) => (await stat(join(folder, path))).ino
  const flushed: { readonly isFolder: boolean; readonly ino: number; readonly size: number }[] = []
  const note = async (handle: FileHandle) => {
    const stats = await handle.stat()
    flushed.push({ isFolder: stats.isDirectory(), ino: stats.ino, size: stats.size })
  }
  const paths = ['2026/a.json', '2026/b.json', 'c.json']
  await watchSyncs(folder, note, () => store.put(paths.map((path) => ({ path, bytes }))))
  const [files, folders] = [false, true].map((is) => flushed.filter((one) => one.isFolder === is))
  const inos = async (...names: string[]) => new Set(await Promise.all(names.map(of)))
  assert.deepEqual(new Set(files?.map(({ ino }) => ino)), await inos(...paths))
  assert.ok(files?.every(({ size }) => size === bytes.length))
  assert.deepEqual(new Set(folders?.map(({ ino }) => ino)), await inos('2026', '.'))
  assert.ok(
    flushed.slice(-2).every(({ isFolder }) => isFolder),
    'the folders last',
  )
})
