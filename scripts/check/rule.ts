/** A house rule, and how it proves that it can fail. */
import type ts from 'typescript'
import type { SourceFile } from './files.ts'
import { programOf } from './program.ts'
import type { Finding } from './step.ts'

/** The repository, as text and as the compiler's trees. */
export interface Project {
  readonly files: readonly SourceFile[]
  readonly program: ts.Program
}

export interface Rule {
  readonly name: string
  /** Texts that it must catch. */
  readonly bad: readonly SourceFile[]
  /** Texts that it must accept. */
  readonly good: readonly SourceFile[]
  find(project: Project): readonly Finding[]
}

/** Sentences about a rule that does not distinguish its own examples; none when it works. */
export function tryOut(rule: Rule): readonly string[] {
  const count = (example: SourceFile) => rule.find(projectOf(example)).length
  return [
    ...rule.bad
      .filter((example) => count(example) === 0)
      .map((example) => `rule "${rule.name}" does not catch its example ${shown(example)}`),
    ...rule.good
      .filter((example) => count(example) !== 0)
      .map((example) => `rule "${rule.name}" refuses its good example ${shown(example)}`),
  ]
}

function projectOf(example: SourceFile): Project {
  return { files: [example], program: programOf(example.path, example.text) }
}

const shown = ({ path, text }: SourceFile) => `${path}: ${text.slice(0, 200)}`
