/** Every test is in a lane (scripts/test-lanes.ts), and the long ones exist. */
import { laneOf } from '../test-lanes.ts'
import type { SourceFile } from './files.ts'
import type { Rule } from './rule.ts'
import type { Finding } from './step.ts'

/** Where the runner looks for test files. */
const RUN = /^(packages\/[^/]+\/(src|test)|bench\/src|scripts\/mutants)\/.*\.test\.ts$/
/** What opens a browser. */
const OPENS = /from '(playwright-core|[^']*\/(journeys|world)\.ts)'/
const CONSOLE = 'packages/console/test/'
const LONG = 'scripts/test-long.ts'

/** A journey that was taken for a pure test would run with every `npm run test:unit`. */
export const lanesRule: Rule = {
  name: 'lanes',
  bad: [
    { path: 'examples/x.test.ts', text: '' },
    { path: 'scripts/check/x.test.ts', text: '' },
    { path: `${CONSOLE}x.test.ts`, text: "import { describeJourneys } from './journeys.ts'" },
    { path: LONG, text: "{ file: 'packages/fiscal/src/moved.test.ts', sizes: {} }" },
  ],
  good: [
    { path: 'bench/src/x.test.ts', text: '' },
    { path: `${CONSOLE}x.test.ts`, text: "import { words } from '../src/words.ts'" },
    { path: `${CONSOLE}x.browser.test.ts`, text: "import { pages } from './journeys.ts'" },
  ],
  find: ({ files }) => {
    const paths = new Set(files.map(({ path }) => path))
    return files.flatMap((file) => [...ofTest(file), ...ofLong(file, paths)])
  },
}

function ofTest({ path, text }: SourceFile): readonly Finding[] {
  if (!path.endsWith('.test.ts')) return []
  if (!RUN.test(path)) return [{ file: path, line: 1, message: 'no command runs tests here' }]
  if (!path.startsWith(CONSOLE) || !OPENS.test(text) || laneOf(path) !== 'unit') return []
  return [{ file: path, line: 1, message: 'a journey is named *.browser.test.ts' }]
}

function ofLong({ path, text }: SourceFile, paths: ReadonlySet<string>): readonly Finding[] {
  if (path !== LONG) return []
  const named = [...text.matchAll(/file: '([^']+)'/g)].map(([, file = '']) => file)
  return named
    .filter((file) => !paths.has(file))
    .map((file) => ({ file: path, line: 1, message: `there is no ${file}` }))
}
