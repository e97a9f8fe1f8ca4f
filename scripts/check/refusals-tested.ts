/** A test of the service names every code that the wire can answer. */
import ts from 'typescript'
import { nodesOf, pathOf, sourcesOf } from './program.ts'
import type { Project, Rule } from './rule.ts'

export const REFUSALS_FILE = 'packages/contract/src/refusals.ts'
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
          .map(({ text }) => text),
      )
      return codes
        .filter((code) => !named.has(code))
        .map((code) => ({
          file: REFUSALS_FILE,
          line: rowOf(files, code),
          message: `no test of the service names ${code}`,
        }))
    },
  }
}

/** The line of a code in the table, counted from 1. */
export function rowOf(files: Project['files'], code: string): number {
  const table = files.find(({ path }) => path === REFUSALS_FILE)?.text.split('\n') ?? []
  return table.findIndex((line) => line.trimStart().startsWith(`${code}:`)) + 1
}
