import { Argument, type Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { bashScript } from '../completion/bash.ts'
import { fishScript } from '../completion/fish.ts'
import { type Node, nodesOf } from '../completion/nodes.ts'
import { zshScript } from '../completion/zsh.ts'
import type { Io } from '../io.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const satisfies Record<
  string,
  (nodes: readonly Node[]) => string
>

const HELP = `
Se guarda una vez, y otra después de actualizar; el Tab no ejecuta sello:
  bash  sello completion bash > ~/.local/share/bash-completion/completions/sello
  zsh   sello completion zsh > "\${fpath[1]}/_sello"
  fish  sello completion fish > ~/.config/fish/completions/sello.fish
En bash sin el paquete bash-completion, y en zsh si esa carpeta no es suya, guárdelo donde quiera y
agregue "source ARCHIVO" a ~/.bashrc, o a ~/.zshrc después de compinit.`

/** `sello completion bash`: what a shell reads to complete the commands, their flags and the values of these. */
export function completion(io: Io): Command {
  const made = command(
    io,
    'completion',
    'imprime lo que su terminal necesita para completar con Tab',
  )
    .usage('<shell> [opciones]')
    .addArgument(
      new Argument('<shell>', Object.keys(SCRIPTS).join(', ')).choices(Object.keys(SCRIPTS)),
    )
    .addHelpText('after', HELP)
  return onRun<Common>(made, io, async () => {
    const shell = made.args[0] as keyof typeof SCRIPTS
    const text = SCRIPTS[shell](nodesOf(rootOf(made)))
    return { json: { shell, script: text }, text }
  })
}

const rootOf = (one: Command): Command => (one.parent ? rootOf(one.parent) : one)
