/** When the demonstration builds the console's pages, and what it says where it cannot. */
import assert from 'node:assert/strict'
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { after, before, test } from 'node:test'
import { createFolder, type Folder } from '../../test/cli.ts'
import { buildConsole } from './console.ts'

let folder: Folder
const { PATH } = process.env
before(async () => {
  folder = await createFolder()
  process.env.PATH = `${folder.in('bin')}:${PATH}`
})
after(async () => {
  process.env.PATH = PATH
  await folder.remove()
})

const SOURCES = [
  ...['console/src/pages/a.ts', 'console/public/a.svg', 'console/index.html'],
  ...['console/vite.config.ts', 'console/package.json', 'fiscal/src/a.ts', 'contract/src/a.ts'],
  ...['client/src/a.ts', 'paper/src/a.ts'],
]
const BUILT = 'console/dist/index.html'
const [OLD, NEW, NEWER] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 9, day)))

async function put(path: string, at: Date | undefined, text = '', mode = 0o644): Promise<void> {
  const file = folder.in(path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text, { mode })
  if (at) await utimes(file, at, at)
}

/** Of a checkout whose files are all of one day but for `newer`; with an npm that ends so. */
async function told(newer: string | null, npm = 'exit 0', without: readonly string[] = []) {
  for (const path of SOURCES) await put(`packages/${path}`, path === newer ? NEWER : OLD)
  await put(`packages/${BUILT}`, NEW)
  for (const path of without) await rm(folder.in(`packages/${path}`), { force: true })
  await put(
    'bin/npm',
    undefined,
    `#!/bin/sh\necho "$PWD" "$@" > ${folder.in('asked')}\n${npm}\n`,
    0o755,
  )
  await rm(folder.in('asked'), { force: true })
  const said: string[] = []
  await buildConsole({ err: (text) => void said.push(text) }, folder.in('packages'))
  const asked = await readFile(folder.in('asked'), 'utf8').catch(() => null)
  return { said, asked: asked?.trim() ?? null }
}

for (const path of SOURCES) {
  test(`it is built where ${path} is newer than what was built`, async () => {
    const { said, asked } = await told(path)
    assert.deepEqual(said, ['Construyendo la consola…'])
    assert.equal(asked, `${folder.path} run --silent build --workspace @sello/console`)
  })
}

test('it is built where it never was, and not where nothing is newer or nothing is there to build', async () => {
  const built = await told(null, 'exit 0', [BUILT])
  const whole = await told(null)
  const installed = await told('console/src/pages/a.ts', 'exit 0', ['console/package.json'])
  assert.deepEqual([built.said.length, built.asked === null], [1, false])
  assert.deepEqual([whole, installed], Array(2).fill({ said: [], asked: null }))
})

test('a build that fails is told with its last five lines, and so is an npm that is not there', async () => {
  const lines = [1, 2, 3, 4, 5, 6].map((n) => `echo línea ${n} >&2`)
  const failed = await told('console/index.html', `${lines.join('\n')}\nexit 7`)
  assert.deepEqual(failed.said.slice(1), [
    'La consola no se construyó (7); el servicio sigue sin sus páginas.\nlínea 2\nlínea 3\nlínea 4\nlínea 5\nlínea 6',
  ])
  process.env.PATH = folder.in('nada')
  const missing = await told('console/index.html')
  process.env.PATH = `${folder.in('bin')}:${PATH}`
  assert.deepEqual(missing.said.slice(1), [
    'La consola no se construyó (spawn npm ENOENT); el servicio sigue sin sus páginas.\n',
  ])
})
