/** What is read of verified documents: a line for each, the sum, and which files are not read at all. */
import assert from 'node:assert/strict'
import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { examples, fileOf, jwsOf, key, pemOf } from '../../../client/test/signed-files.ts'
import { createFolder, type Folder, run } from '../../test/cli.ts'
import { type DocumentFile, documentFiles, readBounded } from './files.ts'

let folder: Folder
const [payload = ''] = examples
before(async () => {
  folder = await createFolder()
  await mkdir(folder.in('dentro/otra'), { recursive: true })
  await writeFile(folder.in('llave.pem'), pemOf(key.publicKey))
  await writeFile(folder.in('bueno.json'), fileOf(payload))
  await writeFile(folder.in('sin-sello.json'), fileOf(payload, jwsOf(payload), null))
  await writeFile(folder.in('dentro/otra/malo.json'), '{}')
  await writeFile(folder.in('dentro/otra/malo.pdf'), '%PDF-')
  await writeFile(folder.in('dentro/nota.txt'), 'x')
})
after(() => folder.remove())

const verify = (...args: readonly string[]) =>
  run(['verify', ...args, '--key', 'llave.pem'], { cwd: folder.path })

test('each document is a line that says whether it is good, and the last one counts them', async () => {
  const good = await verify('bueno.json')
  assert.deepEqual([good.stdout, good.code], ['bueno  bueno.json\n1 buenos, 0 con problemas.\n', 0])
  const bad = await verify('dentro')
  const [line = '', ...rest] = bad.stdout.split('\n')
  assert.match(line, /^MALO {3}dentro\/otra\/malo\.json: \p{L}.*\.$/u)
  assert.deepEqual([rest, bad.code], [['0 buenos, 1 con problemas.', ''], 1])
  const both = JSON.parse((await verify('bueno.json', 'dentro', '--json')).stdout)
  const [one, other] = both.archivos
  assert.deepEqual(
    [both.buenos, both.malos, one],
    [1, 1, { file: 'bueno.json', good: true, findings: [] }],
  )
  assert.deepEqual([other.file, other.good], ['dentro/otra/malo.json', false])
  assert.equal(`MALO   ${other.file}: ${other.findings.map(messageOf).join(' ')}`, line)
})

const messageOf = ({ message }: { readonly message: string }) => message

test('a document without a seal is bad, unless that is accepted', async () => {
  const [refused, accepted] = [
    await verify('sin-sello.json'),
    await verify('sin-sello.json', '--without-seal'),
  ]
  assert.deepEqual([refused.code, accepted.code], [1, 0])
})

test('every thousandth document is told while the others are verified', async () => {
  await mkdir(folder.in('mil'))
  for (let n = 0; n < 1_001; n += 1) await writeFile(folder.in(`mil/${n}.json`), '')
  const { stderr, stdout } = await verify('mil')
  assert.equal(stderr, '1000 revisados, 1000 con problemas\n')
  assert.match(stdout, /\n0 buenos, 1001 con problemas\.\n$/)
})

test('a document belongs to the copy of its name, and only documents are looked for in a folder', async () => {
  const found: DocumentFile[] = []
  const paths = [folder.in('bueno.json'), folder.in('dentro'), folder.in('dentro/nota.txt')]
  for await (const file of documentFiles(paths)) found.push(file)
  const malo = folder.in('dentro/otra/malo')
  assert.deepEqual(found, [
    { json: paths[0], pdf: null },
    { json: `${malo}.json`, pdf: `${malo}.pdf` },
    { json: paths[2], pdf: null },
  ])
})

test('a file of 32 MiB is read, and a larger one is not', async () => {
  const path = folder.in('grande.json')
  await writeFile(path, '')
  await truncate(path, 32 * 1024 * 1024)
  assert.equal((await readBounded(path)).length, 32 * 1024 * 1024)
  await truncate(path, 32 * 1024 * 1024 + 1)
  await assert.rejects(readBounded(path), {
    ...{ name: 'Unreadable', message: `${path} es demasiado grande.` },
  })
  await assert.rejects(readBounded(folder.path), { message: `${folder.path} no es un archivo.` })
})
