/**
 * The documentation site: every public route, refusal, type, command, setting and metric is on it, each page is in
 * its contents, and no link is dead. It is not built here (`npm run docs`).
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allFacts } from '../../site/src/facts.ts'
import { type Fact, missingOf } from '../../site/src/missing.ts'
import type { Page } from '../../site/src/page.ts'
import { allPages } from '../../site/src/pages.ts'
import { ENGLISH, SPANISH } from '../../site/src/sidebar.ts'
import { differences, readSettings, spanishRowsOf } from './settings.ts'
import { ROOT, type Step } from './step.ts'

const SETTINGS = '/referencia/ajustes'
const METRICS = '/operar/vigilar'

export const site: Step = {
  name: 'site',
  async run() {
    const pages = await allPages()
    const facts = [...allFacts(), ...(await metrics())]
    const contents = [...SPANISH, ...ENGLISH].flatMap((part) => part.pages.map(([path]) => path))
    const settings = spanishRowsOf(pages.find(({ path }) => path === SETTINGS)?.text ?? '')
    return [
      ...tryOut(pages, facts, contents),
      ...missingOf(pages, facts, contents),
      ...differences(SETTINGS, await readSettings(), settings),
    ]
  },
}

/** Without each of its facts a page lacks it, and it is noticed; so are a page without a line and a dead link. */
function tryOut(
  pages: readonly Page[],
  facts: readonly Fact[],
  contents: readonly string[],
): readonly string[] {
  const without = ({ page, words }: Fact): readonly Page[] =>
    pages
      .filter(({ path }) => path === page)
      .map(({ path, text }) => ({ path, text: text.replaceAll(words, '\n') }))
  const unseen = facts.filter(
    (fact) =>
      !missingOf(without(fact), [fact], [fact.page]).some((line) => line.endsWith(fact.what)),
  )
  const odd: Page = { path: '/nueva', text: '# Nueva\n\n[1](/en-ninguna) [2](#no) [3](#nueva)' }
  const found = missingOf([odd], [], []).length
  const settings = differences(
    SETTINGS,
    new Set(['A | 1 | 2 to 3']),
    spanishRowsOf('| `A` | 1 | 2 a 4 |'),
  )
  return [
    ...unseen.map(({ what }) => `the check of the site does not see that ${what} is missing`),
    ...(found === 3 ? [] : [`the check of the site sees ${found} of 3 mistakes of a page`]),
    ...(settings.length === 2 ? [] : ['the check of the site does not see a wrong range']),
    ...(contents.length > 0 ? [] : ['the site has no contents']),
  ]
}

/** The names that the service registers. */
async function metrics(): Promise<readonly Fact[]> {
  const file = 'packages/service/src/base/telemetry/metrics.ts'
  const names = (await readFile(join(ROOT, file), 'utf8')).match(/'sello_[a-z_]+'/g) ?? []
  if (names.length < 5) throw new Error(`${file} has no names of metrics`)
  return names.map((name) => ({
    what: `the metric ${name.slice(1, -1)}`,
    page: METRICS,
    words: `\n| \`${name.slice(1, -1)}\` |`,
  }))
}
