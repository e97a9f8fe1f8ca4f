/** What a folder's file survives, and which errors are the folder's. */
import assert from 'node:assert/strict'
import { type FileHandle, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { watchSyncs } from '../../../test/syncs.ts'
import { folderStore } from './folder-store.ts'
import { StoreFailed } from './store.ts'

let root: string
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'sello-folder-'))
})
after(() => rm(root, { recursive: true, force: true }))

const storeOf = (path: string, uuid = () => 'x') => folderStore({ kind: 'byos_folder', path }, uuid)

const failsWith = (words: RegExp, code: string) => (thrown: unknown) => {
  assert.ok(thrown instanceof StoreFailed, String(thrown))
  assert.match(thrown.message, words)
  assert.equal(thrown.code, code)
  return true
}

/** Which folders were flushed to the disk while `work` ran, and what was in each. */
async function flushedBy(work: () => Promise<void>): Promise<readonly (readonly string[])[]> {
  const flushed: (readonly string[])[] = []
  const note = async (handle: FileHandle) => {
    if ((await handle.stat()).isDirectory()) flushed.push(await readdir(join(root, 'DTE')))
  }
  await watchSyncs(root, note, work)
  return flushed
}

test('a power cut after a copy loses neither the file nor its name', {
  skip: process.platform === 'win32' && 'Windows cannot flush folders',
}, async () => {
  const flushed = await flushedBy(() => storeOf(root).put('DTE/a.json', Buffer.from('x')))

  assert.deepEqual(flushed, [['a.json']], 'the folder, once the file has its name')
})

test('where folders cannot be flushed a file is copied without it', async (t) => {
  const { platform } = process
  t.after(() => Object.defineProperty(process, 'platform', { value: platform }))
  Object.defineProperty(process, 'platform', { value: 'win32' })
  const store = storeOf(root)

  assert.deepEqual(await flushedBy(() => store.put('DTE/windows.json', Buffer.from('x'))), [])
  assert.deepEqual(await store.get('DTE/windows.json'), Buffer.from('x'))
  await store.remove('DTE/windows.json')
})

test('a file that cannot take its name leaves no draft behind', async () => {
  await mkdir(join(root, 'DTE/taken'), { recursive: true })
  await assert.rejects(
    storeOf(root).put('DTE/taken', Buffer.from('x')),
    failsWith(/no se puede usar \(EISDIR\)\.$/, 'EISDIR'),
  )
  assert.ok(!(await readdir(join(root, 'DTE'))).some((name) => name.startsWith('.sello-')))
})

test('a draft of the same name is an error, and is not written over', async () => {
  await mkdir(join(root, 'DTE'), { recursive: true })
  await writeFile(join(root, 'DTE/.sello-other'), 'of another program')
  await assert.rejects(
    storeOf(root, () => 'other').put('DTE/b.json', Buffer.from('x')),
    failsWith(/no se puede usar \(EEXIST\)\.$/, 'EEXIST'),
  )
})

test('what cannot be read is an error, and not a file that is missing', async () => {
  await mkdir(join(root, 'DTE/folder.json'), { recursive: true })
  await writeFile(join(root, 'file'), '')
  const store = storeOf(root)

  assert.equal(await store.get('DTE/none.json'), null)
  await assert.rejects(store.get('DTE/folder.json'), failsWith(/\(EISDIR\)\.$/, 'EISDIR'))
  await assert.rejects(
    store.get('file/a.json'),
    failsWith(/: una parte de la ruta no es una carpeta\.$/, 'ENOTDIR'),
  )
  await assert.rejects(
    store.remove('DTE/folder.json'),
    failsWith(/\(ERR_FS_EISDIR\)/, 'ERR_FS_EISDIR'),
  )
})

test('folders are made for their owner and group only', async () => {
  await storeOf(root).put('DTE/pruebas/2026/a.json', Buffer.from('x'))

  for (const path of ['DTE/pruebas', 'DTE/pruebas/2026']) {
    const { mode } = await stat(join(root, path))
    if (process.platform !== 'win32') assert.equal(mode & 0o777 & ~0o750, 0)
  }
})

// biome-ignore format: a table
const REASONS: readonly (readonly [code: string, words: RegExp])[] = [
  ['ENOENT',  /: no existe\. Si es un disco que se conecta, conéctelo\.$/],
  ['EACCES',  /: este usuario no tiene permiso\.$/],
  ['EPERM',   /: este usuario no tiene permiso\.$/],
  ['EROFS',   /: el disco es de solo lectura\.$/],
  ['ENOSPC',  /: no queda espacio en el disco\.$/],
  ['EDQUOT',  /: la cuota del disco se acabó\.$/],
  ['ENOTDIR', /: una parte de la ruta no es una carpeta\.$/],
  ['EIO',     /: no se puede usar \(EIO\)\.$/],
]

test('an error of the system says what to do about the folder, and any other one is a bug', async () => {
  let thrown: Error = new TypeError('bug: not about the folder')
  const store = storeOf(root, () => {
    throw thrown
  })
  await assert.rejects(store.put('a', Buffer.from('x')), (error) => error === thrown)
  for (const [code, words] of REASONS) {
    thrown = Object.assign(new Error('of the system'), { code })
    await assert.rejects(store.put('a', Buffer.from('x')), failsWith(words, code))
  }
})
