/** The service must raise every refusal of the table; otherwise it would be an empty promise. */
import ts from 'typescript'
import { isTest } from './files.ts'
import { nodesOf, pathOf, sourcesOf } from './program.ts'
import { rowOf } from './refusals-tested.ts'
import type { Rule } from './rule.ts'

const SOURCE = 'packages/service/src/entrypoints/http/x.ts'

/** The compiler already ensures that only codes of the table are raised: `Refused` takes no others. */
export function refusalsRaised(codes: readonly string[]): Rule {
  const all = codes.map((code) => `refuse('${code}')`).join('\n')
  const compared = all.replace(/refuse\(('\w+')\)/, 'if (code === $1) work()')
  return {
    name: 'refusals raised',
    bad: [
      { path: SOURCE, text: compared },
      { path: 'packages/service/src/entrypoints/http/x.test.ts', text: all },
    ],
    good: [{ path: SOURCE, text: all }],
    find({ program, files }) {
      const raised = new Set(
        sourcesOf(program)
          .filter((source) => isProduct(pathOf(source)))
          .flatMap((source) => [...nodesOf(source)].filter(isRaised))
          .map(({ text }) => text),
      )
      return codes
        .filter((code) => !raised.has(code))
        .map((code) => ({
          ...rowOf(files, code),
          message: `the service never raises ${code}`,
        }))
    },
  }
}

const isProduct = (path: string) => path.startsWith('packages/service/src/') && !isTest(path)

/** A string that is not merely compared. */
function isRaised(node: ts.Node): node is ts.StringLiteral {
  if (!ts.isStringLiteral(node) || ts.isLiteralTypeNode(node.parent)) return false
  return !ts.isBinaryExpression(node.parent) && !ts.isCaseClause(node.parent)
}
