/** Every command with the help that it prints, on any terminal. */
import type { Command } from 'commander'
import { createProgram } from '../src/program.ts'
import { ioOf } from './io.ts'

export interface Help {
  readonly path: string
  readonly made: Command
  readonly text: string
}

const COLUMNS = 80

/** The program first, then each group before its commands. */
export function commandHelps(): readonly Help[] {
  const { io, said } = ioOf()
  return withCommands(createProgram(io)).map((made) => {
    said.out.length = 0
    made.configureOutput({ getOutHelpWidth: () => COLUMNS }).outputHelp()
    return { path: pathOf(made), made, text: said.out.join('\n') }
  })
}

/** A group only has commands; `simulator` runs, and has one too. */
export const isRun = ({ made }: Help) =>
  made.parent !== null && (made.commands.length === 0 || made.options.length > 0)

const withCommands = (one: Command): readonly Command[] => [
  one,
  ...one.commands.flatMap(withCommands),
]

const pathOf = (one: Command): string =>
  one.parent ? `${pathOf(one.parent)} ${one.name()}` : one.name()
