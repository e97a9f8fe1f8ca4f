/** The ministry's published material, if a copy is next to the project. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const REFERENCE = fileURLToPath(new URL('../../../../shared/reference/', import.meta.url))

export const SCHEMAS_DIR = `${REFERENCE}schemas`

/** False, with a notice, where the folder is absent. */
export function hasReference(what: string): boolean {
  if (existsSync(REFERENCE)) return true
  console.warn(`NOTICE: no reference folder beside the project: skipped ${what}`)
  return false
}

export function readReference(path: string): string {
  return readFileSync(REFERENCE + path, 'utf8')
}
