/**
 * The code on the documentation site: the quickstart's blocks and a generated example in each language issue a sealed
 * document, and every generated example is correct Python, PHP, shell and strict TypeScript.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { ROUTE_SPECS, type RouteName, type RouteSpec } from '@sello/contract'
import { ROOT } from '../../../scripts/build/folder.ts'
import { type ToolName, without } from '../../../scripts/test-tools.ts'
import { codeOf } from '../../../site/src/code/code.ts'
import { type Demo, startDemo } from '../../client/test/demo.ts'

const exec = promisify(execFile)
let demo: Demo
let env: NodeJS.ProcessEnv
before(async () => {
  demo = await startDemo()
  const { baseUrl, apiKey, signKey } = demo
  const keys = { SELLO_URL: baseUrl, SELLO_API_KEY: apiKey, SELLO_SIGN_KEY: signKey }
  env = { ...process.env, ...keys }
})
after(() => demo.stop())

/** A folder of the demonstration's in which `@sello/client` is found. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(demo.folder, 'site-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  return folder
}

const blocksOf = (text: string, language: string) =>
  [...text.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , lines = '']) => lines)

for (const page of ['empezar', 'en/quickstart']) {
  const skip = without(import.meta.url, 'curl')
  test(`the blocks of ${page} lead to a seal and a printed copy`, { skip }, async () => {
    const folder = await newFolder()
    await writeFile(join(folder, 'package.json'), '{}') // as in a folder of one's own
    const { baseUrl, apiKey, signKey } = demo
    const line = { baseUrl, companies: [{ keys: [{ apiKey, signKey }] }] }
    await writeFile(join(folder, 'demo.json'), JSON.stringify(line))
    const text = await readFile(join(ROOT, 'site/pages', `${page}.md`), 'utf8')
    const [start = '', ...steps] = blocksOf(text, 'sh')
    const { stdout } = await exec('bash', ['-euc', steps.join('')], { cwd: folder })

    assert.match(start, /^npm ci\nnpm run --silent demo -- --json > demo.json &\n$/)
    assert.equal(steps.length, 3)
    assert.match(stdout, /^sellado DTE-01-M001P001-\d{15} \w{40}\n$/)
    assert.match(await readFile(join(folder, 'factura.pdf'), 'latin1'), /^%PDF-/)
  })
}

/** The commands that read all files without running them. */
type Check = (names: readonly string[]) => readonly (readonly string[])[]

// biome-ignore format: a table
const LANGUAGES: readonly (readonly [language: string, file: string, needs: readonly ToolName[], check: Check | null, run: readonly string[]])[] = [
  ['sh',  'venta.sh',  ['curl'],   (names) => names.map((name) => ['sh', '-n', name]),  ['sh']],
  ['php', 'venta.php', ['php'],    (names) => names.map((name) => ['php', '-l', name]), ['php']],
  ['py',  'venta.py',  ['python'], (names) => [['python3', '-m', 'py_compile', ...names]], ['python3']],
  ['ts',  'venta.ts',  [],         null,                                [process.execPath, '--import', 'tsx']],
]

/** Every example that is right, in one language. */
function examplesIn(language: string): readonly string[] {
  const routes = Object.entries(ROUTE_SPECS) as [RouteName, RouteSpec][]
  return routes.flatMap(([name, route]) =>
    Object.values(route.examples)
      .filter(({ status }) => status < 400)
      .map((example) => blocksOf(codeOf(name, route, example), language)[0] ?? ''),
  )
}

for (const [language, file, needs, check, [program = '', ...args]] of LANGUAGES) {
  describe(`the examples in ${language}`, { skip: without(import.meta.url, ...needs) }, () => {
    test('issue a sealed document', async () => {
      const folder = await newFolder()
      const { issue } = ROUTE_SPECS
      const { factura } = issue.examples
      assert.ok(factura)
      await writeFile(
        join(folder, file),
        blocksOf(codeOf('issue', issue, factura), language)[0] ?? '',
      )
      const { stdout } = await exec(program, [...args, file], {
        cwd: folder,
        env,
        maxBuffer: 1 << 24,
      })

      assert.match(stdout, /"?estado"?: ?["']sellado["']/)
    })

    test('are correct, all of them', async () => {
      const folder = await newFolder()
      const examples = examplesIn(language)
      assert.ok(examples.length >= Object.keys(ROUTE_SPECS).length && !examples.includes(''))
      await mkdir(join(folder, 'all'))
      const names = examples.map((_, n) => join('all', `${n}-${file}`))
      await Promise.all(examples.map((text, n) => writeFile(join(folder, names[n] ?? ''), text)))
      if (check === null) return typecheck(folder, names)
      for (const [checker = '', ...given] of check(names))
        await exec(checker, given, { cwd: folder })
    })
  })
}

async function typecheck(folder: string, names: readonly string[]): Promise<void> {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const module = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node']
  const options = [
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--exactOptionalPropertyTypes',
    '--allowImportingTsExtensions',
    ...module,
  ]
  await exec(process.execPath, [tsc, ...options, ...names], { cwd: folder }).catch((error) => {
    throw new Error(error.stdout)
  })
}
