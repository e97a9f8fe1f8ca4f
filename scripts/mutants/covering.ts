/**
 * Which tests cover a file: those that import it or start it as a program, directly or not, nearest first, in stages. A
 * later stage only runs if a mutant survives the earlier ones.
 */
import { dirname, join } from 'node:path'
import ts from 'typescript'
import type { SourceFile } from '../check/files.ts'
import { COMMANDS, type Lane, laneOf } from '../test-lanes.ts'
import { secondsOf } from '../test-processes.ts'

/** What each stage may take, if its files ran one after the other. The first: what is nearest. */
const STAGES_SECONDS = [4, 15, 45, 90]

export interface Covering {
  /** For a mutant of this line of the file. The last one, of all others, only with `isWhole`. */
  stagesOf(path: string, line: string, isWhole: boolean): readonly (readonly string[])[]
  /** The files that import it or its types, directly or not. */
  importersOf(path: string): readonly string[]
}

export function coveringOf(files: readonly SourceFile[]): Covering {
  const importers = importersByFile(files)
  const running = importersByFile(
    files.map(({ path, text }) => ({ path, text: text.replaceAll(TYPES_ALONE, '') })),
  )
  return {
    stagesOf(path, line, isWhole) {
      const comparing = filesWith(wordingsOf(line), files)
      return inStages(nearestFirst(path, distancesFrom(path, running), comparing), isWhole)
    },
    importersOf: (path) => [...distancesFrom(path, importers).keys()],
  }
}

/** Imports after which nothing of the imported file runs. */
const TYPES_ALONE = /^(import|export) type [^'=]* from '[^']+'/gm
/** As a test names what it starts. */
const PROGRAM = /'(packages\/[^']+\.(?:ts|js))'/g
const EXTENDED = /\.(ts|tsx|js)$/

function importersByFile(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files.map(({ path }) => path))
  const packages = exportsOf(files)
  const importers = new Map<string, string[]>()
  for (const { path, text } of files) {
    if (!EXTENDED.test(path)) continue
    const imported = ts
      .preProcessFile(text, true, true)
      .importedFiles.map(({ fileName }) =>
        fileName.startsWith('.') ? join(dirname(path), fileName) : packages[fileName],
      )
    const started = [...text.matchAll(PROGRAM)].map(([, program]) => program)
    for (const one of new Set([...imported, ...started])) {
      if (one === undefined || !known.has(one)) continue
      importers.set(one, [...(importers.get(one) ?? []), path])
    }
  }
  return importers
}

/** The files of `@sello/fiscal`, `@sello/fiscal/catalogos` and so on. */
function exportsOf(files: readonly SourceFile[]): Readonly<Record<string, string>> {
  const manifests = files.filter(({ path }) => /^packages\/[^/]+\/package\.json$/.test(path))
  return Object.fromEntries(
    manifests.flatMap(({ path, text }) => {
      const manifest: { name: string; exports?: Record<string, string> } = JSON.parse(text)
      return Object.entries(manifest.exports ?? {}).map(([name, file]) => [
        join(manifest.name, name),
        join(dirname(path), file),
      ])
    }),
  )
}

/** What a person reads in a line: runs of words, of which a test may have the beginning alone. */
const wordingsOf = (line: string) =>
  (line.match(/[\p{L}\d ,]{15,}/gu) ?? []).map((words) => words.trim().slice(0, 30))

/** A test that compares a sentence has its words, however far it stands from where they are written. */
function filesWith(wordings: readonly string[], files: readonly SourceFile[]): ReadonlySet<string> {
  const having = files.filter(({ text }) => wordings.some((wording) => text.includes(wording)))
  return new Set(having.map(({ path }) => path))
}

/** How many imports lead to it, from each file that has any. */
function distancesFrom(
  path: string,
  importers: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const distances = new Map([[path, 0]])
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1)
    }
  }
  return distances
}

/**
 * Most tests of the service import all of it, through its world. So a test is also near to an importer of the file
 * whose path has the words of its own. Those beside the file, those that import it themselves and those that compare
 * what the line says come first.
 */
function nearestFirst(
  path: string,
  distances: ReadonlyMap<string, number>,
  comparing: ReadonlySet<string>,
): readonly string[] {
  const lanes: readonly Lane[] = COMMANDS.test
  const tests = [...distances.keys()].filter((one) => one.endsWith('.test.ts'))
  const importers = [...distances]
    .filter(([one]) => !one.endsWith('.test.ts'))
    .map(([one, distance]) => ({ words: new Set(wordsOf(one)), distance }))
  const rankOf = (test: string): number => {
    const words = wordsOf(test)
    const ranks = importers.map(({ words: theirs, distance }) => {
      const shared = words.filter((one) => theirs.has(one)).length
      return distance + words.length - shared - shared / 2
    })
    const isNear = dirname(test) === dirname(path) || distances.get(test) === 1
    return isNear || comparing.has(test) ? Number.NEGATIVE_INFINITY : Math.min(...ranks)
  }
  return tests
    .filter((test) => lanes.includes(laneOf(test)))
    .map((test) => ({ test, rank: rankOf(test) }))
    .sort((a, b) => a.rank - b.rank || secondsOf([a.test]) - secondsOf([b.test]))
    .map(({ test }) => test)
}

const wordsOf = (path: string) =>
  path.split(/[/.-]/).filter((word) => !['packages', 'src', 'test', 'ts', 'tsx'].includes(word))

function inStages(tests: readonly string[], isWhole: boolean): readonly (readonly string[])[] {
  const stages: string[][] = []
  let rest = tests
  for (const seconds of STAGES_SECONDS) {
    const stage: string[] = []
    for (const test of rest) {
      if (stage.length > 0 && secondsOf([...stage, test]) > seconds) break
      stage.push(test)
    }
    rest = rest.slice(stage.length)
    stages.push(stage)
  }
  return [...stages, isWhole ? [...rest] : []].filter((stage) => stage.length > 0)
}
