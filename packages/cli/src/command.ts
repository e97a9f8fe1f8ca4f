/** Defines one command. commander parses; all texts are Spanish. */
import { Command, type CommanderError, Option } from 'commander'
import { CliError, Ended, usage } from './exit.ts'
import { nameByWire, oldFlag, oldFlagNotice } from './flags.ts'
import { type Io, type Result, say } from './io.ts'

/** Help or the version was printed, on request or because no command was given. */
export class HelpShown extends Error {
  override readonly name = 'HelpShown'
  readonly wasAskedFor: boolean

  constructor(wasAskedFor: boolean) {
    super('help was shown')
    this.wasAskedFor = wasAskedFor
  }
}

export interface Common {
  readonly json?: boolean
}

/** Throws what commander would print and exit with. */
export function command(io: Io, name: string, summary: string): Command {
  const made: Command = new WithOldFlags(name, io)
  return made
    .description(summary)
    .usage('[opciones]')
    .configureHelp({
      styleTitle: (title) => TITLES[title] ?? title,
      subcommandTerm: (sub) => sub.name(),
      subcommandDescription,
      optionDescription: described,
      argumentDescription: described,
    })
    .helpOption('-h, --help', 'muestra esta ayuda')
    .helpCommand(false)
    .configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: (text) => io.err(text.trimEnd()),
      outputError: () => {}, // run.ts prints the error
    })
    .exitOverride((error) => {
      throw toThrown(error, made)
    })
}

/** Each option also by its flag of 0.1, with a notice. */
class WithOldFlags extends Command {
  readonly #io: Io

  constructor(name: string, io: Io) {
    super(name)
    this.#io = io
  }

  override addOption(option: Option): this {
    super.addOption(nameByWire(option))
    const old = oldFlag(option)
    if (old === null) return this
    this.on(`option:${old.name()}`, () => this.#io.err(oldFlagNotice(old, option)))
    return super.addOption(old)
  }
}

const TITLES: Readonly<Record<string, string>> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opciones:',
  'Commands:': 'Comandos:',
}

/** The Spanish form of what commander adds in English: choices and defaults missing in the description. */
function described(given: Pick<Option, 'description' | 'argChoices' | 'defaultValue'>): string {
  const { description, argChoices = [], defaultValue } = given
  const isComplete = argChoices.every((choice) => description.includes(choice))
  const choices = isComplete ? [] : [`valores: ${argChoices.join(', ')}`]
  const isDefault = typeof defaultValue === 'string' && !description.includes('si falta')
  const extra = [...choices, ...(isDefault ? [`si falta: ${defaultValue}`] : [])]
  return extra.length === 0 ? description : `${description} (${extra.join('; ')})`.trimStart()
}

/** A group is followed by its commands, which would make the column of the names too wide. */
function subcommandDescription(sub: Command): string {
  const names = sub.commands.map((one) => one.name())
  return [sub.description(), ...(names.length > 0 ? [names.join(', ')] : [])].join(' · ')
}

const REQUIRED = 'Obligatorias:'

/** A required option. */
export function required(flags: string, description: string): Option {
  return new Option(flags, description).helpGroup(REQUIRED)
}

/** Runs `work` and prints its result. */
export function onRun<O extends Common>(
  made: Command,
  io: Io,
  work: (options: O) => Promise<Result | null>,
): Command {
  made.option('--json', 'responde un objeto JSON en una línea, y nada más')
  return made.action(async () => {
    assertComplete(made)
    const options = made.opts() as O
    const result = await work(options)
    if (!result) return
    say(io, options.json, result)
    if (result.ending) throw new Ended(result.ending)
  })
}

/** Reports all missing options at once. */
function assertComplete(made: Command): void {
  const missing = made.options
    .filter((option) => option.helpGroupHeading === REQUIRED)
    .filter((option) => made.getOptionValue(option.attributeName()) === undefined)
    .map((option) => option.flags)
  if (missing.length > 0) refuseMissing(missing, made)
}

export function refuseMissing(missing: readonly string[], made: Command): never {
  usage(`Falta${missing.length > 1 ? 'n' : ''} ${list(missing)}.${helpHint(made)}`)
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} y ${words.at(-1)}`
}

function toThrown(error: CommanderError, made: Command): Error {
  if (error.code === 'commander.helpDisplayed' || error.code === 'commander.version') {
    return new HelpShown(true)
  }
  if (error.code === 'commander.help') return new HelpShown(false)
  const sentence = SENTENCES[error.code]?.(quoted(error.message), choicesIn(error)) ?? error.message
  const similar = /Did you mean (.+)\?/.exec(error.message)?.[1]
  const suggestion = similar ? ` ¿Quiso decir ${similar.replace('one of ', '')}?` : ''
  return new CliError('usage', sentence + suggestion + helpHint(made), { cause: error })
}

/** The word that commander quotes, without any value after `=`, which may be a password. */
function quoted(message: string): string {
  return (/'([^']*)'/.exec(message)?.[1] ?? '').replace(/=.*$/s, '')
}

const choicesIn = ({ message }: CommanderError) =>
  /Allowed choices are (.+)\./.exec(message)?.[1] ?? ''

const SENTENCES: Readonly<Record<string, (what: string, choices: string) => string>> = {
  'commander.invalidArgument': (flags, choices) =>
    `${flags}: ese valor no vale. Valen: ${choices}.`,
  'commander.unknownOption': (flag) => `No existe la opción ${flag}.`,
  'commander.unknownCommand': (name) => `No existe el comando ${name}.`,
  'commander.optionMissingArgument': (flags) => `La opción ${flags} lleva un valor.`,
  'commander.missingArgument': (name) => `Falta <${name}>.`,
  'commander.excessArguments': () => 'Sobran palabras: los valores van con su opción.',
}

const helpHint = (made: Command) => ` Vea: ${pathOf(made)} --help`

function pathOf(made: Command): string {
  return made.parent ? `${pathOf(made.parent)} ${made.name()}` : made.name()
}
