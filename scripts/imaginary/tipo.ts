/**
 * An imaginary document type, derived from 14 (the one most unlike the others) under a code that CAT-002
 * does not have.
 */
import { readdirSync } from 'node:fs'
import { ROOT } from '../check/step.ts'
import { after, again, like, type Step } from './edits.ts'

/** The ministry's reception takes 17 and 18 as events, and every other known code is issued. */
export const TIPO = '16'

const renamed = (text: string) =>
  text
    .replaceAll(/(?<!Receptor)SujetoExcluido/g, 'Imaginaria')
    .replaceAll(/\bsujetoExcluido/g, 'imaginaria')
    .replaceAll(/(?<!"distrito": )(['"/#_])14(?=['"/]|\b)/g, `$1${TIPO}`)
    .replaceAll("'./rete-renta.ts'", "'../14/rete-renta.ts'")
    .replaceAll("retorno: 'tres meses'", 'retorno: null')
    .replaceAll(
      "nombre: 'Sujeto excluido', genero: 'masculino', letra: 'S'",
      "nombre: 'Imaginaria', genero: 'femenino', letra: 'I'",
    )

const row = (pattern: RegExp) => again(pattern, renamed)
const ROW = /^ {2}'14': .*$/m

const FISCAL = 'packages/fiscal/src'
const SHEETS = 'packages/paper/src/sheets'
const SIMULATOR = 'packages/mh-simulator/src'
const EXAMPLES = 'packages/fiscal/examples'
const requests = readdirSync(`${ROOT}${EXAMPLES}/14`, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.request.json'))

// biome-ignore format: a table
export const TIPO_STEPS: readonly Step[] = [
  ...['estructura', 'tipo', 'reglas'].map((name): Step =>
    [`${FISCAL}/tipos/${TIPO}/${name}.ts`, like(`${FISCAL}/tipos/14/${name}.ts`, renamed)]),
  [`${FISCAL}/tipos/index.ts`, row(/^import \{ sujetoExcluido \}.*$/m), row(ROW)],
  // `npm run goldens -- --update` writes their documents.
  ...requests.map((name): Step =>
    [`${EXAMPLES}/${TIPO}/${name}`, like(`${EXAMPLES}/14/${name}`, renamed)]),
  ['docs/sources.md', after(/^## Open points/, `\n## ${TIPO}\n\nImaginary.`)],
  [`${SHEETS}/${TIPO}-imaginaria.ts`, like(`${SHEETS}/14-sujeto-excluido.ts`, renamed)],
  [`${SHEETS}/index.ts`, after(/^import \{ sujetoExcluido \}/, `import { imaginaria } from './${TIPO}-imaginaria.ts'`), row(ROW)],
  [`${SIMULATOR}/structure/imaginaria-v2.ts`, like(`${SIMULATOR}/structure/sujeto-excluido-v2.ts`, (text) => `${renamed(text)}\nexport type Imaginaria = n.Infer<typeof imaginariaV2>\n`)],
  [`${SIMULATOR}/documentos.ts`,
    after(/^import \{ sujetoExcluidoV2 \}/, "import { type Imaginaria, imaginariaV2 } from './structure/imaginaria-v2.ts'"),
    row(/^const sujetoExcluido: [\s\S]*?^\}$/m),
    row(/^ {2}\['14', .*$/m)],
  // The dictionary of the type whose members it has.
  ['packages/service/src/ledger/transmission/dictionaries.ts', row(ROW)],
]
