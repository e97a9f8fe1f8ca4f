/** The project for the TypeScript compiler: parsed once, for the types and for the house rules. */
import { join, relative } from 'node:path'
import ts from 'typescript'
import { type Finding, ROOT } from './step.ts'

/**
 * `folder` has the project's `tsconfig.json`: the console's includes the browser's types, the root's does
 * not.
 */
export function readProgram(folder = ''): ts.Program {
  const { config, error } = ts.readConfigFile(join(ROOT, folder, 'tsconfig.json'), ts.sys.readFile)
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'))
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, join(ROOT, folder))
  const program = ts.createProgram(fileNames, options)
  program.getTypeChecker() // sets the parent of every node
  return program
}

/** A program with one text that is in no file, for trying a rule on its examples. */
export function programOf(path: string, text: string): ts.Program {
  const name = join(ROOT, path)
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true)
  const host = ts.createCompilerHost(EXAMPLE)
  const fromDisk = host.getSourceFile
  host.getSourceFile = (file, ...rest) => {
    if (file === name) return source
    const known = libraries.get(file) ?? fromDisk.call(host, file, ...rest)
    if (known) libraries.set(file, known)
    return known
  }
  const program = ts.createProgram([name], EXAMPLE, host)
  program.getTypeChecker()
  return program
}

const EXAMPLE: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  strict: true,
  noEmit: true,
  types: [],
}
const libraries = new Map<string, ts.SourceFile>()

/** The errors that `tsc` reports. */
export function typeErrors(program: ts.Program): readonly Finding[] {
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => ({
    file: file ? relative(ROOT, file.fileName) : 'tsconfig.json',
    line: file ? file.getLineAndCharacterOfPosition(start).line + 1 : 1,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }))
}

/** Our own files of a program. */
export function sourcesOf(program: ts.Program): readonly ts.SourceFile[] {
  return program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(ROOT) && !fileName.includes('/node_modules/'))
}

export const pathOf = (source: ts.SourceFile) => relative(ROOT, source.fileName)

/** Every node below one, including itself. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node
  const children: ts.Node[] = []
  ts.forEachChild(node, (child) => {
    children.push(child)
  })
  for (const child of children) yield* nodesOf(child)
}

export function findingAt(node: ts.Node, message: string): Finding {
  const source = node.getSourceFile()
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
  return { file: pathOf(source), line: line + 1, message }
}
