/**
 * `npm run check:imaginary [-- --whole]`: adds an imaginary document type and an imaginary event to a copy of the
 * repository, and proves that CONTRIBUTING.md lists their files: the additions touch exactly those; with all of
 * them the check and the tests pass, and such documents and events are sealed; without any one of them the
 * compiler, the check or a test fails. `--whole` skips the last part.
 */
import { installed } from './check/step.ts'
import { createCompiler } from './compiler.ts'
import { apply, copied, type Step } from './imaginary/edits.ts'
import { EVENTO_STEPS, NUMBER } from './imaginary/evento.ts'
import { TIPO, TIPO_STEPS } from './imaginary/tipo.ts'
import { makeScratch } from './scratch.ts'

interface Addition {
  /** A heading of CONTRIBUTING.md. */
  readonly heading: string
  /** Values for the list's placeholders. */
  readonly names: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
  /** Its text in this folder, and its path in the copy. */
  readonly test: readonly [text: string, path: string]
  /** A test over all types or events. */
  readonly commonTest: string
}

const ADDITIONS: readonly Addition[] = [
  {
    heading: 'Adding a document type',
    names: { type: TIPO, name: 'imaginaria', version: '2' },
    steps: TIPO_STEPS,
    test: ['type.test.ts.txt', 'packages/service/src/imaginary-type.test.ts'],
    commonTest: 'packages/fiscal/test/conformance.test.ts',
  },
  {
    heading: 'Adding an event',
    names: { event: 'aviso', number: NUMBER },
    steps: EVENTO_STEPS,
    test: ['event/event.test.ts.txt', 'packages/service/src/imaginary-event.test.ts'],
    commonTest: 'packages/service/src/entrypoints/v1/openapi/examples.test.ts',
  },
]

/** Tests over every type, every event or every route. */
const TESTS = [
  'packages/cli/src/sheet/sales.test.ts',
  'packages/console/test/tipos.test.ts',
  'packages/contract',
  'packages/fiscal',
  'packages/paper/src/types.test.ts',
  'packages/service/src/entrypoints/v1/gates',
  'packages/service/src/entrypoints/v1/openapi',
  'packages/service/test/console/matrix.test.ts',
]
const CHECK_WRITTEN = [
  '--input-type=module',
  '--eval',
  "import { written } from './scripts/check/written.ts'; process.exitCode = (await written.run()).length",
]

const isWhole = process.argv.includes('--whole')
const scratch = await makeScratch({ withPublished: false })
const node = (...args: readonly string[]) =>
  scratch.run(process.execPath, '--import', 'tsx', ...args)
const runTests = (...paths: readonly string[]) => node('scripts/test.ts', ...paths)
const CONSOLE = 'packages/console/'
const compileAll = createCompiler(scratch.root, '')
const compileConsole = createCompiler(scratch.root, CONSOLE)

const began = performance.now()
const problems: string[] = []
try {
  const lists: (readonly string[])[] = []
  for (const addition of ADDITIONS) lists.push(await add(addition))
  if (problems.length === 0) problems.push(...(await tryWhole()))
  for (const [i, addition] of ADDITIONS.entries()) {
    for (const path of isWhole || problems.length > 0 ? [] : (lists[i] ?? [])) {
      const noticed = await noticedWithout(path, addition)
      say(`without ${path}: ${noticed ?? 'nothing fails'}`)
      if (noticed === null) problems.push(`without ${path} nothing fails`)
    }
  }
} finally {
  await scratch.remove()
}
for (const problem of problems) console.error(problem)
say(problems.length === 0 ? 'good' : 'failed')
process.exitCode = problems.length === 0 ? 0 : 1

/** Carries out the steps. Returns the files and folders that CONTRIBUTING.md lists for the addition. */
async function add({ heading, names, steps }: Addition): Promise<readonly string[]> {
  const listed = listedUnder(await scratch.read('CONTRIBUTING.md'), heading, names)
  await apply(scratch, steps)
  const touched = steps.map(([path]) => path)
  const covers = (one: string, path: string) =>
    one.endsWith('/') ? path.startsWith(one) : path === one
  problems.push(
    ...touched
      .filter((path) => !listed.some((one) => covers(one, path)))
      .map((path) => `"${heading}" does not list ${path}`),
    ...listed
      .filter((one) => !touched.some((path) => covers(one, path)))
      .map((one) => `"${heading}" lists ${one}, which was not needed`),
  )
  say(`${heading}: ${touched.length} files`)
  return listed
}

/** The problems when everything is present: none. */
async function tryWhole(): Promise<readonly string[]> {
  for (const { names, test } of ADDITIONS) {
    const text = await copied(test[0])()
    await scratch.write(test[1], text.replaceAll('<type>', names.type ?? ''))
  }
  const code = (await scratch.changed()).filter((path) => path.endsWith('.ts'))
  await scratch.run(installed('biome'), 'check', '--write', ...code)
  await node('scripts/check.ts', '--update') // it prints what changed; the check below verifies it
  const check = await node('scripts/check.ts', '--no-tests')
  say('checked')
  const tests = await runTests(...TESTS, ...ADDITIONS.map(({ test }) => test[1]))
  say('tested')
  return [check, tests].filter((text) => text !== null)
}

/** What fails without the file: a compiler, the check, or a test. */
async function noticedWithout(path: string, without: Addition): Promise<string | null> {
  const putBack = await scratch.leaveOut(path)
  try {
    for (const { steps } of ADDITIONS.filter((one) => one !== without)) {
      await apply(
        scratch,
        steps.filter(([own]) => own === path),
      ) // a file that both need
    }
    const error = path.startsWith(CONSOLE)
      ? compileConsole([path])
      : compileAll([path, ...(await scratch.changed())].filter(isCompiled))
    if (error !== null) return error
    if ((await node(...CHECK_WRITTEN)) !== null)
      return 'the check of what is written in several places'
    return (await runTests(without.test[1], without.commonTest)) === null ? null : 'a test'
  } finally {
    await putBack()
  }
}

function isCompiled(path: string): boolean {
  return path.endsWith('.ts') && !path.startsWith(CONSOLE)
}

/** Every path in the section's code spans; `<type>` and so on are replaced. */
function listedUnder(
  markdown: string,
  heading: string,
  names: Readonly<Record<string, string>>,
): readonly string[] {
  const section = markdown.split(/^## /m).find((part) => part.startsWith(`${heading}\n`))
  if (!section) throw new Error(`CONTRIBUTING.md has no "${heading}"`)
  const paths = [...section.matchAll(/`((?:packages|docs|scripts|site)\/[^`\s]+)`/g)]
  const filled = paths.map(([, path = '']) =>
    path.replaceAll(/<(\w+)>/g, (placeholder, name) => names[name] ?? placeholder),
  )
  return [...new Set(filled)].sort()
}

function say(line: string): void {
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}`)
}
