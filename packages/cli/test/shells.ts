/**
 * Asks a shell for completions. bash and zsh edit lines as at a terminal: Escape and * insert all that they offer, and
 * `sello` is a function that prints its words. fish answers the question by itself.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Folder } from './cli.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

interface Question {
  /** Where the shell stands: its files are those that it completes. */
  readonly folder: Folder
  readonly script: string
  /** Each up to the cursor. */
  readonly lines: readonly string[]
}

/** What is offered at the end of each line. */
export async function ask(
  shell: Shell,
  { folder, script, lines }: Question,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const path = folder.in('.completions')
  await writeFile(path, script)
  const answers = shell === 'fish' ? askFish : askEditor
  const offered = await answers(shell, { folder, script: path, lines })
  return new Map(lines.map((line, at) => [line, offered[at] ?? ['(no answer)']]))
}

const PRINTS = `sello() { printf '<%s>' "$@"; echo; }`

const BASH = (script: string) => `PS1=
${PRINTS}
source '${script}'
`

const ZSH = (script: string) => `PS1=
autoload -Uz compinit && compinit -u -D
${PRINTS}
source '${script}'
zle -C all-matches complete-word _generic
bindkey '\\e*' all-matches
zstyle ':completion:all-matches::::' completer _all_matches _complete
zstyle ':completion:all-matches:*' insert true
`

/** zsh edits only at a terminal, so it gets one. */
const ZSH_AT_A_TERMINAL = `zmodload zsh/zpty
zpty shell 'zsh -i'
while IFS= read -r line; do zpty -w shell "$line"; done
while zpty -r shell part; do print -rn -- "$part"; done`

async function askEditor(shell: Shell, { folder, script, lines }: Question) {
  const settings = folder.in('.zshrc')
  await writeFile(settings, shell === 'zsh' ? ZSH(script) : BASH(script))
  const words =
    shell === 'zsh' ? ['-f', '-c', ZSH_AT_A_TERMINAL] : ['--noprofile', '--rcfile', settings, '-i']
  const typed = [...lines.map((line) => `${line}\u001b*`), 'exit', ''].join('\n')
  const printed = await printedBy(shell, words, folder, typed)
  const rows = printed.split(/\r?\n/).filter((row) => /^<.*>\r?$/.test(row))
  return rows.map((row, at) => {
    const line = lines[at] ?? ''
    const all = [...row.matchAll(/<([^>]*)>/g)].map(([, word = '']) => word.replace(/\/$/, ''))
    const complete = line.split(' ').slice(1, -1)
    // Where nothing is offered what was typed remains.
    return all.slice(complete.length).filter((word) => word !== line.split(' ').at(-1))
  })
}

const FISH = `source $argv[1]
for line in $argv[2..-1]
    echo '<'
    complete -C $line
end`

async function askFish(_: Shell, { folder, script, lines }: Question) {
  const printed = await printedBy('fish', ['-c', FISH, script, ...lines], folder, '')
  const names = (rows: string) => rows.split('\n').filter(Boolean)
  return printed
    .split('<\n')
    .slice(1)
    .map((rows) => names(rows).map((row) => row.replace(/\t.*/, '').replace(/\/$/, '')))
}

const PATIENCE_MS = 60_000

/** Without the settings and the terminal of who runs the tests. */
async function printedBy(
  shell: Shell,
  words: readonly string[],
  folder: Folder,
  input: string,
): Promise<string> {
  const { PATH } = process.env
  const child = spawn(shell, words, {
    cwd: folder.path,
    detached: true,
    env: { PATH, HOME: folder.path, ZDOTDIR: folder.path, INPUTRC: '/dev/null', TERM: 'dumb' },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: PATIENCE_MS,
  })
  child.stdin.end(input)
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')])
  return printed
}
