/** The part of the script that bash and zsh read alike: where the cursor is, and what may be typed there. */
import type { Flag, Node, Word } from './nodes.ts'

/** For a `case`: the words that lead to a command. */
export const pathPattern = (nodes: readonly Node[]): string =>
  nodes.flatMap(({ path }) => (path === '' ? [] : [quoted(path)])).join(' | ')

/**
 * Sets `offered`, `flags` and `paths` by `at`, the command, and `before`, the word before the cursor. `item` writes one
 * word.
 */
export function branches(nodes: readonly Node[], item: (word: Word) => string): string {
  const list = (words: readonly Word[]) => `(${words.map(item).join(' ')})`
  return nodes.map((node) => branch(node, list)).join('\n')
}

function branch(node: Node, list: (words: readonly Word[]) => string): string {
  const names = node.flags.flatMap(({ names, summary }) => names.map((name) => ({ name, summary })))
  return [
    `    ${quoted(node.path)})`,
    `      offered=${list(node.words)} paths=${node.takesPath ? 'yes' : ''}`,
    `      flags=${list(names)}`,
    '      case "$before" in',
    ...valueLines(node.flags, list),
    '      esac ;;',
  ].join('\n')
}

/** After a flag that takes a value nothing else is offered. */
function valueLines(
  flags: readonly Flag[],
  list: (words: readonly Word[]) => string,
): readonly string[] {
  const namesBySetting = new Map<string, string[]>()
  for (const { names, value } of flags) {
    if (value === null) continue
    const words = list(typeof value === 'string' ? [] : value)
    const setting = `offered=${words} flags=() paths=${value === 'path' ? 'yes' : ''}`
    namesBySetting.set(setting, [...(namesBySetting.get(setting) ?? []), ...names])
  }
  return [...namesBySetting].map(
    ([setting, names]) => `        ${names.join(' | ')}) ${setting} ;;`,
  )
}

/** For bash and zsh. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
