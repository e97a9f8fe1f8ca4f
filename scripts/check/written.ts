/**
 * Facts written by hand in several places that must agree: the table of settings, the reasons of the dependencies,
 * the wire's words, the document types, the folder map, the citations and links, the decisions.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ErrorBody,
  isFile,
  REFUSALS,
  ROUTE_SPECS,
  type RouteSpec,
  TIPOS_DTE,
} from '../../packages/contract/src/index.ts'
import { EVENTOS, TIPOS } from '../../packages/fiscal/src/index.ts'
import { findSheet } from '../../packages/paper/src/sheets/index.ts'
import { deadCitations } from './citations.ts'
import { unevenDecisions } from './decisions.ts'
import { readTextFiles, type SourceFile } from './files.ts'
import { unevenMap } from './folder-map.ts'
import { differences, readSettings, rowsOf, settingsOf } from './settings.ts'
import { ROOT, type Step } from './step.ts'

const SETTINGS = 'docs/configuration.md'
const DEPENDENCIES = 'docs/dependencies.md'
const CONTRIBUTING = 'CONTRIBUTING.md'
const GLOSSARY = 'docs/glossary.md'
const SOURCES = 'docs/sources.md'
const EXAMPLES = 'packages/fiscal/examples'

/** Facts missing from the documents, and statements about things that do not exist. */
export const written: Step = {
  name: 'written',
  run: async () => [...tryOut(), ...(await findUnwritten(await readTextFiles()))],
}

/** Each comparison must find a difference in a text that has one. */
function tryOut(): readonly string[] {
  const settings = settingsOf("integer(env, 'A', 1, 2, 3); text(env, 'B')")
  const found = {
    settings: differences('x', settings, rowsOf('| `A` | 1 | 2 to 4 |\n| `C` | none | text |')),
    words: missingWords('x', new Set(['a', 'b']), 'only `a`'),
    citations: deadCitations([
      {
        path: 'docs/x.md',
        text: '# Here\n[1](nowhere.md#part) [2](#here) [3](#there) [4](x.md#here) `flows/gone.ts` `cli/src/gone`',
      },
      { path: 'a.ts', text: '// docs/x.md#here, docs/x.md#there, CONTRACT section 4' },
    ]),
    // One that the index lacks, without a reason; and numbers that are in no list, in code and in a migration.
    decisions: unevenDecisions([
      { path: 'docs/adr/0001-a.md', text: '# 0001. A\n\n**Decided.** x\n\n**Replaces** 0002.\n' },
      { path: 'a.ts', text: '// ADRs 0001, 0003 and 0004; docs/adr/0001-a.md' },
      { path: 'packages/service/migrations/1.sql', text: '-- ADR 0005' },
    ]),
    manyDecisions: unevenDecisions(
      Array.from({ length: 37 }, (_, n) => ({ path: `docs/adr/${1000 + n}-a.md`, text: '' })),
    ).filter((line) => line.startsWith('docs/adr has 37')),
    dependencies: [
      ...dependenciesOf([{ path: 'package.json', text: '{"dependencies":{"a":"1"}}' }]),
    ],
    // Two packages and a folder without a line, and two lines without a folder.
    map: unevenMap(
      '## Where things are\n| `docs` | x |\nInside `packages/*/src`:\n| `a/in`, `a/gone` | x |\n| `b/in` | x |',
      ['docs/x.md', 'packages/a/src/in/x.ts', 'packages/a/src/new/x.ts', 'packages/b/src/x.ts'],
    ),
    examples: missingExamples([`${EXAMPLES}/01/x.request.json`]).filter((line) =>
      line.includes('/01/'),
    ),
  }
  const wanted = {
    settings: 4,
    words: 1,
    citations: 6,
    dependencies: 1,
    map: 5,
    examples: 1,
    decisions: 6,
    manyDecisions: 1,
  }
  return (Object.keys(wanted) as (keyof typeof wanted)[])
    .filter((name) => found[name].length !== wanted[name])
    .map((name) => `the comparison of ${name} does not see a difference: ${found[name]}`)
}

