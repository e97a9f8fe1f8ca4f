/** Types and house rules: both read the project once, through the compiler. */
import { REFUSALS } from '../../packages/contract/src/index.ts'
import { readTextFiles } from './files.ts'
import { HOUSE_RULES } from './house-rules.ts'
import { readProgram, typeErrors } from './program.ts'
import { refusalsTested } from './refusals-tested.ts'
import { tryOut } from './rule.ts'
import { lineOf, type Step } from './step.ts'

const RULES = [...HOUSE_RULES, refusalsTested(Object.keys(REFUSALS))]

export function typesAndHouseRules(): readonly Step[] {
  const program = readProgram()
  return [
    { name: 'types', run: async () => typeErrors(program).map(lineOf) },
    {
      name: 'house rules',
      async run() {
        const useless = RULES.flatMap(tryOut)
        const project = { program, files: await readTextFiles() }
        const found = RULES.flatMap((rule) =>
          rule.find(project).map((finding) => `${lineOf(finding)} (${rule.name})`),
        )
        return [...useless, ...found]
      },
    },
  ]
}
