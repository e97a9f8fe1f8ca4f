/** The page of the commands: of each the help that it prints. */
import { commandHelps, isRun } from '../../../packages/cli/test/helps.ts'
import { block, type Page } from '../page.ts'

export function commandsPage(): Page {
  const [program, ...others] = commandHelps()
  const sections = others.filter(isRun).map(({ path, made, text }) => {
    const summary = made.description()
    const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
    return [`## ${path}`, sentence, block('text', text)].join('\n\n')
  })
  const overview = block('text', program?.made.helpInformation() ?? '')
  return { path: '/referencia/comandos', text: [HEAD, overview, ...sections, ''].join('\n\n') }
}

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
