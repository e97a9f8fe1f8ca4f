/**
 * Which file may import which: dependency-cruiser with `.dependency-cruiser.cjs`. First every rule is tried on an
 * import that it must refuse, in a folder of such imports only.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { installed, ROOT, runProgram, type Step } from './step.ts'

const CONFIG = `${ROOT}.dependency-cruiser.cjs`
const ROOMS = `${ROOT}.dependency-cruiser.rooms.cjs`

// biome-ignore format: a table
const MUST_REFUSE: Readonly<Record<string, readonly [from: string, to: string]>> = {
  // rule                        importing file                              import
  'no-cycles':                ['packages/service/src/outside/ministry/a.ts',             '../ministry/a-back.ts'],
  'no-circles-of-types':      ['packages/service/src/outside/ministry/t.ts',             '../ministry/t-back.ts'],
  'no-lost-imports':          ['packages/service/src/outside/ministry/lost.ts',          './nowhere.ts'],
  'packages-by-name':         ['packages/cli/src/inside.ts',               '../../service/src/base/config.ts'],
  'fiscal-alone':             ['packages/fiscal/src/file.ts',              'node:fs'],
  'vault-alone':              ['packages/vault/src/net.ts',                'node:http'],
  'contract-alone':           ['packages/contract/src/law.ts',             '../../fiscal/src/law.ts'],
  'paper-prints-fiscal':      ['packages/paper/src/key.ts',                '../../vault/src/key.ts'],
  'simulator-shares-nothing': ['packages/mh-simulator/src/a.test.ts',      '../../fiscal/src/sum.ts'],
  'service-below-its-callers':['packages/service/src/outside/ministry/sim.ts',           '../../../../mh-simulator/src/sim.ts'],
  'cli-administers':          ['packages/cli/src/key.ts',                  '../../vault/src/key.ts'],
  'client-alone':             ['packages/client/src/rule.ts',              '../../contract/src/rule.ts'],
  'client-in-browsers':       ['packages/client/src/folder.ts',            './node/folder.ts'],
  'client-without-node':      ['packages/client/src/disk.ts',              'node:fs'],
  'console-in-a-browser':     ['packages/console/src/ui/key.ts',           '../../../vault/src/key.ts'],
  'browser-alone':            ['packages/console/src/ui/net.ts',           'node:http'],
  'no-tests-in-production':   ['packages/service/src/outside/ministry/world.ts',         '../../../test/world.ts'],
  'one-composition':         ['packages/service/src/flows/x/now.ts',      '../../base/clock.ts'],
  'framework-in-entrypoints': ['packages/service/src/flows/x/web.ts',     'fastify'],
  'undici-outside':          ['packages/service/src/ledger/x/put.ts',     'undici'],
  'driver-in-db':            ['packages/service/src/ledger/x/row.ts',     'pg'],
  'storeys-base':            ['packages/service/src/base/x/up.ts',        '../../ledger/documents/find.ts'],
  'storeys-ledger':          ['packages/service/src/ledger/x/up.ts',      '../../flows/issuing/issue.ts'],
  'storeys-papers':          ['packages/service/src/papers/x/up.ts',      '../../outside/stores/open.ts'],
  'storeys-outside':         ['packages/service/src/outside/x/up.ts',     '../../papers/printing/printer.ts'],
  'storeys-flows':           ['packages/service/src/flows/x/up.ts',       '../../entrypoints/http/errors.ts'],
  'routes-apart':            ['packages/service/src/entrypoints/v1/a/x.ts', '../b/y.ts'],
}

/** Two files of two rooms: neither file is in a circle, the rooms are. */
const CIRCLE_OF_ROOMS: readonly (readonly [from: string, to: string])[] = [
  ['packages/service/src/flows/y/a.ts', '../z/a.ts'],
  ['packages/service/src/flows/z/b.ts', '../y/b.ts'],
]

export const directions: Step = {
  name: 'directions',
  async run() {
    const useless = [...(await findUselessRules()), ...(await findUselessRoomRule())]
    if (useless.length > 0) return useless
    const cruise = (config: string, folders: readonly string[]) =>
      runProgram(installed('depcruise'), ['--config', config, '--no-progress', ...folders])
    return [
      ...(await cruise(CONFIG, ['packages', 'bench', 'scripts'])),
      ...(await cruise(ROOMS, ['packages/service/src'])),
    ]
  },
}

async function findUselessRoomRule(): Promise<readonly string[]> {
  const refused = await refusedExamples(ROOMS, CIRCLE_OF_ROOMS)
  return refused.size > 0 ? [] : ['rule "no-circles-of-rooms" lets two rooms need each other']
}

/** A sentence for each rule that has no example, or that accepts its example. */
async function findUselessRules(): Promise<readonly string[]> {
  const refused = await refusedExamples(CONFIG, Object.values(MUST_REFUSE))
  const { forbidden } = createRequire(import.meta.url)(CONFIG) as { forbidden: { name: string }[] }
  return forbidden.flatMap(({ name }) => {
    const example = MUST_REFUSE[name]
    if (!example) return [`rule "${name}" has no example in scripts/check/directions.ts`]
    const [from, to] = example
    return refused.has(`${name} ${from}`) ? [] : [`rule "${name}" lets ${from} import ${to}`]
  })
}

/** Rule and importing file of every violation in a folder of examples. */
async function refusedExamples(
  config: string,
  examples: readonly (readonly [from: string, to: string])[],
): Promise<ReadonlySet<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-directions-'))
  try {
    await writeExamples(folder, examples)
    const args = ['--config', config, '--output-type', 'json', 'packages']
    const { stdout } = await promisify(execFile)(installed('depcruise'), args, {
      cwd: folder,
      maxBuffer: 1 << 26,
    }).catch((error: { stdout: string }) => error) // it ends with the number of violations
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: { from: string; to: string; rule: { name: string } }[] }
    }
    // A cycle is reported once, at one of its files.
    return new Set(
      summary.violations.flatMap(({ rule, from, to }) => [
        `${rule.name} ${from}`,
        `${rule.name} ${to}`,
      ]),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function writeExamples(
  folder: string,
  examples: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  await put(folder, 'tsconfig.json', await readFile(`${ROOT}tsconfig.json`, 'utf8'))
  for (const [from, to] of examples) {
    await put(folder, from, `import { value } from '${to}'\nexport const use = value\n`)
    if (to.startsWith('.') && !to.includes('nowhere')) {
      await put(folder, join(dirname(from), to), 'export const value = 1\n')
    } else if (!to.startsWith('.') && !to.startsWith('node:')) {
      const about = JSON.stringify({ name: to, version: '1.0.0', main: 'index.js' })
      await put(folder, `node_modules/${to}/package.json`, about)
      await put(folder, `node_modules/${to}/index.js`, 'exports.value = 1\n')
    }
  }
  if (examples === CIRCLE_OF_ROOMS) return
  await closeCircle(folder, 'no-cycles', (name) => `export { use as value } from './${name}'\n`)
  await closeCircle(
    folder,
    'no-circles-of-types',
    (name) => `import type { use } from './${name}'\nexport const value: typeof use = 1\n`,
  )
}

/** The imported file imports the one that imports it. */
async function closeCircle(
  folder: string,
  rule: string,
  textOf: (name: string) => string,
): Promise<void> {
  const [from, back] = MUST_REFUSE[rule] ?? []
  if (!from || !back) throw new Error(`bug: there is no example of ${rule}`)
  await put(folder, join(dirname(from), back), textOf(from.split('/').at(-1) ?? ''))
}

async function put(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}
