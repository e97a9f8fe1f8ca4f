/** Compiles a few files of a project repeatedly: files are parsed once, and only these are checked. */
import { join } from 'node:path'
import ts from 'typescript'

/**
 * Returns the first error in those files of the project that exist; `folder` has its `tsconfig.json`, whose options
 * `others` replaces. The project's other files are read too: one may add members to a type of another package.
 */
export function createCompiler(
  root: string,
  folder: string,
  others: ts.CompilerOptions = {},
): (paths: readonly string[]) => string | null {
  const { config } = ts.readConfigFile(join(root, folder, 'tsconfig.json'), ts.sys.readFile)
  const parsedConfig = ts.parseJsonConfigFileContent(config, ts.sys, join(root, folder))
  const options = { ...parsedConfig.options, ...others }
  const host = ts.createCompilerHost(options)
  const parse = host.getSourceFile
  const parsed = new Map<string, ts.SourceFile>()
  host.getSourceFile = (file, ...rest) => {
    const known = parsed.get(file)
    if (known && (file.includes('/node_modules/') || known.text === ts.sys.readFile(file)))
      return known
    const source = parse(file, ...rest)
    if (source) parsed.set(file, source)
    return source
  }
  let program: ts.Program | undefined
  return (paths) => {
    const files = paths.map((path) => join(root, path)).filter(ts.sys.fileExists)
    const all = [...new Set([...parsedConfig.fileNames, ...files])].filter(ts.sys.fileExists)
    program = ts.createProgram(all, options, host, program)
    for (const file of files) {
      const source = program.getSourceFile(file)
      const [error] = source ? program.getSemanticDiagnostics(source) : []
      if (error) return ts.flattenDiagnosticMessageText(error.messageText, ' ')
    }
    return null
  }
}
