import assert from 'node:assert/strict'
import files, { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import type { Issued } from '@sello/client'
import { writeIssued } from './files.ts'
import { createBeside, createWhole, removeDrafts } from './new-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'sello-files-'))
after(() => rm(folder, { recursive: true }))

test('of many that create one file one does, whole, and the name keeps its content', async () => {
  const path = join(folder, 'uno.csv')
  const texts = Array.from({ length: 20 }, (_, n) => `${n}\n`.repeat(5_000))
  const created = await Promise.all(texts.map((text) => createWhole(path, text)))

  assert.equal(created.filter(Boolean).length, 1)
  assert.equal(await readFile(path, 'utf8'), texts[created.indexOf(true)])
  assert.deepEqual(await readdir(folder), ['uno.csv'], 'no draft is left')
  assert.equal((await stat(path)).mode & 0o777, 0o644, 'and anybody may read it')
})

/** As a network share that makes no links, for that reason. */
function linksFail(t: TestContext, code: string): void {
  const { mock } = t.mock.method(files, 'link', async () => {
    throw Object.assign(new Error(code), { code })
  })
  syncBuiltinESMExports()
  t.after(() => {
    mock.restore()
    syncBuiltinESMExports()
  })
}

for (const code of ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']) {
  test(`where links end with ${code} a file is created too, once`, async (t) => {
    linksFail(t, code)
    const path = join(folder, `${code}.txt`)
    assert.equal(await createWhole(path, 'uno', { mode: 0o600 }), true)
    assert.equal(await createWhole(path, 'otro'), false)
    assert.equal(await readFile(path, 'utf8'), 'uno')
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    const names = (await readdir(folder)).filter((name) => name.startsWith(code))
    assert.deepEqual(names, [`${code}.txt`], 'no draft is left')
  })
}

test('a file that cannot be created is told as it is, and leaves no draft', async (t) => {
  const path = join(folder, 'lleno.txt')
  linksFail(t, 'ENOSPC')
  await assert.rejects(createWhole(path, 'uno'), { code: 'ENOSPC' })
  await assert.rejects(createWhole(join(folder, 'no', 'hay.txt'), 'uno'), { code: 'ENOENT' })
  await assert.rejects(removeDrafts(join(folder, 'uno.csv')), { code: 'ENOTDIR' })
  const names = (await readdir(folder)).filter((name) => name.startsWith('lleno'))
  assert.deepEqual(names, [])
})

test('another content gets a name of its own, and the same content none', async () => {
  const path = join(folder, 'ventas.csv.resultados.csv')
  await mkdir(join(folder, 'ventas.csv.resultados-2.csv'))
  const names = []
  for (const text of ['a', 'b', 'a', 'b', 'c']) names.push(await createBeside(path, text))

  assert.deepEqual(
    names.map((name) => name.slice(folder.length + 1)),
    ['', '-3', '', '-3', '-4'].map((n) => `ventas.csv.resultados${n}.csv`),
  )
})

test('an issued document does not replace one of the same number', async () => {
  const out = join(folder, 'emitidas')
  const numeroControl = 'DTE-01-M001P001-000000000000001'
  const issued = { estado: 'contingencia', numeroControl, archivoJson: '{"a":1}' } as Issued
  await mkdir(out)
  await writeFile(join(out, `${numeroControl}.json`), 'de otra empresa')

  assert.deepEqual(await writeIssued(out, issued), [join(out, `${numeroControl}-2.json`)])
  assert.equal(await readFile(join(out, `${numeroControl}.json`), 'utf8'), 'de otra empresa')
})

test('drafts of a killed run are removed, and nothing else', async () => {
  const out = join(folder, 'cortada')
  await removeDrafts(out)
  await mkdir(out)
  const kept = ['DTE-1.json', 'lista.new', 'DTE-1.pdf']
  const draft = 'DTE-2.pdf.3b1f8a52-7c1e-4f0d-9a44-0d6f2f8f5f10.new'
  for (const name of [...kept, draft]) await writeFile(join(out, name), '')
  await removeDrafts(out)

  assert.deepEqual((await readdir(out)).toSorted(), kept.toSorted())
})
