/** The program of `compiling.ts`: the compiler of one copy of the repository, whose root it is given. */
import { createCompiler } from '../compiler.ts'

const CONSOLE = 'packages/console/'
/** A mutant may leave a name unused. */
const LENIENT = { noUnusedLocals: false, noUnusedParameters: false, allowUnreachableCode: true }

const [root = ''] = process.argv.slice(2)
const ofConsole = createCompiler(root, CONSOLE, LENIENT)
const ofOthers = createCompiler(root, '', LENIENT)

// The site's packages are installed apart: its files would be refused whatever the mutant is.
const isCompiled = (path: string) => /\.tsx?$/.test(path) && !path.startsWith('site/')

process.on('message', (paths: readonly string[]) => {
  const [console, others] = [true, false].map((is) =>
    paths.filter((path) => isCompiled(path) && path.startsWith(CONSOLE) === is),
  )
  process.send?.(ofOthers(others ?? []) ?? ofConsole(console ?? []))
})
