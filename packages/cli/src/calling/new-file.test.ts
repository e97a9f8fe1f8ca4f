import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
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
