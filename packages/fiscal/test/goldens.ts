/**
 * The examples: `<type>/<scenario>.request.json` with its resulting document, and `<type>/rejected/` with the
 * problems. `npm run goldens -- --update` writes the expected output, and a person reviews it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDocumento, type DteRequest, explain, serialise } from '../src/index.ts'
import { inputOf } from './fixtures.ts'

export const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url))

const REQUEST = '.request.json'
/** goldens-eventos.ts reads this folder. */
export const FOLDER_OF_EVENTOS = 'eventos'

export interface Golden {
  /** `01/anonima`, `03/rejected/sin-receptor`. */
  readonly name: string
  readonly request: DteRequest
  readonly rejected: boolean
  /** The file with the expected output. */
  readonly file: string
}

export function listGoldens(): Golden[] {
  return readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(REQUEST) && !path.startsWith(FOLDER_OF_EVENTOS))
    .sort()
    .map((path) => {
      const name = path.slice(0, -REQUEST.length).replaceAll('\\', '/')
      const rejected = name.includes('/rejected/')
      return {
        name,
        request: JSON.parse(readFileSync(join(EXAMPLES, path), 'utf8')) as DteRequest,
        rejected,
        file: join(EXAMPLES, `${name}.${rejected ? 'problems' : 'documento'}.json`),
      }
    })
}

/**
 * The current output of a golden. A document that unexpectedly is or is not built is returned as such, so that the
 * comparison shows it.
 */
export function actualOf(golden: Golden): string {
  const { documento, problems } = buildDocumento(inputOf(golden.request))
  const value = problems.length > 0 ? problems : JSON.parse(serialise(documento))
  return `${JSON.stringify(value, null, 2)}\n`
}

/** How each amount of each type is computed, and by which source: what the explanations of all examples say. */
export const EXPLICACIONES: Pick<Golden, 'name' | 'file'> = {
  name: 'explicaciones',
  file: join(EXAMPLES, 'explicaciones.json'),
}

export function actualExplicaciones(): string {
  const tipos = new Map<string, Map<string, Set<string>>>()
  for (const { request, rejected } of listGoldens()) {
    if (rejected) continue
    const { lineas, totales } = explain(buildDocumento(inputOf(request)).documento)
    const tipo = `tipo ${request.tipoDte}`
    const amounts = tipos.get(tipo) ?? new Map<string, Set<string>>()
    tipos.set(tipo, amounts)
    for (const { importe, formula, fuente } of [
      ...lineas.flatMap((one) => one.importes),
      ...totales,
    ]) {
      const said = `${formula} (${fuente.replace('docs/sources.md', '')})`
      amounts.set(importe, (amounts.get(importe) ?? new Set()).add(said))
    }
  }
  const plain = [...tipos].map(([tipo, amounts]) => [
    tipo,
    Object.fromEntries([...amounts].map(([importe, said]) => [importe, [...said]])),
  ])
  return `${JSON.stringify(Object.fromEntries(plain), null, 2)}\n`
}

/** The expected text, or empty if not written yet. */
export function expectedOf(golden: Pick<Golden, 'file'>): string {
  try {
    return readFileSync(golden.file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