async function findUnwritten(files: readonly SourceFile[]): Promise<readonly string[]> {
  const text = (path: string) => readFile(join(ROOT, path), 'utf8')
  return [
    ...differences(SETTINGS, await readSettings(), rowsOf(await text(SETTINGS))),
    ...missingWords(DEPENDENCIES, dependenciesOf(files), await text(DEPENDENCIES)),
    ...missingWords(GLOSSARY, wireMembers(), await text(GLOSSARY)),
    ...unevenMap(
      await text(CONTRIBUTING),
      files.map(({ path }) => path),
    ),
    ...deadCitations(files),
    ...unevenDecisions(files),
    ...unevenTypes(),
    ...missingExamples(files.map(({ path }) => path)),
    ...unknownSources(await text(SOURCES)),
  ]
}

function missingWords(file: string, words: ReadonlySet<string>, text: string): readonly string[] {
  return [...words]
    .filter((word) => !text.includes(`\`${word}\``))
    .map((word) => `${file} lacks \`${word}\``)
}

/** Every package in a package.json, except ours. */
function dependenciesOf(files: readonly SourceFile[]): ReadonlySet<string> {
  const manifests = files.filter(({ path }) => /(^|\/)package\.json$/.test(path))
  const names = manifests.flatMap(({ text }) => {
    const { dependencies, devDependencies, overrides } = JSON.parse(text)
    return Object.keys({ ...dependencies, ...devDependencies, ...overrides })
  })
  return new Set(names.filter((name) => !name.startsWith('@sello/')))
}

/** The members of every object in the wire and in the ministry's structures. */
function wireMembers(): ReadonlySet<string> {
  const structures = Object.values(TIPOS).flatMap(({ versions }) =>
    versions.map(({ estructura }) => estructura),
  )
  const routes: readonly RouteSpec[] = Object.values(ROUTE_SPECS)
  const wire = routes.flatMap(({ body, query, answers }) => [
    body,
    query,
    ...Object.values(answers).map((answer) => (isFile(answer.body) ? null : answer.body)),
  ])
  const all = [
    ...wire,
    ErrorBody,
    ...Object.values(REFUSALS).map(({ details }) => details),
    ...structures,
  ].flat()
  return new Set(all.flatMap((schema) => [...membersOf(schema)]))
}

function* membersOf(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return
  const { properties, items } = schema as { properties?: Record<string, unknown>; items?: unknown }
  for (const [name, member] of Object.entries(properties ?? {})) {
    yield name
    yield* membersOf(member)
  }
  yield* membersOf(items)
}

/** Document types missing from one of contract, fiscal and paper. */
function unevenTypes(): readonly string[] {
  const all = new Set<string>([...TIPOS_DTE, ...Object.keys(TIPOS)])
  return [...all].flatMap((tipoDte) => [
    ...((TIPOS_DTE as readonly string[]).includes(tipoDte) ? [] : [`TIPOS_DTE lacks ${tipoDte}`]),
    ...(tipoDte in TIPOS ? [] : [`TIPOS of fiscal lacks ${tipoDte}`]),
    ...(findSheet(tipoDte) ? [] : [`the sheets of paper lack ${tipoDte}`]),
  ])
}

/** Document types and events without a request among the examples; types also need one that is refused. */
function missingExamples(paths: readonly string[]): readonly string[] {
  const wanted = [
    ...Object.keys(TIPOS).flatMap((tipo) => [tipo, `${tipo}/rejected`]),
    ...Object.keys(EVENTOS).map((evento) => `eventos/${evento}`),
  ].map((name) => `${EXAMPLES}/${name}/`)
  const requests = paths.filter((path) => path.endsWith('.request.json'))
  return wanted
    .filter((folder) => !requests.some((path) => path.startsWith(folder)))
    .map((folder) => `${folder} has no request`)
}

/** Sections of docs/sources.md that the document types cite and that do not exist. */
function unknownSources(text: string): readonly string[] {
  const sections = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase())
  return Object.values(TIPOS)
    .map(({ source }) => source.split('#')[1] ?? '')
    .filter((section) => !sections.includes(section))
    .map((section) => `${SOURCES} has no section ${section}`)
}
