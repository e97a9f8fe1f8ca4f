/**
 * An imaginary document type, derived from 14 (the one most unlike the others) under a code of CAT-002 that is not
 * issued.
 */
import { readdirSync } from 'node:fs'
import { TIPOS_CONOCIDOS, TIPOS_DTE } from '../../packages/contract/src/index.ts'
import { ROOT } from '../check/step.ts'
import { after, again, like, type Step } from './edits.ts'

const ISSUED: readonly string[] = TIPOS_DTE
export const TIPO = TIPOS_CONOCIDOS.find((tipo) => !ISSUED.includes(tipo)) ?? '04'

const renamed = (text: string) =>
  text
    .replaceAll(/(?<!Receptor)SujetoExcluido/g, 'Imaginaria')
    .replaceAll(/\bsujetoExcluido/g, 'imaginaria')
    .replaceAll(/(['"/#_])14(?=['"/]|\b)/g, `$1${TIPO}`)
    .replaceAll("'./rete-renta.ts'", "'../14/rete-renta.ts'")
    .replaceAll('retorno: true', 'retorno: false')

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
  [`${FISCAL}/documento.ts`,
    row(/^import type \{ SujetoExcluido \}.*$/m),
    after(/^export type \{.* SujetoExcluido \}$/, 'export type { Imaginaria }'),
    row(/^ {2}\| SujetoExcluido$/m)],
  [`${FISCAL}/tipos/index.ts`, row(/^import \{ sujetoExcluido \}.*$/m), row(ROW)],
  // `npm run goldens -- --update` writes their documents.
  ...requests.map((name): Step =>
    [`${EXAMPLES}/${TIPO}/${name}`, like(`${EXAMPLES}/14/${name}`, renamed)]),
  ['docs/sources.md', after(/^## Open points/, `\n## ${TIPO}\n\nImaginary.`)],
  [`${SHEETS}/${TIPO}-imaginaria.ts`, like(`${SHEETS}/14-sujeto-excluido.ts`, renamed)],
  [`${SHEETS}/index.ts`, after(/^import \{ sujetoExcluido \}/, `import { imaginaria } from './${TIPO}-imaginaria.ts'`), row(ROW)],
  ['packages/cli/src/sheet/columns.ts', row(/^ {2}'14': \[[\s\S]*?^ {2}\],$/m)],
  ['packages/console/src/tipos.ts', row(ROW)],
  ['packages/console/src/emitir/tipo-form.ts', row(ROW)],
  ['packages/console/test/generated-forms.ts', row(ROW)],
  ['packages/fiscal/test/arbitraries.ts', after(ROW, `  '${TIPO}': compra.map((one) => ({ ...one, tipoDte: '${TIPO}' as const })),`)],
  ['packages/fiscal/test/published.ts', row(ROW)],
  ['packages/fiscal/test/independent.ts', row(/^ {2}if \(request\.tipoDte === '14'\).*$/m)],
  ['packages/service/test/originals.ts', after(ROW, `  '${TIPO}': () => compra({ tipoDte: '${TIPO}' }),`)],
  [`${SIMULATOR}/structure/imaginaria-v2.ts`, like(`${SIMULATOR}/structure/sujeto-excluido-v2.ts`, renamed)],
  [`${SIMULATOR}/documentos.ts`,
    after(/^import \{ sujetoExcluidoV2 \}/, "import { imaginariaV2 } from './structure/imaginaria-v2.ts'"),
    row(/^export type SujetoExcluido = .*$/m),
    row(/^const sujetoExcluido: [\s\S]*?^\}$/m),
    row(/^ {2}\['14', .*$/m)],
]
