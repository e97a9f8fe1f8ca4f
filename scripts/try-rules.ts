import { readTextFiles } from './check/files.ts'
import { HOUSE_RULES } from './check/house-rules.ts'
import { readProgram, typeErrors } from './check/program.ts'
import { tryOut } from './check/rule.ts'
import { lineOf } from './check/step.ts'

process.argv
let t = performance.now()
const lap = (n: string) => {
  console.log(n, Math.round(performance.now() - t))
  t = performance.now()
}
for (const r of HOUSE_RULES) for (const l of tryOut(r)) console.log(l)
lap('self')
const program = readProgram()
lap('read')
lap('types')
const files = await readTextFiles()
for (const r of HOUSE_RULES) {
  for (const f of r.find({ files, program })) console.log(r.name, lineOf(f))
  lap(r.name)
}
