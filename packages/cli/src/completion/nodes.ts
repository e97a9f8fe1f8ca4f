/** What can be typed after each command, read from commander's tree: the completions of every shell are printed from it. */
import type { Argument, Command, Option } from 'commander'

/** What stands for a value: a file or folder, one of some words, or a text that nobody can know. */
export type Value = 'path' | 'text' | readonly Word[]

export interface Word {
  readonly name: string
  readonly summary: string
}

export interface Flag {
  /** `-h`, `--help` */
  readonly names: readonly string[]
  readonly summary: string
  /** null: it takes none. */
  readonly value: Value | null
}

export interface Node {
  /** A space before each word: ` key mint`; empty for `sello` itself. */
  readonly path: string
  /** Its commands, or the words that its arguments may be. */
  readonly words: readonly Word[]
  /** One of its arguments is a file or a folder. */
  readonly takesPath: boolean
  readonly flags: readonly Flag[]
}

/** The command and all below it, without what the help hides. */
export function nodesOf(made: Command, path = ''): readonly Node[] {
  const help = made.createHelp()
  const commands = help.visibleCommands(made)
  const values = made.registeredArguments.map(valueIn)
  const node: Node = {
    path,
    words: [
      ...commands.map((one) => ({ name: one.name(), summary: one.description() })),
      ...values.flatMap((value) => (typeof value === 'string' ? [] : value)),
    ],
    takesPath: values.includes('path'),
    flags: help.visibleOptions(made).map(flagOf),
  }
  return [node, ...commands.flatMap((one) => nodesOf(one, `${path} ${one.name()}`))]
}

function flagOf(option: Option): Flag {
  return {
    names: [option.short, option.long].filter((name) => name !== undefined),
    summary: option.description,
    value: option.required || option.optional ? valueIn(option) : null,
  }
}

/** The placeholder that the help shows says what it is: `<ruta>`, `<00|01>`. */
function valueIn(given: Option | Argument): Value {
  const placeholder =
    'flags' in given ? (/[<[](.*?)[>\]]/.exec(given.flags)?.[1] ?? '') : given.name()
  if (PATHS.has(placeholder.replace('...', ''))) return 'path'
  const words = given.argChoices ?? (placeholder.includes('|') ? placeholder.split('|') : [])
  return words.length === 0 ? 'text' : words.map((name) => ({ name, summary: '' }))
}

const PATHS: ReadonlySet<string> = new Set(['archivo', 'archivos', 'carpeta', 'hoja', 'ruta'])
