/**
 * The examples: `<type>/<scenario>.request.json` with the document that it becomes beside it, and
 * `<type>/rejected/` with the problems. What is expected is written by `npm run goldens -- --update`
 * and read by a person.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDocumento, type DteRequest, serialise } from '../src/index.ts'
import { inputOf } from './fixtures.ts'

export const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url))

const REQUEST = '.request.json'
/** What stands there is read by goldens-eventos.ts. */
export const EVENTOS = 'eventos'

export interface Golden {
  /** `01/anonima`, `03/rejected/sin-receptor`. */
  readonly name: string
  readonly request: DteRequest
  readonly rejected: boolean
  /** The file that holds what is expected. */
  readonly file: string
}

export function listGoldens(): Golden[] {
  return readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(REQUEST) && !path.startsWith(EVENTOS))
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
 * What a golden comes out as now. A document that should be built and is not, or the other way
 * round, comes out as what it is, so the comparison shows it.
 */
export function actualOf(golden: Golden): string {
  const { documento, problems } = buildDocumento(inputOf(golden.request))
  const value = problems.length > 0 ? problems : JSON.parse(serialise(documento))
  return `${JSON.stringify(value, null, 2)}\n`
}

/** The expected text, or nothing where nobody has written it yet. */
export function expectedOf(golden: Pick<Golden, 'file'>): string {
  try {
    return readFileSync(golden.file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
