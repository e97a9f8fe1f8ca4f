/**
 * Types and house rules: both read the project once, through the compiler. The console's sources are a separate
 * project, since they use the browser's types instead of Node.js's.
 */
import type ts from 'typescript'
import { CONSOLE_REFUSALS, REFUSALS } from '../../packages/contract/src/index.ts'
import { readTextFiles } from './files.ts'
import { HOUSE_RULES } from './house-rules.ts'
import { pathOf, readProgram, sourcesOf, typeErrors } from './program.ts'
import { refusalsRaised } from './refusals-raised.ts'
import { refusalsTested } from './refusals-tested.ts'
import { tryOut } from './rule.ts'
import { lineOf, type Step } from './step.ts'

const CODES = Object.keys({ ...REFUSALS, ...CONSOLE_REFUSALS })
const RULES = [...HOUSE_RULES, refusalsTested(CODES), refusalsRaised(CODES)]

export function typesAndHouseRules(): readonly Step[] {
  const program = readProgram()
  const console = readProgram('packages/console')
  return [
    { name: 'types', run: async () => [program, console].flatMap(typeErrors).map(lineOf) },
    {
      name: 'house rules',
      async run() {
        const useless = RULES.flatMap(tryOut)
        const project = { program, files: await readTextFiles() }
        const found = RULES.flatMap((rule) =>
          rule.find(project).map((finding) => `${lineOf(finding)} (${rule.name})`),
        )
        return [...useless, ...found, ...findInConsole(console)]
      },
    },
  ]
}

/** The rules for the console's own sources: the first project already includes what they import. */
function findInConsole(program: ts.Program): readonly string[] {
  const own = new Set(
    sourcesOf(program)
      .map(pathOf)
      .filter((path) => path.startsWith('packages/console/')),
  )
  if (own.size === 0) return ['packages/console: no source was read']
  return HOUSE_RULES.flatMap((rule) =>
    rule
      .find({ program, files: [] })
      .filter(({ file }) => own.has(file))
      .map((finding) => `${lineOf(finding)} (${rule.name})`),
  )
}
