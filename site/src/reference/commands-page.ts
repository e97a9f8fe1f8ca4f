/** The page of the commands: of each the help that it prints. */
import { createProgram } from '../../../packages/cli/src/program.ts'
import { ioOf } from '../../../packages/cli/test/io.ts'
import { block, type Page } from '../page.ts'

type Command = ReturnType<typeof createProgram>

interface Help {
  readonly name: string
  readonly summary: string
  readonly text: string
}

/** Every command that does something: a group only has commands. */
export function commandHelps(): readonly Help[] {
  const { io, said } = ioOf()
  return leavesOf(createProgram(io)).map((made) => {
    said.out.length = 0
    made.outputHelp()
    return { name: nameOf(made), summary: made.description(), text: said.out.join('\n') }
  })
}

const leavesOf = (one: Command): readonly Command[] => [
  ...(one.parent === null ? [] : one.commands.length === 0 || isLeafToo(one) ? [one] : []),
  ...one.commands.flatMap(leavesOf),
]

/** `simulator` runs, and has a command of its own. */
const isLeafToo = (one: Command) => one.options.length > 0

const nameOf = (one: Command): string =>
  one.parent ? `${nameOf(one.parent)} ${one.name()}` : one.name()

export function commandsPage(): Page {
  const sections = commandHelps().map(({ name, summary, text }) =>
    [
      `## ${name}`,
      `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
      block('text', text),
    ].join('\n\n'),
  )
  return { path: '/referencia/comandos', text: [HEAD, overview(), ...sections, ''].join('\n\n') }
}

/** The commands by who uses them, in which order their sections follow. */
const overview = () => block('text', createProgram(ioOf().io).helpInformation())

const HEAD = `# Comandos

Lo que imprime \`sello <comando> --help\`. Desde un clon, \`sello …\` es \`npm run sello -- …\`.

Los resultados salen por la salida estándar y lo demás por la de errores. Con \`--json\` sale un solo objeto en una línea, también de un error: \`{ "error": { "code", "message", "status", "field", "help", "requestId", "outcome", "idempotencyKey", "retryAfterSeconds", "details" } }\`, con todos sus miembros siempre. \`outcome\` es \`unknown\` si quizá se hizo: repita el mismo comando.

| termina con | |
|---|---|
| 0 | hecho |
| 1 | rechazado: por una regla, por Hacienda, o porque algo falta o está mal |
| 2 | la línea de comandos no se entiende |
| 3 | no disponible: el servicio, la base de datos, un puerto, una carpeta; o los límites de la llave, o todavía no hay sello |
| 70 | error interno |
| 130 | interrumpido |

Con [\`sello completion\`](#sello-completion) la terminal completa con Tab los comandos, sus opciones, los valores que son pocos y los archivos, en bash, zsh y fish.

Los comandos, por quien los usa:`
