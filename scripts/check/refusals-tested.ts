/** A test of the service names every code that the wire can answer. */
import ts from 'typescript'
import { nodesOf, pathOf, sourcesOf } from './program.ts'
import type { Project, Rule } from './rule.ts'

const TABLES = /^packages\/contract\/src\/refusals(-console)?\.ts$/
const SERVICE_TEST = /^packages\/service\/.*\.test\.ts$/
const TEST = 'packages/service/src/x.test.ts'

export function refusalsTested(codes: readonly string[]): Rule {
  const all = codes.map((code) => `'${code}'`)
  return {
    name: 'refusals',
    bad: [{ path: TEST, text: `const codes = [${all.slice(1)}] // ${codes[0]}` }],
    good: [{ path: TEST, text: `const codes = [${all}]` }],
    find({ program, files }) {
      const named = new Set(
        sourcesOf(program)
          .filter((source) => SERVICE_TEST.test(pathOf(source)))
          .flatMap((source) => [...nodesOf(source)].filter(ts.isStringLiteralLike))
          .flatMap(({ text }) => text.split(' ')), // also as '401 sign_in_failed'
      )
      return codes
        .filter((code) => !named.has(code))
        .map((code) => ({
          ...rowOf(files, code),
          message: `no test of the service names ${code}`,
        }))
    },
  }
}

/** The table of a code, and its line, counted from 1. */
export function rowOf(files: Project['files'], code: string): { file: string; line: number } {
  const tables = files.filter(({ path }) => TABLES.test(path))
  for (const { path: file, text } of tables) {
    const line = text.split('\n').findIndex((one) => one.trimStart().startsWith(`${code}:`)) + 1
    if (line > 0) return { file, line }
  }
  return { file: 'packages/contract/src/refusals.ts', line: 0 } // in an example of a rule
}
