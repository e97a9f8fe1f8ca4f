import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../check/step.ts'
import { coveringOf } from './covering.ts'
import { EQUIVALENTS } from './equivalents.ts'
import { sampleOf, sitesOfFile } from './sample.ts'

const A = { path: 'packages/fiscal/src/a.ts', text: 'f(1)\nf(2)\nf(3)\nf(4)\nf(1)\n' }
const B = { path: 'packages/fiscal/src/b.ts', text: 'g(a < b)\ng(1)\n' }
const textsOf = (files: readonly (typeof A)[], seed: string) =>
  sampleOf(files, seed).map(({ path, line, after }) => `${path}:${line} ${after}`)

test('a seed draws the same mutants, another seed others, and each line once', () => {
  const drawn = textsOf([A, B], 'one')
  assert.deepEqual(textsOf([B, A], 'one'), drawn)
  assert.notDeepEqual(textsOf([A, B], 'two'), drawn)
  assert.equal(new Set(drawn.map((text) => text.split(' ')[0])).size, 7)
})

test('a new line draws no other mutant of the lines that stay', () => {
  const longer = { ...A, text: `h(5)\n${A.text}` }
  const withoutLines = (drawn: readonly string[]) => drawn.map((text) => text.replace(/:\d+/, ''))
  assert.deepEqual(
    withoutLines(textsOf([longer], 'one')).filter(
      (text) => !text.endsWith('h(5)') && !/ h\(|{}$/.test(text),
    ),
    withoutLines(textsOf([A], 'one')).filter((text) => !text.endsWith('{}')),
  )
})

test('a statement in the ledger has mutants of SQL, and no other text', () => {
  const text = "f('select from a where b')"
  const whatsOf = (path: string) => new Set(sitesOfFile({ path, text }).map(({ what }) => what))
  assert.ok(whatsOf('packages/service/src/ledger/a.ts').has('condition left out'))
  assert.ok(whatsOf('packages/service/src/flows/a.ts').has('text emptied'))
})

test('tests beside a file come first, then those beside its importers, and none that does not import it', () => {
  const file = (path: string, ...imports: readonly string[]) => ({
    path: `packages/service/${path}`,
    text: imports.map((one) => `import '${one}'`).join('\n'),
  })
  const { stagesOf } = coveringOf([
    file('src/ledger/list/list.ts'),
    file('src/entrypoints/v1/list/route.ts', '../../../ledger/list/list.ts'),
    file('src/app.ts', './entrypoints/v1/list/route.ts'),
    file('src/entrypoints/v1/list/200.test.ts', '../../../app.ts'),
    file('src/entrypoints/v1/issue/200.test.ts', '../../../app.ts'),
    file('src/ledger/list/list.test.ts', './list.ts'),
    file('src/ledger/list/other.test.ts'),
  ])
  assert.deepEqual(stagesOf('packages/service/src/ledger/list/list.ts', '', false).flat(), [
    'packages/service/src/ledger/list/list.test.ts',
    'packages/service/src/entrypoints/v1/list/200.test.ts',
    'packages/service/src/entrypoints/v1/issue/200.test.ts',
  ])
})

test('so does a test that starts it as a program', () => {
  const program = 'packages/cli/src/main.ts'
  const started = { path: 'packages/cli/test/main.test.ts', text: `run('${program}')` }
  const other = { path: 'packages/cli/test/other.test.ts', text: '' }
  const { stagesOf } = coveringOf([{ path: program, text: '' }, started, other])
  assert.deepEqual(stagesOf(program, '', false), [[started.path]])
})

test('a test that compares what the line says comes first, if it covers the file', () => {
  const path = 'packages/service/src/flows/said.ts'
  const said = 'Corrija el código, o escriba el documento.'
  const file = (name: string, text: string) => ({ path: `packages/service/${name}`, text })
  const imports = "import '../../src/app.ts'\n"
  const { stagesOf } = coveringOf([
    { path, text: '' },
    file('src/app.ts', "import './flows/said.ts'"),
    file('test/flows/near.test.ts', imports),
    file('test/zzz/far.test.ts', `${imports}'${said}'`),
    file('test/flows/other.test.ts', `'${said}'`),
  ])
  const firstOf = (line: string) => stagesOf(path, line, false).flat()
  const [near, far] = [
    'packages/service/test/flows/near.test.ts',
    'packages/service/test/zzz/far.test.ts',
  ]
  assert.deepEqual(firstOf('f(`x: y. Corrija el código, o escriba`)'), [far, near])
  assert.deepEqual(firstOf('f(`x: y. Corrija`)'), [near, far])
})

test('so does a test that imports it itself', () => {
  const file = (name: string, text: string) => ({ path: `packages/service/${name}`, text })
  const path = 'packages/service/src/flows/admin/rotation.ts'
  const { stagesOf } = coveringOf([
    { path, text: '' },
    file('src/app.ts', "import './flows/admin/rotation.ts'"),
    file('test/flows/admin.test.ts', "import '../../src/app.ts'"),
    file('test/zzz.test.ts', "import '../src/flows/admin/rotation.ts'"),
  ])
  assert.deepEqual(stagesOf(path, '', false).flat(), [
    'packages/service/test/zzz.test.ts',
    'packages/service/test/flows/admin.test.ts',
  ])
})

test('a test that takes its types alone does not cover it, but the compiler reads it', () => {
  const file = 'packages/console/src/a.ts'
  const typed = {
    path: 'packages/console/test/typed.test.ts',
    text: "import type {\n  A,\n} from '../src/a.ts'\nexport type { B } from '../src/a.ts'\n",
  }
  const run = {
    path: 'packages/console/test/run.test.ts',
    text: "export type C = 'c'\nimport { a, type A } from '../src/a.ts'\n",
  }
  const { stagesOf, importersOf } = coveringOf([{ path: file, text: '' }, typed, run])
  assert.deepEqual(stagesOf(file, '', false), [[run.path]])
  assert.deepEqual(importersOf(file), [file, typed.path, run.path])
})

for (const { path, before, after } of EQUIVALENTS) {
  test(`${path}: ${after} still is a mutant`, async () => {
    const sites = sitesOfFile({ path, text: await readFile(join(ROOT, path), 'utf8') })
    assert.ok(sites.some((site) => site.before === before && site.after === after))
  })
}
